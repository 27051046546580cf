package read

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

func (r *Reads) countParts(plan *seriesPlan) ([]rowsFrom, bool) {
	if r.opts.NoRollups {
		return nil, false
	}
	return plan.countParts()
}

// readParts reads the parts of counts at the same time and adds them up. Where
// there are too many groups for that, they are read together.
func (r *Reads) readParts(ctx context.Context, plan *seriesPlan, parts []rowsFrom) (explore.SeriesResult, error) {
	readers := make([]*pointReader, len(parts))
	stats := make([]query.Stats, len(parts))
	reading, ctx2 := errgroup.WithContext(ctx)
	for i, part := range parts {
		readers[i] = newPointReader(plan)
		reading.Go(func() (err error) {
			stats[i], err = r.read(ctx2, plan.reading(plan.sql(part, r.rowsMax()), readers[i]))
			return err
		})
	}
	if err := reading.Wait(); err != nil {
		return explore.SeriesResult{}, err
	}
	var result explore.SeriesResult
	groups := 0 // at most so many
	for i, reader := range readers {
		if reader.rows > r.rowsMax() {
			return r.readPlanned(ctx, plan, r.source(plan))
		}
		result.Points = addPoints(result.Points, reader.points)
		result.Stats = besides(result.Stats, stats[i])
		groups += len(reader.groups.met)
	}
	if groups > plan.scan.GroupsMax {
		result.Points, result.Remainder = largest(result.Points, additive(plan), plan.scan.GroupsMax)
	}
	return result, nil
}

// besides adds what was read at the same time.
func besides(a, b query.Stats) query.Stats {
	elapsed := max(a.Elapsed, b.Elapsed)
	a.Add(b)
	a.Elapsed = elapsed
	return a
}

// addPoints adds the counts of points up, in the order of time and groups.
func addPoints(points, more []query.Point) []query.Point {
	switch {
	case len(points) == 0:
		return more
	case len(more) == 0:
		return points
	}
	// They are in order already, but for texts that had to be repaired.
	slices.SortFunc(points, comparePoints)
	slices.SortFunc(more, comparePoints)
	sum := make([]query.Point, 0, len(points)+len(more))
	for len(points) > 0 && len(more) > 0 {
		switch order := comparePoints(points[0], more[0]); {
		case order < 0:
			sum, points = append(sum, points[0]), points[1:]
		case order > 0:
			sum, more = append(sum, more[0]), more[1:]
		default:
			addCounts(points[0].Values, more[0].Values)
			more = more[1:]
		}
	}
	return append(append(sum, points...), more...)
}

func addCounts(to, counts []float64) {
	for i, count := range counts {
		to[i] = sumOf(to[i], count)
	}
}

func comparePoints(a, b query.Point) int {
	return cmp.Or(a.Bucket.Compare(b.Bucket), slices.Compare(a.Group, b.Group))
}

func sumOf(a, b float64) float64 {
	switch {
	case !query.HasValue(a):
		return b
	case !query.HasValue(b):
		return a
	}
	return a + b
}
