package read

import (
	"context"
	"errors"
	"slices"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// canBeApart reports whether what shards have makes the number of all. What an event
// stands for is not known of the values of a quantile.
func (p *seriesPlan) canBeApart() bool {
	return !slices.ContainsFunc(p.scan.Series, func(s explore.ScannedSeries) bool {
		switch s.Aggregate {
		case query.LastValue:
			return false
		case query.Quantile:
			return p.scan.SampleRate.Node != nil
		case query.Count, query.CountDistinct, query.Total, query.Average, query.Minimum, query.Maximum, query.AnyValue, query.Increase, query.None:
		}
		return !isMergeable(s, p.scan)
	})
}

// readSeriesApart has each shard aggregate its rows, and puts their numbers together.
// What is too much for that is done where the rows are.
func (r *Reads) readSeriesApart(ctx context.Context, plan *seriesPlan) (explore.SeriesResult, error) {
	all, stats, err := r.joinSeries(ctx, plan)
	switch {
	case errors.Is(err, errTooMuch):
		return r.readLargest(ctx, plan, r.source(plan), stats)
	case errors.Is(err, errTooManyValues):
		return r.readPlanned(ctx, plan, r.source(plan))
	case err != nil:
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
	whole := wholePlan(plan)
	whole.valuesMax = r.valuesMax(ctx)
	all := newKeyedReader(whole, r.rowsMax())
	parts, ok := r.countParts(plan)
	if !ok {
		parts = []rowsFrom{r.source(plan)}
	}
	q := whole.reading(whole.sql(parts[0], r.rowsMax()), nil)
	for _, part := range parts[1:] {
		q.beside = append(q.beside, whole.sql(part, r.rowsMax()))
	}
	stats, err := r.joinApart(ctx, q, all)
	if err == nil && len(all.cells) > r.rowsMax() {
		err = errTooMuch
	}
	if err != nil {
		return nil, stats, err
	}
	more, err := r.readHeaps(ctx, all, parts[0], whole.valuesMax)
	stats.Add(more)
	return all, stats, err
}

// wholePlan returns the keyed plan of the same numbers.
func wholePlan(p *seriesPlan) *keyedPlan {
	plan := &keyedPlan{scan: keyed.Whole(p.scan.Series), rows: p}
	for i, s := range p.scan.Series {
		plan.parts = append(plan.parts, keyedPart{aggregate: s.Aggregate, series: [][]int{{i}}})
	}
	plan.addSamples()
	return plan
}
