package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of points and exemplars.
const (
	pointStart = 2<<3 | wire.Fixed64
	pointTime  = 3<<3 | wire.Fixed64

	numberFloat      = 4<<3 | wire.Fixed64
	numberExemplars  = 5<<3 | wire.Bytes
	numberInt        = 6<<3 | wire.Fixed64
	numberAttributes = 7<<3 | wire.Bytes
	numberFlags      = 8<<3 | wire.Varint
	numberKnown      = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8

	pointCount = 4<<3 | wire.Fixed64
	pointSum   = 5<<3 | wire.Fixed64

	histogramBuckets    = 6 << 3
	histogramBounds     = 7 << 3
	histogramExemplars  = 8<<3 | wire.Bytes
	histogramAttributes = 9<<3 | wire.Bytes
	histogramFlags      = 10<<3 | wire.Varint
	histogramMin        = 11<<3 | wire.Fixed64
	histogramMax        = 12<<3 | wire.Fixed64
	histogramKnown      = 1<<13 - 4

	exemplarTime       = 2<<3 | wire.Fixed64
	exemplarFloat      = 3<<3 | wire.Fixed64
	exemplarSpanID     = 4<<3 | wire.Bytes
	exemplarTraceID    = 5<<3 | wire.Bytes
	exemplarInt        = 6<<3 | wire.Fixed64
	exemplarAttributes = 7<<3 | wire.Bytes
	exemplarKnown      = 1<<8 - 4
)

// pointScratch keeps the lists of the open point.
type pointScratch struct {
	counts, positive, negative []uint64
	bounds, quantiles, values  []float64
}

// numberOf says which metric a number belongs to.
type numberOf struct {
	kind   telemetry.PointKind
	metric uint32
}

// number adds a point of a gauge or a sum.
func (d *decoder) number(message []byte, attributes *telemetry.AttributeWriter, of numberOf) bool {
	var point telemetry.NumberPoint
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case numberAttributes:
			ok = d.attribute(c.Body, attributes)
		case numberExemplars:
			ok = d.exemplar(c.Body, of.kind)
		case pointTime:
			point.Time = c.Bits
		case pointStart:
			point.Start = c.Bits
		case numberFloat:
			point.Value, point.HasValue = math.Float64frombits(c.Bits), true
		case numberInt:
			point.Value, point.HasValue = float64(int64(c.Bits)), true
		case numberFlags:
			point.Flags = uint32(c.Bits)
		default:
			c.Foreign(numberKnown)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "metric point") {
		return false
	}
	d.writer.EndNumber(of.kind, &point, of.metric)
	return true
}

// histogram adds a point of a histogram.
func (d *decoder) histogram(message []byte, attributes *telemetry.AttributeWriter, metric uint32) bool {
	var point telemetry.HistogramPoint
	d.points.counts, d.points.bounds = d.points.counts[:0], d.points.bounds[:0]
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case histogramAttributes:
			ok = d.attribute(c.Body, attributes)
		case histogramExemplars:
			ok = d.exemplar(c.Body, telemetry.Histogram)
		case histogramMin:
			point.Min = math.Float64frombits(c.Bits)
		case histogramMax:
			point.Max = math.Float64frombits(c.Bits)
		case histogramFlags:
			point.Flags = uint32(c.Bits)
		case histogramBuckets | wire.Bytes, histogramBuckets | wire.Fixed64:
			d.points.counts = wire.AppendFixed(d.points.counts, &c, wholeOf)
		case histogramBounds | wire.Bytes, histogramBounds | wire.Fixed64:
			d.points.bounds = wire.AppendFixed(d.points.bounds, &c, math.Float64frombits)
		default:
			distributionField(&c, &point.Distribution, histogramKnown)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "histogram point") {
		return false
	}
	point.Buckets, point.Bounds = d.points.counts, d.points.bounds
	d.writer.EndHistogram(&point, metric)
	return true
}

// distributionField takes a field that histograms and summaries share.
func distributionField(c *wire.Cursor, point *telemetry.Distribution, known uint64) {
	switch c.Tag {
	case pointTime:
		point.Time = c.Bits
	case pointStart:
		point.Start = c.Bits
	case pointCount:
		point.Count = c.Bits
	case pointSum:
		point.Sum = math.Float64frombits(c.Bits)
	default:
		c.Foreign(known)
	}
}

// exemplar adds an exemplar to the open point.
func (d *decoder) exemplar(message []byte, kind telemetry.PointKind) bool {
	attributes := d.writer.BeginExemplar(kind)
	if attributes == nil {
		return true
	}
	var exemplar telemetry.Exemplar
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case exemplarTime:
			exemplar.Time = c.Bits
		case exemplarFloat:
			exemplar.Value = math.Float64frombits(c.Bits)
		case exemplarInt:
			exemplar.Value = float64(int64(c.Bits))
		case exemplarTraceID:
			exemplar.TraceID = c.Body
		case exemplarSpanID:
			exemplar.SpanID = c.Body
		case exemplarAttributes:
			if !d.attribute(c.Body, attributes) {
				return false
			}
		default:
			c.Foreign(exemplarKnown)
		}
	}
	d.writer.EndExemplar(kind, &exemplar)
	return d.done(&c, "exemplar")
}

func wholeOf(bits uint64) uint64 { return bits }
