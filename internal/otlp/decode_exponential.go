package otlp

import (
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of the points of exponential histograms.
const (
	exponentialAttributes = 1<<3 | wire.Bytes
	exponentialScale      = 6<<3 | wire.Varint
	exponentialZeroCount  = 7<<3 | wire.Fixed64
	exponentialPositive   = 8<<3 | wire.Bytes
	exponentialNegative   = 9<<3 | wire.Bytes
	exponentialFlags      = 10<<3 | wire.Varint
	exponentialExemplars  = 11<<3 | wire.Bytes
	exponentialMin        = 12<<3 | wire.Fixed64
	exponentialMax        = 13<<3 | wire.Fixed64
	exponentialThreshold  = 14<<3 | wire.Fixed64
	exponentialKnown      = 1<<15 - 2

	bucketsOffset = 1<<3 | wire.Varint
	bucketsCounts = 2 << 3
	bucketsKnown  = 1<<1 | 1<<2
)

// exponential adds a point of an exponential histogram.
func (d *decoder) exponential(message []byte, attributes *telemetry.AttributeWriter, metric uint32) bool {
	var point telemetry.ExponentialPoint
	d.points.positive, d.points.negative = d.points.positive[:0], d.points.negative[:0]
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case exponentialAttributes:
			ok = d.attribute(c.Body, attributes)
		case exponentialExemplars:
			ok = d.exemplar(c.Body, telemetry.ExponentialHistogram)
		case exponentialPositive:
			point.PositiveOffset, d.points.positive, ok = d.buckets(c.Body, d.points.positive)
		case exponentialNegative:
			point.NegativeOffset, d.points.negative, ok = d.buckets(c.Body, d.points.negative)
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

func exponentialField(c *wire.Cursor, point *telemetry.ExponentialPoint) {
	switch c.Tag {
	case exponentialScale:
		point.Scale = zigzag(c.Bits)
	case exponentialZeroCount:
		point.ZeroCount = c.Bits
	case exponentialFlags:
		point.Flags = uint32(c.Bits)
	case exponentialMin:
		point.Min = math.Float64frombits(c.Bits)
	case exponentialMax:
		point.Max = math.Float64frombits(c.Bits)
	case exponentialThreshold:
	default:
		distributionField(c, &point.Distribution, exponentialKnown)
	}
}

// buckets returns one side of an exponential histogram.
func (d *decoder) buckets(message []byte, counts []uint64) (int32, []uint64, bool) {
	offset := int32(0)
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case bucketsOffset:
			offset = zigzag(c.Bits)
		case bucketsCounts | wire.Varint:
			counts = append(counts, c.Bits)
		case bucketsCounts | wire.Bytes:
			packed := wire.Read(c.Body)
			for !packed.AtEnd() {
				counts = append(counts, packed.Varint())
			}
			if !d.done(&packed, "list of buckets") {
				return 0, counts, false
			}
		default:
			c.Foreign(bucketsKnown)
		}
	}
	return offset, counts, d.done(&c, "list of buckets")
}

func zigzag(bits uint64) int32 {
	half := uint32(bits)
	return int32(half>>1) ^ -int32(half&1)
}
