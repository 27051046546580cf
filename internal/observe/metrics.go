package observe

import (
	"cmp"
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Metrics returns the metrics of a source of the caller's team, in the order
// of their names. A name that has points of several types comes once for each.
func (q *Queries) Metrics(ctx context.Context, query telemetry.MetricsQuery) ([]Metric, telemetry.QueryStats, error) {
	var stats telemetry.QueryStats
	if err := query.Check(); err != nil {
		return nil, stats, err
	}
	scans, err := q.metricScans(ctx, query)
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
	return all[:min(len(all), metricsLimit(query))], stats, nil
}

func metricsLimit(query telemetry.MetricsQuery) int {
	return cmp.Or(query.Limit, telemetry.MetricsDefault)
}

func typed(metrics []Metric, kind stack.MetricType) []Metric {
	for i := range metrics {
		metrics[i].Type = string(kind)
	}
	return metrics
}

// typedScan is a scan of the table of one type of metric.
type typedScan struct {
	kind stack.MetricType
	scan MetricScan
}

// metricScans returns a scan for each table that the source names.
func (q *Queries) metricScans(ctx context.Context, query telemetry.MetricsQuery) ([]typedScan, error) {
	source, err := q.source(ctx, "sourceId", query.SourceID)
	if err != nil {
		return nil, err
	}
	if source.Kind != stack.KindMetric {
		return nil, fault.New(fault.Invalid, "sources of kind %s have no metrics", source.Kind)
	}
	scan := MetricScan{Contains: query.Contains, Limit: metricsLimit(query)}
	if scan.Where, err = condition("where", query.Where, query.Language); err != nil {
		return nil, err
	}
	during, err := q.rangeOf(query.Range, telemetry.MetricsRangeDefault)
	if err != nil {
		return nil, err
	}
	var scans []typedScan
	for _, kind := range stack.MetricTypes() {
		table := metricTable(source.MetricTables, string(kind))
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
