package clickhouse

import (
	"context"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Rows answers rows in their order. In the order of time a page goes on where
// the one before ended, whatever is stored in between.
func (r *Reads) Rows(ctx context.Context, scan observe.RowScan) (observe.RowResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return observe.RowResult{}, err
	}
	plan, err := planRows(c, scan)
	if err != nil {
		return observe.RowResult{}, err
	}
	run := &rowsRun{reads: r, plan: plan, left: scan.Limit, bytesLeft: scan.BytesMax}
	if err := run.all(ctx); err != nil {
		return observe.RowResult{}, err
	}
	return run.result, nil
}

// foundRow is a row with its place.
type foundRow struct {
	key   observe.RowKey
	cells []telemetry.Cell
	bytes int
}

// rowReader reads the rows of a page.
type rowReader struct {
	at     proto.ColInt64
	digest proto.ColUInt64
	cells  []*proto.ColStr
	forms  []cell
	rows   []foundRow
}

func newRowReader(forms []cell) *rowReader {
	reader := &rowReader{forms: forms}
	for range forms {
		reader.cells = append(reader.cells, new(proto.ColStr))
	}
	return reader
}

func (r *rowReader) results() proto.Results {
	results := proto.Results{{Name: "at", Data: &r.at}, {Name: "digest", Data: &r.digest}}
	for i, cell := range r.cells {
		results = append(results, proto.ResultColumn{Name: "c" + strconv.Itoa(i), Data: cell})
	}
	return results
}

func (r *rowReader) take(rows int) error {
	for row := range rows {
		found := foundRow{
			key:   observe.RowKey{Nanoseconds: r.at.Row(row), Digest: r.digest.Row(row)},
			cells: make([]telemetry.Cell, len(r.cells)),
		}
		for i, column := range r.cells {
			found.cells[i] = r.forms[i].form.show(column.Row(row))
			found.bytes += len(found.cells[i].Text)
		}
		r.rows = append(r.rows, found)
	}
	return nil
}

// fetch reads a page and counts what it cost.
func (u *rowsRun) fetch(ctx context.Context, part page) ([]foundRow, error) {
	reader := newRowReader(u.plan.cells)
	stats, err := u.reads.read(ctx, reading{
		teamID: u.plan.scan.TeamID, sql: u.plan.sql(part), params: u.plan.c.params,
		result: reader.results(), onBlock: reader.take,
	})
	u.result.Stats.Add(stats)
	return reader.rows, err
}
