package promtest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func (f *fixture) counting(limit int) *prom.Counting {
	everything := func(context.Context, *explore.Target, string) error { return nil }
	points := read.NewProm(f.reads, everything)
	return &prom.Counting{Counts: points, Points: points, Max: limit, Now: time.Now}
}

func (f *fixture) member(t *testing.T) context.Context {
	t.Helper()
	return access.WithPrincipal(t.Context(), access.Principal{UserID: "u", OrganizationID: "o", TeamID: f.team, Roles: []org.Role{org.RoleAdmin}})
}

// insertOTLP stores a histogram of a service for each route.
func (f *fixture) insertOTLP(t *testing.T, routes ...string) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	resource := w.BeginResource()
	resource.Text([]byte("service.namespace"), []byte("eu"))
	resource.Text([]byte("service.name"), []byte("shop"))
	resource.Text([]byte("process.pid"), []byte("1"))
	of := w.EndResource(nil)
	w.BeginScope()
	origin := w.EndScope(of, telemetry.Scope{})
	metric := w.Metric(&telemetry.MetricHead{Name: []byte("http.server.duration"), Unit: []byte("ms"), Description: []byte("How long it takes.")}, origin)
	for _, route := range routes {
		w.BeginPoint(1).Text([]byte("http.route"), []byte(route))
		point := telemetry.HistogramPoint{Buckets: []uint64{1, 2}, Bounds: []float64{5}}
		point.Time, point.Count = uint64(time.Now().UnixNano()), 3
		w.EndHistogram(&point, metric)
	}
	w.End()
	f.storeRows(t, rows)
}

func (f *fixture) storeRows(t *testing.T, rows *telemetry.Rows) {
	t.Helper()
	f.batch++
	for i, block := range rows.Blocks() {
		if err := f.store.InsertRows(t.Context(), f.team, block, telemetry.BatchID{f.batch}, fmt.Sprintf("%d.%d", f.batch, i)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSeriesAreCounted stores series of both protocols, on two days and twice.
func TestSeriesAreCounted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	c, ctx := f.counting(10), f.member(t)
	if got, err := c.MetricSeries(ctx, prom.CountQuestion{}); err != nil || len(got) != 0 {
		t.Fatalf("without series: %v %v", got, err)
	}
	now := time.Now()
	days := map[string]time.Time{"old": now.AddDate(0, 0, -1), "new": now, "gone": now.AddDate(0, 0, -3)}
	for range 2 { // not merged
		for pod, at := range days {
			for _, code := range []string{"200", "500", `5"\<`} {
				f.insert(t, series{labels.FromStrings("__name__", "requests_total", "job", "api", "pod", pod, "code", code), []sample{{at: at.UnixMilli(), value: 1}}})
			}
		}
		f.insertOTLP(t, "/", "/cart")
	}
	today := now.UTC().Truncate(24 * time.Hour)
	got, err := c.MetricSeries(ctx, prom.CountQuestion{})
	want := []prom.MetricSeries{
		{Name: "http_server_duration_milliseconds", Original: "http.server.duration", Type: "histogram", Unit: "ms", Help: "How long it takes.", Series: 2, Fresh: 2, LastDay: today},
		{Name: "requests_total", Type: "counter", Series: 6, Fresh: 3, LastDay: today},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, name := range []string{"http.server.duration", "http_server_duration_milliseconds"} {
		if got, err := c.MetricSeries(ctx, prom.CountQuestion{Metric: name}); err != nil || len(got) != 1 || got[0].Series != 2 {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	wantLabels(t, f, "requests_total", `code=3/6[200:2 5"\<:2 500:2] pod=2/6[new:3 old:3] job=1/6[api:6]`)
	wantLabels(t, f, "http.server.duration", `http_route=2/2[/:1 /cart:1] job=1/2[eu/shop:2]`)
	wantLabels(t, f, "http_server_duration_milliseconds_bucket", `http_route=2/2[/:1 /cart:1] job=1/2[eu/shop:2]`)
	wantLabels(t, f, "", `code=3/6[200:2 5"\<:2 500:2] http_route=2/2[/:1 /cart:1] job=2/8[api:6 eu/shop:2] pod=2/6[new:3 old:3]`)
	wantLabels(t, f, "nothing", "")
	week := prom.CountQuestion{From: now.AddDate(0, 0, -7), To: now, Metric: "requests_total"}
	if got, err := c.MetricSeries(ctx, week); err != nil || len(got) != 1 || got[0].Series != 9 {
		t.Errorf("a week: %v %v", got, err)
	}
	wantLimits(t, f)
}

func wantLimits(t *testing.T, f *fixture) {
	t.Helper()
	ctx := f.member(t)
	for most, want := range map[int]prom.SeriesLimit{
		0:  {Active: 8, Fresh: 5},
		10: {Active: 8, Max: 10, Fresh: 5, IsNear: true, Metric: "requests_total", Label: "code"},
		11: {Active: 8, Max: 11, Fresh: 5},
	} {
		if got, err := f.counting(most).SeriesLimit(ctx); err != nil || got != want {
			t.Errorf("of %d: %+v %v", most, got, err)
		}
	}
}

func wantLabels(t *testing.T, f *fixture, metric, want string) {
	t.Helper()
	c, ctx := f.counting(0), f.member(t)
	got, err := c.LabelSeries(ctx, prom.CountQuestion{Metric: metric})
	if err != nil || got.Partial {
		t.Fatalf("%s: %v %v", metric, got.Partial, err)
	}
	var texts []string
	for _, l := range got.Labels {
		var top []string
		for _, v := range l.Top {
			top = append(top, fmt.Sprintf("%s:%d", v.Value, v.Series))
		}
		texts = append(texts, fmt.Sprintf("%s=%d/%d[%s]", l.Name, l.Values, l.Series, strings.Join(top, " ")))
	}
	if text := strings.Join(texts, " "); text != want {
		t.Errorf("%s: %s, want %s", metric, text, want)
	}
	if at := slices.IndexFunc(got.Labels, func(l prom.LabelSeries) bool { return l.Attribute == "process.pid" }); at >= 0 {
		t.Error("what is no label is counted")
	}
}
