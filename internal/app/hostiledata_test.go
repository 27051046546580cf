package app_test

import (
	"math"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// hostileFloats are numbers at the ends of what a number can be, and beyond.
func hostileFloats() []float64 {
	return []float64{
		math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1),
		math.MaxInt64, math.MinInt64, math.MaxUint64, 1 << 53,
	}
}

// hostileTexts are texts that something could stumble over.
func hostileTexts() []string {
	return []string{
		"", " ", "\x00", "\x00\x01\x1b[31m\x7f", "\xff\xfe\xc0", "\u202e\u2028\ufeff", "'; DROP TABLE logs; --", "`\\{p0:String}", "NaN", "inf", "-Infinity",
		"1e999", "-1e999", "1e-999", "0x7fffffffffffffff", "9223372036854775807", "18446744073709551616", strings.Repeat("x", 3000), strings.Repeat("🪨", 20_000),
	}
}

// hostileTimes are absurd instants in nanoseconds, and at.
func hostileTimes(at time.Time) []pcommon.Timestamp {
	return []pcommon.Timestamp{
		pcommon.NewTimestampFromTime(at), 0, 1, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64,
		pcommon.NewTimestampFromTime(at.AddDate(-40, 0, 0)), pcommon.NewTimestampFromTime(at.AddDate(150, 0, 0)),
	}
}

// hostileInts are whole numbers at the ends of their range.
func hostileInts() []int64 { return []int64{math.MaxInt64, math.MinInt64, -1, 0} }

// eachHostile calls write for every hostile value as an attribute at an
// ordinary time, and for every absurd time.
func eachHostile(at time.Time, write func(at pcommon.Timestamp, put func(pcommon.Map), name string)) {
	now := pcommon.NewTimestampFromTime(at)
	for _, value := range hostileFloats() {
		write(now, func(m pcommon.Map) { m.PutDouble("v", value) }, "bad")
	}
	for _, value := range hostileInts() {
		write(now, func(m pcommon.Map) { m.PutInt("v", value) }, "bad")
	}
	for _, text := range hostileTexts() {
		write(now, func(m pcommon.Map) { m.PutStr("v", text); m.PutStr(text, text); m.PutStr("SampleRate", text) }, text)
	}
	for _, instant := range hostileTimes(at) {
		write(instant, func(m pcommon.Map) { m.PutInt("v", -7) }, "late")
	}
}

// goodValues are what the good records have.
func goodValues() []float64 { return []float64{10, 20, 30, 40, 50} }

func hostileLogs(at time.Time) plog.Logs {
	logs := plog.NewLogs()
	write := func(service string, at pcommon.Timestamp, put func(pcommon.Map), name string) {
		resource := logs.ResourceLogs().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", service)
		record := resource.ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		record.SetTimestamp(at)
		record.SetSeverityNumber(math.MaxInt32)
		record.SetSeverityText(name)
		record.Body().SetStr("hostile " + name)
		put(record.Attributes())
	}
	eachHostile(at, func(at pcommon.Timestamp, put func(pcommon.Map), name string) { write("bad", at, put, name) })
	for _, value := range goodValues() {
		write("good", pcommon.NewTimestampFromTime(at), func(m pcommon.Map) { m.PutDouble("v", value) }, "good")
	}
	return logs
}

func hostileTraces(at time.Time) ptrace.Traces {
	traces := ptrace.NewTraces()
	write := func(service string, from, to pcommon.Timestamp, put func(pcommon.Map), name string) {
		resource := traces.ResourceSpans().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", service)
		span := resource.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.SetStartTimestamp(from)
		span.SetEndTimestamp(to)
		span.SetName(name)
		span.SetTraceID(pcommon.TraceID{1})
		span.SetSpanID(pcommon.SpanID{byte(traces.SpanCount())})
		put(span.Attributes())
	}
	eachHostile(at, func(at pcommon.Timestamp, put func(pcommon.Map), name string) {
		write("bad", at, at, put, name)
		write("bad", at, math.MaxUint64, put, name) // as long as can be
		write("bad", at, 0, put, name)              // ends before it begins
	})
	for _, value := range goodValues() {
		from := pcommon.NewTimestampFromTime(at)
		write("good", from, from+pcommon.Timestamp(value*1e6), func(m pcommon.Map) { m.PutDouble("v", value) }, "good")
	}
	return traces
}

// hostileMetrics has one metric of each type. Good points are of the host
// good: values of 50 in all.
func hostileMetrics(at time.Time) pmetric.Metrics {
	metrics := pmetric.NewMetrics()
	scope := metrics.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty()
	named := func(name string) pmetric.Metric {
		metric := scope.Metrics().AppendEmpty()
		metric.SetName(name)
		return metric
	}
	numbers(named("gauge").SetEmptyGauge().DataPoints(), at)
	sum := named("sum").SetEmptySum()
	sum.SetIsMonotonic(true)
	sum.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	numbers(sum.DataPoints(), at)
	counter := named("counter").SetEmptySum()
	counter.SetIsMonotonic(true)
	counter.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	numbers(counter.DataPoints(), at)
	histogram := named("histogram").SetEmptyHistogram()
	histogram.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	histograms(histogram.DataPoints(), at)
	exponential := named("exponential").SetEmptyExponentialHistogram()
	exponential.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	exponentials(exponential.DataPoints(), at)
	summaries(named("summary").SetEmptySummary().DataPoints(), at)
	for _, text := range hostileTexts() {
		numbers(named(text).SetEmptyGauge().DataPoints(), at)
	}
	return metrics
}

func numbers(points pmetric.NumberDataPointSlice, at time.Time) {
	write := func(host string, at pcommon.Timestamp, value float64) {
		point := points.AppendEmpty()
		point.SetTimestamp(at)
		point.SetStartTimestamp(at - 1)
		point.SetDoubleValue(value)
		point.Attributes().PutStr("host", host)
	}
	now := pcommon.NewTimestampFromTime(at)
	for _, value := range hostileFloats() {
		write("bad", now, value)
	}
	for _, text := range hostileTexts() {
		write(text, now, 1)
	}
	for _, instant := range hostileTimes(at) {
		write("late", instant, 1)
	}
	write("good", now, 50)
}

func histograms(points pmetric.HistogramDataPointSlice, at time.Time) {
	write := func(host string, count uint64, sum float64, bounds []float64) {
		point := points.AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(at))
		point.SetCount(count)
		point.SetSum(sum)
		point.ExplicitBounds().FromRaw(bounds)
		point.BucketCounts().FromRaw(slices.Concat([]uint64{count}, make([]uint64, len(bounds))))
		point.Attributes().PutStr("host", host)
	}
	for _, value := range hostileFloats() {
		write("bad", 1, value, []float64{10, 100})
		write("bad", 1, 1, []float64{10, value})
	}
	write("bad", math.MaxUint64, 1, []float64{10, 100})
	write("good", 1, 50, []float64{100})
}

func exponentials(points pmetric.ExponentialHistogramDataPointSlice, at time.Time) {
	write := func(host string, scale, offset int32, count uint64, sum float64) {
		point := points.AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(at))
		point.SetCount(count)
		point.SetSum(sum)
		point.SetScale(scale)
		point.SetZeroCount(0)
		point.Positive().SetOffset(offset)
		point.Positive().BucketCounts().FromRaw([]uint64{count})
		point.Attributes().PutStr("host", host)
	}
	for _, value := range hostileFloats() {
		write("bad", 0, 5, 1, value)
	}
	for _, scale := range []int32{math.MaxInt32, math.MinInt32, -11, 21} {
		write("bad", scale, 5, 1, 1)
		write("bad", scale, math.MaxInt32, 1, 1)
		write("bad", scale, math.MinInt32, 1, 1)
	}
	write("bad", 0, 5, math.MaxUint64, 1)
	write("good", 0, 5, 1, 50)
}

func summaries(points pmetric.SummaryDataPointSlice, at time.Time) {
	write := func(host string, count uint64, sum, level, value float64) {
		point := points.AppendEmpty()
		point.SetTimestamp(pcommon.NewTimestampFromTime(at))
		point.SetStartTimestamp(pcommon.NewTimestampFromTime(at.Add(-time.Second)))
		point.SetCount(count)
		point.SetSum(sum)
		quantile := point.QuantileValues().AppendEmpty()
		quantile.SetQuantile(level)
		quantile.SetValue(value)
		point.Attributes().PutStr("host", host)
	}
	for _, value := range hostileFloats() {
		write("bad", 1, value, 0.9, value)
		write("bad", 1, 1, value, 1)
	}
	write("bad", math.MaxUint64, 1, 0.9, 1)
	write("good", 1, 50, 0.9, 50)
}
