package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// TileExemplar is an exemplar of a series that a tile over time shows.
type TileExemplar struct {
	Exemplar
	Item    int      // the select item or the PromQL query
	Group   []string // that of its series; nil: not known
	IsValue bool     // its value has the unit of those that the tile shows
}

// exemplarsPath is what a warning about exemplars is about.
const exemplarsPath = "exemplars"

// exemplarsFound is the exemplars of a tile, or why there are none.
type exemplarsFound struct {
	list  []TileExemplar
	stats query.Stats
	err   error
}

// readBeside reads exemplars while the caller reads the chart that they are
// for. The caller must call wait once.
func readBeside[T any](ctx context.Context, read func(context.Context) T) (wait func() T) {
	ctx, cancel := context.WithTimeout(ctx, exemplarsTimeout)
	var value T
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		value = read(ctx)
	}()
	return func() T {
		defer cancel()
		if <-done; panicked != nil {
			panic(panicked) // where it ends the request alone
		}
		return value
	}
}

// addExemplars adds what was found. A chart never fails because of its
// exemplars.
func (a *TileAnswer) addExemplars(found exemplarsFound) {
	a.Stats.RowsRead += found.stats.RowsRead
	a.Stats.BytesRead += found.stats.BytesRead
	if found.err != nil {
		reason := "the exemplars can't be read at present"
		if errors.Is(found.err, context.DeadlineExceeded) {
			reason = "reading the exemplars takes too long: ask for a shorter time"
		}
		a.Warnings = append(a.Warnings, query.Warning{Path: exemplarsPath, Reason: reason})
	}
	a.Exemplars = oncePerTrace(a.withShown(found.list))
}

// withShown returns the exemplars of groups that are shown.
func (a *TileAnswer) withShown(list []TileExemplar) []TileExemplar {
	shown := map[string]bool{}
	for _, row := range a.Rows {
		shown[groupKey(row.Group)] = true
	}
	return slices.DeleteFunc(list, func(e TileExemplar) bool { return e.Group != nil && !shown[groupKey(e.Group)] })
}

func groupKey(group []string) string { return strings.Join(group, "\x00") }

// oncePerTrace returns the exemplars in the order of time, each trace once for
// a series, and no more than a tile has.
func oncePerTrace(list []TileExemplar) []TileExemplar {
	type key struct {
		item         int
		trace, group string
	}
	slices.SortStableFunc(list, func(x, y TileExemplar) int { return cmp.Compare(y.Value, x.Value) })
	seen := map[key]bool{}
	list = slices.DeleteFunc(list, func(e TileExemplar) bool {
		of := key{e.Item, e.TraceID, groupKey(e.Group)}
		isSeen := seen[of]
		seen[of] = true
		return isSeen
	})
	list = list[:min(len(list), ExemplarsMax)]
	slices.SortStableFunc(list, func(x, y TileExemplar) int { return x.Time.Compare(y.Time) })
	return list
}

// exemplarRead is a scan for exemplars and what it is for.
type exemplarRead struct {
	scan    ExemplarScan
	item    int
	isValue bool
}

// exemplarReads returns the reads for the exemplars of a chart, one for each
// metric and condition; none where there are no metrics or they are not asked
// for.
func (r *chartRead) exemplarReads(scans []*plannedScan) []exemplarRead {
	if !r.asked.Exemplars || !r.overTime {
		return nil
	}
	var reads []exemplarRead
	for _, s := range scans {
		if read := r.exemplarRead(s); hasExemplars(r.Select[read.item].MetricType) {
			reads = append(reads, read)
		}
	}
	for i := range reads {
		reads[i].scan.ExemplarSpread = spreadOf(r.asked.Range, len(reads))
	}
	return reads
}

// exemplarRead returns the read for the series of a scan. Of the items that
// share it, the exemplars belong to the first whose values are like theirs.
func (r *chartRead) exemplarRead(s *plannedScan) exemplarRead {
	first := s.scan.Series[0]
	read := exemplarRead{item: s.series[0], scan: ExemplarScan{
		Target: s.scan.Target, Metric: first.Metric, Where: first.Where, GroupBy: s.scan.GroupBy,
	}}
	for _, item := range s.series {
		if item < len(r.Select) && r.isShown(item) && isLikeExemplars(r.Select[item].MetricType, r.Select[item].AggFn) {
			read.item, read.isValue = item, true
			break
		}
	}
	return read
}

// isShown reports whether the values of a select item are shown as they are.
func (r *chartRead) isShown(item int) bool {
	return slices.ContainsFunc(r.shown, func(v shownValue) bool { return v.item == item })
}

func hasExemplars(t query.MetricType) bool { return t != "" && t != query.MetricSummary }

// isLikeExemplars reports whether the values of an item are like measured ones,
// such as a quantile of them; a number of requests is not.
func isLikeExemplars(t query.MetricType, fn query.Aggregate) bool {
	switch fn {
	case query.Average, query.Minimum, query.Maximum, query.Quantile, query.LastValue, query.AnyValue:
		return t != query.MetricSum
	case query.Count, query.CountDistinct, query.Total, query.Increase, query.None:
	}
	return false
}

// readExemplars reads the exemplars of a chart.
func (q *Queries) readExemplars(ctx context.Context, reads []exemplarRead) exemplarsFound {
	var found exemplarsFound
	for _, read := range reads {
		result, err := q.Engine.Exemplars(ctx, read.scan)
		if err != nil {
			found.err = err
			return found
		}
		found.stats.Add(result.Stats)
		for _, e := range result.Exemplars {
			found.list = append(found.list, TileExemplar{Exemplar: e.Exemplar, Item: read.item, Group: e.Group, IsValue: read.isValue})
		}
	}
	return found
}
