package prom

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/storage"
)

// nearSamples is how many samples are in memory at once while a function is computed
// here: about as many as one read may return.
const nearSamples = 900_000

// looseLength is the time from which on samples are read by whole hours: those that are
// too many are few, and not to look at each one's time saves more.
const looseLength = 12 * time.Hour

// near computes a function here, some series at a time: their samples go as they came,
// and what stays is the results. It is for an engine on the same machine, which sends
// samples in less time than it computes the function.
type near struct {
	*grid
	first, step int64 // milliseconds, as the expression has them
	steps       int
	each        overWindow
	columns     map[string]*column
	order       []*column
	perSeries   float64 // samples
	room        shelf
}

func newNear(g *grid) *near {
	step := max(g.question.Step, time.Millisecond)
	n := &near{
		grid: g, first: g.from.UnixMilli(), step: step.Milliseconds(), steps: int(g.to.Sub(g.from)/step) + 1,
		each: windowFunction(g.function), columns: map[string]*column{},
	}
	span := n.span()
	// A time of years has less than a sample every so often: room is made for what may be
	// in memory at most.
	n.perSeries = min(float64(span.To.Sub(span.From)/pointEvery+1), float64(n.NearMax))
	return n
}

// span is the time of all windows. Their beginnings are not in them.
func (n *near) span() Span {
	offset := n.selector.OriginalOffset
	return Span{n.from.Add(-offset - n.window + time.Millisecond), n.to.Add(-offset)}
}

// fits reports whether there are numbers alone, and the results have room in memory.
func (n *near) fits() bool {
	return !slices.ContainsFunc(n.series, func(s seen) bool { return s.field == FieldNative }) &&
		(n.aggregate != "" || len(n.series)*n.steps <= n.Limits.Samples)
}

// read computes the results. It reports false when the engine has to decide: two series
// have the same labels, or a mean is too large.
func (n *near) read(ctx context.Context) (pushedSeries, bool, error) {
	for rest := clustered(n.series); len(rest) > 0; {
		count := n.portion(rest)
		all, err := n.load(ctx, slices.Concat(rest[:count]...), false)
		if err != nil {
			return nil, false, err
		}
		for _, s := range all {
			if !n.add(s) {
				return nil, false, nil
			}
			n.room.put(s.numbers)
		}
		rest = rest[count:]
	}
	return n.results()
}

func (n *near) results() (found pushedSeries, ok bool, err error) {
	for _, c := range n.order {
		if c.isTooLarge(n.aggregate) {
			return nil, false, nil
		}
		if samples, ok := c.samples(n.aggregate, n.first, n.step); ok {
			found = append(found, &numberSeries{c.of, samples})
		}
	}
	slices.SortFunc(found, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return found, true, nil
}

// clustered puts stored series together that are one under their labels, in the order of
// their ids: those that lie together are read together.
func clustered(series []seen) [][]seen {
	places := make(map[string]int, len(series))
	var clusters [][]seen
	for _, s := range series {
		name := string(s.labels.Bytes(nil))
		place, known := places[name]
		if !known {
			place = len(clusters)
			places[name] = place
			clusters = append(clusters, nil)
		}
		clusters[place] = append(clusters[place], s)
	}
	slices.SortFunc(clusters, func(a, b []seen) int { return cmp.Compare(a[0].stored.ID, b[0].stored.ID) })
	return clusters
}

// portion returns how many clusters are read at once.
func (n *near) portion(rest [][]seen) (count int) {
	room := float64(n.NearMax)
	for _, cluster := range rest {
		room -= float64(len(cluster)) * n.perSeries
		if count > 0 && room < 0 {
			break
		}
		count++
	}
	return count
}

// load reads the samples of some series.
func (n *near) load(ctx context.Context, series []seen, starts bool) (map[string]*loaded, error) {
	r, span := &reading{Service: n.Service, teamID: n.teamID, budget: n.Limits.Samples}, n.span()
	l := &loading{
		reading: r, span: span, starts: starts, findsBegun: isCounterFunction(n.function) && !starts,
		matchers: n.selector.LabelMatchers, byLabels: map[string]*loaded{}, isWhole: !asksLabels(n.selector.LabelMatchers),
		isLoose: span.To.Sub(span.From) >= looseLength, perSeries: int(n.perSeries), room: &n.room,
	}
	for _, group := range grouped(series) {
		if err := l.load(ctx, group); err != nil {
			return nil, err
		}
	}
	if l.foundBegun { // it matters when counters began
		return n.load(ctx, series, true)
	}
	n.into.read += r.read
	n.perSeries = max(1, float64(r.read)/float64(len(series)))
	return l.byLabels, nil
}

// add computes the function for a series at all steps, and puts the results to those of
// its group. It reports false where another series has the same labels and they are not
// put together.
func (n *near) add(s *loaded) bool {
	of, ok := n.columnOf(s.of)
	if !ok {
		return false
	}
	samples := s.numbers
	if n.function != "" {
		samples.dropMarkers()
	}
	low, high := 0, 0
	for i := range n.steps {
		w := n.windowAt(i)
		for high < len(samples.at) && samples.at[high] <= w.to {
			high++
		}
		for low < high && samples.at[low] <= w.from {
			low++
		}
		if low == high {
			continue
		}
		w.at, w.values = samples.at[low:high], samples.values[low:high]
		if len(samples.start) > 0 {
			w.start = samples.start[low:high]
		}
		if v, ok := n.each(w); ok && !value.IsStaleNaN(v) {
			of.add(n.aggregate, i, v)
		}
	}
	return true
}

// windowAt returns the window of a step, without samples.
func (n *near) windowAt(i int) window {
	to := n.first + int64(i)*n.step - n.selector.OriginalOffset.Milliseconds()
	return window{from: to - n.window.Milliseconds(), to: to}
}

// columnOf returns the results of the group of a series.
func (n *near) columnOf(of labels.Labels) (c *column, ok bool) {
	under := n.grouped(labels.NewBuilder(labels.EmptyLabels()), of)
	key := string(under.Bytes(nil))
	c, known := n.columns[key]
	if known {
		return c, n.aggregate != ""
	}
	c = newColumn(under, n.steps)
	n.columns[key] = c
	n.order = append(n.order, c)
	return c, true
}

// dropMarkers leaves the stale markers out.
func (f *floats) dropMarkers() {
	if !slices.ContainsFunc(f.values, func(v float64) bool { return math.IsNaN(v) && value.IsStaleNaN(v) }) {
		return
	}
	kept := floats{}
	for i, v := range f.values {
		if value.IsStaleNaN(v) {
			continue
		}
		start := int64(0)
		if len(f.start) > 0 {
			start = f.start[i]
		}
		kept.add(f.at[i], start, len(f.start) > 0, v)
	}
	*f = kept
}
