package querytest_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// watchList is a store of what alerts watch.
type watchList struct {
	sourceList
	dashboard stack.Dashboard
	searches  map[string]stack.SavedSearch
}

// DashboardByID returns the dashboard, whose version is the number of its
// tiles.
func (l watchList) DashboardByID(context.Context, string, string) (stack.Dashboard, error) {
	found := l.dashboard
	found.Version = int64(len(found.Tiles))
	return found, nil
}

func (l watchList) DashboardVersion(context.Context, string, string) (int64, error) {
	return int64(len(l.dashboard.Tiles)), nil
}

func (l watchList) SavedSearchByID(_ context.Context, _, id string) (stack.SavedSearch, error) {
	if found, ok := l.searches[id]; ok {
		return found, nil
	}
	return stack.SavedSearch{}, fault.New(fault.NotFound, "saved search does not exist")
}

// watcher asks what alerts would ask over the shop, whose scans it counts.
type watcher struct {
	*team
	list  watchList
	mu    sync.Mutex
	scans int
}

func newWatcher(t *testing.T) *watcher {
	t.Helper()
	w := &watcher{list: watchList{searches: map[string]stack.SavedSearch{}}}
	w.team = newTeam(t, read.Options{Watch: w.count})
	insertShop(t, w.team)
	w.list.sourceList = w.sources
	return w
}

func (w *watcher) count(clickhouse.Query) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scans++
}

// search returns an alert on a new saved search.
func (w *watcher) search(where string, change func(*stack.Alert)) stack.Alert {
	id := fmt.Sprintf("%024x", len(w.list.searches)+1)
	w.list.searches[id] = stack.SavedSearch{SavedSearchSpec: stack.SavedSearchSpec{Name: "s", SourceID: w.logs(), Where: where, WhereLanguage: query.Lucene}}
	a := stack.Alert{Record: stack.Record{TeamID: w.id}, AlertSpec: stack.AlertSpec{Source: stack.AlertOnSearch, SavedSearchID: id, Interval: "15m"}}
	if change != nil {
		change(&a)
	}
	return a
}

// tile returns an alert on a new tile.
func (w *watcher) tile(config stack.Config) stack.Alert {
	id := fmt.Sprint("t", len(w.list.dashboard.Tiles))
	w.list.dashboard.Tiles = append(w.list.dashboard.Tiles, stack.Tile{Placement: stack.Placement{ID: id, Name: "tile"}, Config: config})
	return stack.Alert{Record: stack.Record{TeamID: w.id}, AlertSpec: stack.AlertSpec{Source: stack.AlertOnTile, TileID: id, Interval: "15m"}}
}

func (w *watcher) line(items ...stack.SelectItem) stack.LineConfig {
	return stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine, SourceID: w.logs(), Select: items}}
}

// ask returns one line for each alert: minutes after nine, groups, value.
func (w *watcher) ask(phase time.Duration, alerts ...stack.Alert) []string {
	questions := make([]explore.AlertQuestion, len(alerts))
	from := shopTime(1).Add(phase)
	for i, a := range alerts {
		questions[i] = explore.AlertQuestion{Alert: a, Step: 15 * time.Minute, Phase: phase,
			Range: query.TimeRange{From: from, To: from.Add(30*time.Minute - time.Nanosecond)}}
	}
	lines := make([]string, len(alerts))
	reads := &explore.AlertReads{Store: w.list, Engine: w.queries.Engine}
	reads.Read(context.Background(), questions, func(results []explore.AlertAnswer) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, a := range results {
			lines[a.Index] = answerLine(a)
		}
	})
	return lines
}

func answerLine(a explore.AlertAnswer) string {
	if a.Err != nil {
		return "error: " + a.Err.Error()
	}
	var parts []string
	for _, p := range a.Points {
		words := append([]string{fmt.Sprint(p.Window.Sub(shopTime(1)).Minutes())}, p.Group...)
		parts = append(parts, strings.Join(append(words, fmt.Sprintf("%.4g", p.Value)), " "))
	}
	return strings.Join(parts, "; ")
}

func TestAlertsReadWhatTheyWatch(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	count := func(where string) stack.SelectItem {
		return stack.SelectItem{AggFn: query.Count, Where: where, WhereLanguage: query.Lucene}
	}
	took := stack.SelectItem{AggFn: query.Maximum, ValueExpression: "LogAttributes['duration_ms']", WhereLanguage: query.Lucene}
	ratio := w.line(count("timeout"), count(""))
	ratio.AsRatio = true
	formula := w.line(count("timeout"), count(""))
	formula.Formulas = []stack.Formula{{Expression: "100 * A / B"}}
	grouped := w.line(count("timeout"))
	grouped.GroupBy = "ServiceName, SeverityText"
	mixed := w.line(count("timeout"), stack.SelectItem{AggFn: query.None, ValueExpression: "count() * 2", WhereLanguage: query.Lucene})
	mixed.Formulas = []stack.Formula{{Expression: "A + B"}}
	filtered := w.search("timeout", nil)
	saved := w.list.searches[filtered.SavedSearchID]
	saved.Filters = []stack.SearchFilter{{Type: stack.FilterSQL, Condition: "ServiceName IN ('payment')"}}
	w.list.searches[filtered.SavedSearchID] = saved
	for name, c := range map[string]struct {
		alert stack.Alert
		want  string
	}{
		"a search counts":               {w.search("timeout", nil), "0 3; 15 1"},
		"a search by groups":            {w.search("timeout", func(a *stack.Alert) { a.GroupBy = "ServiceName" }), "0 checkout 2; 0 payment 1; 15 worker 1"},
		"a search with a filter":        {filtered, "0 1"},
		"a tile shows its last series":  {w.tile(w.line(count(""), took)), "0 3000"},
		"a tile by groups":              {w.tile(grouped), "0 checkout error 1; 0 checkout warn 1; 0 payment error 1; 15 worker debug 1"},
		"a tile as a ratio":             {w.tile(ratio), "0 0.2; 15 0.1111"},
		"a tile with a formula":         {w.tile(formula), "0 20; 15 11.11"},
		"series that are read apart":    {w.tile(mixed), "0 33; 15 19"},
		"a number":                      {w.tile(stack.NumberConfig{Chart: w.line(count("mail")).Chart}), "15 2"},
		"a tile that can't be watched":  {w.tile(stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown}), "error: alerts are supported only on line, stacked_bar and number tiles"},
		"a search that is gone":         {stack.Alert{AlertSpec: stack.AlertSpec{Source: stack.AlertOnSearch, SavedSearchID: "x"}}, "error: saved search does not exist"},
		"a tile that is gone":           {stack.Alert{AlertSpec: stack.AlertSpec{Source: stack.AlertOnTile, TileID: "x"}}, "error: tile does not exist"},
		"a raw query that is not there": {w.tile(stack.SQLNumberConfig{SQLQuery: stack.SQLQuery{DisplayType: stack.DisplayNumber}}), "error: an alert on a raw SQL tile"},
	} {
		if got := w.ask(0, c.alert)[0]; !strings.HasPrefix(got, c.want) || !strings.HasPrefix(c.want, "error") && got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got, want := w.ask(4*time.Minute, w.search("timeout", nil))[0], "4 2; 19 1"; got != want {
		t.Errorf("windows that begin later: %s, want %s", got, want)
	}
}

// TestAlertsShareScans reads many alerts in as few scans as their width
// allows, and finds the bad one among them.
func TestAlertsShareScans(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	var grouped, alerts []stack.Alert
	for n := range explore.AlertGroupedWidth + 1 {
		grouped = append(grouped, w.search(fmt.Sprintf("timeout OR nothing%d", n), func(a *stack.Alert) { a.GroupBy = "ServiceName" }))
	}
	for n := range explore.AlertScanWidth + 1 {
		alerts = append(alerts, w.search(fmt.Sprintf(`timeout OR ServiceName:"nothing%d"`, n), nil))
	}
	w.expectShared(t, grouped, "0 checkout 2; 0 payment 1; 15 worker 1")
	w.expectShared(t, alerts, "0 3; 15 1")
	if got := w.ask(0, append(alerts[:9:9], w.search("nosuchname:>5", func(a *stack.Alert) {}))...); got[9] != "" || got[0] != "0 3; 15 1" {
		t.Errorf("an unknown name: %q, beside it %q", got[9], got[0])
	}
	alerts = append(alerts[:10], w.search("SeverityNumber:>many", func(a *stack.Alert) {}))
	got := w.ask(0, alerts...)
	if !strings.HasPrefix(got[10], "error: ") {
		t.Errorf("the bad one: %s", got[10])
	}
	if diff := cmp.Diff(w.ask(0, alerts[:10]...), got[:10]); diff != "" || got[0] != "0 3; 15 1" {
		t.Errorf("the others (-alone +together):\n%s", diff)
	}
}

// TestLongAlertsSpoilNoOthers asks alerts whose texts are too long for one
// statement, together with an ordinary one. One statement is as long as any
// becomes, and a second one takes the rest.
func TestLongAlertsSpoilNoOthers(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	alerts, longBytes := []stack.Alert{w.search("timeout", nil)}, 0
	for n := 0; longBytes < explore.AlertScanBytes+explore.AlertScanBytes/4; n++ {
		var text strings.Builder
		text.WriteString("timeout")
		for word := range 198 {
			fmt.Fprintf(&text, " -w%d_%d", n, word)
		}
		alerts = append(alerts, w.search(text.String(), nil))
		longBytes += text.Len() - explore.AlertTextBytes
	}
	w.scans = 0
	for i, got := range w.ask(0, alerts...) {
		if got != "0 3; 15 1" {
			t.Fatalf("alert %d: %s", i, got)
		}
	}
	if w.scans < 2 {
		t.Errorf("%d long alerts in %d scan", len(alerts)-1, w.scans)
	}
}

// TestAlertsOfSourcesOverTheSameRowsShareAScan asks alerts on a source, on
// another one over the same rows, and on one that has fewer of them.
func TestAlertsOfSourcesOverTheSameRowsShareAScan(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	twin, part := w.sources[0], w.sources[0]
	twin.ID, twin.Name = "twin", "Twin"
	part.ID, part.TableFilterExpression = "part", "ServiceName = 'payment'"
	w.list.sourceList = append(w.list.sourceList, twin, part)
	on := func(sourceID, where string) stack.Alert {
		a := w.search(where, nil)
		saved := w.list.searches[a.SavedSearchID]
		saved.SourceID = sourceID
		w.list.searches[a.SavedSearchID] = saved
		return a
	}
	w.scans = 0
	got := w.ask(0, on(w.logs(), "timeout"), on("twin", "timeout"), on("twin", "mail"), on("part", "timeout"))
	if diff := cmp.Diff([]string{"0 3; 15 1", "0 3; 15 1", "15 2", "0 1"}, got); diff != "" {
		t.Error(diff)
	}
	if w.scans != 2 {
		t.Errorf("%d scans", w.scans)
	}
}

// expectShared asks alerts that are one too many for a scan, and one of them
// again, which costs nothing.
func (w *watcher) expectShared(t *testing.T, alerts []stack.Alert, want string) {
	t.Helper()
	w.scans = 0
	for i, got := range w.ask(0, append(alerts, alerts[0])...) {
		if got != want {
			t.Errorf("alert %d: %s", i, got)
		}
	}
	if w.scans != 2 {
		t.Errorf("%d scans", w.scans)
	}
}

func TestAlertSampleShowsTheRowsOfItsGroup(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	reads := &explore.AlertReads{Store: w.list, Engine: w.queries.Engine}
	rows, err := reads.Sample(t.Context(), explore.AlertSample{
		Alert: w.search("timeout", func(a *stack.Alert) { a.GroupBy = "ServiceName" }), Limit: 1, Group: []string{"checkout"},
		Range: query.TimeRange{From: shopTime(1), To: shopTime(1).Add(time.Hour)},
	})
	if err != nil || len(rows.Rows) != 1 || !strings.Contains(fmt.Sprint(rows.Rows), "Connection timeout while calling") {
		t.Errorf("%+v, %v", rows, err)
	}
}
