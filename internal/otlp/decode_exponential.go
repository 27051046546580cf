package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The fields of the points of exponential histograms.
const (
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
)

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

// buckets returns one side of an exponential histogram.
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

func zigzag(bits uint64) int32 {
	half := uint32(bits)
	return int32(half>>1) ^ -int32(half&1)
}
