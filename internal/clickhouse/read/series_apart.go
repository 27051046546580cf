package read

import (
	"context"
	"errors"
	"slices"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// canBeApart reports whether the numbers of shards make the number of all.
func (p *seriesPlan) canBeApart() bool {
	return !slices.ContainsFunc(p.scan.Series, func(s explore.ScannedSeries) bool {
		return s.Aggregate != query.LastValue && !isMergeable(s, p.scan)
	})
}

// readSeriesApart has each shard aggregate its rows, and puts their numbers together.
// The largest of too many groups are found where the rows are.
func (r *Reads) readSeriesApart(ctx context.Context, plan *seriesPlan) (explore.SeriesResult, error) {
	all, stats, err := r.joinSeries(ctx, plan)
	if errors.Is(err, errTooMuch) {
		return r.readLargest(ctx, plan, r.source(plan), stats)
	}
	if err != nil {
		return explore.SeriesResult{}, err
	}
	result := explore.SeriesResult{Points: all.points(), Stats: stats}
	slices.SortFunc(result.Points, comparePoints)
	if len(plan.groups) > 0 {
		result.Points, result.Remainder = largest(result.Points, additive(plan), plan.scan.GroupsMax)
	}
	return result, nil
}

// joinSeries reads a plan as a keyed scan without keys, whose series take all rows.
func (r *Reads) joinSeries(ctx context.Context, plan *seriesPlan) (*keyedReader, query.Stats, error) {
	plan.c.Apart, plan.isSharded = true, false
	defer func() { plan.c.Apart, plan.isSharded = false, true }()
	whole, all := wholePlan(plan), newKeyedReader(wholePlan(plan), r.rowsMax())
	stats, err := r.joinApart(ctx, whole, whole.sql(r.source(plan), r.rowsMax()), all)
	if err == nil && len(all.cells) > r.rowsMax() {
		err = errTooMuch
	}
	return all, stats, err
}

// wholePlan returns the keyed plan of the same numbers.
func wholePlan(p *seriesPlan) *keyedPlan {
	plan := &keyedPlan{scan: keyed.Whole(p.scan.Series), rows: p}
	for i, s := range p.scan.Series {
		plan.parts = append(plan.parts, keyedPart{aggregate: s.Aggregate, series: [][]int{{i}}})
	}
	return plan
}
