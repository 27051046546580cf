package promapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) { os.Exit(enginetest.Main(m)) }

// past is a series of which there are points at one time only.
type past struct {
	name string
	at   time.Time
}

// serveStored serves a team with real points, each with an exemplar.
func serveStored(t *testing.T, all []past) string {
	t.Helper()
	client := enginetest.Client(t)
	team := strings.TrimPrefix(enginetest.NewTeam(t, client), "cairn_")
	store := tables.NewStore(client, tables.StoreOptions{})
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for _, p := range all {
		under, ok := w.Labels([]telemetry.Label{{Name: []byte("job"), Value: []byte(p.name)}})
		if !ok {
			t.Fatal("labels were refused")
		}
		at := uint64(p.at.UnixNano())
		metric := w.Metric(&telemetry.MetricHead{Name: []byte("m")}, under.Origin)
		w.BeginExemplar(telemetry.Gauge)
		w.EndExemplar(telemetry.Gauge, &telemetry.Exemplar{Time: at, Value: 1, TraceID: make([]byte, telemetry.TraceIDBytes)})
		w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: telemetry.PointHead{Time: at, Labels: &under}, Value: 1, HasValue: true}, metric)
	}
	w.End()
	for i, block := range rows.Blocks() {
		if err := store.InsertRows(t.Context(), team, block, telemetry.BatchID{1}, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	everything := func(context.Context, *explore.Target, string) error { return nil }
	points := read.NewProm(read.New(client, read.Options{}), everything)
	questions := prom.New(points, prom.Limits{}, time.Now, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = questions.Close() })
	return listen(t, newAPIOf(team, func(u *promapi.Uses) {
		u.Questions, u.Cardinality, u.Now = questions, &prom.Counting{Counts: points, Points: points, Now: time.Now}, time.Now
	}))
}

// bound is a start or an end as it is sent, and the time that it means.
type bound struct {
	text string
	at   time.Time
}

// bounds returns those of a request: none, and times before, between and after
// those of the points, as far as times go.
func bounds(now time.Time, absent time.Time) []bound {
	all := []bound{{"", absent}}
	for _, days := range []int{-30, -15, 1} {
		at := now.AddDate(0, 0, days)
		all = append(all, bound{strconv.FormatInt(at.Unix(), 10), at})
	}
	for _, year := range []int{1, 1969, 2200, 9999} {
		at := time.Date(year, 7, 1, 0, 0, 0, 0, time.UTC)
		all = append(all, bound{at.Format(time.RFC3339), at})
	}
	return all
}

// spanned is an endpoint that takes a start and an end.
type spanned struct {
	path, params string
	absent       time.Time // that an absent start means
}

// TestStartsAndEnds asks every endpoint that takes a start and an end with each
// combination of them: absent ones mean what the document says.
func TestStartsAndEnds(t *testing.T) {
	t.Parallel()
	now := time.Now()
	all := []past{{"old", now.AddDate(0, 0, -20)}, {"late", now.Add(-2 * time.Minute)}}
	base := serveStored(t, all) + promapi.Prefix
	today := now.UTC().Truncate(24 * time.Hour)
	for _, e := range []spanned{
		{path: "/series", params: "match[]=m"}, {path: "/labels", params: "match[]=m"}, {path: "/label/job/values"}, {path: "/label/job/values", params: "match[]=m"},
		{path: "/label/__name__/values"}, {path: "/query_exemplars", params: "query=rate(m[5m])"},
		{path: "/cardinality/metrics", absent: today.AddDate(0, 0, -1)}, {path: "/cardinality/labels", absent: today.AddDate(0, 0, -1)},
		{path: "/cardinality/labels", params: "metric=m", absent: today.AddDate(0, 0, -1)},
	} {
		for _, start := range bounds(now, e.absent) {
			for _, end := range bounds(now, now) {
				e.check(t, base, all, start, end)
			}
		}
	}
}

func (e spanned) check(t *testing.T, base string, all []past, start, end bound) {
	t.Helper()
	asked := url.Values{}
	for pair := range strings.SplitSeq(e.params, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			asked.Add(name, value)
		}
	}
	for name, b := range map[string]bound{"start": start, "end": end} {
		if b.text != "" {
			asked.Set(name, b.text)
		}
	}
	got := ask(t, http.MethodGet, base+e.path+"?"+asked.Encode(), "")
	if start.text != "" && end.text != "" && end.at.Before(start.at) {
		if got.status != http.StatusBadRequest {
			t.Errorf("%s?%s: %d %s", e.path, asked.Encode(), got.status, got.body)
		}
		return
	}
	if got.status != http.StatusOK {
		t.Errorf("%s?%s: %d %s", e.path, asked.Encode(), got.status, got.body)
		return
	}
	found := 0
	for _, p := range all {
		isIn := e.holds(p.at, start.at, end.at)
		if isIn {
			found++
		}
		if e.showsSeries() && strings.Contains(got.body, `"`+p.name+`"`) != isIn {
			t.Errorf("%s?%s: %s, and %s is of %s", e.path, asked.Encode(), got.body, p.name, p.at)
		}
	}
	if isEmpty := !strings.Contains(got.body, `"m"`) && !strings.Contains(got.body, `"job"`) && !strings.Contains(got.body, `"old"`) && !strings.Contains(got.body, `"late"`); isEmpty != (found == 0) {
		t.Errorf("%s?%s: %s, and %d series are of the time", e.path, asked.Encode(), got.body, found)
	}
}

// holds reports whether a point is of a time: series are known by days, in UTC.
func (e spanned) holds(at, start, end time.Time) bool {
	if e.path == "/query_exemplars" {
		return !at.Before(start) && !at.After(end)
	}
	const day = 24 * time.Hour
	return !at.Truncate(day).Before(start.Truncate(day)) && !at.Truncate(day).After(end.Truncate(day))
}

// showsSeries reports whether the response names each series by its label.
func (e spanned) showsSeries() bool {
	return e.path != "/labels" && e.path != "/label/__name__/values" && e.path != "/cardinality/metrics"
}

// TestInstantsOfAllTimes evaluates at times as far as they go.
func TestInstantsOfAllTimes(t *testing.T) {
	t.Parallel()
	now := time.Now()
	base := serveStored(t, []past{{"late", now.Add(-2 * time.Minute)}}) + promapi.Prefix
	for _, expr := range []string{"m", "sum(m)", "sum(rate(m[5m]))"} {
		for _, at := range bounds(now, now) {
			asked := url.Values{"query": {expr}, "time": {at.text}}
			got := ask(t, http.MethodGet, base+"/query?"+asked.Encode(), "")
			wanted := expr != "sum(rate(m[5m]))" && at.at.Sub(now).Abs() < time.Minute
			if !at.canBeKept() {
				if got.status != http.StatusBadRequest {
					t.Errorf("%s at %q: %d %s", expr, at.text, got.status, got.body)
				}
			} else if got.status != http.StatusOK || strings.Contains(got.body, `"value"`) != wanted {
				t.Errorf("%s at %q: %d %s", expr, at.text, got.status, got.body)
			}
		}
	}
}

// canBeKept reports whether a time is one that can be evaluated at.
func (b bound) canBeKept() bool { return b.at.Year() > 1677 && b.at.Year() < 2262 }
