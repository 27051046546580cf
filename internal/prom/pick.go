package prom

import (
	"context"
	"slices"

	"github.com/prometheus/prometheus/model/labels"
)

// picked is a family of series that a selector is about.
type picked struct {
	output
	form form
}

// pick returns what of a metric a selector is about, by its conditions on names. A
// metric of OpenTelemetry is found under its own name where it is not found under the
// one that Prometheus would give it.
func (m Metric) pick(matchers []*labels.Matcher) (found []picked) {
	theirs, own := m.outputs(translated), m.outputs(verbatim)
	for i := range theirs {
		switch {
		case namesMatch(theirs[i].name, matchers):
			found = append(found, picked{theirs[i], translated})
		case !m.Exact && namesMatch(own[i].name, matchers):
			found = append(found, picked{own[i], verbatim})
		}
	}
	return found
}

// picks is what a selector is about, by metric.
type picks struct {
	matchers []*labels.Matcher
	found    map[Metric][]picked
}

// of returns what of a metric the selector is about. Series of one metric may differ in
// what they say about it.
func (p *picks) of(m Metric) []picked {
	m.Description = ""
	found, known := p.found[m]
	if !known {
		found = m.pick(p.matchers)
		p.found[m] = found
	}
	return found
}

// exactName returns the name that a selector asks for, empty if it is not one.
func exactName(matchers []*labels.Matcher) string {
	for _, m := range matchers {
		if isName(m) && m.Type == labels.MatchEqual {
			return m.Value
		}
	}
	return ""
}

// seen is a series of points under its labels.
type seen struct {
	labels labels.Labels // without the key of FieldKeys
	stored *StoredSeries
	output
}

// look finds the series of a selector in the index.
func (s *Service) look(ctx context.Context, teamID string, span Span, matchers []*labels.Matcher) ([]seen, error) {
	names, err := s.storedNames(ctx, teamID, span, matchers, false)
	if err != nil {
		return nil, err
	}
	all, err := s.findNamed(ctx, teamID, span, names, matchers)
	if err != nil || len(all) > 0 || exactName(matchers) == "" {
		return all, err
	}
	again, err := s.storedNames(ctx, teamID, span, matchers, true)
	if err != nil || slices.Equal(names, again) {
		return nil, err
	}
	return s.findNamed(ctx, teamID, span, again, matchers)
}

// findNamed returns the series of a selector that are stored under names.
func (s *Service) findNamed(ctx context.Context, teamID string, span Span, names []string, matchers []*labels.Matcher) ([]seen, error) {
	if len(names) == 0 {
		return nil, nil
	}
	stored, err := s.Points.Series(ctx, SeriesScan{TeamID: teamID, Span: span, Names: names, Equal: equalities(matchers), Limit: s.Limits.Series})
	if err != nil {
		return nil, err
	}
	label, found := newLabeller(), &picks{matchers, map[Metric][]picked{}}
	all := make([]seen, 0, len(stored))
	for i := range stored {
		all = label.appendSeen(all, &stored[i], found)
	}
	return all, nil
}

// equalities returns the labels that every selected series has.
func equalities(matchers []*labels.Matcher) []Pair {
	var pairs []Pair
	for _, m := range matchers {
		if m.Type == labels.MatchEqual && m.Value != "" && !isName(m) {
			pairs = append(pairs, Pair{m.Name, m.Value})
		}
	}
	return pairs
}

// appendSeen adds a stored series as a selector sees it.
func (l *labeller) appendSeen(all []seen, stored *StoredSeries, found *picks) []seen {
	var base [verbatim + 1]labels.Labels
	var made [verbatim + 1]bool
	for _, p := range found.of(stored.Metric) {
		if !made[p.form] {
			base[p.form], made[p.form] = l.labelsOf(stored, p.form), true
		}
		if !matches(base[p.form], p.label, found.matchers) {
			continue
		}
		all = append(all, seen{labels: l.withName(base[p.form], p.name, "", ""), stored: stored, output: p.output})
	}
	return all
}

// matches reports whether labels meet all conditions but those on the name and
// on the key.
func matches(of labels.Labels, key string, matchers []*labels.Matcher) bool {
	return !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool {
		return !isName(m) && (key == "" || m.Name != key) && !m.Matches(of.Get(m.Name))
	})
}

// keyMatches reports whether a key meets the conditions on it.
func keyMatches(label, key string, matchers []*labels.Matcher) bool {
	return !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return m.Name == label && !m.Matches(key) })
}
