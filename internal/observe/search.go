package observe

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Search returns rows of a source of the caller's team. With a cursor it goes
// on behind the answer before, over the same time; in the order of time
// neither rows that are stored in between nor rows of the same instant are
// lost or doubled.
func (q *Queries) Search(ctx context.Context, query telemetry.RowsQuery) (telemetry.RowsAnswer, error) {
	if err := query.Check(); err != nil {
		return telemetry.RowsAnswer{}, err
	}
	scan, err := q.rowScan(ctx, &query)
	if err != nil {
		return telemetry.RowsAnswer{}, err
	}
	result, err := q.Engine.Rows(ctx, scan)
	if err != nil {
		return telemetry.RowsAnswer{}, err
	}
	return telemetry.RowsAnswer{
		Columns: result.Columns, Rows: result.Rows, Range: scan.Range, Truncated: result.Truncated, Stats: result.Stats,
		Cursor: nextCursor(query, scan, result),
	}, nil
}

// rowScan makes a scan of a query, and puts the time that is meant into it.
func (q *Queries) rowScan(ctx context.Context, query *telemetry.RowsQuery) (RowScan, error) {
	source, err := q.source(ctx, "sourceId", query.SourceID)
	if err != nil {
		return RowScan{}, err
	}
	scan, err := newRowScan(source, *query)
	if err != nil {
		return RowScan{}, err
	}
	if query.Cursor != "" {
		return scan, resume(&scan, query)
	}
	query.Range, err = q.rangeOr(query.Range)
	scan.Range = query.Range
	return scan, err
}

// rangeOr returns the range, or the last minutes where it is open.
func (q *Queries) rangeOr(r telemetry.TimeRange) (telemetry.TimeRange, error) {
	return q.rangeOf(r, telemetry.SearchRangeDefault)
}

// rangeOf returns the range; where it is open it ends now and has a length.
func (q *Queries) rangeOf(r telemetry.TimeRange, length time.Duration) (telemetry.TimeRange, error) {
	if r.To.IsZero() {
		r.To = q.Now()
	}
	if r.From.IsZero() {
		r.From = r.To.Add(-length)
	}
	return r, r.Check("startTime", "endTime")
}

func newRowScan(source stack.Source, query telemetry.RowsQuery) (RowScan, error) {
	target, err := targetOf(source)
	if err != nil {
		return RowScan{}, err
	}
	scan := RowScan{
		Target: target, Limit: query.Limit, Offset: query.Offset, BytesMax: telemetry.SearchBytesMax,
	}
	if scan.Limit == 0 {
		scan.Limit = telemetry.SearchRowsDefault
	}
	if scan.Where, err = condition("where", query.Where, query.Language); err != nil {
		return RowScan{}, err
	}
	if scan.Columns, err = columnsOf(source, query.Select); err != nil {
		return RowScan{}, err
	}
	scan.Order, scan.Descending, err = orderOf(source, query.OrderBy)
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
	list, err := search.ParseSelect(text, search.ParseOptions{Path: "select"})
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
	list, err := search.ParseOrderBy(text, search.ParseOptions{Path: "orderBy"})
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
func isTimeOrder(source stack.Source, list search.OrderList) bool {
	times := append(strings.Split(source.TimestampValueExpression, ","), "Timestamp")
	for _, item := range list {
		column, ok := item.Expression.(*search.Column)
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
