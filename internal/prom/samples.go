package prom

import (
	"cmp"
	"math"
	"slices"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
)

// floats is the numbers of one series.
type floats struct {
	at     []int64
	start  []int64 // empty where nobody asked
	values []float64
	ends   []int // of the runs that the samples came in; empty: they came alone
}

// addRun adds samples that came together.
func (f *floats) addRun(n Numbers) {
	f.at, f.values, f.start = append(f.at, n.Time...), append(f.values, n.Value...), append(f.start, n.Start...)
	f.ends = append(f.ends, len(f.at))
}

func (f *floats) add(at, start int64, withStart bool, v float64) {
	f.at, f.values = append(f.at, at), append(f.values, v)
	if withStart {
		f.start = append(f.start, start)
	}
}

// settle puts the samples in order and keeps one of each time: the greatest.
func (f *floats) settle(from *shelf) {
	if !f.isSettled() && !f.joinRuns(from) {
		f.sort()
	}
}

// joinRuns puts the samples in order where they came in runs that don't overlap, as those
// of different hours are. It reports false where they do.
func (f *floats) joinRuns(from *shelf) bool {
	runs, begin := make([]floats, 0, len(f.ends)), 0
	for _, end := range f.ends {
		runs, begin = append(runs, f.part(begin, end)), end
	}
	slices.SortFunc(runs, func(a, b floats) int { return cmp.Compare(a.at[0], b.at[0]) })
	joined := from.get(len(f.at))
	for _, run := range runs {
		joined.at, joined.values, joined.start = append(joined.at, run.at...), append(joined.values, run.values...), append(joined.start, run.start...)
	}
	if len(joined.at) < len(f.at) || !joined.isSettled() {
		return false
	}
	from.put(*f)
	*f = joined
	return true
}

// part returns samples from one place to another.
func (f *floats) part(from, to int) floats {
	part := floats{at: f.at[from:to], values: f.values[from:to]}
	if len(f.start) > 0 {
		part.start = f.start[from:to]
	}
	return part
}

// shelf keeps room for samples that is free again: a function over millions of samples
// has use for it many times. A nil shelf keeps nothing.
type shelf struct{ free []floats }

// get returns room for so many samples, about.
func (s *shelf) get(count int) floats {
	if s == nil || len(s.free) == 0 {
		return floats{at: make([]int64, 0, count), values: make([]float64, 0, count)}
	}
	last := len(s.free) - 1
	taken := s.free[last]
	s.free = s.free[:last]
	return floats{at: taken.at[:0], values: taken.values[:0], start: taken.start[:0], ends: taken.ends[:0]}
}

// put takes room back, of samples that nothing refers to any more.
func (s *shelf) put(f floats) {
	if s != nil {
		s.free = append(s.free, f)
	}
}

// isSettled reports whether the times rise.
func (f *floats) isSettled() bool {
	for i := 1; i < len(f.at); i++ {
		if f.at[i] <= f.at[i-1] {
			return false
		}
	}
	return true
}

func (f *floats) sort() {
	order := make([]int, len(f.at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.at[a], f.at[b]), -compareValues(f.values[a], f.values[b]))
	})
	sorted := floats{at: make([]int64, 0, len(f.at)), values: make([]float64, 0, len(f.at))}
	for _, i := range order {
		if n := len(sorted.at); n > 0 && sorted.at[n-1] == f.at[i] {
			continue
		}
		start := int64(0)
		if len(f.start) > 0 {
			start = f.start[i]
		}
		sorted.add(f.at[i], start, len(f.start) > 0, f.values[i])
	}
	*f = sorted
}

// compareValues orders the samples of one time: a stale marker is less than NaN,
// and that less than all numbers.
func compareValues(a, b float64) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

func rank(v float64) int {
	switch {
	case value.IsStaleNaN(v):
		return 0
	case math.IsNaN(v):
		return 1
	}
	return 2
}

// accumulate makes running sums of differences: what began before the samples is
// not known, and no question about a counter needs it.
func (f *floats) accumulate() {
	sum := 0.0
	for i, v := range f.values {
		if math.IsNaN(v) {
			continue
		}
		sum += v
		f.values[i] = sum
	}
	f.start = nil
}

// merge adds the samples of another series with the same labels.
func (f *floats) merge(other floats) {
	if len(f.start) == 0 && len(other.start) > 0 {
		f.start = make([]int64, len(f.at))
	}
	for i := range other.at {
		start := int64(0)
		if len(other.start) > 0 {
			start = other.start[i]
		}
		f.add(other.at[i], start, len(f.start) > 0, other.values[i])
	}
	f.settle(nil)
}

// floatIterator walks over numbers. Its times have a type of their own because
// vet takes a Seek with an int64 for that of a file.
type floatIterator[T ~int64] struct {
	*floats
	place int // of the current sample; -1 before the first
}

var _ chunkenc.Iterator = (*floatIterator[int64])(nil)

// Next goes on to the next sample.
func (i *floatIterator[T]) Next() chunkenc.ValueType {
	i.place++
	return i.kind()
}

func (i *floatIterator[T]) kind() chunkenc.ValueType {
	if i.place >= len(i.at) {
		i.place = len(i.at)
		return chunkenc.ValNone
	}
	return chunkenc.ValFloat
}

// Seek goes on to the first sample at a time or after it.
func (i *floatIterator[T]) Seek(t T) chunkenc.ValueType {
	i.place = max(i.place, 0)
	if i.place < len(i.at) && i.at[i.place] < int64(t) {
		further, _ := slices.BinarySearch(i.at[i.place:], int64(t))
		i.place += further
	}
	return i.kind()
}

// At returns the sample.
func (i *floatIterator[T]) At() (int64, float64) { return i.at[i.place], i.values[i.place] }

// AtHistogram is not called for numbers.
func (i *floatIterator[T]) AtHistogram(*histogram.Histogram) (int64, *histogram.Histogram) {
	return i.at[i.place], nil
}

// AtFloatHistogram is not called for numbers.
func (i *floatIterator[T]) AtFloatHistogram(*histogram.FloatHistogram) (int64, *histogram.FloatHistogram) {
	return i.at[i.place], nil
}

// AtT returns the time of the sample.
func (i *floatIterator[T]) AtT() int64 { return i.at[i.place] }

// AtST returns when the counter began, 0 if it is not known.
func (i *floatIterator[T]) AtST() int64 {
	if len(i.start) == 0 {
		return 0
	}
	return i.start[i.place]
}

// Err returns nil.
func (i *floatIterator[T]) Err() error { return nil }
