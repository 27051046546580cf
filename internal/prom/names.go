package prom

import (
	"context"
	"slices"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/query"
)

// foreignMax is how many lists of metrics that came under names of their own are
// remembered.
const foreignMax = 1000

// foreignMetrics returns the metrics of a time that did not come under Prometheus' names,
// as they are or, unless isFresh, as they were a moment ago: what a name stands for
// depends on all of them.
func (s *Service) foreignMetrics(ctx context.Context, teamID string, span Span, isFresh bool) ([]Metric, error) {
	of, now := daysOf(teamID, span), s.moment(teamID)
	if metrics, ok := s.foreign.get(of, now); ok && !isFresh {
		return metrics, nil
	}
	metrics, err := s.Points.Foreign(ctx, teamID, span)
	if err != nil {
		return nil, err
	}
	if query.GapsOf(ctx).IsWhole() {
		s.foreign.put(of, metrics, now, 1, foreignMax)
	}
	return metrics, nil
}

// storedNames returns the names under which the metrics that a selector is about are
// stored; with isFresh, nothing is taken from memory.
func (s *Service) storedNames(ctx context.Context, teamID string, span Span, matchers []*labels.Matcher, isFresh bool) ([]string, error) {
	name := exactName(matchers)
	if name == "" {
		metrics, err := s.Points.Metrics(ctx, MetricScan{TeamID: teamID, Span: span})
		return namesOf(metrics, matchers, nil), err
	}
	metrics, err := s.foreignMetrics(ctx, teamID, span, isFresh)
	return namesOf(metrics, matchers, []string{name}), err
}

// namesOf returns the names of the metrics that a selector is about, with others.
func namesOf(metrics []Metric, matchers []*labels.Matcher, others []string) []string {
	names := others
	for _, m := range metrics {
		if len(m.pick(matchers)) > 0 {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
