package read

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// counted is what was counted in one bucket and group.
type counted struct {
	point       query.Point
	count       float64
	sum         float64
	summed      float64             // the part of count whose sum is known
	faults      uint64              // points whose sum is not finite
	explicit    map[float64]float64 // counts by bounds; of a summary, sums of values by levels
	series      map[float64]float64 // of a summary, how many values by levels
	bounds      []float64
	exponential []query.ExponentialCounts
}

// distributionReader reads the rows of a query of distributions: one for each
// bucket, group and scale.
type distributionReader struct {
	plan   *metricPlan
	bucket proto.ColUInt32
	groups []*proto.ColStr
	n      proto.ColFloat64
	total  proto.ColFloat64
	summed proto.ColFloat64
	faults proto.ColUInt64
	scale  proto.ColInt32
	zeros  proto.ColFloat64
	lists  [5]*proto.ColArr[float64] // positive keys and sums, negative keys and sums, bounds

	rows  int
	index map[string]*counted
	order []*counted
}

func newDistributionReader(plan *metricPlan) *distributionReader {
	r := &distributionReader{plan: plan, index: map[string]*counted{}}
	for range plan.groups {
		r.groups = append(r.groups, new(proto.ColStr))
	}
	for i := range r.lists {
		r.lists[i] = proto.NewArray[float64](new(proto.ColFloat64))
	}
	return r
}

func (r *distributionReader) results() proto.Results {
	results := proto.Results{{Name: "b", Data: &r.bucket}}
	for i, group := range r.groups {
		results = append(results, proto.ResultColumn{Name: "g" + strconv.Itoa(i), Data: group})
	}
	results = append(results, proto.ResultColumn{Name: "n", Data: &r.n}, proto.ResultColumn{Name: "total", Data: &r.total},
		proto.ResultColumn{Name: "summed", Data: &r.summed}, proto.ResultColumn{Name: "faults", Data: &r.faults},
		proto.ResultColumn{Name: "scale", Data: &r.scale}, proto.ResultColumn{Name: "zeros", Data: &r.zeros})
	for i, name := range []string{"positiveKeys", "positiveSums", "negativeKeys", "negativeSums", "bounds"} {
		results = append(results, proto.ResultColumn{Name: name, Data: r.lists[i]})
	}
	return results
}

func (r *distributionReader) take(rows int) error {
	r.rows += rows
	for row := range rows {
		c := r.counted(row)
		c.count += r.n.Row(row)
		c.sum += r.total.Row(row)
		c.summed += r.summed.Row(row)
		c.faults += r.faults.Row(row)
		c.bounds = append(c.bounds, r.lists[4].Row(row)...)
		addPairs(c.explicit, r.lists[0].Row(row), r.lists[1].Row(row))
		addPairs(c.series, r.lists[2].Row(row), r.lists[3].Row(row))
		c.exponential = append(c.exponential, r.exponential(row))
	}
	return nil
}

// counted returns what the row's bucket and group has so far.
func (r *distributionReader) counted(row int) *counted {
	point := query.Point{Bucket: time.Unix(int64(r.bucket.Row(row)), 0).UTC(), Group: make([]string, len(r.groups))}
	for i, group := range r.groups {
		point.Group[i] = validText(group.Row(row))
	}
	key := point.Bucket.Format(time.RFC3339) + groupKey(point)
	c := r.index[key]
	if c == nil {
		c = &counted{point: point, explicit: map[float64]float64{}, series: map[float64]float64{}}
		r.index[key] = c
		r.order = append(r.order, c)
	}
	return c
}

func addPairs(to map[float64]float64, keys, sums []float64) {
	for i, key := range keys {
		to[key] += sums[i]
	}
}

func (r *distributionReader) exponential(row int) query.ExponentialCounts {
	return query.ExponentialCounts{
		Scale: int(r.scale.Row(row)), Zero: r.zeros.Row(row),
		Positive: indexed(r.lists[0].Row(row), r.lists[1].Row(row)),
		Negative: indexed(r.lists[2].Row(row), r.lists[3].Row(row)),
	}
}

func indexed(keys, sums []float64) map[int]float64 {
	counts := make(map[int]float64, len(keys))
	for i, key := range keys {
		if !math.IsInf(key, 0) {
			counts[int(key)] = sums[i]
		}
	}
	return counts
}

// points returns the numbers that the series ask for.
func (r *distributionReader) points() []query.Point {
	points := make([]query.Point, 0, len(r.order))
	for _, c := range r.order {
		for _, s := range r.plan.scan.Series {
			c.point.Values = append(c.point.Values, c.number(r.plan.c.Table.Points, s))
		}
		for i, s := range r.plan.scan.Series {
			if s.Aggregate == query.Total || s.Aggregate == query.Average {
				c.point.AddNonFinite(i, c.faults)
			}
		}
		if slices.ContainsFunc(c.point.Values, query.HasNumber) || c.point.NonFinite != nil {
			points = append(points, c.point)
		}
	}
	return points
}

// number returns one number; nothing counted is none.
func (c *counted) number(kind compile.PointKind, s explore.ScannedSeries) float64 {
	switch {
	case c.count <= 0:
		return query.NoValue()
	case s.Aggregate == query.Count:
		return c.count
	case (s.Aggregate == query.Total || s.Aggregate == query.Average) && c.summed <= 0:
		return query.NoValue()
	case s.Aggregate == query.Total:
		return c.sum
	case s.Aggregate == query.Average:
		return c.sum / c.summed
	case kind == compile.HistogramPoints:
		return query.QuantileOfBuckets(s.Level, query.ExplicitBuckets(c.bounds, c.explicit))
	case kind == compile.ExponentialPoints:
		return query.QuantileOfBuckets(s.Level, query.MergeExponential(c.exponential).Buckets())
	default:
		return c.nearest(s.Level)
	}
}

// nearest returns the value of a summary at the level that is nearest to the
// wanted one: the mean over the series that have it.
func (c *counted) nearest(level float64) float64 {
	best, found := math.Inf(1), query.NoValue()
	for key, series := range c.series {
		if distance := math.Abs(key - level); distance < best && series > 0 {
			best, found = distance, c.explicit[key]/series
		}
	}
	return found
}
