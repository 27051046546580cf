package check_test

import (
	"fmt"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/util/almost"
)

// tolerance is by how much, relative to its size, a value may differ.
const tolerance = 1e-9

// histogramsOf returns what finds the histogram that a shown one stands for in the
// value that Prometheus' engine has: the API shows buckets, from which neither their
// schema nor the bounds of empty ones follow. All that is shown has to be the same.
func histogramsOf(value parser.Value) histogramAt {
	all := map[string]*histogram.FloatHistogram{}
	key := func(l labels.Labels, millis int64) string { return fmt.Sprint(l, millis) }
	switch value := value.(type) {
	case promql.Vector:
		for _, s := range value {
			all[key(s.Metric, s.T)] = s.H
		}
	case promql.Matrix:
		for _, s := range value {
			for _, p := range s.Histograms {
				all[key(s.Metric, p.T)] = p.H
			}
		}
	}
	return func(l labels.Labels, p point) (promql.HPoint, error) {
		want := all[key(l, p.millis)]
		if want == nil {
			return promql.HPoint{}, fmt.Errorf("%s has a histogram at %d ms, and should not", l, p.millis)
		}
		if shown := show(want); !shown.equals(p.histogram) {
			return promql.HPoint{}, fmt.Errorf("%s has the histogram %+v at %d ms, want %+v", l, *p.histogram, p.millis, shown)
		}
		return promql.HPoint{T: p.millis, H: want}, nil
	}
}

// show returns what the API should show of a histogram.
func show(h *histogram.FloatHistogram) shownHistogram {
	shown := shownHistogram{Count: number(h.Count), Sum: number(h.Sum)}
	for it := h.AllBucketIterator(); it.Next(); {
		if b := it.At(); b.Count != 0 {
			shown.Buckets = append(shown.Buckets, shownBucket{boundariesOf(b), b.Lower, b.Upper, b.Count})
		}
	}
	return shown
}

// boundariesOf returns the API's number for which bounds belong to a bucket.
func boundariesOf(b histogram.Bucket[float64]) int {
	switch {
	case b.LowerInclusive && b.UpperInclusive:
		return 3
	case b.LowerInclusive:
		return 1
	case b.UpperInclusive:
		return 0
	}
	return 2
}

func (s shownHistogram) equals(other *shownHistogram) bool {
	if !same(float64(s.Count), float64(other.Count)) || !same(float64(s.Sum), float64(other.Sum)) || len(s.Buckets) != len(other.Buckets) {
		return false
	}
	for i, a := range s.Buckets {
		b := other.Buckets[i]
		if a.boundaries != b.boundaries || !same(a.lower, b.lower) || !same(a.upper, b.upper) || !same(a.count, b.count) {
			return false
		}
	}
	return true
}

// same reports whether two values are equal within the tolerance, as NaN is to NaN.
func same(a, b float64) bool { return almost.Equal(a, b, tolerance) }
