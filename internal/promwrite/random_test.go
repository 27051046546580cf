package promwrite_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"
)

// random makes requests of every shape from a seed.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 7))} }

func (r random) oneIn(n int) bool { return r.IntN(n) == 0 }

func (r random) text() string {
	texts := []string{"a", "hello world", `quote " and \ slash`, "line\nbreak", "größe 日本 🎉", "0.5", "+Inf", "10.0.0.1:9100"}
	return texts[r.IntN(len(texts))]
}

func (r random) name() string {
	suffix := []string{"", "_total", "_bucket", "_count", "_sum", "_info", "{größe}"}[r.IntN(7)]
	return fmt.Sprintf("metric_%d%s", r.IntN(6), suffix)
}

// labels are sorted and valid in most cases.
func (r random) labels() []prompb.Label {
	all := labels("__name__", r.name())
	for _, name := range []string{"code", "instance", "job", "le", "path", "zone größe"} {
		if r.oneIn(2) {
			all = append(all, prompb.Label{Name: name, Value: r.text()})
		}
	}
	switch r.IntN(25) {
	case 0:
		all = append(all, prompb.Label{Name: "", Value: "x"})
	case 1:
		all = append(all, all[r.IntN(len(all))])
	case 2:
		all[0].Value = ""
	case 3:
		all = append(all, prompb.Label{Name: "zz", Value: "\xff"})
	case 4:
		all = append(all, prompb.Label{Name: "z\xff", Value: "x"})
	case 5:
		all = append(all, prompb.Label{Name: "empty", Value: ""})
	case 6, 7:
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	case 8:
		all = all[1:]
	}
	return all
}

// time is within the limits in most cases.
func (r random) time() int64 {
	now := received().UnixMilli()
	if r.oneIn(12) {
		return []int64{0, -5, now - 1e12, now + 1e12, math.MaxInt64, math.MinInt64}[r.IntN(6)]
	}
	return now - r.Int64N(1e6)
}

func (r random) number() float64 {
	return []float64{
		0, 1, -1.5, 1e-9, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(value.StaleNaN), r.NormFloat64(),
		math.Copysign(0, -1),
	}[r.IntN(11)]
}

func (r random) request() *prompb.WriteRequest {
	request := &prompb.WriteRequest{}
	for range r.IntN(30) {
		s := prompb.TimeSeries{Labels: r.labels()}
		for range r.IntN(3) {
			s.Samples = append(s.Samples, prompb.Sample{Value: r.number(), Timestamp: r.time()})
		}
		for range max(r.IntN(4)-2, 0) {
			s.Exemplars = append(s.Exemplars, r.exemplar())
		}
		for range max(r.IntN(4)-2, 0) {
			s.Histograms = append(s.Histograms, r.histogram())
		}
		request.Timeseries = append(request.Timeseries, s)
	}
	for i := range r.IntN(7) {
		request.Metadata = append(request.Metadata, prompb.MetricMetadata{
			Type: prompb.MetricMetadata_MetricType(r.IntN(8)), MetricFamilyName: fmt.Sprintf("metric_%d", i), Help: r.text(), Unit: r.text(),
		})
	}
	return request
}

// request2 is a request with what 2.0 alone can say.
func (r random) request2() *writev2.Request {
	request := second(r.request())
	for i := range request.Timeseries {
		s := &request.Timeseries[i]
		s.Metadata.Type = writev2.Metadata_MetricType(r.IntN(8))
		for j := range s.Samples {
			s.Samples[j].StartTimestamp = r.start()
		}
		for j := range s.Histograms {
			s.Histograms[j].StartTimestamp = r.start()
		}
	}
	return request
}

func (r random) start() int64 { return []int64{0, 0, -1, received().UnixMilli() - 5e6}[r.IntN(4)] }

func (r random) exemplar() prompb.Exemplar {
	e := prompb.Exemplar{Value: r.number(), Timestamp: received().UnixMilli() - r.Int64N(1e5)}
	if r.oneIn(2) {
		e.Labels = append(e.Labels, prompb.Label{Name: "trace_id", Value: []string{"0123456789abcdef0123456789abcdef", "short", "größe"}[r.IntN(3)]})
	}
	if r.oneIn(2) {
		e.Labels = append(e.Labels, prompb.Label{Name: "span_id", Value: "0123456789abcdef"})
	}
	if r.oneIn(2) {
		e.Labels = append(e.Labels, prompb.Label{Name: "user", Value: r.text()})
	}
	return e
}

// histogram is one that Prometheus would store.
func (r random) histogram() prompb.Histogram {
	h := prompb.Histogram{
		Sum: r.number(), Schema: int32(r.IntN(13) - 4), Timestamp: r.time(), ZeroThreshold: r.Float64(),
		ResetHint: prompb.Histogram_ResetHint(r.IntN(4)),
	}
	if math.IsNaN(h.Sum) && r.oneIn(2) {
		return h
	}
	positive, negative := r.side(&h.PositiveSpans), r.side(&h.NegativeSpans)
	if r.oneIn(3) {
		h.Count, h.ZeroCount = &prompb.Histogram_CountFloat{CountFloat: 7.5}, &prompb.Histogram_ZeroCountFloat{ZeroCountFloat: 0.5}
		for _, count := range positive {
			h.PositiveCounts = append(h.PositiveCounts, float64(count)/2)
		}
		for _, count := range negative {
			h.NegativeCounts = append(h.NegativeCounts, float64(count)/2)
		}
		return h
	}
	if r.oneIn(4) {
		r.custom(&h, positive)
		return h
	}
	zero := r.Uint64N(9)
	total := zero + fill(&h.PositiveDeltas, positive) + fill(&h.NegativeDeltas, negative)
	h.Count, h.ZeroCount = &prompb.Histogram_CountInt{CountInt: total}, &prompb.Histogram_ZeroCountInt{ZeroCountInt: zero}
	return h
}

// custom makes buckets with bounds of their own.
func (r random) custom(h *prompb.Histogram, counts []int64) {
	h.Schema, h.ZeroThreshold, h.NegativeSpans = -53, 0, nil
	length := uint32(0)
	for i := range h.PositiveSpans {
		h.PositiveSpans[i].Offset = max(h.PositiveSpans[i].Offset, 0)
		length += uint32(h.PositiveSpans[i].Offset) + h.PositiveSpans[i].Length
	}
	for i := range length + 1 {
		h.CustomValues = append(h.CustomValues, float64(i)*1.5)
	}
	h.Count = &prompb.Histogram_CountInt{CountInt: fill(&h.PositiveDeltas, counts)}
}

// side makes spans and the counts of their buckets.
func (r random) side(spans *[]prompb.BucketSpan) (counts []int64) {
	for i := range r.IntN(4) {
		span := prompb.BucketSpan{Offset: int32(r.IntN(6)), Length: uint32(1 + r.IntN(4))}
		if i == 0 {
			span.Offset -= 3
		}
		*spans = append(*spans, span)
		for range span.Length {
			counts = append(counts, r.Int64N(100))
		}
	}
	return counts
}

// fill makes deltas of counts and returns their sum.
func fill(deltas *[]int64, counts []int64) (total uint64) {
	last := int64(0)
	for _, count := range counts {
		*deltas = append(*deltas, count-last)
		last, total = count, total+uint64(count)
	}
	return total
}
