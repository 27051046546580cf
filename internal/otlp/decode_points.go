package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The fields of the points of each type.
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

	exponentialAttributes = 1<<3 | wireBytes
	exponentialScale      = 6<<3 | wireVarint
	exponentialZeroCount  = 7<<3 | wireFixed64
	exponentialPositive   = 8<<3 | wireBytes
	exponentialNegative   = 9<<3 | wireBytes
	exponentialFlags      = 10<<3 | wireVarint
	exponentialExemplars  = 11<<3 | wireBytes
	exponentialMin        = 12<<3 | wireFixed64
	exponentialMax        = 13<<3 | wireFixed64
	exponentialThreshold  = 14<<3 | wireFixed64
	exponentialKnown      = 1<<15 - 2

	bucketsOffset = 1<<3 | wireVarint
	bucketsCounts = 2 << 3
	bucketsKnown  = 1<<1 | 1<<2

	summaryQuantiles  = 6<<3 | wireBytes
	summaryAttributes = 7<<3 | wireBytes
	summaryFlags      = 8<<3 | wireVarint
	summaryKnown      = 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8

	quantileQuantile = 1<<3 | wireFixed64
	quantileValue    = 2<<3 | wireFixed64
	quantileKnown    = 1<<1 | 1<<2

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

// exponential adds a point of an exponential histogram.
func (d *decoder) exponential(message []byte, attributes *telemetry.AttributeWriter, metric uint32) bool {
	var point telemetry.ExponentialPoint
	d.points.positive, d.points.negative = d.points.positive[:0], d.points.negative[:0]
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case exponentialAttributes:
			ok = d.attribute(c.body, attributes)
		case exponentialExemplars:
			ok = d.exemplar(c.body, telemetry.ExponentialHistogram)
		case exponentialPositive:
			point.PositiveOffset, d.points.positive, ok = d.buckets(c.body, d.points.positive)
		case exponentialNegative:
			point.NegativeOffset, d.points.negative, ok = d.buckets(c.body, d.points.negative)
		default:
			exponentialField(&c, &point)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "exponential histogram point") {
		return false
	}
	point.Positive, point.Negative = d.points.positive, d.points.negative
	d.writer.EndExponential(&point, metric)
	return true
}

func exponentialField(c *cursor, point *telemetry.ExponentialPoint) {
	switch c.tag {
	case exponentialScale:
		point.Scale = zigzag(c.bits)
	case exponentialZeroCount:
		point.ZeroCount = c.bits
	case exponentialFlags:
		point.Flags = uint32(c.bits)
	case exponentialMin:
		point.Min = math.Float64frombits(c.bits)
	case exponentialMax:
		point.Max = math.Float64frombits(c.bits)
	case exponentialThreshold:
	default:
		distributionField(c, &point.Distribution, exponentialKnown)
	}
}

// buckets answers one side of an exponential histogram.
func (d *decoder) buckets(message []byte, counts []uint64) (int32, []uint64, bool) {
	offset := int32(0)
	c := read(message)
	for c.next() {
		switch c.tag {
		case bucketsOffset:
			offset = zigzag(c.bits)
		case bucketsCounts | wireVarint:
			counts = append(counts, c.bits)
		case bucketsCounts | wireBytes:
			packed := read(c.body)
			for packed.at < len(packed.data) {
				counts = append(counts, packed.varint())
			}
			if !d.done(&packed, "list of buckets") {
				return 0, counts, false
			}
		default:
			c.foreign(bucketsKnown)
		}
	}
	return offset, counts, d.done(&c, "list of buckets")
}

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

func zigzag(bits uint64) int32 {
	half := uint32(bits)
	return int32(half>>1) ^ -int32(half&1)
}

func wholeOf(bits uint64) uint64 { return bits }
