package read

import (
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// CompileSeries returns the query of a scan, from counts where they do.
func CompileSeries(scan explore.SeriesScan, options Options) (compiletest.Compiled, error) {
	c := compile.New(compile.Tables()[scan.Table], scan.Target)
	r := &Reads{opts: options}
	if c.Table.Points != compile.NoPoints {
		return compileMetric(c, scan)
	}
	plan, err := planSeries(c, scan)
	if err != nil {
		return compiletest.Compiled{}, err
	}
	sql := plan.sql(r.source(plan), r.rowsMax())
	return compiletest.Of(sql, c.Params), c.Err
}

func compileMetric(c *compile.Compiler, scan explore.SeriesScan) (compiletest.Compiled, error) {
	sql, err := metricSQL(c, scan, 10)
	return compiletest.Of(sql, c.Params), err
}

// CompileRanked returns the query of a scan for its largest groups.
func CompileRanked(scan explore.SeriesScan) (compiletest.Compiled, error) {
	c := compile.New(compile.Tables()[scan.Table], scan.Target)
	plan, err := planSeries(c, scan)
	if err != nil {
		return compiletest.Compiled{}, err
	}
	sql := plan.rankedSQL(plan.rows())
	return compiletest.Of(sql, c.Params), c.Err
}

// CompileRows returns the query of a page of rows.
func CompileRows(scan explore.RowScan) (compiletest.Compiled, error) {
	c := compile.New(compile.Tables()[scan.Table], scan.Target)
	plan, err := planRows(c, scan)
	if err != nil {
		return compiletest.Compiled{}, err
	}
	sql := plan.sql(page{during: c.During(scan.Range), offset: scan.Offset, limit: scan.Limit + 1})
	return compiletest.Of(sql, c.Params), c.Err
}

// AddPoints adds the counts of two parts up.
func AddPoints(points, more []query.Point) []query.Point { return addPoints(points, more) }

// Nth returns the value at a place in the order of all.
func Nth(values []float64, place int) float64 { return nth(values, place) }

// QuantileOfHeaps returns the quantile of values that are there so often.
func QuantileOfHeaps(counts map[float64]uint64, level float64) float64 {
	var heaps []heap
	for value, count := range counts {
		heaps = append(heaps, heap{value, count})
	}
	return quantileOfHeaps(heaps, level)
}
