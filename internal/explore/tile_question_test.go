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

func TestTilePatternsAreCounted(t *testing.T) {
	t.Parallel()
	f := func(selected, message string) {
		t.Helper()
		c := stack.EventPatternsConfig{
			EventQuery: stack.EventQuery{DisplayType: stack.DisplayEventPatterns, SourceID: logSource, WhereLanguage: query.Lucene},
			Select:     selected,
		}
		answer, err := draw(t, &tileEngine{messages: []string{"boot", "order 1", "order 2"}}, c, nil)
		if err != nil || answer.Message != message {
			t.Fatalf("%q are the messages, want %q, %v", answer.Message, message, err)
		}
		var lines []string
		for _, row := range answer.Rows {
			lines = append(lines, row.Cells[0].Text+"| "+row.Cells[1].Text+" | "+row.Cells[2].Text)
		}
		if diff := cmp.Diff([]string{"order | 2 | order 1", "boot| 1 | boot"}, lines); diff != "" {
			t.Error(diff)
		}
	}
	f("", "Body")
	f("*", "Body")
	f("Timestamp, lower(Body) AS text", "lower(Body)")
}
