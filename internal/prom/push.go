package prom

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/util/annotations"
)

// Functions over many samples are computed where those are, and the engine gets
// the results at each step, as the samples of a series that stands in for the
// function in the expression.

// The least number of samples for which that is worth it, and how many are computed
// in one read.
const (
	pushSamplesMin = 50_000
	pushSamplesMax = 4_000_000
)

// pushedLabel marks the selector of results that were computed below the engine.
const pushedLabel = "__cairn_pushed__"

// pushedSeries is results that stand in for a part of an expression.
type pushedSeries []storage.Series

// pushedFor returns the results that a selector stands for.
func (r *reading) pushedFor(matchers []*labels.Matcher) ([]storage.Series, bool) {
	for _, m := range matchers {
		if m.Name != pushedLabel {
			continue
		}
		if at, err := strconv.Atoi(m.Value); err == nil && at >= 0 && at < len(r.pushed) {
			return r.pushed[at], true
		}
	}
	return nil, false
}

// pushing rewrites one expression.
type pushing struct {
	*evaluation
	into     *reading
	from, to time.Time
}

// push computes the parts of the expression that can be computed below the
// engine, and returns the expression that is left.
func (e *evaluation) push(ctx context.Context, r *reading, from, to time.Time) (string, error) {
	if e.NoPush || strings.Contains(e.question.Expr, pushedLabel) {
		return e.question.Expr, nil
	}
	expr, err := e.parser.ParseExpr(e.question.Expr)
	if err != nil {
		return "", &ParseError{err}
	}
	p := pushing{e, r, from, to}
	rewritten, err := p.rewrite(ctx, expr)
	if err != nil || len(r.pushed) == 0 {
		return e.question.Expr, err
	}
	return rewritten.String(), nil
}

// rewrite returns an expression with what was computed replaced. Functions that
// look at the form of their arguments are left alone, and so is what is evaluated
// at other times than the expression.
func (p pushing) rewrite(ctx context.Context, expr parser.Expr) (parser.Expr, error) {
	if found, ok := pushable(expr); ok {
		stand, err := p.compute(ctx, found)
		if err != nil || stand != nil {
			return stand, err
		}
		return expr, nil
	}
	var parts []*parser.Expr
	switch n := expr.(type) {
	case *parser.AggregateExpr:
		parts = append(parts, &n.Expr)
	case *parser.BinaryExpr:
		parts = append(parts, &n.LHS, &n.RHS)
	case *parser.ParenExpr:
		parts = append(parts, &n.Expr)
	case *parser.UnaryExpr:
		parts = append(parts, &n.Expr)
	case *parser.Call:
		for i := range n.Args {
			if looksAtForm(n.Func.Name) {
				break
			}
			parts = append(parts, &n.Args[i])
		}
	}
	for _, part := range parts {
		if *part == nil {
			continue
		}
		rewritten, err := p.rewrite(ctx, *part)
		if err != nil {
			return nil, err
		}
		*part = rewritten
	}
	return expr, nil
}

// looksAtForm reports whether a function treats selectors in a way of its own.
func looksAtForm(function string) bool {
	return strings.HasPrefix(function, "absent") || slices.Contains([]string{"info", "timestamp", "start_timestamp"}, function)
}

// computable is a part of an expression that can be computed below the engine.
type computable struct {
	function  string // empty: the last sample
	aggregate string // empty: each series on its own
	selector  *parser.VectorSelector
	window    time.Duration // zero: the look-back
	grouping  []string
	without   bool
	at        parser.Expr // the argument of the function
}

// pushable returns what an expression computes, if that can be done below the
// engine.
func pushable(expr parser.Expr) (computable, bool) {
	aggregate, ok := expr.(*parser.AggregateExpr)
	if !ok {
		return pushableCall(expr)
	}
	if aggregate.Param != nil || !slices.Contains([]parser.ItemType{parser.SUM, parser.AVG, parser.MIN, parser.MAX, parser.COUNT}, aggregate.Op) ||
		slices.Contains(aggregate.Grouping, model.MetricNameLabel) {
		return computable{}, false
	}
	found, ok := pushableCall(aggregate.Expr)
	if selector, isSelector := bare(aggregate.Expr).(*parser.VectorSelector); !ok && isSelector && isPlain(selector) {
		found, ok = computable{selector: selector}, true
	}
	found.aggregate, found.grouping, found.without = aggregate.Op.String(), aggregate.Grouping, aggregate.Without
	return found, ok
}

// pushableCall returns what a call of a function over a range computes.
func pushableCall(expr parser.Expr) (computable, bool) {
	call, ok := bare(expr).(*parser.Call)
	if !ok || !isGridFunction(call.Func.Name) {
		return computable{}, false
	}
	matrix, ok := call.Args[0].(*parser.MatrixSelector)
	if !ok || matrix.RangeExpr != nil {
		return computable{}, false
	}
	selector, ok := matrix.VectorSelector.(*parser.VectorSelector)
	if !ok || !isPlain(selector) {
		return computable{}, false
	}
	return computable{function: call.Func.Name, selector: selector, window: matrix.Range, at: call.Args[0]}, true
}

// isGridFunction reports whether a function can be computed at each step.
func isGridFunction(name string) bool {
	return name != "" && windowFunction(name) != nil
}

// isEngineFunction reports whether the engine of points has a function.
func isEngineFunction(name string) bool {
	return slices.Contains([]string{"", "rate", "increase", "delta", "irate", "idelta"}, name)
}

// bare returns an expression without parentheses.
func bare(expr parser.Expr) parser.Expr {
	for {
		paren, ok := expr.(*parser.ParenExpr)
		if !ok {
			return expr
		}
		expr = paren.Expr
	}
}

// isPlain reports whether a selector is about the time of the evaluation, or a
// fixed time before it.
func isPlain(s *parser.VectorSelector) bool {
	return s.Timestamp == nil && s.StartOrEnd == 0 && s.OriginalOffsetExpr == nil && !s.Anchored && !s.Smoothed
}

// key is the same for parts of an expression that compute the same.
func (c computable) key() string {
	return fmt.Sprintf("%s %s %t %q %s %s %s", c.function, c.aggregate, c.without, c.grouping, c.window, c.selector.OriginalOffset, c.selector.LabelMatchers)
}

// engineComputes is the place of parts of an expression for which no results are there.
const engineComputes = ""

// compute returns the selector that stands for a part of the expression, or nil
// if the engine has to compute it. Equal parts have the same selector.
func (p pushing) compute(ctx context.Context, c computable) (parser.Expr, error) {
	if c.window == 0 {
		c.window = p.Limits.LookBack
		if p.question.LookBack > 0 {
			c.window = p.question.LookBack
		}
	}
	place, isKnown := p.into.stands[c.key()]
	if !isKnown {
		var err error
		if place, err = p.place(ctx, c); err != nil {
			return nil, err
		}
		if p.into.stands == nil {
			p.into.stands = map[string]string{}
		}
		p.into.stands[c.key()] = place
	}
	if place == engineComputes {
		return nil, nil
	}
	return &parser.VectorSelector{LabelMatchers: []*labels.Matcher{labels.MustNewMatcher(labels.MatchEqual, pushedLabel, place)}}, nil
}

// place computes a part of the expression, and returns where its results are.
func (p pushing) place(ctx context.Context, c computable) (string, error) {
	span := Span{p.from.Add(-c.selector.OriginalOffset - c.window), p.to.Add(-c.selector.OriginalOffset)}
	found, err := p.into.seen(ctx, span, c.selector.LabelMatchers)
	if err != nil {
		return engineComputes, err
	}
	g := &grid{pushing: p, computable: c, series: found}
	if !g.isWorthIt(span) {
		return engineComputes, nil
	}
	results, ok, err := g.results(ctx)
	if err != nil || !ok {
		return engineComputes, err
	}
	g.warn()
	p.into.pushed = append(p.into.pushed, results)
	return strconv.Itoa(len(p.into.pushed) - 1), nil
}

// results returns the results of a part of an expression: from the engine of points
// where that is far away and knows the function, else from its samples. It reports false
// when Prometheus' engine has to compute it.
func (g *grid) results(ctx context.Context) (pushedSeries, bool, error) {
	if g.Far && g.fits() && g.assign() {
		if found, ok, err := g.read(ctx); ok || err != nil {
			return found, ok, err
		}
	}
	if n := newNear(g); n.fits() {
		return n.read(ctx)
	}
	return nil, false, nil
}

// warn says, as the engine does, that what is treated as a counter is not named
// like one.
func (g *grid) warn() {
	if g.function != "rate" && g.function != "increase" {
		return
	}
	for _, s := range g.series {
		if !strings.HasSuffix(s.name, totalSuffix) && !slices.ContainsFunc([]string{bucketSuffix, countSuffix, sumSuffix}, func(end string) bool { return strings.HasSuffix(s.name, end) }) {
			g.into.warnings.Add(annotations.NewPossibleNonCounterInfo(s.name, g.at.PositionRange()))
		}
	}
}

// grid is a part of an expression on its way.
type grid struct {
	pushing
	computable
	series []seen
	groups []labels.Labels // the labels of the results
	of     []uint32        // the groups of the series
}

// isWorthIt reports whether there may be enough samples.
func (g *grid) isWorthIt(span Span) bool {
	return len(g.series) > 0 && len(g.series)*int(span.To.Sub(span.From)/pointEvery+1) >= g.PushMin
}

// fits reports whether the engine of points can compute it: there are numbers of one
// kind.
func (g *grid) fits() bool {
	return isEngineFunction(g.function) && len(grouped(g.series)) == 1 && g.series[0].field <= FieldSum &&
		!slices.ContainsFunc(g.series, func(s seen) bool { return s.stored.Delta })
}

// assign gives each series its group, and reports false where the engine has to
// decide: two series have the same labels.
func (g *grid) assign() bool {
	places, known := map[string]uint32{}, map[string]bool{}
	b := labels.NewBuilder(labels.EmptyLabels())
	for _, s := range g.series {
		name := string(s.labels.Bytes(nil))
		if known[name] {
			return false
		}
		known[name] = true
		of := g.grouped(b, s.labels)
		key := string(of.Bytes(nil))
		place, ok := places[key]
		if ok && g.aggregate == "" {
			return false
		}
		if !ok {
			place = uint32(len(g.groups))
			places[key] = place
			g.groups = append(g.groups, of)
		}
		g.of = append(g.of, place)
	}
	return true
}

// grouped returns the labels of the result that a series is a part of.
func (g *grid) grouped(b *labels.Builder, of labels.Labels) labels.Labels {
	b.Reset(of)
	switch {
	case g.aggregate == "" || g.without:
		b.Del(model.MetricNameLabel)
		b.Del(g.grouping...)
	default:
		b.Keep(g.grouping...)
	}
	return b.Labels()
}

// read computes the results in pieces of time. It reports false when the engine
// has to do it: there are numbers that are not finite, or counters that say that
// they began in the time.
func (g *grid) read(ctx context.Context) (pushedSeries, bool, error) {
	samples := make([]floats, len(g.groups))
	step := max(g.question.Step, time.Millisecond)
	steps := int(g.to.Sub(g.from)/step) + 1
	perStep := max(1, len(g.series)*int(step/pointEvery+1))
	piece := max(1, pushSamplesMax/perStep)
	for first := 0; first < steps; first += piece {
		last := min(first+piece, steps) - 1
		scan := g.scan(g.from.Add(time.Duration(first)*step), g.from.Add(time.Duration(last)*step), step)
		result, err := g.Points.Grid(ctx, scan)
		if err != nil || result.Unfit {
			return nil, false, err
		}
		g.add(samples, result, scan)
	}
	return g.found(samples), true, nil
}

func (g *grid) scan(from, to time.Time, step time.Duration) GridScan {
	offset := g.selector.OriginalOffset
	l := loading{reading: g.into, span: Span{from.Add(-offset - g.window), to.Add(-offset)}}
	return GridScan{
		PointScan: l.scan(g.series), Function: g.function, Aggregate: g.aggregate, Groups: g.of,
		First: from.Add(-offset), Last: to.Add(-offset), Step: step, Window: g.window,
	}
}

// add adds the results of a piece of time: a number or, where there is none, the
// end of what was there before.
func (g *grid) add(samples []floats, result GridResult, scan GridScan) {
	offset := g.selector.OriginalOffset.Milliseconds()
	for _, row := range result.Rows {
		into := &samples[row.Group]
		for i, v := range row.Values {
			at := scan.First.UnixMilli() + int64(i)*scan.Step.Milliseconds() + offset
			if row.Absent[i] {
				v = math.Float64frombits(value.StaleNaN)
			}
			into.add(at, 0, false, v)
		}
	}
}

// found returns the series that have results.
func (g *grid) found(samples []floats) pushedSeries {
	var all pushedSeries
	for i := range samples {
		if slices.ContainsFunc(samples[i].values, func(v float64) bool { return !value.IsStaleNaN(v) }) {
			all = append(all, &numberSeries{g.groups[i], &samples[i]})
		}
	}
	slices.SortFunc(all, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return all
}
