package prom

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/prometheus/prometheus/model/exemplar"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The labels of exemplars that lead to a trace.
const (
	traceLabel = "trace_id"
	spanLabel  = "span_id"
)

// exemplarsMax is how many exemplars a question may read.
const exemplarsMax = 10_000

// Exemplars implements Questions.
func (s *Service) Exemplars(ctx context.Context, expr string, from, to time.Time) ([]exemplar.QueryResult, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	parsed, err := s.parser.ParseExpr(expr)
	if err != nil {
		return nil, &ParseError{err}
	}
	known := map[string]*exemplar.QueryResult{}
	for _, matchers := range parser.ExtractSelectors(parsed) {
		if err := s.addExemplars(ctx, teamID, Span{from, to}, matchers, known); err != nil {
			return nil, err
		}
	}
	all := make([]exemplar.QueryResult, 0, len(known))
	for _, result := range known {
		slices.SortStableFunc(result.Exemplars, func(a, b exemplar.Exemplar) int { return cmp.Compare(a.Ts, b.Ts) })
		all = append(all, *result)
	}
	slices.SortFunc(all, func(a, b exemplar.QueryResult) int { return labels.Compare(a.SeriesLabels, b.SeriesLabels) })
	return all, nil
}

// addExemplars adds the exemplars of a selector. Those of a histogram are its
// own: it is not known which bucket they fell into.
func (s *Service) addExemplars(ctx context.Context, teamID string, span Span, matchers []*labels.Matcher, known map[string]*exemplar.QueryResult) error {
	found, err := s.find(ctx, teamID, span, matchers)
	if err != nil {
		return err
	}
	for _, group := range grouped(found) {
		if group[0].stored.Kind == telemetry.Summary {
			continue
		}
		l := loading{reading: &reading{Service: s, teamID: teamID, budget: exemplarsMax}, span: span}
		places := placesOf(group)
		err := s.Points.Exemplars(ctx, l.scan(group), func(e Exemplar) error {
			place, ok := places[e.Series]
			if !ok {
				return nil
			}
			of := group[place].labels
			key := string(of.Bytes(nil))
			if known[key] == nil {
				known[key] = &exemplar.QueryResult{SeriesLabels: of}
			}
			known[key].Exemplars = append(known[key].Exemplars, e.exemplar())
			return l.spend(1)
		})
		if err != nil {
			return err
		}
	}
	return nil
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
