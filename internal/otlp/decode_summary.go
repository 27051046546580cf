package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of the points of summaries.
const (
	summaryQuantiles  = 6<<3 | wire.Bytes
	summaryAttributes = 7<<3 | wire.Bytes
	summaryFlags      = 8<<3 | wire.Varint
	summaryKnown      = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8

	quantileQuantile = 1<<3 | wire.Fixed64
	quantileValue    = 2<<3 | wire.Fixed64
	quantileKnown    = 1<<1 | 1<<2
)

// summary adds a point of a summary.
func (d *decoder) summary(message []byte, attributes *telemetry.AttributeWriter, metric uint32) bool {
	var point telemetry.SummaryPoint
	d.points.quantiles, d.points.values = d.points.quantiles[:0], d.points.values[:0]
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case summaryAttributes:
			ok = d.attribute(c.Body, attributes)
		case summaryQuantiles:
			ok = d.quantile(c.Body)
		case summaryFlags:
			point.Flags = uint32(c.Bits)
		default:
			distributionField(&c, &point.Distribution, summaryKnown)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "summary point") {
		return false
	}
	point.Quantiles, point.Values = d.points.quantiles, d.points.values
	d.writer.EndSummary(&point, metric)
	return true
}

func (d *decoder) quantile(message []byte) bool {
	var quantile, value float64
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case quantileQuantile:
			quantile = math.Float64frombits(c.Bits)
		case quantileValue:
			value = math.Float64frombits(c.Bits)
		default:
			c.Foreign(quantileKnown)
		}
	}
	d.points.quantiles = append(d.points.quantiles, quantile)
	d.points.values = append(d.points.values, value)
	return d.done(&c, "quantile")
}
