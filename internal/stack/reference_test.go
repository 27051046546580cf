package stack_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

// idOf returns a readable id.
func idOf(n int) string { return fmt.Sprintf("%024d", n) }

// The made-up team of this file: one source of each kind on connection 1.
const (
	logs, traces, metrics, sessions     = 11, 12, 13, 14
	connection, otherConnection, aBoard = 1, 2, 21
)

func team() stack.References {
	refs := stack.References{
		Sources:     map[string]stack.SourceRef{},
		Connections: map[string]bool{idOf(connection): true, idOf(otherConnection): true},
		Dashboards:  map[string]bool{idOf(aBoard): true},
	}
	kinds := map[int]stack.SourceKind{logs: stack.KindLog, traces: stack.KindTrace, metrics: stack.KindMetric, sessions: stack.KindSession}
	for n, kind := range kinds {
		refs.Sources[idOf(n)] = stack.SourceRef{Kind: kind, ConnectionID: idOf(connection)}
	}
	return refs
}

func board(t *testing.T, configs ...string) stack.DashboardSpec {
	t.Helper()
	tiles := make([]string, len(configs))
	for i, c := range configs {
		tiles[i] = `{"name":"","x":0,"y":0,"w":1,"h":1,"config":` + c + `}`
	}
	spec, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[`+strings.Join(tiles, ",")+`]}`)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func over(display string, source int, fields string) string {
	return `{"displayType":"` + display + `","sourceId":"` + idOf(source) + `","select":[{"aggFn":"count"}]` + fields + `}`
}

func heatmapOver(source int) string {
	return `{"displayType":"heatmap","sourceId":"` + idOf(source) + `","select":[{"valueExpression":"d"}]}`
}

func sqlOver(connection, source int) string {
	return `{"configType":"sql","displayType":"pie","connectionId":"` + idOf(connection) + `","sqlTemplate":"","sourceId":"` + idOf(source) + `"}`
}

func opening(what string, id int) string {
	return over("table", logs, `,"onClick":{"type":"`+what+`","target":{"mode":"id","id":"`+idOf(id)+`"}}`)
}

func TestReferencesAreCheckedInOrder(t *testing.T) {
	t.Parallel()
	f := func(want string, configs ...string) {
		t.Helper()
		expectMessage(t, strings.Join(configs, "\n"), board(t, configs...).CheckReferences(team(), stack.DashboardSpec{}), want)
	}
	formula := `,"formulas":[{"expression":"A"}]`
	breaches := []struct{ config, want string }{
		{over("line", 99, ``), "Could not find the following source IDs: " + idOf(99)},
		{sqlOver(3, logs), "Could not find the following connection IDs: " + idOf(3)},
		{sqlOver(otherConnection, logs), "The following source IDs do not match the specified connections: " + idOf(logs)},
		{heatmapOver(logs), "Heatmap tiles require a Trace source. These are not: " + idOf(logs)},
		{over("line", sessions, formula), "Tiles with formulas require a Metric, Log, or Trace source. These are not: " + idOf(sessions)},
		{opening("dashboard", 22), "Could not find the following onClick dashboard IDs: " + idOf(22)},
		{opening("search", metrics), "The following onClick search source IDs are not log or trace sources: " + idOf(metrics)},
	}
	for i, breach := range breaches {
		var rest []string
		for _, later := range breaches[i:] {
			rest = append(rest, later.config)
		}
		f(breach.want, rest...)
	}
	f("Could not find the following source IDs: "+idOf(98)+", "+idOf(99), over("line", 99, ``), over("pie", 98, ``), over("bar", 99, ``))
	f("Could not find the following source IDs: "+idOf(97), opening("search", 97))
	f("", over("line", logs, formula), heatmapOver(traces), sqlOver(connection, traces), opening("dashboard", aBoard), opening("search", traces))
}

func TestSourcesOfFiltersAreChecked(t *testing.T) {
	t.Parallel()
	spec := stack.DashboardSpec{Filters: []stack.Filter{{SourceID: idOf(logs), AppliesToSourceIDs: []string{idOf(98)}}, {SourceID: idOf(99)}}}
	expectMessage(t, "filters", spec.CheckReferences(team(), stack.DashboardSpec{}),
		"Could not find the following source IDs: "+idOf(98)+", "+idOf(99))
}

func TestLongListOfIDsIsCut(t *testing.T) {
	t.Parallel()
	var configs, ids []string
	for n := range stack.IDsListedMax + 1 {
		configs = append(configs, over("line", 100+n, ``))
		ids = append(ids, idOf(100+n))
	}
	expectMessage(t, "many", board(t, configs...).CheckReferences(team(), stack.DashboardSpec{}),
		"Could not find the following source IDs: "+strings.Join(ids[:stack.IDsListedMax], ", ")+", …")
}

func TestKindRulesPassOverUnchangedTiles(t *testing.T) {
	t.Parallel()
	formula := `,"formulas":[{"expression":"A"}]`
	stored := board(t, heatmapOver(traces), over("line", logs, formula))
	refs := team()
	refs.Sources[idOf(traces)] = stack.SourceRef{Kind: stack.KindSession}
	refs.Sources[idOf(logs)] = stack.SourceRef{Kind: stack.KindSession}
	f := func(change func(s *stack.DashboardSpec), want string) {
		t.Helper()
		next := stored
		next.Tiles = append([]stack.Tile{}, stored.Tiles...)
		change(&next)
		expectMessage(t, "update", next.CheckReferences(refs, stored), want)
	}
	f(func(*stack.DashboardSpec) {}, "")
	f(func(s *stack.DashboardSpec) { s.Tiles[0].Name = "renamed" }, "")
	f(func(s *stack.DashboardSpec) { s.Tiles[0].ID = "new" }, "Heatmap tiles require a Trace source. These are not: "+idOf(traces))
	f(func(s *stack.DashboardSpec) {
		c := s.Tiles[1].Config.(stack.LineConfig)
		c.Formulas = []stack.Formula{{Expression: "-A"}}
		s.Tiles[1].Config = c
	}, "Tiles with formulas require a Metric, Log, or Trace source. These are not: "+idOf(logs))
}
