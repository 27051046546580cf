package explore

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// How many events tiles read.
const (
	EventsShown     = 200
	PatternsSampled = 2000
)

// events returns the newest events.
func (t *Tiles) events(ctx context.Context, asked TileQuestion, c stack.SearchConfig) (TileAnswer, error) {
	found, err := t.rows(ctx, asked, c.EventQuery, query.RowsQuery{Select: c.Select, Limit: EventsShown})
	answer := TileAnswer{Truncated: found.Truncated, Stats: found.Stats, Warnings: found.Warnings}
	for _, name := range found.Columns {
		answer.Columns = append(answer.Columns, TileColumn{Name: name, Role: RoleCell, Type: typeAny})
	}
	for _, cells := range found.Rows {
		answer.Rows = append(answer.Rows, TileRow{Cells: cells})
	}
	return answer, err
}

// patterns returns the shapes of the newest events, the most frequent first.
func (t *Tiles) patterns(ctx context.Context, asked TileQuestion, c stack.EventPatternsConfig) (TileAnswer, error) {
	source, err := t.Queries.source(ctx, "sourceId", c.SourceID)
	if err != nil {
		return TileAnswer{}, err
	}
	selected := cmp.Or(c.Select, source.BodyExpression, source.SpanNameExpression, "Body")
	found, err := t.rows(ctx, asked, c.EventQuery, query.RowsQuery{Select: selected, Limit: PatternsSampled})
	answer := TileAnswer{Truncated: found.Truncated, Stats: found.Stats, Warnings: found.Warnings, Columns: []TileColumn{
		{Name: "pattern", Role: RoleCell, Type: typeText},
		{Name: "count", Role: RoleCell, Type: typeNumber},
		{Name: "sample", Role: RoleCell, Type: typeText},
	}}
	for _, p := range patternsOf(lastTexts(found.Rows)) {
		answer.Rows = append(answer.Rows, TileRow{Cells: []query.Cell{
			{Text: p.text}, {Text: strconv.Itoa(p.count), Literal: true}, {Text: p.sample},
		}})
	}
	if err == nil {
		answer.EventsTotal, err = t.eventsTotal(ctx, asked, c.EventQuery, found)
	}
	return answer, err
}

// eventsTotal returns how many events there are, of which the newest were
// found.
func (t *Tiles) eventsTotal(ctx context.Context, asked TileQuestion, events stack.EventQuery, found query.RowsAnswer) (*uint64, error) {
	total := uint64(len(found.Rows))
	if len(found.Rows) < PatternsSampled && !found.Truncated {
		return &total, nil
	}
	counted, err := t.countEvents(ctx, asked, events)
	if len(counted.Rows) > 0 {
		total = max(total, uint64(counted.Rows[0].Values[0]))
	}
	return &total, err
}

// countEvents returns the number of events that pass the tile's condition and
// the filters, as a number tile has it.
func (t *Tiles) countEvents(ctx context.Context, asked TileQuestion, events stack.EventQuery) (TileAnswer, error) {
	item := stack.SelectItem{AggFn: query.Count, Where: events.Where, WhereLanguage: events.WhereLanguage}
	asked.SQL = false
	return t.chart(ctx, asked, chart{
		Chart:  stack.Chart{DisplayType: stack.DisplayNumber, SourceID: events.SourceID, Select: []stack.SelectItem{item}},
		groups: 1,
	})
}

// lastTexts returns the text of the last cell of each row.
func lastTexts(rows [][]query.Cell) []string {
	var texts []string
	for _, cells := range rows {
		if len(cells) > 0 {
			texts = append(texts, cells[len(cells)-1].Text)
		}
	}
	return texts
}

// rows reads the newest events that pass the tile's condition and the filters.
func (t *Tiles) rows(ctx context.Context, asked TileQuestion, events stack.EventQuery, q query.RowsQuery) (query.RowsAnswer, error) {
	q.SourceID, q.Where, q.Language, q.Range = events.SourceID, events.Where, events.WhereLanguage, asked.Range
	if err := q.Check(); err != nil {
		return query.RowsAnswer{}, err
	}
	scan, err := t.Queries.rowScan(ctx, &q)
	if err != nil {
		return query.RowsAnswer{}, err
	}
	filters, left, err := t.conditions(ctx, asked, events.SourceID, scan.Target)
	if err != nil {
		return query.RowsAnswer{}, err
	}
	scan.Where = withFilters(scan.Where, filters)
	answer, _, err := t.Queries.readRows(ctx, scan)
	answer.Warnings = append(left, answer.Warnings...)
	return answer, err
}

// pattern is a shape that messages share, how many have it, and one of them.
type pattern struct {
	text   string
	count  int
	sample string
}

// patternsOf returns the shapes of messages, the most frequent first.
func patternsOf(messages []string) []pattern {
	places := map[string]int{}
	var patterns []pattern
	for _, message := range messages {
		text := shapeOf(message)
		at, known := places[text]
		if !known {
			at = len(patterns)
			places[text] = at
			patterns = append(patterns, pattern{text: text, sample: message})
		}
		patterns[at].count++
	}
	slices.SortStableFunc(patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text))
	})
	return patterns
}
