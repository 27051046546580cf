package prom

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The labels of exemplars that lead to a trace.
const (
	traceLabel = "trace_id"
	spanLabel  = "span_id"
)

// ExemplarsMax is how many exemplars an answer has; the newest stay.
const ExemplarsMax = 10_000

// errExemplarsLeft says that there are more exemplars.
var errExemplarsLeft = fmt.Errorf("%w: only the newest %d exemplars are returned", annotations.PromQLWarning, ExemplarsMax)

// ExemplarScan asks for exemplars: the newest of them, up to the limit, or with a
// Width the greatest of each such time, of each series in turn.
type ExemplarScan struct {
	PointScan
	Width     time.Duration
	PerBucket int
}

// ExemplarSpread asks for exemplars of the series that an expression selects: the
// greatest of each Width of time, of each series in turn.
type ExemplarSpread struct {
	Expr string
	Span
	Width     time.Duration
	PerBucket int
}

// SeriesExemplar is an exemplar and the labels of its series.
type SeriesExemplar struct {
	Exemplar
	Of labels.Labels
}

// Exemplars implements Questions.
func (s *Service) Exemplars(ctx context.Context, expr string, from, to time.Time) ([]exemplar.QueryResult, annotations.Annotations, error) {
	all, err := s.exemplars(ctx, ExemplarSpread{Expr: expr, Span: s.bounded(Span{from, to})})
	if err != nil {
		return nil, nil, err
	}
	var said annotations.Annotations
	slices.SortStableFunc(all, func(a, b SeriesExemplar) int { return cmp.Compare(b.Time, a.Time) })
	if len(all) > ExemplarsMax {
		all, said = all[:ExemplarsMax], annotations.New().Add(errExemplarsLeft)
	}
	slices.Reverse(all)
	return bySeries(all), said, nil
}

// bySeries returns exemplars under the labels of their series, which are sorted.
func bySeries(all []SeriesExemplar) []exemplar.QueryResult {
	places := map[string]int{}
	results := []exemplar.QueryResult{}
	for _, e := range all {
		key := string(e.Of.Bytes(nil))
		place, isKnown := places[key]
		if !isKnown {
			place = len(results)
			places[key], results = place, append(results, exemplar.QueryResult{SeriesLabels: e.Of})
		}
		results[place].Exemplars = append(results[place].Exemplars, e.exemplar())
	}
	slices.SortFunc(results, func(a, b exemplar.QueryResult) int { return labels.Compare(a.SeriesLabels, b.SeriesLabels) })
	return results
}

// SpreadExemplars returns exemplars that lead to traces, in no order.
func (s *Service) SpreadExemplars(ctx context.Context, q ExemplarSpread) ([]SeriesExemplar, error) {
	return s.exemplars(ctx, q)
}

func (s *Service) exemplars(ctx context.Context, q ExemplarSpread) ([]SeriesExemplar, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	parsed, err := s.parser.ParseExpr(q.Expr)
	if err != nil {
		return nil, &ParseError{err}
	}
	var all []SeriesExemplar
	for _, matchers := range parser.ExtractSelectors(parsed) {
		if all, err = s.addExemplars(ctx, teamID, q, matchers, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addExemplars adds the exemplars of a selector. Those of a histogram are its
// own: it is not known which bucket they fell into.
func (s *Service) addExemplars(ctx context.Context, teamID string, q ExemplarSpread, matchers []*labels.Matcher, all []SeriesExemplar) ([]SeriesExemplar, error) {
	found, err := s.find(ctx, teamID, q.Span, matchers)
	if err != nil {
		return nil, err
	}
	for _, group := range grouped(found) {
		if group[0].stored.Kind == telemetry.Summary {
			continue
		}
		l := loading{reading: &reading{Service: s, teamID: teamID, budget: ExemplarsMax + 1}, span: q.Span}
		places := placesOf(group)
		err := s.Points.Exemplars(ctx, ExemplarScan{PointScan: l.scan(group), Width: q.Width, PerBucket: q.PerBucket}, func(e Exemplar) error {
			if place, ok := places[e.Series]; ok {
				all = append(all, SeriesExemplar{e, group[place].labels})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// exemplar returns an exemplar under the labels that it was sent with, and those
// of its trace.
func (e Exemplar) exemplar() exemplar.Exemplar {
	b := labels.NewBuilder(labels.EmptyLabels())
	eachMember(e.Attributes, func(key, value string) { b.Set(key, value) })
	if e.TraceID != "" && b.Get(traceLabel) == "" && b.Get("traceID") == "" {
		b.Set(traceLabel, e.TraceID)
		b.Set(spanLabel, e.SpanID)
	}
	return exemplar.Exemplar{Labels: b.Labels(), Value: e.Value, Ts: e.Time, HasTs: true}
}

// EachLabel calls f with each label that an exemplar was sent with.
func (e Exemplar) EachLabel(f func(name, value string)) { eachMember(e.Attributes, f) }
