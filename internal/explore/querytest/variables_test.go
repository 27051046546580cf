package querytest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// A tile with a variable shows what one with the values in its place shows, and
// everything when nothing is chosen.
func TestVariablesNarrowTiles(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	number := func(where string, language query.Language) stack.Config {
		return stack.NumberConfig{Chart: stack.Chart{DisplayType: stack.DisplayNumber, SourceID: x.logs(), Select: []stack.SelectItem{
			{AggFn: query.Count, Where: where, WhereLanguage: language},
		}}}
	}
	events := func(where string, _ query.Language) stack.Config {
		return stack.SearchConfig{Select: "ServiceName, Body", EventQuery: stack.EventQuery{
			DisplayType: stack.DisplaySearch, SourceID: x.logs(), Where: where, WhereLanguage: query.Lucene,
		}}
	}
	f := func(tile func(string, query.Language) stack.Config, language query.Language, where, same string, values ...string) {
		t.Helper()
		variables := []explore.SQLVariable{{Name: "s", Values: values, Expression: "ServiceName"}}
		got, err := x.drawTile(tile(where, language), func(q *explore.TileQuestion) { q.Variables = variables })
		want, failed := x.drawTile(tile(same, query.Lucene), nil)
		if diff := cmp.Diff(tileLines(want.Rows, false), tileLines(got.Rows, false)); err != nil || failed != nil || diff != "" {
			t.Errorf("%s with %q: %v %v %s", where, values, err, failed, diff)
		}
	}
	f(number, query.Lucene, "ServiceName:$s", "ServiceName:cart", "cart")
	f(number, query.Lucene, "ServiceName:${s}", `ServiceName:"cart" OR ServiceName:"checkout"`, "cart", "checkout")
	f(number, query.Lucene, "ServiceName:$s", "ServiceName:cart", "cart", "check", "a", "*", "")
	f(number, query.Lucene, "-ServiceName:$s", "-ServiceName:cart", "cart", "check", "*")
	f(number, query.Lucene, "ServiceName:$s timeout", "timeout")
	f(number, query.Lucene, "-ServiceName:$s", "")
	f(number, query.SQL, "$__filter($s)", "ServiceName:cart", "cart")
	f(number, query.SQL, "$__filter(lower(ServiceName), $s)", "")
	f(events, query.Lucene, "ServiceName:$s timeout", "ServiceName:checkout timeout", "checkout")
	f(events, query.Lucene, "timeout ServiceName:$s", "timeout")
}

// An alert watches a tile as it is while nothing is chosen.
func TestAlertsWatchTilesWithoutChoices(t *testing.T) {
	t.Parallel()
	w := newWatcher(t)
	yes := true
	w.list.dashboard.Filters = []stack.Filter{{Name: "s", Expression: "ServiceName", IsVariableEnabled: &yes}}
	got := w.ask(0, w.tile(w.line(countOf("ServiceName:$s timeout"))), w.tile(w.line(countOf("timeout"))))
	if got[0] != got[1] || got[0] == "" {
		t.Errorf("with the variable %q, without %q", got[0], got[1])
	}
}
