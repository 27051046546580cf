package prom

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/prompb"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
)

// nativeSample is a histogram at a time.
type nativeSample struct {
	at, start int64
	whole     *histogram.Histogram
	float     *histogram.FloatHistogram
}

// ST implements chunks.Sample.
func (s nativeSample) ST() int64 { return s.start }

// T implements chunks.Sample.
func (s nativeSample) T() int64 { return s.at }

// F implements chunks.Sample.
func (nativeSample) F() float64 { return 0 }

// H implements chunks.Sample.
func (s nativeSample) H() *histogram.Histogram { return s.whole }

// FH implements chunks.Sample. An instant is read in this form, whatever the sample's is.
// Who gets the histogram may write into it, while others read the sample.
func (s nativeSample) FH() *histogram.FloatHistogram {
	switch {
	case s.float != nil:
		return s.float.Copy()
	case s.whole != nil:
		return s.whole.ToFloat(nil)
	}
	return nil
}

// Type implements chunks.Sample.
func (s nativeSample) Type() chunkenc.ValueType {
	if s.whole != nil {
		return chunkenc.ValHistogram
	}
	return chunkenc.ValFloatHistogram
}

// Copy implements chunks.Sample.
func (s nativeSample) Copy() chunks.Sample {
	if s.whole != nil {
		s.whole = s.whole.Copy()
	}
	if s.float != nil {
		s.float = s.float.Copy()
	}
	return s
}

// numberSample is a number at a time, beside histograms.
type numberSample struct {
	at, start int64
	value     float64
}

// ST implements chunks.Sample.
func (s numberSample) ST() int64 { return s.start }

// T implements chunks.Sample.
func (s numberSample) T() int64 { return s.at }

// F implements chunks.Sample.
func (s numberSample) F() float64 { return s.value }

// H implements chunks.Sample.
func (numberSample) H() *histogram.Histogram { return nil }

// FH implements chunks.Sample.
func (numberSample) FH() *histogram.FloatHistogram { return nil }

// Type implements chunks.Sample.
func (numberSample) Type() chunkenc.ValueType { return chunkenc.ValFloat }

// Copy implements chunks.Sample.
func (s numberSample) Copy() chunks.Sample { return s }

// samples returns numbers and histograms in the order of time. Where both have
// one, the histogram counts.
func (s *loaded) samples() []chunks.Sample {
	all := slices.Clone(s.natives)
	for i, at := range s.numbers.at {
		start := int64(0)
		if len(s.numbers.start) > 0 {
			start = s.numbers.start[i]
		}
		all = append(all, numberSample{at, start, s.numbers.values[i]})
	}
	slices.SortStableFunc(all, func(a, b chunks.Sample) int { return cmp.Compare(a.T(), b.T()) })
	return slices.CompactFunc(all, func(a, b chunks.Sample) bool { return a.T() == b.T() })
}

// loadNatives reads histograms with exponential buckets.
func (l *loading) loadNatives(ctx context.Context, group []seen) error {
	places := placesOf(group)
	all := make([][]chunks.Sample, len(group))
	err := l.Points.Natives(ctx, l.scan(group), func(n Native) error {
		place, ok := places[n.Series]
		if !ok {
			return nil
		}
		sample, err := n.sample()
		if err != nil {
			return fmt.Errorf("series %s at %d: %w", group[place].labels, n.Time, err)
		}
		all[place] = append(all[place], sample)
		return l.spend(1 + len(n.Positive) + len(n.Negative) + len(n.Encoded)/8)
	})
	if err != nil {
		return err
	}
	for i, s := range group {
		if len(all[i]) > 0 {
			l.addNatives(s, all[i])
		}
	}
	return nil
}

func (l *loading) addNatives(of seen, samples []chunks.Sample) {
	slices.SortStableFunc(samples, func(a, b chunks.Sample) int { return cmp.Compare(a.T(), b.T()) })
	samples = slices.CompactFunc(samples, func(a, b chunks.Sample) bool { return a.T() == b.T() })
	if of.stored.Delta {
		samples = accumulated(samples)
	}
	into := l.under(of.labels)
	into.natives = append(into.natives, samples...)
	slices.SortStableFunc(into.natives, func(a, b chunks.Sample) int { return cmp.Compare(a.T(), b.T()) })
}

// accumulated makes running sums of histograms of differences.
func accumulated(samples []chunks.Sample) []chunks.Sample {
	var sum *histogram.FloatHistogram
	for i, s := range samples {
		h, ok := s.(nativeSample)
		if !ok {
			continue
		}
		float := h.float
		if h.whole != nil {
			float = h.whole.ToFloat(nil)
		}
		if value.IsStaleNaN(float.Sum) {
			continue
		}
		if sum == nil {
			sum = float.Copy()
		} else if added, _, _, err := sum.Copy().Add(float); err == nil {
			sum = added
		}
		samples[i] = nativeSample{at: h.at, float: sum.Copy()}
	}
	return samples
}

// sample returns the histogram of a point.
func (n Native) sample() (chunks.Sample, error) {
	sample := nativeSample{at: n.Time, start: n.Start}
	switch {
	case n.Stale:
		sample.whole = &histogram.Histogram{Sum: math.Float64frombits(value.StaleNaN)}
	case len(n.Encoded) > 0:
		var sent prompb.Histogram
		if err := sent.Unmarshal(n.Encoded); err != nil {
			return nil, fmt.Errorf("read a native histogram: %w", err)
		}
		if sent.IsFloatHistogram() {
			sample.float = sent.ToFloatHistogram()
		} else {
			sample.whole = sent.ToIntHistogram()
		}
	default:
		sample.whole = n.exponential()
	}
	return sample, nil
}

// schemaMax is the finest schema of a native histogram.
const schemaMax = 8

// exponential returns an exponential histogram of OpenTelemetry. Its bucket i is
// the bucket i+1 of Prometheus, which counts them by their upper bounds.
func (n Native) exponential() *histogram.Histogram {
	h := &histogram.Histogram{
		Schema: min(n.Scale, schemaMax), Count: n.Count, Sum: n.Sum, ZeroCount: n.ZeroCount, ZeroThreshold: zeroThreshold,
		CounterResetHint: histogram.UnknownCounterReset,
	}
	coarser := uint(max(n.Scale-schemaMax, 0))
	h.PositiveSpans, h.PositiveBuckets = buckets(n.PositiveOffset, n.Positive, coarser)
	h.NegativeSpans, h.NegativeBuckets = buckets(n.NegativeOffset, n.Negative, coarser)
	return h
}

// zeroThreshold is what Prometheus takes for histograms that don't say theirs.
const zeroThreshold = 1e-128

// buckets returns one side of a histogram: buckets of a finer scale are added up.
func buckets(offset int32, counts []uint64, coarser uint) ([]histogram.Span, []int64) {
	if len(counts) == 0 {
		return nil, nil
	}
	first := offset >> coarser
	last := (offset + int32(len(counts)) - 1) >> coarser
	sums := make([]int64, last-first+1)
	for i, count := range counts {
		sums[(offset+int32(i))>>coarser-first] += int64(count)
	}
	deltas := make([]int64, len(sums))
	before := int64(0)
	for i, sum := range sums {
		deltas[i], before = sum-before, sum
	}
	return []histogram.Span{{Offset: first + 1, Length: uint32(len(deltas))}}, deltas
}
