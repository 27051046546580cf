package explore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestTileFilters(t *testing.T) {
	t.Parallel()
	f := func(want string, filters ...explore.TileFilter) {
		t.Helper()
		engine := &tileEngine{}
		_, err := draw(t, engine, lineOf(counts("a")...), func(q *explore.TileQuestion) { q.Filters = filters })
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.series[0].Series[0].Where.Node.String(); got != want {
			t.Errorf("where %s, want %s", got, want)
		}
	}
	service := explore.TileFilter{Expression: "ServiceName", Values: []string{"cart", "o'clock"}}
	elsewhere := service
	elsewhere.SourceIDs = []string{"bbbbbbbbbbbbbbbbbbbbbbbb"}
	here := service
	here.SourceIDs = []string{logSource}
	f("letter:a")
	f("letter:a", explore.TileFilter{Expression: "ServiceName"})
	f(`letter:a AND ServiceName IN ('cart', 'o\'clock')`, service)
	f("letter:a", elsewhere)
	f(`letter:a AND ServiceName IN ('cart', 'o\'clock')`, here)
	f("letter:a AND timeout", explore.TileFilter{Where: "timeout"})
	f("letter:a AND Body = 'x'", explore.TileFilter{Where: "Body = 'x'", Language: query.SQL}) // languages may differ
}

func TestTileFiltersOfOtherSources(t *testing.T) {
	t.Parallel()
	filters := []explore.TileFilter{{Where: "timeout"}, {Where: "Value:high"}, {Where: "nowhere:x"}}
	engine := &tileEngine{}
	answer, err := draw(t, engine, lineOf(counts("a")...), func(q *explore.TileQuestion) { q.Filters = filters })
	if err != nil {
		t.Fatal(err)
	}
	if got := engine.series[0].Series[0].Where.Node.String(); got != "letter:a AND timeout" {
		t.Errorf("where %s", got)
	}
	want := []query.Warning{
		{Path: "filters.1.where", Reason: "must be a number", LeftOut: true},
		{Path: "filters.2.where", Name: "nowhere", LeftOut: true, Suggestions: []string{}},
	}
	if diff := cmp.Diff(want, answer.Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestTileFiltersOfTextsAreParsed(t *testing.T) {
	t.Parallel()
	_, err := draw(t, &tileEngine{}, stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown}, func(q *explore.TileQuestion) {
		q.Filters = []explore.TileFilter{{Where: "(a"}}
	})
	if err == nil || !strings.HasPrefix(err.Error(), "filters.0.where: col 1: ") {
		t.Error(err)
	}
}

func TestTileQuestionsAreChecked(t *testing.T) {
	t.Parallel()
	f := func(want string, change func(*explore.TileQuestion)) {
		t.Helper()
		if _, err := draw(t, &tileEngine{}, lineOf(counts("a")...), change); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	f("endTime: must not be before startTime", func(q *explore.TileQuestion) { q.Range.To = q.Range.From.Add(-time.Second) })
	f("granularity: must be one of "+query.Words(query.TileGranularities()), func(q *explore.TileQuestion) { q.Granularity = "total" })
	f("filters: must have at most 100 items", func(q *explore.TileQuestion) { q.Filters = make([]explore.TileFilter, 101) })
	f("filters.0.values: must have at most 1000 items", func(q *explore.TileQuestion) {
		q.Filters = []explore.TileFilter{{Expression: "a", Values: make([]string, 1001)}}
	})
	f("filters.0.expression: is required with values", func(q *explore.TileQuestion) {
		q.Filters = []explore.TileFilter{{Values: []string{"a"}}}
	})
	f(`filters.0.where: col 3: expected a value after ":"`, func(q *explore.TileQuestion) {
		q.Filters = []explore.TileFilter{{Where: "a:"}}
	})
	f("tile.config.groupBy: must have at most 10 items", func(q *explore.TileQuestion) {
		c := lineOf(counts("a")...)
		c.GroupBy = strings.Repeat("a, ", 10) + "a"
		q.Config = c
	})
	f(`tile.config.select.0.where: col 3: expected a value after ":"`, func(q *explore.TileQuestion) {
		c := lineOf(counts("a")...)
		c.Select[0].Where = "a:"
		q.Config = c
	})
}

// patterns returns the cells of a tile of patterns.
func patterns(t *testing.T, messages ...string) []string {
	t.Helper()
	c := stack.EventPatternsConfig{EventQuery: stack.EventQuery{DisplayType: stack.DisplayEventPatterns, SourceID: logSource, WhereLanguage: query.Lucene}}
	answer, err := draw(t, &tileEngine{messages: messages}, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range answer.Rows {
		lines = append(lines, row.Cells[0].Text+" | "+row.Cells[1].Text+" | "+row.Cells[2].Text)
	}
	return lines
}

func TestTilePatterns(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"took 18ms for 3 items":                               "took <n>ms for <n> items",
		"user 4bf92f35-77b3-4da6-a3ce-929d0e0e4736 signed in": "user <uuid> signed in",
		"trace 4bf92f3577b34da6":                              "trace <hex>",
		"from 10.0.0.7:5432 refused":                          "from <ip> refused",
		"mail to ada@example.org":                             "mail to <e-mail>",
		"at 2026-11-15T12:00:00Z":                             "at <time>",
		`no "gateway" found`:                                  "no <text> found",
		"deadbeef is a word":                                  "deadbeef is a word",
		"a  b\n c":                                            "a b c",
	} {
		if got := patterns(t, message); len(got) != 1 || got[0] != want+" | 1 | "+message {
			t.Errorf("%q has the shape %q, want %q", message, got, want)
		}
	}
	got := patterns(t, "boot", "order 1 paid", "order 2 paid")
	if diff := cmp.Diff([]string{"order <n> paid | 2 | order 1 paid", "boot | 1 | boot"}, got); diff != "" {
		t.Error(diff)
	}
}
