package querytest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// pointAt is a point of a metric: seconds after nine, and those at which its
// series began, negative for never said.
type pointAt struct {
	host         string
	at, began    float64
	value        float64
	buckets      []uint64
	bounds       []float64
	scale        int32
	offset       int32
	negative     []uint64
	zero         uint64
	quantiles    []float64
	values       []float64
	flags        uint32
	count        uint64
	sumOfCounted float64
}

// metricOf is a metric with its points.
type metricOf struct {
	name        string
	kind        telemetry.PointKind
	temporality int32
	monotonic   bool
	points      []pointAt
}

func metricRows(metrics []metricOf) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for _, m := range metrics {
		for _, p := range m.points {
			writePoint(w, m, p)
		}
	}
	w.End()
	return rows
}

func nanosAfterNine(seconds float64) uint64 {
	if seconds < 0 {
		return 0
	}
	return uint64(shopTime(1).UnixNano()) + uint64(seconds*1e9)
}

func writePoint(w *telemetry.Writer, m metricOf, p pointAt) {
	origin := originOf(w, "shop", p.host)
	metric := w.Metric(&telemetry.MetricHead{Name: []byte(m.name), Unit: []byte("1"), Temporality: m.temporality, Monotonic: m.monotonic}, origin)
	w.BeginPoint(1).Text([]byte("host"), []byte(p.host))
	head := telemetry.PointHead{Time: nanosAfterNine(p.at), Start: nanosAfterNine(p.began), Flags: p.flags}
	spread := telemetry.Distribution{PointHead: head, Count: p.count, Sum: p.sumOfCounted}
	switch m.kind {
	case telemetry.Histogram:
		w.EndHistogram(&telemetry.HistogramPoint{Distribution: spread, Buckets: p.buckets, Bounds: p.bounds}, metric)
	case telemetry.ExponentialHistogram:
		w.EndExponential(&telemetry.ExponentialPoint{
			Distribution: spread, Scale: p.scale, ZeroCount: p.zero, PositiveOffset: p.offset, Positive: p.buckets, Negative: p.negative,
		}, metric)
	case telemetry.Summary:
		w.EndSummary(&telemetry.SummaryPoint{Distribution: spread, Quantiles: p.quantiles, Values: p.values}, metric)
	case telemetry.Gauge, telemetry.Sum:
		w.EndNumber(m.kind, &telemetry.NumberPoint{PointHead: head, Value: p.value, HasValue: true}, metric)
	}
}

func shopMetrics() []metricOf {
	const delta, cumulative = 1, 2
	latency := []float64{10, 100, 1000}
	return []metricOf{
		{name: "cpu", kind: telemetry.Gauge, points: []pointAt{
			{host: "a", at: 10, value: 1}, {host: "a", at: 50, value: 3}, {host: "b", at: 20, value: 5}, {host: "a", at: 70, value: 2},
			{host: "b", at: 75, value: 9, flags: 1},
		}},
		{name: "sent", kind: telemetry.Sum, temporality: delta, monotonic: true, points: []pointAt{
			{host: "a", at: 10, value: 1}, {host: "a", at: 50, value: 3}, {host: "b", at: 20, value: 5}, {host: "a", at: 70, value: 2},
		}},
		// a counts from before nine, begins anew at 100 s; b begins at 30 s; c never says when it began
		{name: "requests", kind: telemetry.Sum, temporality: cumulative, monotonic: true, points: []pointAt{
			{host: "a", at: 0.001, began: 0.0005, value: 100}, {host: "a", at: 30, began: 0.0005, value: 110}, {host: "a", at: 70, began: 0.0005, value: 130},
			{host: "a", at: 110, began: 100, value: 5}, {host: "a", at: 130, began: 100, value: 9},
			{host: "b", at: 40, began: 30, value: 4}, {host: "b", at: 100, began: 30, value: 10},
			{host: "c", at: 40, began: -1, value: 1000}, {host: "c", at: 80, began: -1, value: 1001}, {host: "c", at: 100, began: -1, value: 3},
		}},
		{name: "open", kind: telemetry.Sum, temporality: cumulative, points: []pointAt{
			{host: "a", at: 10, value: 7}, {host: "a", at: 50, value: 4}, {host: "b", at: 70, value: 2},
		}},
		{name: "latency", kind: telemetry.Histogram, temporality: delta, points: []pointAt{
			{host: "a", at: 10, bounds: latency, buckets: []uint64{5, 5, 0, 0}, count: 10, sumOfCounted: 300},
			{host: "b", at: 20, bounds: latency, buckets: []uint64{0, 0, 10, 0}, count: 10, sumOfCounted: 4000},
			{host: "a", at: 70, bounds: latency, buckets: []uint64{0, 0, 0, 4}, count: 4, sumOfCounted: 9000},
			{host: "c", at: 130, count: 3, sumOfCounted: 30},
		}},
		{name: "total latency", kind: telemetry.Histogram, temporality: cumulative, points: []pointAt{
			{host: "a", at: 10, began: 1, bounds: latency, buckets: []uint64{5, 5, 0, 0}, count: 10, sumOfCounted: 300},
			{host: "a", at: 50, began: 1, bounds: latency, buckets: []uint64{10, 10, 0, 0}, count: 20, sumOfCounted: 600},
			{host: "a", at: 70, began: 1, bounds: latency, buckets: []uint64{10, 10, 8, 0}, count: 28, sumOfCounted: 4600},
			{host: "a", at: 130, began: 125, bounds: latency, buckets: []uint64{2, 0, 0, 0}, count: 2, sumOfCounted: 10},
		}},
		// base 2: index 0 is (1, 2], 1 is (2, 4]; at scale 1 two indices make one
		{name: "sizes", kind: telemetry.ExponentialHistogram, temporality: delta, points: []pointAt{
			{host: "a", at: 10, buckets: []uint64{4, 4}, count: 8, sumOfCounted: 18},
			{host: "b", at: 20, scale: 1, offset: 2, buckets: []uint64{2, 2}, count: 4, sumOfCounted: 12},
			{host: "a", at: 70, zero: 2, negative: []uint64{2}, count: 4, sumOfCounted: -3},
		}},
		{name: "total sizes", kind: telemetry.ExponentialHistogram, temporality: cumulative, points: []pointAt{
			{host: "a", at: 10, began: 1, buckets: []uint64{4}, count: 4, sumOfCounted: 6},
			{host: "a", at: 70, began: 1, offset: 0, buckets: []uint64{4, 4}, count: 8, sumOfCounted: 18},
		}},
		{name: "rpc", kind: telemetry.Summary, points: []pointAt{
			{host: "a", at: 10, began: 1, count: 10, sumOfCounted: 100, quantiles: []float64{0.5, 0.99}, values: []float64{8, 40}},
			{host: "b", at: 20, began: 1, count: 10, sumOfCounted: 200, quantiles: []float64{0.5, 0.99}, values: []float64{12, 60}},
			{host: "a", at: 70, began: 1, count: 14, sumOfCounted: 140, quantiles: []float64{0.5, 0.99}, values: []float64{9, 41}},
		}},
	}
}

func TestMetricChart(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, x *team) {
		store(t, x, metricRows(shopMetrics()))
		for _, c := range []struct {
			name, metric, kind string
			aggregate          query.Aggregate
			level              *float64
			groupBy            []string
			where, want        string
		}{
			{"gauge_avg", "cpu", "gauge", query.Average, nil, nil, "", "0 4; 1 2"},
			{"gauge_sum", "cpu", "gauge", query.Total, nil, nil, "", "0 8; 1 2"},
			{"gauge_max", "cpu", "gauge", query.Maximum, nil, nil, "", "0 5; 1 2"},
			{"gauge_counts_series", "cpu", "gauge", query.Count, nil, nil, "", "0 2; 1 1"},
			{"gauge_last", "cpu", "gauge", query.LastValue, nil, nil, "", "0 3; 1 2"},
			{"gauge_by_attribute", "cpu", "gauge", query.Average, nil, []string{"Attributes['host']"}, "", "0 a 3; 0 b 5; 1 a 2"},
			{"gauge_where", "cpu", "gauge", query.Average, nil, nil, "Attributes.host:b", "0 5"},
			{"gauge_by_resource", "cpu", "gauge", query.Average, nil, []string{"ResourceAttributes['host.name']"}, "Attributes.host:\"a\"", "0 a 3; 1 a 2"},
			{"delta_sum", "sent", "sum", query.Total, nil, nil, "", "0 9; 1 2"},
			{"delta_increase", "sent", "sum", query.Increase, nil, nil, "", "0 9; 1 2"},
			{"delta_avg", "sent", "sum", query.Average, nil, nil, "", "0 4.5; 1 2"},
			{"delta_by_host", "sent", "sum", query.Increase, nil, []string{"Attributes.host"}, "", "0 a 4; 0 b 5; 1 a 2"},
			{"counter_a", "requests", "sum", query.Increase, nil, nil, "Attributes.host:\"a\"", "0 110; 1 25; 2 4"},
			{"counter_b", "requests", "sum", query.Increase, nil, nil, "Attributes.host:\"b\"", "0 4; 1 6"},
			{"counter_c", "requests", "sum", query.Increase, nil, nil, "Attributes.host:\"c\"", "1 4"},
			{"counters", "requests", "sum", query.Increase, nil, nil, "", "0 114; 1 35; 2 4"},
			{"counters_max", "requests", "sum", query.Maximum, nil, nil, "", "0 110; 1 25; 2 4"},
			{"falling_sum_is_a_value", "open", "sum", query.Total, nil, nil, "", "0 4; 1 2"},
			{"histogram_count", "latency", "histogram", query.Count, nil, nil, "", "0 20; 1 4; 2 3"},
			{"histogram_sum", "latency", "histogram", query.Total, nil, nil, "", "0 4300; 1 9000; 2 30"},
			{"histogram_avg", "latency", "histogram", query.Average, nil, nil, "", "0 215; 1 2250; 2 10"},
			{"histogram_median", "latency", "histogram", query.Quantile, level(0.5), nil, "", "0 100; 1 1000"},
			{"histogram_p75", "latency", "histogram", query.Quantile, level(0.75), nil, "", "0 550; 1 1000"},
			{"histogram_by_host", "latency", "histogram", query.Quantile, level(0.5), []string{"Attributes.host"}, "", "0 a 10; 0 b 550; 1 a 1000"},
			{"cumulative_histogram_count", "total latency", "histogram", query.Count, nil, nil, "", "0 20; 1 8; 2 2"},
			{"cumulative_histogram_median", "total latency", "histogram", query.Quantile, level(0.5), nil, "", "0 10; 1 550; 2 5"},
			{"exponential_median", "sizes", "exponential histogram", query.Quantile, level(0.5), nil, "", "0 2.5; 1 -1"},
			{"exponential_one_host", "sizes", "exponential histogram", query.Quantile, level(0.5), nil, "Attributes.host:\"a\"", "0 2; 1 -1"},
			{"exponential_count", "sizes", "exponential histogram", query.Count, nil, nil, "", "0 12; 1 4"},
			{"cumulative_exponential", "total sizes", "exponential histogram", query.Quantile, level(0.5), nil, "", "0 1.5; 1 3"},
			{"summary_median", "rpc", "summary", query.Quantile, level(0.5), nil, "", "0 10; 1 9"},
			{"summary_nearest_level", "rpc", "summary", query.Quantile, level(0.9), nil, "", "0 50; 1 41"},
			{"summary_count", "rpc", "summary", query.Count, nil, nil, "", "0 20; 1 4"},
			{"summary_sum", "rpc", "summary", query.Total, nil, nil, "", "0 300; 1 40"},
			{"unknown_metric", "nothing", "gauge", query.Average, nil, nil, "", ""},
		} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				asked := query.SeriesQuery{
					Range: query.TimeRange{From: shopTime(1), To: shopTime(4)}, Granularity: "1m",
					Series: []query.Series{{
						SourceID: x.metrics(), Aggregate: c.aggregate, Level: c.level, MetricName: c.metric, MetricType: query.MetricType(c.kind),
						GroupBy: c.groupBy, Where: c.where,
					}},
				}
				if diff := cmp.Diff(c.want, x.chart(t, asked)); diff != "" {
					t.Error(diff)
				}
				if c.groupBy != nil {
					x.checkSQL(t, asked)
				}
			})
		}
	})
}
