package clickhouse

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func (r *Reads) countParts(plan *seriesPlan) ([]string, bool) {
	if r.opts.NoRollups {
		return nil, false
	}
	return plan.countParts()
}

// readParts reads the parts of counts at the same time and adds them up. Where
// there are too many groups for that, they are read together.
func (r *Reads) readParts(ctx context.Context, plan *seriesPlan, parts []string) (observe.SeriesResult, error) {
	readers := make([]*pointReader, len(parts))
	stats := make([]telemetry.QueryStats, len(parts))
	reading, ctx2 := errgroup.WithContext(ctx)
	for i, part := range parts {
		readers[i] = newPointReader(len(plan.groups), len(plan.numbers))
		reading.Go(func() (err error) {
			stats[i], err = r.read(ctx2, plan.reading(plan.sql(part, r.rowsMax()), readers[i]))
			return err
		})
	}
	if err := reading.Wait(); err != nil {
		return observe.SeriesResult{}, err
	}
	var result observe.SeriesResult
	for i, reader := range readers {
		if reader.rows > r.rowsMax() {
			return r.readPlanned(ctx, plan, r.source(plan))
		}
		result.Points = addPoints(result.Points, reader.points)
		result.Stats = besides(result.Stats, stats[i])
	}
	result.Points, result.Remainder = largest(result.Points, additive(plan), plan.scan.GroupsMax)
	return result, nil
}

// besides adds what was read at the same time.
func besides(a, b telemetry.QueryStats) telemetry.QueryStats {
	elapsed := max(a.Elapsed, b.Elapsed)
	a.Add(b)
	a.Elapsed = elapsed
	return a
}

// addPoints adds the counts of points up, in the order of time and groups.
func addPoints(points, more []telemetry.Point) []telemetry.Point {
	all := append(points, more...)
	if len(points) == 0 || len(more) == 0 {
		return all
	}
	slices.SortStableFunc(all, comparePoints)
	kept := all[:1]
	for _, p := range all[1:] {
		last := &kept[len(kept)-1]
		if comparePoints(*last, p) != 0 {
			kept = append(kept, p)
			continue
		}
		for i, number := range p.Values {
			last.Values[i] = sumOf(last.Values[i], number)
		}
	}
	return kept
}

func comparePoints(a, b telemetry.Point) int {
	return cmp.Or(a.Bucket.Compare(b.Bucket), slices.Compare(a.Group, b.Group))
}

func sumOf(a, b float64) float64 {
	switch {
	case !telemetry.HasValue(a):
		return b
	case !telemetry.HasValue(b):
		return a
	}
	return a + b
}
