package promapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/testkit"
)

// chance makes values of expressions.
type chance struct{ *rand.Rand }

func (c chance) labels() labels.Labels {
	texts := []string{"up", "a b", "ü€😀", `"quoted" \ back`, "tab\tline\n", "\x01\x1f", "</script>", strings.Repeat("long", 100)}
	b := labels.NewScratchBuilder(4)
	for range c.IntN(5) {
		b.Add(fmt.Sprint("l", len(texts), c.IntN(1000), texts[c.IntN(len(texts))]), texts[c.IntN(len(texts))])
	}
	b.Sort()
	return b.Labels()
}

func (c chance) float() float64 {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e21, 1e-7, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-6, 123456789.123}
	if c.IntN(2) == 0 {
		return special[c.IntN(len(special))]
	}
	return math.Float64frombits(c.Uint64())
}

// ms returns a time of which model.Time, which goes through seconds, keeps all.
func (c chance) ms() int64 { return c.Int64N(4e12) - 1e12 }

func (c chance) histogram() *histogram.FloatHistogram {
	h := &histogram.FloatHistogram{Schema: int32(c.IntN(13) - 4), Count: float64(c.IntN(1000)), Sum: c.NormFloat64(), ZeroThreshold: 0.001, ZeroCount: float64(c.IntN(3))}
	spans := func() (spans []histogram.Span, buckets []float64) {
		for i := range c.IntN(4) {
			s := histogram.Span{Offset: int32(c.IntN(3) + min(i, 1)), Length: uint32(c.IntN(4) + 1)}
			spans = append(spans, s)
			for range s.Length {
				buckets = append(buckets, float64(c.IntN(4)))
			}
		}
		return spans, buckets
	}
	h.PositiveSpans, h.PositiveBuckets = spans()
	h.NegativeSpans, h.NegativeBuckets = spans()
	return h
}

func (c chance) matrix() promql.Matrix {
	m := make(promql.Matrix, c.IntN(5))
	for i := range m {
		m[i].Metric = c.labels()
		for range c.IntN(300) {
			m[i].Floats = append(m[i].Floats, promql.FPoint{T: c.ms(), F: c.float()})
		}
		for range c.IntN(30) {
			m[i].Histograms = append(m[i].Histograms, promql.HPoint{T: c.ms(), H: c.histogram()})
		}
	}
	return m
}

func (c chance) vector() promql.Vector {
	v := make(promql.Vector, c.IntN(50))
	for i := range v {
		v[i] = promql.Sample{Metric: c.labels(), T: c.ms(), F: c.float()}
		if c.IntN(3) == 0 {
			v[i].F, v[i].H = 0, c.histogram()
		}
	}
	return v
}

// TestResultsDecodeToThemselves reads random results with the decoder of
// Prometheus' clients.
func TestResultsDecodeToThemselves(t *testing.T) {
	t.Parallel()
	c := chance{rand.New(rand.NewPCG(testkit.Seed(t, 1), 2))}
	for range 50 {
		matrix, vector := c.matrix(), c.vector()
		var gotMatrix model.Matrix
		decode(t, matrix, &gotMatrix)
		if want, got := printed(matrix), printedMatrix(gotMatrix); want != got {
			t.Fatalf("want %s\ngot  %s", want, got)
		}
		var gotVector model.Vector
		decode(t, vector, &gotVector)
		if want, got := printedSamples(vector), printedVector(gotVector); want != got {
			t.Fatalf("want %s\ngot  %s", want, got)
		}
		var scalar model.Scalar
		at, value := c.ms(), c.float()
		decode(t, promql.Scalar{T: at, V: value}, &scalar)
		if int64(scalar.Timestamp) != at || !same(float64(scalar.Value), value) {
			t.Fatalf("%d %v became %v", at, value, scalar)
		}
	}
}

func decode(t *testing.T, value parser.Value, into any) {
	t.Helper()
	var first, second bytes.Buffer
	if err := promapi.WriteResult(&first, value); err != nil {
		t.Fatal(err)
	}
	if _ = promapi.WriteResult(&second, value); !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatal("the same result is written in two ways")
	}
	var envelope struct {
		Status string
		Data   struct {
			ResultType string
			Result     json.RawMessage
		}
	}
	if err := json.Unmarshal(first.Bytes(), &envelope); err != nil || envelope.Status != "success" || envelope.Data.ResultType != string(value.Type()) {
		t.Fatalf("%v: %s", err, first.String())
	}
	if err := json.Unmarshal(envelope.Data.Result, into); err != nil || string(envelope.Data.Result) == "null" {
		t.Fatalf("%v: %s", err, first.String())
	}
}

func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

func printed(m promql.Matrix) string {
	var b strings.Builder
	for _, s := range m {
		fmt.Fprintf(&b, "%q\n", s.Metric.Map())
		for _, p := range s.Floats {
			fmt.Fprintln(&b, p.T, p.F)
		}
		for _, p := range s.Histograms {
			printHistogram(&b, p.T, p.H)
		}
	}
	return b.String()
}

func printHistogram(b *strings.Builder, at int64, h *histogram.FloatHistogram) {
	fmt.Fprint(b, at, h.Count, h.Sum)
	for i := h.AllBucketIterator(); i.Next(); {
		if k := i.At(); k.Count != 0 {
			kind := map[[2]bool]int{{false, true}: 0, {true, false}: 1, {false, false}: 2, {true, true}: 3}[[2]bool{k.LowerInclusive, k.UpperInclusive}]
			fmt.Fprint(b, " ", kind, k.Lower, k.Upper, k.Count)
		}
	}
	fmt.Fprintln(b)
}

func printedMatrix(m model.Matrix) string {
	var b strings.Builder
	for _, s := range m {
		fmt.Fprintf(&b, "%q\n", named(s.Metric))
		for _, p := range s.Values {
			fmt.Fprintln(&b, int64(p.Timestamp), float64(p.Value))
		}
		for _, p := range s.Histograms {
			printSampleHistogram(&b, p.Timestamp, p.Histogram)
		}
	}
	return b.String()
}

func printSampleHistogram(b *strings.Builder, at model.Time, h *model.SampleHistogram) {
	fmt.Fprint(b, int64(at), float64(h.Count), float64(h.Sum))
	for _, k := range h.Buckets {
		fmt.Fprint(b, " ", k.Boundaries, float64(k.Lower), float64(k.Upper), float64(k.Count))
	}
	fmt.Fprintln(b)
}

func named(metric model.Metric) map[string]string {
	names := map[string]string{}
	for name, value := range metric {
		names[string(name)] = string(value)
	}
	return names
}

func printedSamples(v promql.Vector) string {
	var b strings.Builder
	for _, s := range v {
		fmt.Fprintf(&b, "%q ", s.Metric.Map())
		if s.H != nil {
			printHistogram(&b, s.T, s.H)
			continue
		}
		fmt.Fprintln(&b, s.T, s.F)
	}
	return b.String()
}

func printedVector(v model.Vector) string {
	var b strings.Builder
	for _, s := range v {
		fmt.Fprintf(&b, "%q ", named(s.Metric))
		if s.Histogram != nil {
			printSampleHistogram(&b, s.Timestamp, s.Histogram)
			continue
		}
		fmt.Fprintln(&b, int64(s.Timestamp), float64(s.Value))
	}
	return b.String()
}

// BenchmarkMatrix writes the result of a wide question over an hour.
func BenchmarkMatrix(b *testing.B) {
	const series, points = 10_000, 240
	matrix := make(promql.Matrix, series)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range matrix {
		matrix[i].Metric = labels.FromStrings("__name__", "node_cpu_seconds_total", "cpu", fmt.Sprint(i%64), "instance", fmt.Sprint("10.0.0.", i), "job", "node", "mode", "idle")
		for p := range points {
			matrix[i].Floats = append(matrix[i].Floats, promql.FPoint{T: 1772362800000 + int64(p)*15000, F: random.Float64() * 1e6})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		var size counter
		if err := promapi.WriteResult(io.MultiWriter(&size), matrix); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(size))
	}
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
