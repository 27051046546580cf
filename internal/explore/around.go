package explore

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// aroundReach is how far from an instant its neighbours are looked for.
const aroundReach = 24 * time.Hour

// Neighbours is the rows around an instant, each list in the order of time.
// After begins with the rows of the instant itself.
type Neighbours struct {
	Columns []string
	Before  [][]query.Cell
	After   [][]query.Cell
	Stats   query.Stats
}

// Around returns the rows before and after an instant, within a day.
func (q *Queries) Around(ctx context.Context, asked query.AroundQuery) (Neighbours, error) {
	if err := asked.Check(); err != nil {
		return Neighbours{}, err
	}
	scan, err := q.rowScan(ctx, &query.RowsQuery{
		SourceID: asked.SourceID, Where: asked.Where, Language: asked.Language, Select: asked.Select,
		Range: query.TimeRange{From: asked.At.Add(-aroundReach), To: asked.At.Add(aroundReach)},
	})
	if err != nil {
		return Neighbours{}, err
	}
	scan.Order = nil
	before, err := q.side(ctx, scan, query.TimeRange{From: scan.Range.From, To: asked.At.Add(-time.Nanosecond)}, asked.Before)
	if err != nil {
		return Neighbours{}, err
	}
	after, err := q.side(ctx, scan, query.TimeRange{From: asked.At, To: scan.Range.To}, asked.After)
	slices.Reverse(before.Rows)
	before.Stats.Add(after.Stats)
	columns := before.Columns
	if asked.Before == 0 { // that side was not read
		columns = after.Columns
	}
	return Neighbours{Columns: columns, Before: before.Rows, After: after.Rows, Stats: before.Stats}, err
}

// side reads the rows on one side: backwards when the range ends at the
// instant.
func (q *Queries) side(ctx context.Context, scan RowScan, r query.TimeRange, limit int) (RowResult, error) {
	scan.Descending = r.From.Equal(scan.Range.From)
	scan.Range, scan.Limit = r, limit
	if limit == 0 {
		return RowResult{}, nil
	}
	return q.Engine.Rows(ctx, scan)
}
