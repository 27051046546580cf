package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The fields of the points of summaries.
const (
	summaryQuantiles  = 6<<3 | wireBytes
	summaryAttributes = 7<<3 | wireBytes
	summaryFlags      = 8<<3 | wireVarint
	summaryKnown      = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8

	quantileQuantile = 1<<3 | wireFixed64
	quantileValue    = 2<<3 | wireFixed64
	quantileKnown    = 1<<1 | 1<<2
)

// summary adds a point of a summary.
func (d *decoder) summary(message []byte, attributes *telemetry.AttributeWriter, metric uint32) bool {
	var point telemetry.SummaryPoint
	d.points.quantiles, d.points.values = d.points.quantiles[:0], d.points.values[:0]
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case summaryAttributes:
			ok = d.attribute(c.body, attributes)
		case summaryQuantiles:
			ok = d.quantile(c.body)
		case summaryFlags:
			point.Flags = uint32(c.bits)
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
	c := read(message)
	for c.next() {
		switch c.tag {
		case quantileQuantile:
			quantile = math.Float64frombits(c.bits)
		case quantileValue:
			value = math.Float64frombits(c.bits)
		default:
			c.foreign(quantileKnown)
		}
	}
	d.points.quantiles = append(d.points.quantiles, quantile)
	d.points.values = append(d.points.values, value)
	return d.done(&c, "quantile")
}
