package read

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// CheckStatement compiles a statement and forgets what came of it.
func (r *Reads) CheckStatement(_ context.Context, scan explore.StatementScan) error {
	_, err := r.planStatement(scan, r.plainTable)
	return err
}

// Statement returns the rows of a statement.
func (r *Reads) Statement(ctx context.Context, scan explore.StatementScan) (explore.StatementResult, error) {
	plan, err := r.planStatement(scan, func(name string) (*compile.Table, error) {
		return r.presentTable(ctx, scan.TeamID, name)
	})
	if err != nil {
		return explore.StatementResult{}, err
	}
	if scan.Form != explore.FormShown {
		if err := r.learnTypes(ctx, scan, &plan); err != nil {
			return explore.StatementResult{}, err
		}
	}
	reader := newStatementReader(plan, scan)
	stats, err := r.read(ctx, reading{
		teamID: scan.TeamID, sql: plan.sql(), params: plan.params, paths: []string{scan.Path}, result: reader.results(), onBlock: reader.take,
	})
	reader.answer.Stats = stats
	return reader.answer, err
}

// plainTable returns a table of teams by its logical name, nil for others.
func (r *Reads) plainTable(name string) (*compile.Table, error) { return r.tables[name], nil }

// presentTable returns a table with the columns that a team's has at present.
func (r *Reads) presentTable(ctx context.Context, teamID, name string) (*compile.Table, error) {
	known := r.tables[name]
	if known == nil || r.opts.Columns == nil || known.Attributes == "" {
		return known, nil
	}
	columns, err := r.opts.Columns(ctx, teamID, telemetry.Table(known.Name))
	if err != nil {
		return nil, err
	}
	return known.With(columns.Hot), nil
}

// statementText is the whole query: what is shown is made of the rows that
// the user's statement returns.
const statementText = `
SELECT %s
FROM (%s)
LIMIT %d`

// statementPlan is a compiled statement.
type statementPlan struct {
	inner   string // the user's statement
	rowsMax int
	params  []clickhouse.Param
	columns []explore.ResultColumn
	values  []compile.Value // of the columns
	cells   []cell          // how they are read
	types   bool            // behind the cells there is the type of each
}

// sql returns the whole query.
func (p statementPlan) sql() string {
	shown, types := make([]string, len(p.cells)), make([]string, len(p.cells))
	for i, cell := range p.cells {
		shown[i] = cell.sql + " AS c" + strconv.Itoa(i)
		types[i] = "toTypeName(" + p.values[i].SQL + ") AS t" + strconv.Itoa(i)
	}
	if p.types {
		shown = append(shown, types...)
	}
	return fmt.Sprintf(statementText, strings.Join(shown, ",\n    "), p.inner, p.rowsMax)
}

func (r *Reads) planStatement(scan explore.StatementScan, tables func(string) (*compile.Table, error)) (statementPlan, error) {
	s := &compile.StatementCompiler{Tables: tables, Path: scan.Path, Scope: scan.Scope, Open: scan.Tables}
	// One row more than an answer may hold shows that there are too many.
	inner, columns := s.Statement(scan.Statement, scan.RowsMax+1)
	if s.Err != nil {
		return statementPlan{}, s.Err
	}
	plan := statementPlan{inner: inner, rowsMax: scan.RowsMax + 1, params: s.Params, types: scan.Exact}
	for _, column := range columns {
		of := column.Derive(nil)
		cell := cellOf(of)
		if scan.Exact {
			cell = exactCellOf(of)
		}
		plan.values, plan.cells = append(plan.values, of), append(plan.cells, cell)
		plan.columns = append(plan.columns, explore.ResultColumn{Name: column.Name, Kind: column.Kind.String()})
	}
	return plan, nil
}

// statementReader reads the rows of a statement.
type statementReader struct {
	cells     []*proto.ColStr
	types     []*proto.ColStr // of the cells, if they are asked for
	forms     []cellForm
	rowsLeft  int
	bytesLeft int
	answer    explore.StatementResult
}

func newStatementReader(plan statementPlan, scan explore.StatementScan) *statementReader {
	reader := &statementReader{rowsLeft: scan.RowsMax, bytesLeft: scan.BytesMax}
	reader.answer.Columns = plan.columns
	for _, cell := range plan.cells {
		reader.forms = append(reader.forms, cell.form)
		reader.cells = append(reader.cells, new(proto.ColStr))
		if plan.types {
			reader.types = append(reader.types, new(proto.ColStr))
		}
	}
	return reader
}

func (r *statementReader) results() proto.Results {
	var results proto.Results
	for i, cell := range r.cells {
		results = append(results, proto.ResultColumn{Name: "c" + strconv.Itoa(i), Data: cell})
	}
	for i, name := range r.types {
		results = append(results, proto.ResultColumn{Name: "t" + strconv.Itoa(i), Data: name})
	}
	return results
}

// learnKinds says of columns that only the engine knows whether they are
// numbers.
func (r *statementReader) learnKinds() {
	for i, name := range r.types {
		if column := &r.answer.Columns[i]; column.Kind == compile.UnknownKind.String() {
			column.Kind = compile.KindOfType(name.Row(0)).String()
		}
	}
}

func (r *statementReader) take(rows int) error {
	if rows > 0 {
		r.learnKinds()
	}
	for row := range rows {
		if r.rowsLeft == 0 || r.bytesLeft <= 0 {
			r.answer.Truncated = true
			return nil
		}
		cells := make([]query.Cell, len(r.cells))
		for i, column := range r.cells {
			cells[i] = r.forms[i].show(column.Row(row))
			r.bytesLeft -= len(cells[i].Text)
		}
		r.answer.Rows = append(r.answer.Rows, cells)
		r.rowsLeft--
	}
	return nil
}
