package explore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Metrics returns the metrics of a source of the caller's team, in the order
// of their names. A name that has points of several types comes once for each.
func (q *Queries) Metrics(ctx context.Context, asked query.MetricsQuery) ([]Metric, query.Stats, error) {
	var stats query.Stats
	if err := asked.Check(); err != nil {
		return nil, stats, err
	}
	scans, err := q.metricScans(ctx, asked)
	if err != nil {
		return nil, stats, err
	}
	all := []Metric{}
	for _, s := range scans {
		result, err := q.Engine.Metrics(ctx, s.scan)
		if err != nil {
			return nil, stats, err
		}
		stats.Add(result.Stats)
		all = append(all, typed(result.Metrics, s.kind)...)
	}
	slices.SortStableFunc(all, func(a, b Metric) int { return cmp.Compare(a.Name, b.Name) })
	return all[:min(len(all), metricsLimit(asked))], stats, nil
}

func metricsLimit(asked query.MetricsQuery) int {
	return cmp.Or(asked.Limit, query.MetricsDefault)
}

func typed(metrics []Metric, kind query.MetricType) []Metric {
	for i := range metrics {
		metrics[i].Type = string(kind)
	}
	return metrics
}

// typedScan is a scan of the table of one type of metric.
type typedScan struct {
	kind query.MetricType
	scan MetricScan
}

// metricScans returns a scan for each table that the source names.
func (q *Queries) metricScans(ctx context.Context, asked query.MetricsQuery) ([]typedScan, error) {
	source, err := q.source(ctx, "sourceId", asked.SourceID)
	if err != nil {
		return nil, err
	}
	if source.Kind != stack.KindMetric {
		return nil, fault.New(fault.Invalid, "sources of kind %s have no metrics", source.Kind)
	}
	scan := MetricScan{Contains: asked.Contains, Limit: metricsLimit(asked)}
	if scan.Where, err = condition("where", asked.Where, asked.Language); err != nil {
		return nil, err
	}
	during, err := q.rangeOf(asked.Range, query.MetricsRangeDefault)
	if err != nil {
		return nil, err
	}
	var scans []typedScan
	for _, kind := range query.MetricTypes() {
		table := metricTable(source.MetricTables, kind)
		if table == "" {
			continue
		}
		if scan.Target, err = newTarget(source, table); err != nil {
			return nil, err
		}
		scan.Range = during
		scans = append(scans, typedScan{kind, scan})
	}
	return scans, nil
}
