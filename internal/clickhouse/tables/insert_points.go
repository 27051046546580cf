package tables

import (
	"encoding/binary"
	"math"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// pointInput returns the columns of a block of metric points.
func pointInput(block telemetry.Block, id telemetry.BatchID, kind telemetry.PointKind) proto.Input {
	b := &builder{block: block}
	points := &block.Rows.Points[kind]
	b.addPointHead(points)
	switch kind {
	case telemetry.Gauge:
		b.addFloats("Value", points.Value)
	case telemetry.Sum:
		b.addFloats("Value", points.Value)
		b.addTemporality(points)
		b.addMonotonic(points)
	case telemetry.Histogram:
		b.addHistogram(points)
	case telemetry.ExponentialHistogram:
		b.addExponential(points)
	case telemetry.Summary:
		b.addSummary(points)
	}
	if kind != telemetry.Summary {
		b.addExemplars(&points.Exemplars)
	}
	b.addBatch(id)
	return b.input
}

func (b *builder) addPointHead(points *telemetry.PointColumns) {
	metrics := b.block.Rows.Metrics()
	of := func(field func(telemetry.Metric) uint32) func(row uint32) uint32 {
		return func(row uint32) uint32 { return field(metrics[points.Metric[row]]) }
	}
	b.addTimes("Timestamp", points.Time)
	b.addRows("StartTimestamp", nanosType, putUint64(points.Start))
	b.addName("MetricName", of(func(m telemetry.Metric) uint32 { return m.Name }))
	b.addName("MetricDescription", of(func(m telemetry.Metric) uint32 { return m.Description }))
	b.addName("MetricUnit", of(func(m telemetry.Metric) uint32 { return m.Unit }))
	b.addOrigin(of(func(m telemetry.Metric) uint32 { return m.Origin }))
	b.addRows("ScopeDroppedAttrCount", proto.ColumnTypeUInt32, func(to []byte, row uint32) []byte {
		origin := b.block.Rows.Origins()[metrics[points.Metric[row]].Origin]
		return binary.LittleEndian.AppendUint32(to, origin.ScopeDropped)
	})
	b.addNames("Attributes", points.Attributes)
	b.addRows("Series", proto.ColumnTypeUInt64, putUint64(points.Series))
	b.addRows("Flags", proto.ColumnTypeUInt32, putUint32(points.Flags))
}

func (b *builder) addFloats(name string, values []float64) {
	b.addRows(name, proto.ColumnTypeFloat64, putFloats(values))
}

func putFloats(values []float64) put {
	return func(to []byte, row uint32) []byte {
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(values[row]))
	}
}

func (b *builder) addTemporality(points *telemetry.PointColumns) {
	metrics := b.block.Rows.Metrics()
	b.addRows("AggregationTemporality", proto.ColumnTypeInt32, func(to []byte, row uint32) []byte {
		return binary.LittleEndian.AppendUint32(to, uint32(metrics[points.Metric[row]].Temporality))
	})
}

func (b *builder) addMonotonic(points *telemetry.PointColumns) {
	metrics := b.block.Rows.Metrics()
	b.addRows("IsMonotonic", proto.ColumnTypeBool, func(to []byte, row uint32) []byte {
		if metrics[points.Metric[row]].Monotonic {
			return append(to, 1)
		}
		return append(to, 0)
	})
}

func (b *builder) addDistribution(points *telemetry.PointColumns) {
	b.addRows("Count", proto.ColumnTypeUInt64, putUint64(points.Count))
	b.addFloats("Sum", points.Sum)
}

func (b *builder) addHistogram(points *telemetry.PointColumns) {
	b.addDistribution(points)
	b.addFloats("Min", points.Min)
	b.addFloats("Max", points.Max)
	b.addTemporality(points)
	b.addCounts("BucketCounts", &points.Buckets)
	b.addNumbers("ExplicitBounds", &points.Bounds)
}

func (b *builder) addExponential(points *telemetry.PointColumns) {
	b.addDistribution(points)
	b.addFloats("Min", points.Min)
	b.addFloats("Max", points.Max)
	b.addTemporality(points)
	b.addRows("Scale", proto.ColumnTypeInt32, putUint32(points.Scale))
	b.addRows("ZeroCount", proto.ColumnTypeUInt64, putUint64(points.ZeroCount))
	b.addRows("PositiveOffset", proto.ColumnTypeInt32, putUint32(points.PositiveOffset))
	b.addRows("NegativeOffset", proto.ColumnTypeInt32, putUint32(points.NegativeOffset))
	b.addCounts("PositiveBucketCounts", &points.Positive)
	b.addCounts("NegativeBucketCounts", &points.Negative)
	b.addRows("Native", proto.ColumnTypeString, putTexts(&points.Native))
}

func (b *builder) addSummary(points *telemetry.PointColumns) {
	b.addDistribution(points)
	b.addNumbers("ValueAtQuantiles.Quantile", &points.Quantiles)
	b.addNumbers("ValueAtQuantiles.Value", &points.QuantileValues)
}

func (b *builder) addCounts(name string, lists *telemetry.List[uint64]) {
	b.add(name, itemsOf(b.block.Index, lists.End).list(proto.ColumnTypeUInt64, putUint64(lists.Items)))
}

func (b *builder) addNumbers(name string, lists *telemetry.List[float64]) {
	b.add(name, itemsOf(b.block.Index, lists.End).list(proto.ColumnTypeFloat64, putFloats(lists.Items)))
}

func (b *builder) addExemplars(exemplars *telemetry.Exemplars) {
	items := itemsOf(b.block.Index, exemplars.RowEnd)
	b.add("Exemplars.FilteredAttributes", items.list(proto.ColumnTypeString, putTexts(&exemplars.Attributes)))
	b.add("Exemplars.TimeUnix", items.list(nanosType, putUint64(exemplars.Time)))
	b.add("Exemplars.Value", items.list(proto.ColumnTypeFloat64, putFloats(exemplars.Value)))
	b.add("Exemplars.SpanId", items.list(spanIDType, putFixed(exemplars.SpanID, telemetry.SpanIDBytes)))
	b.add("Exemplars.TraceId", items.list(traceIDType, putFixed(exemplars.TraceID, telemetry.TraceIDBytes)))
}
