// Package monitor lets an installation watch itself: its own metrics as telemetry
// of one of its teams, and a dashboard and alerts about them.
package monitor

import (
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// Origin says which server the metrics are of.
type Origin struct {
	Version  string
	Instance string
	Started  time.Time
}

// watched reports whether a family says something about the server. Those of Go's
// runtime are many, and for its developers.
func watched(family string) bool {
	return strings.HasPrefix(family, "cairn_") || strings.HasPrefix(family, "process_")
}

// Payload returns what a registry has gathered, as an OTLP request.
func Payload(families []*dto.MetricFamily, from Origin, at time.Time) ([]byte, error) {
	all := pmetric.NewMetrics()
	resource := all.ResourceMetrics().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "cairn")
	resource.Resource().Attributes().PutStr("service.version", from.Version)
	resource.Resource().Attributes().PutStr("service.instance.id", from.Instance)
	scope := resource.ScopeMetrics().AppendEmpty()
	scope.Scope().SetName("cairn")
	c := converter{start: pcommon.NewTimestampFromTime(from.Started), at: pcommon.NewTimestampFromTime(at)}
	for _, family := range families {
		if watched(family.GetName()) {
			c.add(scope.Metrics(), family)
		}
	}
	return (&pmetric.ProtoMarshaler{}).MarshalMetrics(all)
}

type converter struct{ start, at pcommon.Timestamp }

func (c converter) add(to pmetric.MetricSlice, family *dto.MetricFamily) {
	m := to.AppendEmpty()
	m.SetName(family.GetName())
	m.SetDescription(family.GetHelp())
	m.SetUnit(unitOf(family.GetName()))
	switch family.GetType() {
	case dto.MetricType_COUNTER:
		sum := m.SetEmptySum()
		sum.SetIsMonotonic(true)
		sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		for _, one := range family.GetMetric() {
			c.number(sum.DataPoints().AppendEmpty(), one, one.GetCounter().GetValue())
		}
	case dto.MetricType_HISTOGRAM:
		histogram := m.SetEmptyHistogram()
		histogram.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		for _, one := range family.GetMetric() {
			c.histogram(histogram.DataPoints().AppendEmpty(), one)
		}
	case dto.MetricType_GAUGE, dto.MetricType_UNTYPED, dto.MetricType_SUMMARY, dto.MetricType_GAUGE_HISTOGRAM: // we have no summaries
		gauge := m.SetEmptyGauge()
		for _, one := range family.GetMetric() {
			c.number(gauge.DataPoints().AppendEmpty(), one, one.GetGauge().GetValue()+one.GetUntyped().GetValue())
		}
	}
}

func (c converter) number(to pmetric.NumberDataPoint, from *dto.Metric, value float64) {
	to.SetStartTimestamp(c.start)
	to.SetTimestamp(c.at)
	to.SetDoubleValue(value)
	label(to.Attributes(), from)
}

// histogram turns counts up to each bound into counts of each bucket.
func (c converter) histogram(to pmetric.HistogramDataPoint, from *dto.Metric) {
	to.SetStartTimestamp(c.start)
	to.SetTimestamp(c.at)
	label(to.Attributes(), from)
	h := from.GetHistogram()
	to.SetCount(h.GetSampleCount())
	to.SetSum(h.GetSampleSum())
	before := uint64(0)
	for _, bucket := range h.GetBucket() {
		to.ExplicitBounds().Append(bucket.GetUpperBound())
		to.BucketCounts().Append(bucket.GetCumulativeCount() - before)
		before = bucket.GetCumulativeCount()
	}
	to.BucketCounts().Append(h.GetSampleCount() - before)
}

func label(to pcommon.Map, from *dto.Metric) {
	for _, pair := range from.GetLabel() {
		to.PutStr(pair.GetName(), pair.GetValue())
	}
}

// unitOf returns the unit that the name of a metric ends with, as OTLP writes it.
func unitOf(name string) string {
	name = strings.TrimSuffix(name, "_total")
	switch {
	case strings.HasSuffix(name, "_seconds"):
		return "s"
	case strings.HasSuffix(name, "_bytes"):
		return "By"
	}
	return ""
}
