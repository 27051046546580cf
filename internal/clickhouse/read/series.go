package read

import (
	"context"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// Series returns one number for each bucket, group and series of a scan.
func (r *Reads) Series(ctx context.Context, scan explore.SeriesScan) (explore.SeriesResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	result, err := r.series(ctx, c, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	return asDecimals(result, scan.Series, c.Table.Points), nil
}

func (r *Reads) series(ctx context.Context, c *compile.Compiler, scan explore.SeriesScan) (explore.SeriesResult, error) {
	if c.Table.Points != compile.NoPoints {
		if !isOneMetric(scan) {
			return r.sharedMetrics(ctx, c, scan)
		}
		return r.metricSeries(ctx, c, scan)
	}
	if wide := r.cutScan(c, scan); wide.hasParts() {
		return r.wideSeries(ctx, c, wide)
	}
	return r.plainSeries(ctx, c, scan)
}

// plainSeries reads a scan of events condition by condition.
func (r *Reads) plainSeries(ctx context.Context, c *compile.Compiler, scan explore.SeriesScan) (explore.SeriesResult, error) {
	plan, err := planSeries(c, scan)
	if err != nil {
		return explore.SeriesResult{}, err
	}
	plan.isSharded = r.isSharded()
	plan.where = compile.Both(r.whereIDs(ctx, c, scan.Target, conditionsOf(scan)...), plan.where)
	if plan.canBeApart() && r.isApart(ctx) {
		return r.readSeriesApart(ctx, plan)
	}
	if parts, ok := r.countParts(plan); ok {
		return r.readParts(ctx, plan, parts)
	}
	return r.readPlanned(ctx, plan, r.source(plan))
}

// conditionsOf returns the conditions of a scan's series.
func conditionsOf(scan explore.SeriesScan) []explore.Expr {
	conditions := make([]explore.Expr, len(scan.Series))
	for i, s := range scan.Series {
		conditions[i] = s.Where
	}
	return conditions
}

// source returns the query that yields the rows of a plan: counts where they
// give the same answer, else the rows of the table.
func (r *Reads) source(plan *seriesPlan) rowsFrom {
	if r.opts.NoRollups {
		return plan.rows()
	}
	counts, ok := plan.rollup()
	if !ok {
		return plan.rows()
	}
	for i := range plan.numbers {
		if plan.numbers[i].of.Aggregate == query.Count {
			plan.numbers[i].weight = "n"
		}
	}
	return counts
}

// readPlanned reads all groups, and only the largest if those are too many.
func (r *Reads) readPlanned(ctx context.Context, plan *seriesPlan, from rowsFrom) (explore.SeriesResult, error) {
	reader := newPointReader(plan)
	stats, err := r.read(ctx, plan.reading(plan.sql(from, r.rowsMax()), reader))
	if err != nil {
		return explore.SeriesResult{}, err
	}
	if reader.rows > r.rowsMax() && len(plan.groups) > 0 {
		return r.readLargest(ctx, plan, from, stats)
	}
	result := explore.SeriesResult{Points: reader.points, Stats: stats}
	if len(plan.groups) > 0 {
		result.Points, result.Remainder = largest(reader.points, additive(plan), plan.scan.GroupsMax)
	}
	return result, nil
}

func (r *Reads) readLargest(ctx context.Context, plan *seriesPlan, from rowsFrom, before query.Stats) (explore.SeriesResult, error) {
	reader := newPointReader(plan)
	reader.ranked = true
	stats, err := r.read(ctx, plan.reading(plan.rankedSQL(from), reader))
	if err != nil {
		return explore.SeriesResult{}, err
	}
	stats.Add(before)
	result := explore.SeriesResult{Points: reader.points, Stats: stats}
	result.Remainder = remainderOf(result, additive(plan), reader.allGroups, reader.allTotals)
	return result, nil
}

func (p *seriesPlan) reading(sql string, reader *pointReader) reading {
	return reading{
		teamID: p.scan.TeamID, sql: sql, params: p.c.Params, paths: p.c.Computes, result: reader.results(), onBlock: reader.take,
	}
}
