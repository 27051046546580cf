package clickhouse

import "github.com/cairnstack/cairn/internal/observe"

// CompileStatement returns the query of a statement, given columns of
// attribute keys.
func CompileStatement(scan observe.StatementScan, hot []HotColumn) (Compiled, error) {
	r := &Reads{tables: tables()}
	plan, err := r.planStatement(scan, func(name string) (*table, error) {
		if name == "otel_logs" {
			return r.tables[name].with(hot), nil
		}
		return r.tables[name], nil
	})
	return compiled(plan.sql(), plan.params), err
}
