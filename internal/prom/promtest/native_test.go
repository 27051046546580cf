package promtest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/prompb"
	"github.com/prometheus/prometheus/promql"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// insertNative stores two points of a histogram with exponential buckets: with the bytes
// that came by remote write, or without.
func (f *fixture) insertNative(t *testing.T, name string, at time.Time, native []byte) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	under, ok := w.Labels([]telemetry.Label{{Name: []byte("job"), Value: []byte("j")}})
	if !ok {
		t.Fatal("labels were refused")
	}
	metric := w.Metric(&telemetry.MetricHead{Name: []byte(name), Temporality: 2}, under.Origin)
	for i := range 2 {
		point := telemetry.ExponentialPoint{Scale: 0, ZeroCount: 1, Positive: []uint64{1, 2}, Native: native}
		point.PointHead = telemetry.PointHead{Time: uint64(at.Add(time.Duration(i-2) * 30 * time.Second).UnixNano()), Labels: &under}
		point.Count, point.Sum = 4, 6
		w.EndExponential(&point, metric)
	}
	w.End()
	f.batch++
	for _, block := range rows.Blocks() {
		if err := f.store.InsertRows(t.Context(), f.team, block, telemetry.BatchID{f.batch}, name); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHistogramsOfAllForms asks each function about a histogram in each form in which one
// comes: of OpenTelemetry, with whole counts, and with counts that are not.
func TestHistogramsOfAllForms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	now := time.Now()
	whole := histogram.Histogram{
		Count: 4, Sum: 6, ZeroCount: 1, ZeroThreshold: 1e-128,
		PositiveSpans: []histogram.Span{{Offset: 1, Length: 2}}, PositiveBuckets: []int64{1, 1},
	}
	forms := map[string][]byte{"otlp": nil}
	for name, sent := range map[string]prompb.Histogram{"whole": prompb.FromIntHistogram(0, &whole), "float": prompb.FromFloatHistogram(0, whole.ToFloat(nil))} {
		b, err := sent.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		forms[name] = b
	}
	s := f.service(t, func(*prom.Service) {})
	for name, native := range forms {
		f.insertNative(t, name, now, native)
		for expr, want := range map[string]float64{
			"histogram_count(NAME)": 4, "histogram_sum(NAME)": 6, "histogram_avg(NAME)": 1.5, "histogram_count(sum(NAME))": 4,
			"histogram_count(last_over_time(NAME[2m]))": 4, "histogram_count(increase(NAME[2m]))": 0, "histogram_fraction(0, 4, NAME)": 1,
			"count(NAME)": 1, "histogram_count(NAME + NAME)": 8,
		} {
			result, err := s.QueryTeam(t.Context(), f.team, prom.Question{Expr: strings.ReplaceAll(expr, "NAME", name), From: now, To: now})
			if err != nil {
				t.Errorf("%s of %s: %v", expr, name, err)
				continue
			}
			if vector := result.Value.(promql.Vector); len(vector) != 1 || vector[0].H != nil || !isClose(vector[0].F, want) {
				t.Errorf("%s of %s = %v, want %v", expr, name, vector, want)
			}
		}
	}
}

// TestSubqueriesHaveALimit asks for more steps than there is memory for.
func TestSubqueriesHaveALimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.service(t, func(*prom.Service) {})
	now := time.Now()
	for expr, isFine := range map[string]bool{
		"max_over_time(up[1y:1ms])": false, "sum_over_time(up[100y:1ms])": false, "max_over_time(rate(up[1m])[1y * 100:1ms])": false,
		"max_over_time(max_over_time(up[1d:1ms])[1m:1s])": false, "max_over_time(max_over_time(up[1m:1s])[90d:1s])": false,
		"max_over_time(up[1d:1s])": true, "max_over_time(up[30d:1m])": true, "max_over_time(up[60d:])": true, "max_over_time(max_over_time(up[1h:1m])[1d:5m])": true,
	} {
		for _, step := range []time.Duration{0, time.Minute} {
			q := prom.Question{Expr: expr, From: now.Add(-step * 10), To: now, Step: step}
			_, err := s.QueryTeam(t.Context(), f.team, q)
			if isFine != (err == nil) || !isFine && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "steps")) {
				t.Errorf("%s, step %s: %v", expr, step, err)
			}
		}
	}
}
