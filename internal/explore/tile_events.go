package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// EventsShown is how many events a tile of events has.
const EventsShown = 200

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

// rows reads the newest events that pass the tile's condition and the filters.
func (t *Tiles) rows(ctx context.Context, asked TileQuestion, events stack.EventQuery, q query.RowsQuery) (query.RowsAnswer, error) {
	scan, left, err := t.eventScan(ctx, asked, events, q)
	if err != nil {
		return query.RowsAnswer{}, err
	}
	answer, _, err := t.Queries.readRows(ctx, scan)
	answer.Warnings = append(left, answer.Warnings...)
	return answer, err
}

// eventScan returns the scan of the events that pass the tile's condition and
// the filters, and warnings about filters that were left out.
func (t *Tiles) eventScan(ctx context.Context, asked TileQuestion, events stack.EventQuery, q query.RowsQuery) (RowScan, []query.Warning, error) {
	q.SourceID, q.Where, q.Language, q.Range = events.SourceID, events.Where, events.WhereLanguage, asked.Range
	if err := q.Check(); err != nil {
		return RowScan{}, nil, err
	}
	scan, err := t.Queries.rowScan(ctx, &q)
	if err != nil {
		return RowScan{}, nil, err
	}
	filters, left, err := t.conditions(ctx, asked, events.SourceID, scan.Target)
	scan.Where = withFilters(scan.Where, filters)
	return scan, left, err
}
