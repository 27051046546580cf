package explore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// statement returns what a raw SQL tile shows.
func (t *Tiles) statement(ctx context.Context, asked TileQuestion, c stack.RawSQL) (TileAnswer, error) {
	if t.SQL == nil {
		return TileAnswer{}, fault.New(fault.Invalid, "there are no raw SQL tiles here")
	}
	answer, err := t.runStatement(ctx, asked, c)
	if line, ok := c.(stack.SQLLineConfig); !ok || err != nil || !isSet(line.CompareToPreviousPeriod) {
		return answer, err
	}
	earlier := asked.before()
	before, err := t.runStatement(ctx, earlier, c)
	step := asked.Granularity.Step(asked.Range)
	answer.Previous = moved(before.Rows, query.BucketsOf(earlier.Range, step), query.BucketsOf(asked.Range, step))
	answer.Stats.Add(before.Stats)
	return answer, err
}

func (t *Tiles) runStatement(ctx context.Context, asked TileQuestion, c stack.RawSQL) (TileAnswer, error) {
	raw := c.Raw()
	filters, err := asked.sqlConditions(raw.SourceID)
	if err != nil {
		return TileAnswer{}, err
	}
	q := SQLQuery{
		ConnectionID: raw.ConnectionID, SourceID: raw.SourceID, Template: raw.SQLTemplate, Range: asked.Range,
		Granularity: asked.Granularity, Filters: filters, Variables: asked.Variables,
	}
	found, err := t.SQL.Query(ctx, q)
	if err != nil {
		return TileAnswer{}, err
	}
	answer := sqlAnswer(found, c)
	if asked.SQL {
		answer.Statements, err = t.SQL.Text(ctx, q)
	}
	return answer, err
}

// sqlAnswer reads the roles of columns off their types, as the display type
// needs them.
func sqlAnswer(found SQLAnswer, c stack.RawSQL) TileAnswer {
	r := sqlReader{statementReader: statementReader{rows: found.StatementResult}, format: c.Raw().NumberFormat}
	answer := TileAnswer{Step: found.Step, Truncated: found.Truncated, Stats: found.Stats}
	switch c := c.(type) {
	case stack.SQLLineConfig:
		r.overTime(&answer, c.TimeAxis)
	case stack.SQLStackedBarConfig:
		r.overTime(&answer, c.TimeAxis)
	case stack.SQLNumberConfig:
		r.number(&answer)
	case stack.SQLCategoryConfig:
		r.categories(&answer)
	default:
		r.table(&answer)
	}
	return answer
}

// sqlReader reads what a tile shows from the rows of a statement.
type sqlReader struct {
	statementReader
	format  *stack.NumberFormat
	time    int // columns by their roles; -1: none
	groups  []int
	numbers []int
}

// assign gives columns their roles: the first time, where there is one over
// which the tile is drawn, the numbers, and groups.
func (r *sqlReader) assign(hasTime bool) {
	r.time = -1
	for i := range r.rows.Columns {
		switch kind := r.kind(i); {
		case kind == typeNumber:
			r.numbers = append(r.numbers, i)
		case kind == typeTime && hasTime && r.time < 0:
			r.time = i
		default:
			r.groups = append(r.groups, i)
		}
	}
}

// overTime reads a chart over time. Rows without a time are a table.
func (r *sqlReader) overTime(answer *TileAnswer, axis stack.TimeAxis) {
	r.assign(true)
	if r.time < 0 {
		r.table(answer)
		return
	}
	answer.Columns = r.columns()
	answer.Rows, answer.GroupsLeft = r.read(), 0
	if len(r.numbers) > 0 {
		answer.Rows, answer.GroupsLeft = cutGroups(answer.Rows, groupLimit(axis.SeriesLimit, query.GroupsMax), false)
	}
}

// number reads the value of the first row, which is the one that an alert
// watches.
func (r *sqlReader) number(answer *TileAnswer) {
	r.assign(false)
	r.groups, r.numbers = nil, nil
	if value, _, _ := r.statementReader.columns(); value >= 0 {
		r.numbers = []int{value}
	}
	answer.Columns = r.columns()
	if rows := r.read(); len(rows) > 0 && len(r.numbers) > 0 {
		answer.Rows = rows[:1]
	}
}

// categories reads the first number of each group, the largest first.
func (r *sqlReader) categories(answer *TileAnswer) {
	r.assign(false)
	if len(r.numbers) == 0 {
		r.table(answer)
		return
	}
	r.numbers = r.numbers[:1]
	answer.Columns = r.columns()
	answer.Rows = new(arrangement).apply(r.read())
}

// table shows all rows as they are.
func (r *sqlReader) table(answer *TileAnswer) {
	for i, column := range r.rows.Columns {
		shown := TileColumn{Name: column.Name, Role: RoleCell, Type: r.kind(i)}
		if shown.Type == typeNumber {
			shown.Format = r.format
		}
		answer.Columns = append(answer.Columns, shown)
	}
	for _, cells := range r.rows.Rows {
		answer.Rows = append(answer.Rows, TileRow{Cells: cells})
	}
}

func (r *sqlReader) columns() []TileColumn {
	var columns []TileColumn
	if r.time >= 0 {
		columns = append(columns, TileColumn{Name: r.rows.Columns[r.time].Name, Role: RoleTime, Type: typeTime})
	}
	for _, i := range r.groups {
		columns = append(columns, TileColumn{Name: r.rows.Columns[i].Name, Role: RoleGroup, Type: r.kind(i)})
	}
	for _, i := range r.numbers {
		columns = append(columns, TileColumn{Name: r.rows.Columns[i].Name, Role: RoleValue, Type: typeNumber, Format: r.format})
	}
	return columns
}

// read returns the rows; those without their time are left out.
func (r *sqlReader) read() []TileRow {
	var rows []TileRow
	for _, cells := range r.rows.Rows {
		row, ok := r.row(cells)
		if ok {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r *sqlReader) row(cells []query.Cell) (TileRow, bool) {
	row := TileRow{Values: noValues(len(r.numbers))}
	if r.time >= 0 {
		at, ok := cellTime(cells[r.time])
		if !ok {
			return TileRow{}, false
		}
		row.Bucket = at
	}
	for _, i := range r.groups {
		row.Group = append(row.Group, cellText(cells[i]))
	}
	for i, column := range r.numbers {
		if number, err := numberOf(cells[column]); err == nil {
			row.Values[i] = number
		}
	}
	return row, true
}

func cellText(cell query.Cell) string {
	if cell.Literal && cell.Text == "null" {
		return ""
	}
	return cell.Text
}

// cellTime reads a time; one without a zone is in UTC.
func cellTime(cell query.Cell) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, cell.Text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
