package promwrite

import (
	"math"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/value"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// exceeds reports whether there are more buckets than allowed.
func (h *nativeHistogram) exceeds(bucketsMax int) bool {
	return h.tooMany || len(h.custom) > bucketsMax ||
		len(h.whole.PositiveBuckets)+len(h.whole.NegativeBuckets) > bucketsMax ||
		len(h.float.PositiveBuckets)+len(h.float.NegativeBuckets) > bucketsMax
}

// isValid reports whether Prometheus would store the histogram.
func (h *nativeHistogram) isValid() bool {
	if len(h.custom) > 0 { // a list of none would not be the same
		h.whole.CustomValues = h.custom
	}
	if !h.isFloat {
		return h.whole.Validate() == nil
	}
	h.float.Schema, h.float.Sum, h.float.ZeroThreshold = h.whole.Schema, h.whole.Sum, h.whole.ZeroThreshold
	h.float.PositiveSpans, h.float.NegativeSpans = h.whole.PositiveSpans, h.whole.NegativeSpans
	h.float.CustomValues = h.whole.CustomValues
	return h.float.Validate() == nil
}

// fill gives a point the message, and as much of it as an exponential histogram
// of OTLP can say: not counts that are no whole numbers, not buckets with bounds
// of their own, and not buckets too far apart.
func (h *nativeHistogram) fill(point *telemetry.ExponentialPoint, bucketsMax int) {
	point.Native, point.Sum = h.native, h.whole.Sum
	if value.IsStaleNaN(h.whole.Sum) {
		point.Flags = telemetry.FlagNoValue
	}
	if h.isFloat {
		point.Count, point.ZeroCount = wholeOf(h.float.Count), wholeOf(h.float.ZeroCount)
		return
	}
	point.Count, point.ZeroCount = h.whole.Count, h.whole.ZeroCount
	if !histogram.IsExponentialSchema(h.whole.Schema) {
		return
	}
	point.Scale = h.whole.Schema
	positive := dense{spans: h.whole.PositiveSpans, deltas: h.whole.PositiveBuckets, into: h.positive}
	negative := dense{spans: h.whole.NegativeSpans, deltas: h.whole.NegativeBuckets, into: h.negative}
	if positive.length()+negative.length() > int64(bucketsMax) {
		return
	}
	point.PositiveOffset, h.positive = positive.counts()
	point.NegativeOffset, h.negative = negative.counts()
	point.Positive, point.Negative = h.positive, h.negative
}

// wholeOf returns the whole part of a count that may be anything.
func wholeOf(count float64) uint64 {
	if !(count >= 0) || count >= math.MaxUint64 {
		return 0
	}
	return uint64(count)
}

// dense is one side of a histogram on its way from spans and deltas to counts
// one by one.
type dense struct {
	spans  []histogram.Span
	deltas []int64
	into   []uint64
}

// length returns how many counts there are with the gaps between them.
func (s dense) length() int64 {
	length := int64(0)
	for i, span := range s.spans {
		if i > 0 {
			length += int64(span.Offset)
		}
		length += int64(span.Length)
	}
	return length
}

// counts returns the counts and the index of the first, which OTLP names by the
// lower bound of a bucket and Prometheus by the upper one.
func (s dense) counts() (offset int32, counts []uint64) {
	counts = s.into
	next, count := 0, int64(0)
	for i, span := range s.spans {
		if i == 0 {
			offset = span.Offset - 1
		} else {
			for range span.Offset {
				counts = append(counts, 0)
			}
		}
		for range span.Length {
			count += s.deltas[next]
			counts = append(counts, uint64(count)) // not negative: it was validated
			next++
		}
	}
	return offset, counts
}
