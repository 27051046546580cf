package prom

import (
	"context"
	"slices"

	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// picked is a family of series that a selector is about.
type picked struct {
	output
	form form
}

// picks is the outputs of metrics that a selector is about.
type picks map[Metric][]picked

// identity is a metric without what may differ between its series.
func (m Metric) identity() Metric {
	m.Description = ""
	return m
}

// pick returns what a selector is about, by its conditions on names. A metric of
// OpenTelemetry is found under its own name where it is not found under the one
// that Prometheus would give it.
func pick(metrics []Metric, matchers []*labels.Matcher) picks {
	found := picks{}
	for _, m := range metrics {
		m = m.identity()
		if _, known := found[m]; known {
			continue
		}
		theirs, own := m.outputs(translated), m.outputs(verbatim)
		for i := range theirs {
			switch {
			case namesMatch(theirs[i].name, matchers):
				found[m] = append(found[m], picked{theirs[i], translated})
			case !m.Exact && namesMatch(own[i].name, matchers):
				found[m] = append(found[m], picked{own[i], verbatim})
			}
		}
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

// find returns the series of a selector. Conditions on the labels of keys are
// left to the caller: which keys there are, the points say.
func (s *Service) find(ctx context.Context, teamID string, span Span, matchers []*labels.Matcher) ([]seen, error) {
	metrics, err := s.Points.Metrics(ctx, MetricScan{TeamID: teamID, Span: span, Name: exactName(matchers)})
	if err != nil {
		return nil, err
	}
	found := pick(metrics, matchers)
	label := newLabeller()
	var all []seen
	for kind := range telemetry.PointKinds {
		names := found.names(kind)
		if len(names) == 0 {
			continue
		}
		scan := SeriesScan{TeamID: teamID, Span: span, Kind: kind, Names: names, Equal: equalities(matchers), Limit: s.Limits.Series}
		stored, err := s.Points.Series(ctx, scan)
		if err != nil {
			return nil, err
		}
		for i := range stored {
			all = append(all, label.seenAs(&stored[i], found, matchers)...)
		}
	}
	return all, nil
}

// names returns the stored names of metrics of a type.
func (p picks) names(kind telemetry.PointKind) []string {
	var names []string
	for m := range p {
		if m.Kind == kind && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return names
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

// seenAs returns a stored series as a selector sees it.
func (l *labeller) seenAs(stored *StoredSeries, found picks, matchers []*labels.Matcher) []seen {
	var all []seen
	var base [verbatim + 1]labels.Labels
	var made [verbatim + 1]bool
	for _, p := range found[stored.identity()] {
		if !made[p.form] {
			base[p.form], made[p.form] = l.labelsOf(stored, p.form), true
		}
		if !matches(base[p.form], p.label, matchers) {
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
