package read

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// Rows returns rows in their order. In the order of time a page goes on where
// the one before ended, whatever is stored in between.
func (r *Reads) Rows(ctx context.Context, scan explore.RowScan) (explore.RowResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return explore.RowResult{}, err
	}
	plan, err := planRows(c, scan)
	if err != nil {
		return explore.RowResult{}, err
	}
	plan.where = compile.Both(r.whereIDs(ctx, c, scan.Target, scan.Where), plan.where)
	run := &rowsRun{reads: r, plan: plan, left: scan.Limit, bytesLeft: scan.BytesMax}
	if err := run.all(ctx); err != nil {
		return explore.RowResult{}, err
	}
	return run.result, nil
}

// foundRow is a row with its place.
type foundRow struct {
	key   explore.RowKey
	cells []query.Cell
	bytes int
}

// rowReader reads the rows of a page.
type rowReader struct {
	plan   *rowsPlan
	raw    map[string]*storedValues
	digest *proto.ColUInt64 // nil where it is not asked for
	texts  []*proto.ColStr  // of the cells that are expressions
	rows   []foundRow
}

func newRowReader(plan *rowsPlan, part page) *rowReader {
	reader := &rowReader{plan: plan, raw: map[string]*storedValues{}, texts: make([]*proto.ColStr, len(plan.cells))}
	for _, name := range plan.raw {
		reader.raw[name] = new(storedValues)
	}
	if plan.withDigest(part) {
		reader.digest = new(proto.ColUInt64)
	}
	for i, cell := range plan.cells {
		if cell.column == nil {
			reader.texts[i] = new(proto.ColStr)
		}
	}
	return reader
}

func (r *rowReader) results() proto.Results {
	var results proto.Results
	for _, name := range r.plan.raw {
		results = append(results, proto.ResultColumn{Name: name, Data: r.raw[name]})
	}
	if r.digest != nil {
		results = append(results, proto.ResultColumn{Name: "digest", Data: r.digest})
	}
	for i, text := range r.texts {
		if text != nil {
			results = append(results, proto.ResultColumn{Name: "c" + strconv.Itoa(i), Data: text})
		}
	}
	return results
}

func (r *rowReader) take(rows int) error {
	instant := r.raw[r.plan.c.Table.Instant]
	for row := range rows {
		found := foundRow{cells: make([]query.Cell, len(r.plan.cells))}
		found.key.Nanoseconds = instant.nanoseconds(row)
		if r.digest != nil {
			found.key.Digest = r.digest.Row(row)
		}
		for i := range found.cells {
			found.cells[i] = r.cell(i, row)
			found.bytes += len(found.cells[i].Text)
		}
		r.rows = append(r.rows, found)
	}
	return nil
}

func (r *rowReader) cell(i, row int) query.Cell {
	cell := r.plan.cells[i]
	if cell.column == nil {
		return cell.form.show(r.texts[i].Row(row))
	}
	return r.stored(cell.column, row)
}

// fetch reads a page and counts what it cost.
func (u *rowsRun) fetch(ctx context.Context, part page) ([]foundRow, error) {
	u.plan.c.Apart = len(u.plan.order) == 0 && u.reads.isApart(ctx)
	if u.plan.c.Apart {
		return u.fetchApart(ctx, part)
	}
	reader := newRowReader(u.plan, part)
	q := u.reading(part)
	q.result, q.onBlock = reader.results(), reader.take
	stats, err := u.reads.read(ctx, q)
	u.result.Stats.Add(stats)
	return reader.rows, err
}

func (u *rowsRun) reading(part page) reading {
	return reading{teamID: u.plan.scan.TeamID, sql: u.plan.sql(part), params: u.plan.c.Params, paths: u.plan.c.Computes}
}

// fetchApart is fetch where shards are asked one by one: each for the first rows of its
// own. A page in the order of time begins with the first row of its time.
func (u *rowsRun) fetchApart(ctx context.Context, part page) ([]foundRow, error) {
	readers, stats, err := readApart(ctx, u.reads, u.reading(part), func() *rowReader { return newRowReader(u.plan, part) })
	u.result.Stats.Add(stats)
	var rows []foundRow
	for _, reader := range readers {
		rows = append(rows, reader.rows...)
	}
	slices.SortStableFunc(rows, u.plan.compare(part))
	return rows[:min(part.limit, len(rows))], err
}

// compare returns the order of a page whose order is that of time.
func (p *rowsPlan) compare(part page) func(a, b foundRow) int {
	return func(a, b foundRow) int {
		switch {
		case part.byDigest:
			return cmp.Compare(a.key.Digest, b.key.Digest)
		case p.scan.Descending:
			return cmp.Compare(b.key.Nanoseconds, a.key.Nanoseconds)
		}
		return cmp.Compare(a.key.Nanoseconds, b.key.Nanoseconds)
	}
}
