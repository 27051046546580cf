package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/keyed"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// Several metrics, or one under several conditions, are read together where
// each condition is about what identifies a series of points. It holds for all
// points of a series or for none then, so that what the points make is
// computed first and the conditions are decided by keys, as those of events.
const (
	// SharedRowsMax is how many groups a read of shared metrics may have.
	SharedRowsMax = 100_000
	// sharedSeriesMin is how many series are still read together after a read
	// of more of them failed.
	sharedSeriesMin = 8
	// sharedAxesMax is from how many axes on a read takes no more series.
	sharedAxesMax = 12
)

// isOneMetric reports whether all series are about the same points.
func isOneMetric(scan explore.SeriesScan) bool {
	first := scan.Series[0]
	return !slices.ContainsFunc(scan.Series, func(s explore.ScannedSeries) bool {
		return s.Metric != first.Metric || !compile.Same(s.Where, first.Where)
	})
}

// askedSeries is a series of a scan and what its condition asks.
type askedSeries struct {
	place int
	of    explore.ScannedSeries
	asked keyed.Ask
}

// metricCut is the series of a scan by how they are read.
type metricCut struct {
	parts [][]askedSeries // read together
	apart []int           // the places of those that share nothing
}

// sharedMetrics reads the series that can be read together; the result names
// the others.
func (r *Reads) sharedMetrics(ctx context.Context, c *compile.Compiler, scan explore.SeriesScan) (explore.SeriesResult, error) {
	cut, all := r.cutMetrics(c, scan), newWidePoints(scan)
	for len(cut.parts) > 0 {
		part := cut.parts[0]
		cut.parts = cut.parts[1:]
		read, err := r.readShared(ctx, compile.New(c.Table, scan.Target), scanOf(part), scan)
		if fault.KindOf(err) == fault.Invalid && ctx.Err() == nil {
			cut.retry(part) // too much, or one that only fails
			continue
		}
		if err != nil {
			return explore.SeriesResult{}, err
		}
		all.add(placesOf(part), read)
	}
	result := all.result()
	result.Apart = append(cut.apart, crowded(result.Points, scan)...)
	return result, nil
}

// retry cuts a part in two, or gives it up.
func (m *metricCut) retry(part []askedSeries) {
	half := len(part) / 2
	if half < sharedSeriesMin {
		m.apart = append(m.apart, placesOf(part)...)
		return
	}
	m.parts = append(m.parts, part[:half], part[half:])
}

func placesOf(part []askedSeries) []int {
	places := make([]int, len(part))
	for i, s := range part {
		places[i] = s.place
	}
	return places
}

func scanOf(part []askedSeries) *keyed.Scan {
	k := keyed.NewScan()
	for _, s := range part {
		k.Add(s.place, s.of, s.asked)
	}
	return k
}

// cutMetrics returns which series are read together: those that ask about the
// same axes, and what is left of them by a few axes.
func (r *Reads) cutMetrics(c *compile.Compiler, scan explore.SeriesScan) *metricCut {
	cut := &metricCut{}
	asking := newMetricAsking(c, scan)
	if r.opts.NoKeys || !asking.sharesPoints() {
		cut.apart = places(len(scan.Series))
		return cut
	}
	byAxes, order := map[string][]askedSeries{}, []string(nil)
	for i, s := range scan.Series {
		asked, ok := asking.of(s)
		if !ok {
			cut.apart = append(cut.apart, i)
			continue
		}
		key := keyed.AxesKey(asked)
		if byAxes[key] == nil {
			order = append(order, key)
		}
		byAxes[key] = append(byAxes[key], askedSeries{i, acrossSeries(s), asked})
	}
	var few []askedSeries
	for _, key := range order {
		if list := byAxes[key]; len(list) < cmp.Or(r.opts.KeyedSeries, KeyedSeriesMin) {
			few = append(few, list...)
		} else {
			cut.fit(list)
		}
	}
	cut.fit(few)
	return cut
}

// fit puts series into as few parts as they allow. One that would be read
// alone shares nothing.
func (m *metricCut) fit(list []askedSeries) {
	for len(list) > 0 {
		k, count := keyed.NewScan(), 0
		for count < len(list) && !k.IsFull() && len(k.Axes) < sharedAxesMax {
			k.Add(list[count].place, list[count].of, list[count].asked)
			count++
		}
		if count == 1 {
			m.apart = append(m.apart, list[0].place)
		} else {
			m.parts = append(m.parts, list[:count])
		}
		list = list[count:]
	}
}

// crowded returns the places of series that have too many groups.
func crowded(points []query.Point, scan explore.SeriesScan) []int {
	if len(points) <= scan.GroupsMax {
		return nil
	}
	var places []int
	for i := range scan.Series {
		groups := map[string]bool{}
		for p := range points {
			if !points[p].IsEmpty(i) {
				groups[groupKey(points[p])] = true
			}
		}
		if len(groups) > scan.GroupsMax {
			places = append(places, i)
		}
	}
	return places
}

// metricAsking finds out which series of metrics can share a read.
type metricAsking struct {
	*keyed.Asking
	table *compile.Table
	scan  explore.SeriesScan
}

func newMetricAsking(c *compile.Compiler, scan explore.SeriesScan) metricAsking {
	return metricAsking{Asking: keyed.NewAsking(c, scan.Target), table: c.Table, scan: scan}
}

// sharesPoints reports whether filter and groups can be computed for points of
// every metric.
func (m metricAsking) sharesPoints() bool {
	_, isSimple := m.Of(m.scan.Filter.Node)
	return isSimple && !slices.ContainsFunc(m.scan.GroupBy, func(e explore.Expr) bool { return !keyed.IsOperand(e.Node) })
}

// of returns what the condition of a series asks, or false where the series
// has to be read alone.
func (m metricAsking) of(s explore.ScannedSeries) (keyed.Ask, bool) {
	c := compile.New(m.table, m.scan.Target)
	checkMetric(c, s)
	c.Condition(s.Where)
	isOther := func(column string) bool { return !slices.Contains(m.table.Identifies, column) }
	if c.Err != nil || slices.ContainsFunc(c.Reads, isOther) || !isMergeableOfMetric(s.Aggregate, m.table.Points) {
		return nil, false
	}
	return m.Of(s.Where.Node)
}
