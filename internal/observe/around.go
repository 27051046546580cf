package observe

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// aroundReach is how far from an instant its neighbours are looked for.
const aroundReach = 24 * time.Hour

// Neighbours is the rows around an instant, each list in the order of time.
// After begins with the rows of the instant itself.
type Neighbours struct {
	Columns []string
	Before  [][]telemetry.Cell
	After   [][]telemetry.Cell
	Stats   telemetry.QueryStats
}

// Around returns the rows before and after an instant, within a day.
func (q *Queries) Around(ctx context.Context, query telemetry.AroundQuery) (Neighbours, error) {
	if err := query.Check(); err != nil {
		return Neighbours{}, err
	}
	scan, err := q.rowScan(ctx, &telemetry.RowsQuery{
		SourceID: query.SourceID, Where: query.Where, Language: query.Language, Select: query.Select,
		Range: telemetry.TimeRange{From: query.At.Add(-aroundReach), To: query.At.Add(aroundReach)},
	})
	if err != nil {
		return Neighbours{}, err
	}
	scan.Order = nil
	before, err := q.side(ctx, scan, telemetry.TimeRange{From: scan.Range.From, To: query.At.Add(-time.Nanosecond)}, query.Before)
	if err != nil {
		return Neighbours{}, err
	}
	after, err := q.side(ctx, scan, telemetry.TimeRange{From: query.At, To: scan.Range.To}, query.After)
	slices.Reverse(before.Rows)
	before.Stats.Add(after.Stats)
	columns := before.Columns
	if query.Before == 0 { // that side was not read
		columns = after.Columns
	}
	return Neighbours{Columns: columns, Before: before.Rows, After: after.Rows, Stats: before.Stats}, err
}

// side reads the rows on one side: backwards when the range ends at the
// instant.
func (q *Queries) side(ctx context.Context, scan RowScan, r telemetry.TimeRange, limit int) (RowResult, error) {
	scan.Descending = r.From.Equal(scan.Range.From)
	scan.Range, scan.Limit = r, limit
	if limit == 0 {
		return RowResult{}, nil
	}
	return q.Engine.Rows(ctx, scan)
}
