package clickhouse

import (
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Compiled is a question as it goes to the engine.
type Compiled struct {
	SQL    string
	Params []string // name=text
}

func compiled(sql string, params []Param) Compiled {
	c := Compiled{SQL: sql}
	for _, p := range params {
		c.Params = append(c.Params, p.name+"="+p.text)
	}
	return c
}

// CompileCondition returns a condition on a team's table, given columns of
// attribute keys.
func CompileCondition(target observe.Target, hot []HotColumn, e observe.Expr) (Compiled, error) {
	c := newCompiler(tables()[target.Table].with(hot), target)
	return compiled(c.condition(e), c.params), c.err
}

// CompileValue returns an expression over a team's table.
func CompileValue(target observe.Target, hot []HotColumn, e observe.Expr) (Compiled, error) {
	c := newCompiler(tables()[target.Table].with(hot), target)
	return compiled(c.value(e).sql, c.params), c.err
}

// CompileSeries returns the query of a scan, from counts where they do.
func CompileSeries(scan observe.SeriesScan, options ReadsOptions) (Compiled, error) {
	c := newCompiler(tables()[scan.Table], scan.Target)
	r := &Reads{opts: options}
	if c.table.points != noPoints {
		return compileMetric(c, scan)
	}
	plan, err := planSeries(c, scan)
	if err != nil {
		return Compiled{}, err
	}
	sql := plan.sql(r.source(plan), r.rowsMax())
	return compiled(sql, c.params), c.err
}

func compileMetric(c *compiler, scan observe.SeriesScan) (Compiled, error) {
	sql, err := metricSQL(c, scan, 10)
	return compiled(sql, c.params), err
}

// CompileRanked returns the query of a scan for its largest groups.
func CompileRanked(scan observe.SeriesScan) (Compiled, error) {
	c := newCompiler(tables()[scan.Table], scan.Target)
	plan, err := planSeries(c, scan)
	if err != nil {
		return Compiled{}, err
	}
	sql := plan.rankedSQL(plan.rows())
	return compiled(sql, c.params), c.err
}

// CompileRows returns the query of a page of rows.
func CompileRows(scan observe.RowScan) (Compiled, error) {
	c := newCompiler(tables()[scan.Table], scan.Target)
	plan, err := planRows(c, scan)
	if err != nil {
		return Compiled{}, err
	}
	sql := plan.sql(page{during: c.during(scan.Range), offset: scan.Offset, limit: scan.Limit + 1})
	return compiled(sql, c.params), c.err
}

// KnownWords returns the names of columns, physical and logical, of all
// tables.
func KnownWords() map[string]bool {
	words := map[string]bool{}
	for _, t := range tables() {
		words[t.name] = true
		for _, c := range t.columns {
			words[c.stored], words[c.words] = true, true
			for _, name := range c.reads {
				words[name] = true
			}
		}
	}
	return words
}

// LogicalTables returns the names that sources have for tables.
func LogicalTables() []string {
	return []string{stack.TableLogs, stack.TableTraces, stack.TableMetricsGauge}
}

// AddPoints adds the counts of two parts up.
func AddPoints(points, more []telemetry.Point) []telemetry.Point { return addPoints(points, more) }
