package otlp

import (
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of Metric and of the messages that hold the points of a type.
const (
	metricName        = 1<<3 | wire.Bytes
	metricDescription = 2<<3 | wire.Bytes
	metricUnit        = 3<<3 | wire.Bytes
	metricGauge       = 5<<3 | wire.Bytes
	metricSum         = 7<<3 | wire.Bytes
	metricHistogram   = 9<<3 | wire.Bytes
	metricExponential = 10<<3 | wire.Bytes
	metricSummary     = 11<<3 | wire.Bytes
	metricMetadata    = 12<<3 | wire.Bytes
	metricKnown       = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<7 | 1<<9 | 1<<10 | 1<<11 | 1<<12

	pointsPoints      = 1<<3 | wire.Bytes
	pointsTemporality = 2<<3 | wire.Varint
	pointsMonotonic   = 3<<3 | wire.Varint
)

// pointsKnown returns the fields of the message that holds points of a type.
func pointsKnown(kind telemetry.PointKind) uint64 {
	switch kind {
	case telemetry.Sum:
		return 1<<1 | 1<<2 | 1<<3
	case telemetry.Histogram, telemetry.ExponentialHistogram:
		return 1<<1 | 1<<2
	case telemetry.Gauge, telemetry.Summary:
	}
	return 1 << 1
}

// metric adds the points of a metric. It walks twice: the name may stand after
// the points.
func (d *decoder) metric(message []byte, origin uint32) bool {
	var head telemetry.MetricHead
	var points []byte
	kind := telemetry.PointKinds
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case metricName:
			head.Name = c.Body
		case metricDescription:
			head.Description = c.Body
		case metricUnit:
			head.Unit = c.Body
		case metricMetadata:
		default:
			if found := pointKind(c.Tag); found < telemetry.PointKinds {
				kind, points = found, c.Body
				continue
			}
			c.Foreign(metricKnown)
		}
	}
	if !d.done(&c, "metric") || kind == telemetry.PointKinds {
		return d.failure == nil
	}
	return d.metricPoints(points, kind, &head, origin)
}

// pointKind returns the type whose points a field of a metric holds. Of
// several the last one counts.
func pointKind(tag uint64) telemetry.PointKind {
	switch tag {
	case metricGauge:
		return telemetry.Gauge
	case metricSum:
		return telemetry.Sum
	case metricHistogram:
		return telemetry.Histogram
	case metricExponential:
		return telemetry.ExponentialHistogram
	case metricSummary:
		return telemetry.Summary
	}
	return telemetry.PointKinds
}

// metricPoints walks twice: what the points share may stand after them.
func (d *decoder) metricPoints(message []byte, kind telemetry.PointKind, head *telemetry.MetricHead, origin uint32) bool {
	c := wire.Read(message)
	for c.Next() {
		switch {
		case c.Tag == pointsPoints:
		case c.Tag == pointsTemporality && kind != telemetry.Gauge && kind != telemetry.Summary:
			head.Temporality = int32(c.Bits)
		case c.Tag == pointsMonotonic && kind == telemetry.Sum:
			head.Monotonic = c.Bits != 0
		default:
			c.Foreign(pointsKnown(kind))
		}
	}
	if !d.done(&c, "metric") {
		return false
	}
	metric := d.writer.Metric(head, origin)
	c = wire.Read(message)
	for c.Next() {
		if c.Tag == pointsPoints && !d.point(c.Body, kind, metric) {
			return false
		}
	}
	return true
}

// point adds a point of a type.
func (d *decoder) point(message []byte, kind telemetry.PointKind, metric uint32) bool {
	attributes := d.writer.BeginPoint(len(message))
	if attributes == nil {
		return true
	}
	switch kind {
	case telemetry.Histogram:
		return d.histogram(message, attributes, metric)
	case telemetry.ExponentialHistogram:
		return d.exponential(message, attributes, metric)
	case telemetry.Summary:
		return d.summary(message, attributes, metric)
	case telemetry.Gauge, telemetry.Sum:
		return d.number(message, attributes, numberOf{kind, metric})
	}
	return false
}
