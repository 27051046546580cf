package promwrite

import (
	"math"

	"github.com/prometheus/prometheus/model/histogram"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of a native histogram, the same in both versions but for the start.
const (
	histogramCount          = 1<<3 | wire.Varint
	histogramCountFloat     = 2<<3 | wire.Fixed64
	histogramSum            = 3<<3 | wire.Fixed64
	histogramSchema         = 4<<3 | wire.Varint
	histogramThreshold      = 5<<3 | wire.Fixed64
	histogramZeroCount      = 6<<3 | wire.Varint
	histogramZeroCountFloat = 7<<3 | wire.Fixed64
	histogramNegativeSpans  = 8<<3 | wire.Bytes
	histogramNegativeDeltas = 9 << 3
	histogramNegativeCounts = 10 << 3
	histogramPositiveSpans  = 11<<3 | wire.Bytes
	histogramPositiveDeltas = 12 << 3
	histogramPositiveCounts = 13 << 3
	histogramHint           = 14<<3 | wire.Varint
	histogramTime           = 15<<3 | wire.Varint
	histogramCustomValues   = 16 << 3
	histogramStart          = 17<<3 | wire.Varint // 2.0
	histogramKnown          = 1<<17 - 2
	histogram2Known         = 1<<18 - 2

	spanOffset = 1<<3 | wire.Varint
	spanLength = 2<<3 | wire.Varint
	spanKnown  = 1<<1 | 1<<2

	hintGauge = 3
)

// nativeHistogram is the present native histogram and its memory.
type nativeHistogram struct {
	whole   histogram.Histogram      // counts that are whole numbers
	float   histogram.FloatHistogram // counts that are not
	isFloat bool
	isGauge bool
	tooMany bool // buckets or spans
	time    int64
	start   int64
	native  []byte // the message without its times

	custom             []float64 // upper bounds of buckets
	positive, negative []uint64  // counts one by one
}

func (h *nativeHistogram) begin() {
	*h = nativeHistogram{
		whole: histogram.Histogram{
			PositiveSpans: h.whole.PositiveSpans[:0], NegativeSpans: h.whole.NegativeSpans[:0],
			PositiveBuckets: h.whole.PositiveBuckets[:0], NegativeBuckets: h.whole.NegativeBuckets[:0],
		},
		float: histogram.FloatHistogram{
			PositiveBuckets: h.float.PositiveBuckets[:0], NegativeBuckets: h.float.NegativeBuckets[:0],
		},
		native: h.native[:0], custom: h.custom[:0], positive: h.positive[:0], negative: h.negative[:0],
	}
}

// addHistogram adds a native histogram, and to the first that is stored the
// exemplars.
func (d *Decoder) addHistogram(message []byte, labels telemetry.Labels) bool {
	h := &d.hist
	h.begin()
	if !d.admit(len(message)) {
		return true
	}
	if !d.readHistogram(message) {
		return false
	}
	var point telemetry.ExponentialPoint
	if !d.placePoint(&point.PointHead, h.time, h.start) {
		return true
	}
	if h.exceeds(d.limits.Buckets) || !h.isValid() {
		d.writer.Reject(telemetry.RejectedBuckets, 1)
		d.noteTime(h.time)
		return true
	}
	h.fill(&point, d.limits.Buckets)
	point.Labels = &labels
	return d.endHistogram(&point, labels)
}

func (d *Decoder) endHistogram(point *telemetry.ExponentialPoint, labels telemetry.Labels) bool {
	head := telemetry.MetricHead{Name: d.series.name, Temporality: cumulative}
	if d.hist.isGauge {
		head.Temporality = 0
	}
	count, ok := d.addExemplars(telemetry.ExponentialHistogram)
	if !ok {
		return false
	}
	if !d.writer.EndExponential(point, d.writer.Metric(&head, labels.Origin)) {
		d.noteTime(d.hist.time)
		return true
	}
	d.written.Histograms++
	d.keepExemplars(count)
	return true
}

// readHistogram reads the message, and copies of it what is no time.
func (d *Decoder) readHistogram(message []byte) bool {
	h := &d.hist
	c := wire.Read(message)
	for from := 0; c.Next(); from = c.Offset() {
		if !d.histogramField(&c) {
			return false
		}
		if number := c.Tag >> 3; number != histogramTime>>3 && number < histogramStart>>3 {
			h.native = append(h.native, message[from:c.Offset()]...)
		}
	}
	return d.done(&c, "a histogram")
}

func (d *Decoder) histogramField(c *wire.Cursor) bool {
	h := &d.hist
	switch c.Tag {
	case histogramNegativeSpans:
		return d.span(c.Body, &h.whole.NegativeSpans)
	case histogramPositiveSpans:
		return d.span(c.Body, &h.whole.PositiveSpans)
	case histogramNegativeDeltas | wire.Bytes, histogramNegativeDeltas | wire.Varint:
		h.whole.NegativeBuckets = d.appendDeltas(h.whole.NegativeBuckets, c)
	case histogramPositiveDeltas | wire.Bytes, histogramPositiveDeltas | wire.Varint:
		h.whole.PositiveBuckets = d.appendDeltas(h.whole.PositiveBuckets, c)
	case histogramNegativeCounts | wire.Bytes, histogramNegativeCounts | wire.Fixed64:
		h.float.NegativeBuckets = wire.AppendFixed(h.float.NegativeBuckets, c, math.Float64frombits)
	case histogramPositiveCounts | wire.Bytes, histogramPositiveCounts | wire.Fixed64:
		h.float.PositiveBuckets = wire.AppendFixed(h.float.PositiveBuckets, c, math.Float64frombits)
	case histogramCustomValues | wire.Bytes, histogramCustomValues | wire.Fixed64:
		h.custom = wire.AppendFixed(h.custom, c, math.Float64frombits)
	case histogramStart:
		if d.isVersion2 {
			h.start = int64(c.Bits) // the bits of an int64
		}
	default:
		if !h.number(c) {
			c.Foreign(d.histogramFields())
		}
	}
	return true
}

func (d *Decoder) histogramFields() uint64 {
	if d.isVersion2 {
		return histogram2Known
	}
	return histogramKnown
}

// number takes a field that is one number, and reports whether it is one.
func (h *nativeHistogram) number(c *wire.Cursor) bool {
	switch c.Tag {
	case histogramCount:
		h.whole.Count, h.isFloat = c.Bits, false
	case histogramCountFloat:
		h.float.Count, h.isFloat = math.Float64frombits(c.Bits), true
	case histogramSum:
		h.whole.Sum = math.Float64frombits(c.Bits)
	case histogramSchema:
		h.whole.Schema = int32(zigzag(uint64(uint32(c.Bits)))) // as protobuf cuts it
	case histogramThreshold:
		h.whole.ZeroThreshold = math.Float64frombits(c.Bits)
	case histogramZeroCount:
		h.whole.ZeroCount, h.float.ZeroCount = c.Bits, 0
	case histogramZeroCountFloat:
		h.float.ZeroCount, h.whole.ZeroCount = math.Float64frombits(c.Bits), 0
	case histogramHint:
		h.isGauge = c.Bits == hintGauge
	case histogramTime:
		h.time = int64(c.Bits) // the bits of an int64
	default:
		return false
	}
	return true
}

func (d *Decoder) span(message []byte, spans *[]histogram.Span) bool {
	var span histogram.Span
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case spanOffset:
			span.Offset = int32(zigzag(uint64(uint32(c.Bits)))) // as protobuf cuts it
		case spanLength:
			span.Length = uint32(c.Bits) // as protobuf cuts it
		default:
			c.Foreign(spanKnown)
		}
	}
	if len(*spans) < d.limits.Buckets {
		*spans = append(*spans, span)
	} else {
		d.hist.tooMany = true
	}
	return d.done(&c, "a span of buckets")
}

// appendDeltas appends the deltas at the cursor: one, or a packed list.
func (d *Decoder) appendDeltas(to []int64, c *wire.Cursor) []int64 {
	if c.Tag&7 == wire.Varint {
		return d.appendDelta(to, c.Bits)
	}
	packed := wire.Read(c.Body)
	for !packed.AtEnd() {
		to = d.appendDelta(to, packed.Varint())
	}
	if packed.Problem != "" {
		c.Fail(packed.Problem)
	}
	return to
}

func (d *Decoder) appendDelta(to []int64, bits uint64) []int64 {
	if len(to) >= d.limits.Buckets {
		d.hist.tooMany = true
		return to
	}
	return append(to, zigzag(bits))
}

func zigzag(bits uint64) int64 { return int64(bits>>1) ^ -int64(bits&1) }
