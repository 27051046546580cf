package read

import (
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
)

// CompileStatement returns the query of a statement, given columns of
// attribute keys.
func CompileStatement(scan explore.StatementScan, hot []tables.HotColumn) (compiletest.Compiled, error) {
	r := &Reads{tables: compile.Tables()}
	plan, err := r.planStatement(scan, func(name string) (*compile.Table, error) {
		if name == "otel_logs" {
			return r.tables[name].With(hot), nil
		}
		return r.tables[name], nil
	})
	return compiletest.Of(plan.sql(), plan.params), err
}
