package explore

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/common/model"

	"github.com/cairnstack/cairn/internal/query"
)

// heatmap has a cell for each bucket of a histogram and instant at which the
// bucket holds something. Buckets of one bound are added up, whatever their
// other labels are.
func (l *promLayout) heatmap(answer *TileAnswer) {
	answer.Columns = heatColumns(l.tile.NumberFormat)
	counts, unbounded := l.belowBounds()
	if unbounded > 0 {
		answer.Warnings = append(answer.Warnings, query.Warning{
			Path: promPath(0), Reason: "heatmaps show buckets of histograms: " + strconv.Itoa(unbounded) + " series without the label le are left out",
		})
	}
	bounds := slices.Sorted(maps.Keys(counts))
	if len(bounds) > HeatRowsMax {
		bounds, answer.Truncated = bounds[:HeatRowsMax], true
	}
	for row, bound := range bounds {
		below := map[time.Time]float64{}
		if row > 0 {
			below = counts[bounds[row-1]]
		}
		for at, count := range counts[bound] {
			if inside := count - below[at]; query.HasValue(inside) && inside > 0 {
				answer.Rows = append(answer.Rows, TileRow{Bucket: at, Values: []float64{float64(row), lowerBound(bounds, row), bound, inside}})
			}
		}
	}
	slices.SortFunc(answer.Rows, func(a, b TileRow) int {
		if order := a.Bucket.Compare(b.Bucket); order != 0 {
			return order
		}
		return int(a.Values[0] - b.Values[0])
	})
}

// belowBounds returns how much lies below each bound, by the instant, and how many
// series have no bound.
func (l *promLayout) belowBounds() (counts map[float64]map[time.Time]float64, unbounded int) {
	counts = map[float64]map[time.Time]float64{}
	for _, r := range l.results {
		for _, series := range r.Series {
			bound, err := strconv.ParseFloat(series.Labels.Get(model.BucketLabel), 64)
			if err != nil || math.IsNaN(bound) {
				unbounded++
				continue
			}
			if counts[bound] == nil {
				counts[bound] = map[time.Time]float64{}
			}
			for _, p := range series.Points {
				counts[bound][l.bucket(p.At)] += p.Value
			}
		}
	}
	return counts, unbounded
}

// lowerBound returns where a row begins. The lowest one of positive bounds begins
// at 0, as histogram_quantile has it, and that of others is as high as the next.
func lowerBound(bounds []float64, row int) float64 {
	switch {
	case row > 0:
		return bounds[row-1]
	case bounds[0] > 0:
		return 0
	case len(bounds) > 1 && query.HasValue(bounds[1]):
		return 2*bounds[0] - bounds[1]
	}
	return bounds[0] - 1
}
