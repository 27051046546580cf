package promtest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// insertRows stores what write writes, in blocks of their own.
func (f *fixture) insertRows(t *testing.T, write func(*telemetry.Writer)) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{Exemplars: 20_000}, time.Now())
	write(w)
	w.End()
	f.batch++
	for i, block := range rows.Blocks() {
		if err := f.store.InsertRows(t.Context(), f.team, block, telemetry.BatchID{f.batch}, fmt.Sprintf("%d.%d", f.batch, i)); err != nil {
			t.Fatal(err)
		}
	}
}

func addExemplar(w *telemetry.Writer, kind telemetry.PointKind, at time.Time, value float64, trace byte) {
	w.BeginExemplar(kind).Text([]byte("path"), []byte("/"))
	w.EndExemplar(kind, &telemetry.Exemplar{Time: uint64(at.UnixNano()), Value: value, TraceID: slices.Repeat([]byte{trace}, 16)})
}

// sentByOTLP writes a histogram with an exemplar for each value, a second apart.
func sentByOTLP(from time.Time, values ...float64) func(*telemetry.Writer) {
	return func(w *telemetry.Writer) {
		w.BeginResource().Text([]byte("service.name"), []byte("shop"))
		resource := w.EndResource(nil)
		w.BeginScope()
		origin := w.EndScope(resource, telemetry.Scope{Name: []byte("s")})
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("took"), Unit: []byte("s"), Temporality: 2}, origin)
		w.BeginPoint(1).Text([]byte("host"), []byte("a"))
		for i, value := range values {
			addExemplar(w, telemetry.Histogram, from.Add(time.Duration(i)*time.Second), value, byte(i%250+1))
		}
		head := telemetry.PointHead{Time: uint64(from.Add(time.Minute).UnixNano()), Start: uint64(from.UnixNano())}
		w.EndHistogram(&telemetry.HistogramPoint{Distribution: telemetry.Distribution{PointHead: head, Count: 1, Sum: 1}, Buckets: []uint64{1, 0}, Bounds: []float64{1}}, metric)
	}
}

// sentByPrometheus writes a row that has nothing but an exemplar.
func sentByPrometheus(t *testing.T, at time.Time, value float64, trace byte) func(*telemetry.Writer) {
	return func(w *telemetry.Writer) {
		under, ok := w.Labels([]telemetry.Label{{Name: []byte("host"), Value: []byte("b")}, {Name: []byte("job"), Value: []byte("shop")}})
		if !ok {
			t.Fatal("labels were refused")
		}
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("sent_total"), Temporality: 2, Monotonic: true}, under.Origin)
		addExemplar(w, telemetry.Sum, at, value, trace)
		w.EndNumber(telemetry.Sum, &telemetry.NumberPoint{PointHead: telemetry.PointHead{
			Time: uint64(at.UnixNano()), Flags: telemetry.FlagNoValue | telemetry.FlagExemplarsOnly, Labels: &under,
		}}, metric)
	}
}

func (f *fixture) asking(t *testing.T) context.Context {
	t.Helper()
	return access.WithPrincipal(t.Context(), access.Principal{TeamID: f.team, UserID: "0123456789abcdef01234567", OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}})
}

func TestExemplarsOfBothOrigins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	from := testkit.Today()
	f.insertRows(t, sentByOTLP(from, 5, 7))
	f.insertRows(t, sentByPrometheus(t, from.Add(30*time.Second), 9, 251))
	s := f.service(t, func(*prom.Service) {})
	check := func(expr string, span time.Duration, want string) {
		t.Helper()
		found, said, err := s.Exemplars(f.asking(t), expr, from, from.Add(span))
		var got []string
		for _, series := range found {
			for _, e := range series.Exemplars {
				got = append(got, fmt.Sprintf("%s %g %s", series.SeriesLabels.Get(model.MetricNameLabel), e.Value, e.Labels.Get("trace_id")[:2]))
			}
		}
		if err != nil || len(said) > 0 || strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, %v, %v, want %s", expr, got, said, err, want)
		}
		spread, err := s.SpreadExemplars(f.asking(t), prom.ExemplarSpread{Expr: expr, Span: prom.Span{From: from, To: from.Add(span)}, Width: time.Second, PerBucket: 5})
		if err != nil || len(spread) != len(got) {
			t.Errorf("%s: %v, %v in a chart, want %s", expr, spread, err, want)
		}
	}
	check("histogram_quantile(0.9, sum by (le) (rate(took_seconds_bucket[5m])))", time.Hour, "took_seconds_bucket 5 01, took_seconds_bucket 7 02")
	check("took_seconds_count", time.Hour, "took_seconds_count 5 01, took_seconds_count 7 02")
	check(`rate(sent_total{host="b"}[5m])`, time.Hour, "sent_total 9 fb")
	check(`rate(sent_total{host="a"}[5m])`, time.Hour, "")
	check("took_seconds_count + on() sent_total", time.Hour, "sent_total 9 fb, took_seconds_count 5 01, took_seconds_count 7 02")
	check("took_seconds_count", 500*time.Millisecond, "took_seconds_count 5 01") // the point comes later
	check("nothing", time.Hour, "")
}

func TestMoreExemplarsThanAnAnswerHas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	from := testkit.Today()
	values := make([]float64, prom.ExemplarsMax+10)
	for i := range values {
		values[i] = float64(i)
	}
	f.insertRows(t, sentByOTLP(from, values...))
	s := f.service(t, func(*prom.Service) {})
	found, said, err := s.Exemplars(f.asking(t), "took_seconds_count", from, from.Add(12*time.Hour))
	if err != nil || len(said) != 1 || len(found) != 1 || len(found[0].Exemplars) != prom.ExemplarsMax {
		t.Fatalf("%d series, %v, %v", len(found), said, err)
	}
	if first := found[0].Exemplars[0].Value; first != 10 {
		t.Errorf("the first is %g, and not the eleventh", first)
	}
	spread, err := s.SpreadExemplars(f.asking(t), prom.ExemplarSpread{Expr: "took_seconds_count", Span: prom.Span{From: from, To: from.Add(12 * time.Hour)}, Width: time.Hour, PerBucket: 2})
	if err != nil || len(spread) != 2 { // the newest of all traces are of the last hour
		t.Errorf("%d, %v", len(spread), err)
	}
}
