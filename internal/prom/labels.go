package prom

import (
	"context"
	"maps"
	"slices"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// bounded returns a time whose absent ends are given: as far as telemetry is kept, and
// now.
func (s *Service) bounded(span Span) Span {
	now := s.Now()
	if span.To.IsZero() {
		span.To = now
	}
	if span.From.IsZero() {
		span.From = now.AddDate(0, 0, -telemetry.RetentionDaysMax)
	}
	return span
}

// spanOf returns the time of a selection.
func (s *Service) spanOf(of Selection) Span { return s.bounded(Span{of.From, of.To}) }

// asked returns the sets of conditions of a selection; one without conditions
// where there are none.
func (of Selection) asked() [][]*labels.Matcher {
	if len(of.Matchers) == 0 {
		return [][]*labels.Matcher{nil}
	}
	return of.Matchers
}

// each calls f for the label sets that are selected; some may come twice.
func (s *Service) each(ctx context.Context, teamID string, span Span, sets [][]*labels.Matcher, f func(labels.Labels)) error {
	for _, matchers := range sets {
		found, err := s.find(ctx, teamID, span, matchers)
		if err != nil {
			return err
		}
		for _, group := range grouped(found) {
			if err := s.eachOf(ctx, teamID, span, group, matchers, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachOf calls f for the label sets of a group, with each of their keys if they
// have some.
func (s *Service) eachOf(ctx context.Context, teamID string, span Span, group []seen, matchers []*labels.Matcher, f func(labels.Labels)) error {
	if group[0].field != FieldKeys {
		for _, of := range group {
			f(of.labels)
		}
		return nil
	}
	l := loading{reading: &reading{Service: s, teamID: teamID}, span: span}
	keys, err := s.Points.Keys(ctx, l.scan(group))
	if err != nil {
		return err
	}
	label := newLabeller()
	for _, of := range group {
		for _, key := range keys[of.stored.ID] {
			if text := keyText(key); keyMatches(of.label, text, matchers) {
				f(label.withName(of.labels, of.name, of.label, text))
			}
		}
	}
	return nil
}

// Series implements Questions.
func (s *Service) Series(ctx context.Context, of Selection) ([]labels.Labels, annotations.Annotations, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]labels.Labels{}
	err = s.each(ctx, teamID, s.spanOf(of), of.asked(), func(l labels.Labels) { known[string(l.Bytes(nil))] = l })
	if err != nil {
		return nil, nil, err
	}
	all := slices.SortedFunc(maps.Values(known), labels.Compare)
	all, warnings := cut(all, of.Limit)
	return all, warnings, nil
}

// LabelNames implements Questions.
func (s *Service) LabelNames(ctx context.Context, of Selection) ([]string, annotations.Annotations, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, nil, err
	}
	names, err := s.labelNames(ctx, teamID, s.spanOf(of), of.asked())
	names, warnings := cut(names, of.Limit)
	return names, warnings, err
}

func (s *Service) labelNames(ctx context.Context, teamID string, span Span, sets [][]*labels.Matcher) ([]string, error) {
	known := map[string]bool{}
	err := s.each(ctx, teamID, span, sets, func(l labels.Labels) {
		l.Range(func(label labels.Label) { known[label.Name] = true })
	})
	return slices.Sorted(maps.Keys(known)), err
}

// LabelValues implements Questions.
func (s *Service) LabelValues(ctx context.Context, name string, of Selection) ([]string, annotations.Annotations, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, nil, err
	}
	values, err := s.labelValues(ctx, teamID, name, s.spanOf(of), of.asked())
	values, warnings := cut(values, of.Limit)
	return values, warnings, err
}

func (s *Service) labelValues(ctx context.Context, teamID, name string, span Span, sets [][]*labels.Matcher) ([]string, error) {
	if name == model.MetricNameLabel && !slices.ContainsFunc(sets, asksLabels) {
		return s.metricNames(ctx, teamID, span, sets)
	}
	known := map[string]bool{}
	err := s.each(ctx, teamID, span, sets, func(l labels.Labels) {
		if value := l.Get(name); value != "" {
			known[value] = true
		}
	})
	return slices.Sorted(maps.Keys(known)), err
}

// asksLabels reports whether conditions are about more than the name.
func asksLabels(matchers []*labels.Matcher) bool {
	return slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !isName(m) })
}

// metricNames returns the names of metrics, which their series need not be read
// for.
func (s *Service) metricNames(ctx context.Context, teamID string, span Span, sets [][]*labels.Matcher) ([]string, error) {
	known := map[string]bool{}
	for _, matchers := range sets {
		metrics, err := s.Points.Metrics(ctx, MetricScan{TeamID: teamID, Span: span, Name: exactName(matchers)})
		if err != nil {
			return nil, err
		}
		for _, m := range metrics {
			for _, p := range m.pick(matchers) {
				known[p.name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(known)), nil
}

// cut returns the first items of a list, with a warning if there are more.
func cut[T any](list []T, limit int) ([]T, annotations.Annotations) {
	if limit <= 0 || len(list) <= limit {
		return list, nil
	}
	return list[:limit], annotations.New().Add(ErrTruncated)
}
