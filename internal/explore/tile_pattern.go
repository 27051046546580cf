package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// PatternsSampled is how many events the patterns of a tile are counted in at
// most.
const PatternsSampled = 2000

// patternsAimed is the size of a sample that is expected: how many events fall
// into one is chance, and those over PatternsSampled would be the oldest.
const patternsAimed = PatternsSampled * 9 / 10

// patterns returns the patterns of events, the most frequent first: of all, or
// of a sample that is spread over the range.
func (t *Tiles) patterns(ctx context.Context, asked TileQuestion, c stack.EventPatternsConfig) (TileAnswer, error) {
	scan, left, err := t.patternScan(ctx, asked, c)
	if err != nil {
		return TileAnswer{}, err
	}
	total, err := t.countEvents(ctx, asked, c.EventQuery)
	if err != nil {
		return TileAnswer{}, err
	}
	found, err := t.sample(ctx, scan, total)
	total = max(total, uint64(len(found.Rows)))
	answer := TileAnswer{
		Truncated: found.Truncated, Stats: found.Stats, Warnings: append(left, found.Warnings...),
		EventsTotal: &total, Message: scan.Columns[1].Name,
		Columns: []TileColumn{
			{Name: "pattern", Role: RoleCell, Type: typeText},
			{Name: "count", Role: RoleCell, Type: typeNumber},
			{Name: "sample", Role: RoleCell, Type: typeText},
		},
	}
	for _, p := range patternsOf(found.Rows) {
		answer.Rows = append(answer.Rows, TileRow{Cells: []query.Cell{
			{Text: p.text}, {Text: strconv.Itoa(p.count), Literal: true}, {Text: p.sample},
		}})
	}
	return answer, err
}

// patternScan returns the scan of the patterns of messages and the messages.
// The last column that is selected is the message.
func (t *Tiles) patternScan(ctx context.Context, asked TileQuestion, c stack.EventPatternsConfig) (RowScan, []query.Warning, error) {
	source, err := t.Queries.source(ctx, "sourceId", c.SourceID)
	if err != nil {
		return RowScan{}, nil, err
	}
	usual := cmp.Or(source.BodyExpression, source.SpanNameExpression, "Body")
	scan, left, err := t.eventScan(ctx, asked, c.EventQuery, query.RowsQuery{Select: cmp.Or(c.Select, usual), Limit: PatternsSampled})
	if err == nil && len(scan.Columns) == 0 { // all columns
		scan.Columns, err = columnsOf(source, usual)
	}
	if err == nil && len(scan.Columns) == 0 {
		err = fault.InvalidAt("select", "required", "must name the column of the messages")
	}
	if err != nil {
		return RowScan{}, nil, err
	}
	message := scan.Columns[len(scan.Columns)-1].Expr
	masked := Expr{&ql.Call{Pos: ql.Pos(message.Node.At()), Name: ql.MessagePattern, Args: []ql.Node{message.Node}}, message.Path}
	scan.Columns = []Column{{Name: "pattern", Expr: masked}, {Name: message.Node.String(), Expr: message}}
	return scan, left, nil
}

// sample reads all events of a scan, or where there are too many of them some
// that are spread over the range.
func (t *Tiles) sample(ctx context.Context, scan RowScan, total uint64) (query.RowsAnswer, error) {
	if total <= PatternsSampled {
		found, _, err := t.Queries.readRows(ctx, scan)
		return found, err
	}
	parts := (total + patternsAimed - 1) / patternsAimed
	drawn, err := onePartOf(parts)
	if err != nil {
		return query.RowsAnswer{}, err
	}
	spread := scan
	spread.Where = withFilters(scan.Where, []Expr{drawn})
	found, _, err := t.Queries.readRows(ctx, spread)
	if err != nil || uint64(len(found.Rows)) >= total/parts/2 {
		return found, err
	}
	// Events of few instants, which are drawn together: the newest instead.
	found, _, err = t.Queries.readRows(ctx, scan)
	return found, err
}

// onePartOf returns a condition that one of so many events meets. It reads
// small columns alone, so that few messages are read for a sample of many.
func onePartOf(parts uint64) (Expr, error) {
	return condition("where", fmt.Sprintf("cityHash64(Timestamp, SpanId) %% %d = 0", parts), query.SQL)
}

// countEvents returns the number of events that pass the tile's condition and
// the filters, as a number tile has it.
func (t *Tiles) countEvents(ctx context.Context, asked TileQuestion, events stack.EventQuery) (uint64, error) {
	item := stack.SelectItem{AggFn: query.Count, Where: events.Where, WhereLanguage: events.WhereLanguage}
	asked.SQL = false
	counted, err := t.chart(ctx, asked, chart{
		Chart:  stack.Chart{DisplayType: stack.DisplayNumber, SourceID: events.SourceID, Select: []stack.SelectItem{item}},
		groups: 1,
	})
	if err != nil || len(counted.Rows) == 0 {
		return 0, err
	}
	return uint64(counted.Rows[0].Values[0]), nil
}

// pattern is a shape that messages share, how many have it, and one of them.
type pattern struct {
	text   string
	count  int
	sample string
}

// patternsOf returns the patterns of rows, which have one and its message: the
// most frequent first.
func patternsOf(rows [][]query.Cell) []pattern {
	places := map[string]int{}
	var patterns []pattern
	for _, cells := range rows {
		text := cells[0].Text
		at, known := places[text]
		if !known {
			at = len(patterns)
			places[text] = at
			patterns = append(patterns, pattern{text: text, sample: cells[1].Text})
		}
		patterns[at].count++
	}
	slices.SortStableFunc(patterns, func(a, b pattern) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.text, b.text))
	})
	return patterns
}
