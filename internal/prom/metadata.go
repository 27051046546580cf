package prom

import (
	"context"
	"maps"
	"slices"
	"time"
)

// metadataAge is how far back metrics are looked for that are described.
const metadataAge = 24 * time.Hour

// descriptions is what is known about metrics, by their names.
type descriptions map[string][]Metadata

// add adds a description, unless it is known or there are enough.
func (d descriptions) add(name string, about Metadata, most int) {
	if slices.Contains(d[name], about) || most > 0 && len(d[name]) >= most {
		return
	}
	d[name] = append(d[name], about)
}

// Metadata implements Questions. What was sent about a metric comes first; of
// metrics that nothing was sent about, their points say something.
func (s *Service) Metadata(ctx context.Context, q MetadataQuestion) (map[string][]Metadata, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	sent, err := s.Points.Descriptions(ctx, teamID, q.Metric)
	if err != nil {
		return nil, err
	}
	all := descriptions{}
	for _, d := range sent {
		all.add(d.Metric, Metadata{Type: d.Type, Help: d.Help, Unit: d.Unit}, q.PerMetric)
	}
	now := s.Now()
	metrics, err := s.Points.Metrics(ctx, MetricScan{TeamID: teamID, Span: Span{now.Add(-metadataAge), now}, Name: q.Metric})
	if err != nil {
		return nil, err
	}
	for _, m := range metrics {
		name := m.baseName(translated)
		if q.Metric != "" && name != q.Metric || m.Exact && !m.describesItself(all) {
			continue
		}
		all.add(name, Metadata{Type: m.metricType(), Help: m.Description, Unit: m.Unit}, q.PerMetric)
	}
	return firstOf(all, q.Limit), nil
}

// describesItself reports whether nothing was sent about a metric under its own
// name, nor about the histogram or summary that it is a part of.
func (m Metric) describesItself(known descriptions) bool {
	for _, suffix := range []string{"", bucketSuffix, countSuffix, sumSuffix, totalSuffix} {
		base, ok := cutSuffix(m.Name, suffix)
		if _, described := known[base]; ok && described {
			return false
		}
	}
	return true
}

func cutSuffix(name, suffix string) (string, bool) {
	at := len(name) - len(suffix)
	if at <= 0 || name[at:] != suffix {
		return "", false
	}
	return name[:at], true
}

// firstOf returns so many metrics, in the order of their names; negative: all.
func firstOf(all descriptions, limit int) map[string][]Metadata {
	if limit < 0 || len(all) <= limit {
		return all
	}
	first := map[string][]Metadata{}
	for _, name := range slices.Sorted(maps.Keys(all))[:limit] {
		first[name] = all[name]
	}
	return first
}
