package otlp_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// random makes requests of every shape from a seed.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 7))} }

func (r random) text() string {
	texts := []string{
		"", "a", "hello world", `quote " and \ slash`, "line\nbreak\ttab", "größe 日本 🎉", "ctrl \x01\x1f",
		"ERROR something broke", "level=warn", fmt.Sprint(r.Int64()), string(make([]byte, 130)) + "long",
	}
	return texts[r.IntN(len(texts))]
}

func (r random) key(i int) string {
	return fmt.Sprintf("%s.%d", []string{"http.route", "k", `odd"key`, "größe"}[r.IntN(4)], i)
}

func (r random) number() float64 {
	return []float64{0, 1, -1.5, 1e-9, 1e30, 123456.789, math.MaxFloat64, 5, r.NormFloat64()}[r.IntN(9)]
}

func (r random) attributes(m pcommon.Map) {
	for i := range r.IntN(6) {
		r.value(m.PutEmpty(r.key(i)), 0)
	}
}

func (r random) value(v pcommon.Value, depth int) {
	kinds := 8
	if depth > 3 {
		kinds = 6
	}
	switch r.IntN(kinds) {
	case 0:
	case 1:
		v.SetStr(r.text())
	case 2:
		v.SetBool(r.IntN(2) == 0)
	case 3:
		v.SetInt(r.Int64() - math.MaxInt64/2)
	case 4:
		v.SetDouble(r.number())
	case 5:
		v.SetEmptyBytes().FromRaw([]byte(r.text()))
	case 6:
		list := v.SetEmptySlice()
		for range r.IntN(4) {
			r.value(list.AppendEmpty(), depth+1)
		}
	case 7:
		object := v.SetEmptyMap()
		for i := range r.IntN(4) {
			r.value(object.PutEmpty(r.key(i)), depth+1)
		}
	}
}

func (r random) resource(resource pcommon.Resource) {
	r.attributes(resource.Attributes())
	names := []string{"", "service.name", "k8s.deployment.name", "container.name", "process.executable.name"}
	for range r.IntN(3) {
		if key := names[r.IntN(len(names))]; key != "" {
			resource.Attributes().PutStr(key, r.text())
		}
	}
}

func (r random) scope(scope pcommon.InstrumentationScope) {
	scope.SetName(r.text())
	scope.SetVersion(r.text())
	scope.SetDroppedAttributesCount(r.Uint32N(3))
	r.attributes(scope.Attributes())
}

// time returns a time near the time of receipt, or none.
func (r random) time() pcommon.Timestamp {
	if r.IntN(8) == 0 {
		return 0
	}
	return pcommon.Timestamp(received().UnixNano() - r.Int64N(1e15))
}

func (r random) traceID() (id pcommon.TraceID) {
	if r.IntN(4) > 0 {
		id = pcommon.TraceID{1, byte(r.IntN(256)), 3, 15: byte(r.IntN(256))}
	}
	return id
}

func (r random) spanID() (id pcommon.SpanID) {
	if r.IntN(4) > 0 {
		id = pcommon.SpanID{9, byte(r.IntN(256)), 7: byte(r.IntN(256))}
	}
	return id
}

func (r random) logs() plog.Logs {
	logs := plog.NewLogs()
	for range r.IntN(4) {
		resource := logs.ResourceLogs().AppendEmpty()
		resource.SetSchemaUrl(r.text())
		r.resource(resource.Resource())
		for range r.IntN(3) {
			scope := resource.ScopeLogs().AppendEmpty()
			scope.SetSchemaUrl(r.text())
			r.scope(scope.Scope())
			for range r.IntN(20) {
				r.log(scope.LogRecords().AppendEmpty())
			}
		}
	}
	return logs
}

func (r random) log(log plog.LogRecord) {
	log.SetTimestamp(r.time())
	log.SetObservedTimestamp(r.time())
	log.SetSeverityNumber(plog.SeverityNumber(r.IntN(27)))
	log.SetSeverityText([]string{"", "INFO", "Warning", "custom", "ERR"}[r.IntN(5)])
	log.SetEventName(r.text())
	log.SetFlags(plog.LogRecordFlags(r.Uint32()))
	log.SetTraceID(r.traceID())
	log.SetSpanID(r.spanID())
	log.SetDroppedAttributesCount(r.Uint32N(4))
	r.value(log.Body(), 0)
	r.attributes(log.Attributes())
}

func (r random) traces() ptrace.Traces {
	traces := ptrace.NewTraces()
	for range r.IntN(4) {
		resource := traces.ResourceSpans().AppendEmpty()
		resource.SetSchemaUrl(r.text())
		r.resource(resource.Resource())
		for range r.IntN(3) {
			scope := resource.ScopeSpans().AppendEmpty()
			r.scope(scope.Scope())
			for range r.IntN(20) {
				r.span(scope.Spans().AppendEmpty())
			}
		}
	}
	return traces
}

func (r random) span(span ptrace.Span) {
	span.SetTraceID(r.traceID())
	span.SetSpanID(r.spanID())
	span.SetParentSpanID(r.spanID())
	span.TraceState().FromRaw(r.text())
	span.SetName(r.text())
	span.SetKind(ptrace.SpanKind(r.IntN(8)))
	span.SetStartTimestamp(r.time())
	span.SetEndTimestamp(r.time())
	span.SetFlags(r.Uint32())
	span.Status().SetCode(ptrace.StatusCode(r.IntN(4)))
	span.Status().SetMessage(r.text())
	r.attributes(span.Attributes())
	for range r.IntN(3) {
		event := span.Events().AppendEmpty()
		event.SetTimestamp(r.time())
		event.SetName(r.text())
		r.attributes(event.Attributes())
	}
	for range r.IntN(3) {
		link := span.Links().AppendEmpty()
		link.SetTraceID(r.traceID())
		link.SetSpanID(r.spanID())
		link.TraceState().FromRaw(r.text())
		r.attributes(link.Attributes())
	}
}

func (r random) metrics() pmetric.Metrics {
	metrics := pmetric.NewMetrics()
	for range r.IntN(3) {
		resource := metrics.ResourceMetrics().AppendEmpty()
		r.resource(resource.Resource())
		for range r.IntN(3) {
			scope := resource.ScopeMetrics().AppendEmpty()
			r.scope(scope.Scope())
			for range r.IntN(8) {
				r.metric(scope.Metrics().AppendEmpty())
			}
		}
	}
	return metrics
}

func (r random) metric(metric pmetric.Metric) {
	metric.SetName(r.text())
	metric.SetDescription(r.text())
	metric.SetUnit(r.text())
	temporality := pmetric.AggregationTemporality(r.IntN(4))
	switch r.IntN(6) {
	case 0:
		r.numbers(metric.SetEmptyGauge().DataPoints())
	case 1:
		sum := metric.SetEmptySum()
		sum.SetAggregationTemporality(temporality)
		sum.SetIsMonotonic(r.IntN(2) == 0)
		r.numbers(sum.DataPoints())
	case 2:
		histogram := metric.SetEmptyHistogram()
		histogram.SetAggregationTemporality(temporality)
		for range r.IntN(4) {
			r.histogram(histogram.DataPoints().AppendEmpty())
		}
	case 3:
		histogram := metric.SetEmptyExponentialHistogram()
		histogram.SetAggregationTemporality(temporality)
		for range r.IntN(4) {
			r.exponential(histogram.DataPoints().AppendEmpty())
		}
	case 4:
		points := metric.SetEmptySummary().DataPoints()
		for range r.IntN(4) {
			r.summary(points.AppendEmpty())
		}
	}
}

func (r random) numbers(points pmetric.NumberDataPointSlice) {
	for range r.IntN(4) {
		point := points.AppendEmpty()
		point.SetTimestamp(r.time())
		point.SetStartTimestamp(r.time())
		point.SetFlags(pmetric.DataPointFlags(r.IntN(2)))
		r.attributes(point.Attributes())
		r.exemplars(point.Exemplars())
		switch r.IntN(3) {
		case 0:
			point.SetIntValue(r.Int64())
		case 1:
			point.SetDoubleValue(r.number())
		}
	}
}

func (r random) exemplars(exemplars pmetric.ExemplarSlice) {
	for range r.IntN(3) {
		exemplar := exemplars.AppendEmpty()
		exemplar.SetTimestamp(r.time())
		exemplar.SetTraceID(r.traceID())
		exemplar.SetSpanID(r.spanID())
		r.attributes(exemplar.FilteredAttributes())
		if r.IntN(2) == 0 {
			exemplar.SetDoubleValue(r.number())
		} else {
			exemplar.SetIntValue(r.Int64N(1000) - 500)
		}
	}
}

func (r random) histogram(point pmetric.HistogramDataPoint) {
	point.SetTimestamp(r.time())
	point.SetStartTimestamp(r.time())
	point.SetCount(r.Uint64())
	point.SetSum(r.number())
	point.SetMin(r.number())
	point.SetMax(r.number())
	point.SetFlags(pmetric.DataPointFlags(r.IntN(2)))
	r.attributes(point.Attributes())
	r.exemplars(point.Exemplars())
	buckets := r.IntN(5)
	for range buckets {
		point.BucketCounts().Append(r.Uint64N(1000))
	}
	for range buckets - 1 {
		point.ExplicitBounds().Append(r.number())
	}
}

func (r random) exponential(point pmetric.ExponentialHistogramDataPoint) {
	point.SetTimestamp(r.time())
	point.SetStartTimestamp(r.time())
	point.SetCount(r.Uint64())
	point.SetSum(r.number())
	point.SetMin(r.number())
	point.SetMax(r.number())
	point.SetScale(int32(r.IntN(40) - 20))
	point.SetZeroCount(r.Uint64N(99))
	point.SetZeroThreshold(r.Float64())
	r.attributes(point.Attributes())
	r.exemplars(point.Exemplars())
	point.Positive().SetOffset(int32(r.IntN(40) - 20))
	point.Negative().SetOffset(int32(r.IntN(40) - 20))
	for range r.IntN(5) {
		point.Positive().BucketCounts().Append(r.Uint64())
		point.Negative().BucketCounts().Append(r.Uint64N(10))
	}
}

func (r random) summary(point pmetric.SummaryDataPoint) {
	point.SetTimestamp(r.time())
	point.SetStartTimestamp(r.time())
	point.SetCount(r.Uint64())
	point.SetSum(r.number())
	r.attributes(point.Attributes())
	for range r.IntN(4) {
		quantile := point.QuantileValues().AppendEmpty()
		quantile.SetQuantile(r.Float64())
		quantile.SetValue(r.number())
	}
}
