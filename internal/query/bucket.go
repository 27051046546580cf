package query

import (
	"cmp"
	"math"
	"slices"
)

// Bucket is how many of the measured values lie above Lower and not above
// Upper.
type Bucket struct {
	Lower, Upper float64
	Count        float64
}

// QuantileOfBuckets returns the value below which that share of the values
// lies. Within a bucket values are taken to be spread evenly; beyond the last
// finite bound nothing is known, so that the bound is answered. Without values
// there is none.
func QuantileOfBuckets(level float64, buckets []Bucket) float64 {
	buckets = slices.DeleteFunc(slices.Clone(buckets), func(b Bucket) bool { return b.Count <= 0 })
	slices.SortFunc(buckets, func(a, b Bucket) int { return cmp.Compare(a.Upper, b.Upper) })
	total := 0.0
	for _, b := range buckets {
		total += b.Count
	}
	rank := level * total
	for _, b := range buckets {
		if rank <= b.Count {
			return b.at(rank / b.Count)
		}
		rank -= b.Count
	}
	if len(buckets) == 0 {
		return NoValue()
	}
	return buckets[len(buckets)-1].at(1)
}

// at returns the value at a share of the bucket.
func (b Bucket) at(share float64) float64 {
	switch {
	case math.IsInf(b.Upper, 1):
		return b.Lower
	case math.IsInf(b.Lower, -1):
		return b.Upper
	}
	return b.Lower*(1-share) + b.Upper*share // a difference could be infinite
}

// ExplicitBuckets returns the buckets between bounds, given how many values
// lie below each upper one. The first bucket begins at zero unless its bound
// is negative.
func ExplicitBuckets(bounds []float64, counts map[float64]float64) []Bucket {
	bounds = slices.DeleteFunc(slices.Clone(bounds), func(bound float64) bool { return !HasValue(bound) })
	bounds = append(bounds, math.Inf(1))
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	buckets := make([]Bucket, len(bounds))
	for i, upper := range bounds {
		lower := math.Inf(-1)
		switch {
		case i > 0:
			lower = bounds[i-1]
		case upper > 0:
			lower = 0
		}
		buckets[i] = Bucket{Lower: lower, Upper: upper, Count: counts[upper]}
	}
	return buckets
}

// ExponentialCounts is how many values lie in buckets whose bounds grow by
// 2^(2^-Scale), by the buckets' indices.
type ExponentialCounts struct {
	Scale    int
	Zero     float64
	Positive map[int]float64
	Negative map[int]float64
}

// ScaleMin is the coarsest scale that says anything: one bucket of it holds
// every number above 1.
const ScaleMin = -10

// MergeExponential returns the counts of several scales in the coarsest one.
// Scales below ScaleMin are left out: they would hide what the others say.
func MergeExponential(all []ExponentialCounts) ExponentialCounts {
	merged := ExponentialCounts{Scale: math.MaxInt32, Positive: map[int]float64{}, Negative: map[int]float64{}}
	all = slices.DeleteFunc(slices.Clone(all), func(one ExponentialCounts) bool { return one.Scale < ScaleMin })
	for _, one := range all {
		merged.Scale = min(merged.Scale, one.Scale)
	}
	for _, one := range all {
		merged.Zero += one.Zero
		addCoarser(merged.Positive, one.Positive, one.Scale-merged.Scale)
		addCoarser(merged.Negative, one.Negative, one.Scale-merged.Scale)
	}
	return merged
}

func addCoarser(to, from map[int]float64, steps int) {
	for index, count := range from {
		to[index>>min(steps, 63)] += count
	}
}

// Buckets returns the buckets between the bounds.
func (e ExponentialCounts) Buckets() []Bucket {
	buckets := []Bucket{{Lower: 0, Upper: 0, Count: e.Zero}}
	for index, count := range e.Positive {
		buckets = append(buckets, Bucket{Lower: e.bound(index), Upper: e.bound(index + 1), Count: count})
	}
	for index, count := range e.Negative {
		buckets = append(buckets, Bucket{Lower: -e.bound(index + 1), Upper: -e.bound(index), Count: count})
	}
	return buckets
}

func (e ExponentialCounts) bound(index int) float64 {
	return min(math.Exp2(math.Ldexp(float64(index), -e.Scale)), math.MaxFloat64)
}
