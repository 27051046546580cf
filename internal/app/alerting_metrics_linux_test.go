package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// The metrics of the benchmarks: of 200, half are gauges, 60 counters and 40
// histograms. Each has a series for each of 20 services on each of 2 hosts, and
// a point of each series every 15 seconds.
const (
	benchMetrics    = 200
	benchGauges     = 100
	benchCounters   = 60
	benchHistograms = benchMetrics - benchGauges - benchCounters
)

// BenchmarkMetricAlerts shows how the cost of an alert changes with their
// number when they are on metrics.
func BenchmarkMetricAlerts(b *testing.B) {
	for _, alerts := range testkit.Sizes(b, "CAIRN_BENCH_ALERTS", 100, 1000, benchAlerts) {
		b.Run(fmt.Sprintf("alerts=%d", alerts), func(b *testing.B) { reportAlerts(b, newMetricBench(b), alertLoad{alerts: alerts, minutes: 3}) })
	}
}

// TestMetricAlertsDueTogetherShareReads evaluates alerts on 200 metrics, three
// on each, with a bounded number of statements.
func TestMetricAlertsDueTogetherShareReads(t *testing.T) {
	t.Parallel()
	x := newMetricBench(t)
	const alerts, minutes, statementsMax = 3 * benchMetrics, 2, 6
	x.watchAll(t, alerts)
	x.evaluate(t, alertLoad{alerts: alerts, minutes: minutes})
	if count := x.statements.Load(); count > minutes*statementsMax {
		t.Errorf("%d statements for %d alerts in %d minutes", count, alerts, minutes)
	}
}

func newMetricBench(b testing.TB) *alertBench {
	b.Helper()
	x := newAlertBench(b)
	x.metrics = true
	return x
}

// metricFillText makes the points of a type of metric.
const metricFillText = `
INSERT INTO {database}.{table} (Timestamp, StartTimestamp, Series, ServiceName, MetricName, Attributes, Resource, {columns}, batch_id)
SELECT
    toDateTime64({from}, 9, 'UTC') + toIntervalSecond(number % 4 * 15), toDateTime64({from} - 3600, 9, 'UTC'),
    cityHash64('{name}', intDiv(number, 4)), concat('service-', toString(intDiv(number, 8) % 20)), concat('{name}.', toString(intDiv(number, 160))),
    concat('{"host.name":"host-', toString(intDiv(number, 4) % 2), '","zone":"', ['a', 'b'][1 + intDiv(number, 32) % 2], '"}'), '{}', {values},
    toFixedString('bench', 16)
FROM numbers({count})
SETTINGS max_insert_threads = 1`

// metricFillTexts makes the points of all metrics.
func metricFillTexts() []string {
	fill := func(table, name, columns, values string, metrics int) string {
		return strings.NewReplacer("{table}", table, "{name}", name, "{columns}", columns, "{values}", values,
			"{count}", fmt.Sprint(metrics*160)).Replace(metricFillText)
	}
	return []string{
		fill("metrics_gauge", "gauge", "Value", "rand(5) % 1000 / 10", benchGauges),
		fill("metrics_sum", "counter", "Value, AggregationTemporality, IsMonotonic", "{from} % 1000000 + number % 4, 2, true", benchCounters),
		fill("metrics_histogram", "histogram", "Count, Sum, AggregationTemporality, BucketCounts, ExplicitBounds",
			"10, 450.5, 1, [1, 2, 3, 2, 1, 1], [5, 10, 50, 100, 500]", benchHistograms),
	}
}

// metricItem returns what the alert of a number shows, and what it groups by.
// Each metric has 50 alerts among 10,000: most are about a service, some also
// about a host, or about a zone in SQL, some have groups, and some have no
// condition.
func metricItem(number int) (stack.SelectItem, string) {
	metric, n := number%benchMetrics, number/benchMetrics
	item := stack.SelectItem{WhereLanguage: query.Lucene}
	switch {
	case metric < benchGauges:
		item.MetricType, item.MetricName = query.MetricGauge, fmt.Sprint("gauge.", metric)
		item.AggFn = []query.Aggregate{query.Average, query.Maximum, query.LastValue, query.Total}[n%4]
	case metric < benchGauges+benchCounters:
		item.MetricType, item.MetricName = query.MetricSum, fmt.Sprint("counter.", metric-benchGauges)
		item.AggFn = query.Increase
	default:
		item.MetricType, item.MetricName = query.MetricHistogram, fmt.Sprint("histogram.", metric-benchGauges-benchCounters)
		item.AggFn, item.Level = query.Quantile, &[]float64{0.5, 0.95, 0.99}[n%3]
	}
	switch {
	case n < 20:
		item.Where = fmt.Sprintf(`ServiceName:"service-%d"`, n)
	case n < 30:
		item.Where = fmt.Sprintf(`ServiceName:"service-%d" AND Attributes.host.name:"host-%d"`, n-20, n%2)
	case n < 38:
		item.WhereLanguage, item.Where = query.SQL, fmt.Sprintf(`Attributes['zone'] = '%s' AND ServiceName != 'service-%d'`, []string{"a", "b"}[n%2], n-30)
	case n < 42:
		item.Where = fmt.Sprintf(`ServiceName:service-%d`, n-37)
	case n < 46:
		item.Where = fmt.Sprintf(`zone:"%s"`, []string{"a", "b"}[n%2])
		return item, []string{"ServiceName", "Attributes['host.name']"}[n/2%2]
	}
	return item, ""
}
