package explore

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Search returns rows of a source of the caller's team. With a cursor it goes
// on behind the answer before, over the same time; in the order of time
// neither rows that are stored in between nor rows of the same instant are
// lost or doubled.
func (q *Queries) Search(ctx context.Context, asked query.RowsQuery) (query.RowsAnswer, error) {
	if err := asked.Check(); err != nil {
		return query.RowsAnswer{}, err
	}
	scan, err := q.rowScan(ctx, &asked)
	if err != nil {
		return query.RowsAnswer{}, err
	}
	answer, result, err := q.readRows(ctx, scan)
	if err == nil {
		answer.Cursor = nextCursor(asked, scan, result)
	}
	return answer, err
}

// readRows returns the answer to a scan, and what the engine said.
func (q *Queries) readRows(ctx context.Context, scan RowScan) (query.RowsAnswer, RowResult, error) {
	result, err := q.Engine.Rows(ctx, scan)
	if err != nil {
		return query.RowsAnswer{}, result, err
	}
	return query.RowsAnswer{
		Columns: result.Columns, Rows: result.Rows, Range: scan.Range, Truncated: result.Truncated, Stats: result.Stats,
		Warnings: q.warnings(ctx, scan.names()),
	}, result, nil
}

// rowScan makes a scan of a query, and puts the time that is meant into it.
func (q *Queries) rowScan(ctx context.Context, asked *query.RowsQuery) (RowScan, error) {
	source, err := q.source(ctx, "sourceId", asked.SourceID)
	if err != nil {
		return RowScan{}, err
	}
	scan, err := newRowScan(source, *asked)
	if err != nil {
		return RowScan{}, err
	}
	if asked.Cursor != "" {
		return scan, resume(&scan, asked)
	}
	asked.Range, err = q.rangeOr(asked.Range)
	scan.Range = asked.Range
	return scan, err
}

// rangeOr returns the range, or the last minutes where it is open.
func (q *Queries) rangeOr(r query.TimeRange) (query.TimeRange, error) {
	return q.rangeOf(r, query.SearchRangeDefault)
}

// rangeOf returns the range; where it is open it ends now and has a length.
func (q *Queries) rangeOf(r query.TimeRange, length time.Duration) (query.TimeRange, error) {
	if r.To.IsZero() {
		r.To = q.Now()
	}
	if r.From.IsZero() {
		r.From = r.To.Add(-length)
	}
	return r, r.Check("startTime", "endTime")
}

func newRowScan(source stack.Source, asked query.RowsQuery) (RowScan, error) {
	target, err := targetOf(source)
	if err != nil {
		return RowScan{}, err
	}
	scan := RowScan{
		Target: target, Limit: asked.Limit, Offset: asked.Offset, BytesMax: query.SearchBytesMax,
	}
	if scan.Limit == 0 {
		scan.Limit = query.SearchRowsDefault
	}
	if scan.Where, err = condition("where", asked.Where, asked.Language); err != nil {
		return RowScan{}, err
	}
	if scan.Columns, err = columnsOf(source, asked.Select); err != nil {
		return RowScan{}, err
	}
	scan.Order, scan.Descending, err = orderOf(source, asked.OrderBy)
	return scan, err
}

// columnsOf parses a select list; none means all columns.
func columnsOf(source stack.Source, text string) ([]Column, error) {
	if strings.TrimSpace(text) == "" {
		text = source.DefaultTableSelectExpression
	}
	if strings.TrimSpace(text) == "*" {
		return nil, nil
	}
	list, err := ql.ParseSelect(text, ql.ParseOptions{Path: "select"})
	if err != nil {
		return nil, err
	}
	var columns []Column
	for _, item := range list {
		name := item.Alias
		if name == "" {
			name = item.Expression.String()
		}
		if !slices.ContainsFunc(columns, func(c Column) bool { return c.Name == name }) {
			columns = append(columns, Column{Name: name, Expr: Expr{item.Expression, "select"}})
		}
	}
	return columns, nil
}

// orderOf parses an order. No order means that of time, newest first.
func orderOf(source stack.Source, text string) ([]Order, bool, error) {
	if strings.TrimSpace(text) == "" {
		text = source.OrderByExpression
	}
	list, err := ql.ParseOrderBy(text, ql.ParseOptions{Path: "orderBy"})
	if err != nil || len(list) == 0 {
		return nil, true, err
	}
	if isTimeOrder(source, list) {
		return nil, list[0].Descending, nil
	}
	orders := make([]Order, len(list))
	for i, item := range list {
		orders[i] = Order{Expr: Expr{item.Expression, "orderBy"}, Descending: item.Descending, Nulls: item.Nulls}
	}
	return orders, false, nil
}

// isTimeOrder reports whether an order is by the source's time and nothing
// else, all in one direction.
func isTimeOrder(source stack.Source, list ql.OrderList) bool {
	times := append(strings.Split(source.TimestampValueExpression, ","), "Timestamp", "timestamp", "@timestamp")
	for _, item := range list {
		column, ok := item.Expression.(*ql.Column)
		if !ok || item.Descending != list[0].Descending {
			return false
		}
		name := strings.Join(column.Path, ".")
		if !slices.ContainsFunc(times, func(t string) bool { return strings.TrimSpace(t) == name }) {
			return false
		}
	}
	return true
}
