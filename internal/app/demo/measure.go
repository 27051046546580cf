package demo

import (
	"maps"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric"
)

// measure takes the metrics of every service at a time.
func (s *shop) measure(at time.Time) {
	for _, name := range slices.Sorted(maps.Keys(s.services)) {
		service := s.services[name]
		resource := s.metrics.ResourceMetrics().AppendEmpty()
		service.describe(resource.Resource().Attributes(), 0)
		scope := resource.ScopeMetrics().AppendEmpty()
		scope.Scope().SetName(scopeName)
		s.measureRequests(scope.Metrics(), service, at)
		s.measureProcess(scope.Metrics(), service, at)
	}
}

func (s *shop) measureRequests(to pmetric.MetricSlice, service *service, at time.Time) {
	durations := to.AppendEmpty()
	durations.SetName("http.server.request.duration")
	durations.SetUnit("s")
	histogram := durations.SetEmptyHistogram()
	histogram.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	counts := to.AppendEmpty()
	counts.SetName("http.server.requests")
	counts.SetUnit("{request}")
	sum := counts.SetEmptySum()
	sum.SetIsMonotonic(true)
	sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	for _, key := range slices.Sorted(maps.Keys(service.peers)) {
		r := service.peers[key]
		s.addDurations(histogram.DataPoints().AppendEmpty(), r, at)
		s.addCounts(sum.DataPoints(), r, at)
	}
}

func (s *shop) addDurations(point pmetric.HistogramDataPoint, r *requests, at time.Time) {
	point.SetStartTimestamp(stamp(s.opened))
	point.SetTimestamp(stamp(at))
	point.SetCount(r.total)
	point.SetSum(r.seconds)
	point.ExplicitBounds().FromRaw(bounds())
	point.BucketCounts().FromRaw(slices.Clone(r.buckets))
	point.Attributes().PutStr("http.request.method", r.method)
	point.Attributes().PutStr("http.route", r.route)
	if slowest := r.slowest; slowest.took > 0 {
		e := point.Exemplars().AppendEmpty()
		e.SetTimestamp(stamp(slowest.at))
		e.SetDoubleValue(slowest.took.Seconds())
		e.SetTraceID(slowest.trace)
		e.SetSpanID(slowest.span)
	}
	r.slowest = exemplar{}
}

func (s *shop) addCounts(points pmetric.NumberDataPointSlice, r *requests, at time.Time) {
	for _, code := range slices.Sorted(maps.Keys(r.counts)) {
		point := points.AppendEmpty()
		point.SetStartTimestamp(stamp(s.opened))
		point.SetTimestamp(stamp(at))
		point.SetIntValue(int64(r.counts[code])) // a count
		point.Attributes().PutStr("http.request.method", r.method)
		point.Attributes().PutStr("http.route", r.route)
		point.Attributes().PutInt("http.response.status_code", int64(code))
	}
}

// measureProcess makes up what a process uses.
func (s *shop) measureProcess(to pmetric.MetricSlice, service *service, at time.Time) {
	busy := 0.15 + 0.1*crowd(at)
	if incidentAt(at) != quiet {
		busy += 0.25
	}
	for pod := range service.pods {
		s.gauge(to, at, service.pod(pod), "process.cpu.utilization", "1", busy+0.05*s.random.Float64())
		s.gauge(to, at, service.pod(pod), "process.memory.usage", "By", 180e6+40e6*s.random.Float64())
	}
}

func (s *shop) gauge(to pmetric.MetricSlice, at time.Time, pod, name, unit string, value float64) {
	metric := to.AppendEmpty()
	metric.SetName(name)
	metric.SetUnit(unit)
	point := metric.SetEmptyGauge().DataPoints().AppendEmpty()
	point.SetTimestamp(stamp(at))
	point.SetDoubleValue(value)
	point.Attributes().PutStr("k8s.pod.name", pod)
}
