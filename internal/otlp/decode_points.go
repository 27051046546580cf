package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The fields of points and exemplars.
const (
	pointStart = 2<<3 | wireFixed64
	pointTime  = 3<<3 | wireFixed64

	numberFloat      = 4<<3 | wireFixed64
	numberExemplars  = 5<<3 | wireBytes
	numberInt        = 6<<3 | wireFixed64
	numberAttributes = 7<<3 | wireBytes
	numberFlags      = 8<<3 | wireVarint
	numberKnown      = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8

	pointCount = 4<<3 | wireFixed64
	pointSum   = 5<<3 | wireFixed64

	histogramBuckets    = 6 << 3
	histogramBounds     = 7 << 3
	histogramExemplars  = 8<<3 | wireBytes
	histogramAttributes = 9<<3 | wireBytes
	histogramFlags      = 10<<3 | wireVarint
	histogramMin        = 11<<3 | wireFixed64
	histogramMax        = 12<<3 | wireFixed64
	histogramKnown      = 1<<13 - 4

	exemplarTime       = 2<<3 | wireFixed64
	exemplarFloat      = 3<<3 | wireFixed64
	exemplarSpanID     = 4<<3 | wireBytes
	exemplarTraceID    = 5<<3 | wireBytes
	exemplarInt        = 6<<3 | wireFixed64
	exemplarAttributes = 7<<3 | wireBytes
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
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case numberAttributes:
			ok = d.attribute(c.body, attributes)
		case numberExemplars:
			ok = d.exemplar(c.body, of.kind)
		case pointTime:
			point.Time = c.bits
		case pointStart:
			point.Start = c.bits
		case numberFloat:
			point.Value, point.HasValue = math.Float64frombits(c.bits), true
		case numberInt:
			point.Value, point.HasValue = float64(int64(c.bits)), true
		case numberFlags:
			point.Flags = uint32(c.bits)
		default:
			c.foreign(numberKnown)
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
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case histogramAttributes:
			ok = d.attribute(c.body, attributes)
		case histogramExemplars:
			ok = d.exemplar(c.body, telemetry.Histogram)
		case histogramMin:
			point.Min = math.Float64frombits(c.bits)
		case histogramMax:
			point.Max = math.Float64frombits(c.bits)
		case histogramFlags:
			point.Flags = uint32(c.bits)
		case histogramBuckets | wireBytes, histogramBuckets | wireFixed64:
			d.points.counts = appendFixed(d.points.counts, &c, wholeOf)
		case histogramBounds | wireBytes, histogramBounds | wireFixed64:
			d.points.bounds = appendFixed(d.points.bounds, &c, math.Float64frombits)
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
func distributionField(c *cursor, point *telemetry.Distribution, known uint64) {
	switch c.tag {
	case pointTime:
		point.Time = c.bits
	case pointStart:
		point.Start = c.bits
	case pointCount:
		point.Count = c.bits
	case pointSum:
		point.Sum = math.Float64frombits(c.bits)
	default:
		c.foreign(known)
	}
}

// exemplar adds an exemplar to the open point.
func (d *decoder) exemplar(message []byte, kind telemetry.PointKind) bool {
	attributes := d.writer.BeginExemplar(kind)
	if attributes == nil {
		return true
	}
	var exemplar telemetry.Exemplar
	c := read(message)
	for c.next() {
		switch c.tag {
		case exemplarTime:
			exemplar.Time = c.bits
		case exemplarFloat:
			exemplar.Value = math.Float64frombits(c.bits)
		case exemplarInt:
			exemplar.Value = float64(int64(c.bits))
		case exemplarTraceID:
			exemplar.TraceID = c.body
		case exemplarSpanID:
			exemplar.SpanID = c.body
		case exemplarAttributes:
			if !d.attribute(c.body, attributes) {
				return false
			}
		default:
			c.foreign(exemplarKnown)
		}
	}
	d.writer.EndExemplar(kind, &exemplar)
	return d.done(&c, "exemplar")
}

func wholeOf(bits uint64) uint64 { return bits }
