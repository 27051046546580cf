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

// countedList is what was counted for series that ask about the same points.
type countedList struct {
	index map[string]*counted
	order []*counted
}

// of returns what a bucket and group has so far.
func (l *countedList) of(p query.Point) *counted {
	key := strconv.FormatInt(p.Bucket.Unix(), 10) + " " + groupKey(p)
	c := l.index[key]
	if c == nil {
		c = &counted{point: p, explicit: map[float64]float64{}, series: map[float64]float64{}}
		if l.index == nil {
			l.index = map[string]*counted{}
		}
		l.index[key] = c
		l.order = append(l.order, c)
	}
	return c
}

// distributionReader reads the rows of a query of distributions: one for each
// bucket, group and scale.
type distributionReader struct {
	kind   compile.PointKind
	bucket proto.ColUInt32
	groups groupColumns
	n      proto.ColFloat64
	total  proto.ColFloat64
	summed proto.ColFloat64
	faults proto.ColUInt64
	scale  proto.ColInt32
	zeros  proto.ColFloat64
	lists  [5]*proto.ColArr[float64] // positive keys and sums, negative keys and sums, bounds

	rows int
	all  countedList
}

func newDistributionReader(plan *metricPlan) *distributionReader {
	r := &distributionReader{kind: plan.c.Table.Points, groups: newGroupColumns(plan.seriesPlan)}
	for i := range r.lists {
		r.lists[i] = proto.NewArray[float64](new(proto.ColFloat64))
	}
	return r
}

func (r *distributionReader) results() proto.Results {
	results := append(proto.Results{{Name: "b", Data: &r.bucket}}, r.groups.results()...)
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
		r.add(&r.all, row)
	}
	return nil
}

// add adds what a row counts to what its bucket and group has so far.
func (r *distributionReader) add(to *countedList, row int) {
	c := to.of(query.Point{Bucket: time.Unix(int64(r.bucket.Row(row)), 0).UTC(), Group: r.groups.at(row)})
	c.count += r.n.Row(row)
	c.sum += r.total.Row(row)
	c.summed += r.summed.Row(row)
	c.faults += r.faults.Row(row)
	if r.kind == compile.ExponentialPoints {
		c.exponential = append(c.exponential, r.exponential(row))
		return
	}
	c.bounds = append(c.bounds, r.lists[4].Row(row)...)
	addPairs(c.explicit, r.lists[0].Row(row), r.lists[1].Row(row))
	addPairs(c.series, r.lists[2].Row(row), r.lists[3].Row(row))
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
func (l *countedList) points(kind compile.PointKind, series ...explore.ScannedSeries) []query.Point {
	points := make([]query.Point, 0, len(l.order))
	for _, c := range l.order {
		for _, s := range series {
			c.point.Values = append(c.point.Values, c.number(kind, s))
		}
		for i, s := range series {
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
