package promwrite

import (
	"encoding/hex"
	"math"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of an exemplar; its labels are messages in 1.0 and references in
// 2.0.
const (
	exemplarLabels = 1 << 3
	exemplarValue  = 2<<3 | wire.Fixed64
	exemplarTime   = 3<<3 | wire.Varint
	exemplarKnown  = 1<<1 | 1<<2 | 1<<3
)

// The labels of an exemplar that name a trace and a span. Others than lower-case
// hexadecimal digits stay what they are.
const (
	traceLabel = "trace_id"
	spanLabel  = "span_id"
)

// ids is the memory for the ids of the present exemplar.
type ids struct {
	trace [telemetry.TraceIDBytes]byte
	span  [telemetry.SpanIDBytes]byte
	refs  []uint32
}

// addExemplars adds the exemplars of the series to the open point of a type and
// returns how many there are. It does so until keepExemplars is told that the
// point is stored.
func (d *Decoder) addExemplars(kind telemetry.PointKind) (count int, ok bool) {
	for _, message := range d.series.exemplars {
		added, ok := d.exemplar(message, kind)
		if !ok {
			return 0, false
		}
		if added {
			count++
		}
	}
	return count, true
}

// keepExemplars counts exemplars that were stored.
func (d *Decoder) keepExemplars(count int) {
	d.written.Exemplars += count
	d.series.exemplars = d.series.exemplars[:0]
}

// dropExemplars counts those for which no point was stored.
func (d *Decoder) dropExemplars() {
	for range d.series.exemplars {
		d.writer.Cut(telemetry.CutExemplars)
	}
}

// addExemplarRow adds a row that is there for its exemplars: senders send them
// apart from samples.
func (d *Decoder) addExemplarRow(to target) bool {
	at, ok := d.exemplarTime(d.series.exemplars[0])
	if !ok {
		return false
	}
	point := telemetry.NumberPoint{}
	if !d.admit(sampleBytes) || !d.placePoint(&point.PointHead, at, 0) {
		return true
	}
	point.Flags, point.Labels = telemetry.FlagNoValue|telemetry.FlagExemplarsOnly, &to.labels
	count, ok := d.addExemplars(to.kind)
	if !ok {
		return false
	}
	if !d.writer.EndNumber(to.kind, &point, to.metric) {
		d.noteTime(at)
		return true
	}
	d.keepExemplars(count)
	return true
}

func (d *Decoder) exemplarTime(message []byte) (milliseconds int64, ok bool) {
	c := wire.Read(message)
	for c.Next() {
		if c.Tag == exemplarTime {
			milliseconds = int64(c.Bits) // the bits of an int64
		}
	}
	return milliseconds, d.done(&c, "an exemplar")
}

// exemplar adds an exemplar to the open point, unless that has enough.
func (d *Decoder) exemplar(message []byte, kind telemetry.PointKind) (added, ok bool) {
	attributes := d.writer.BeginExemplar(kind)
	if attributes == nil {
		return false, true
	}
	var exemplar telemetry.Exemplar
	add := func(label telemetry.Label) { d.exemplarLabel(&exemplar, attributes, label) }
	d.ids.refs = d.ids.refs[:0]
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case exemplarLabels | wire.Bytes, exemplarLabels | wire.Varint:
			if !d.exemplarLabels(&c, add) {
				return false, false
			}
		case exemplarValue:
			exemplar.Value = math.Float64frombits(c.Bits)
		case exemplarTime:
			exemplar.Time = nanosecondsOf(int64(c.Bits)) // the bits of an int64
		default:
			c.Foreign(exemplarKnown)
		}
	}
	if d.resolve(d.ids.refs, add) != "" {
		d.writer.Cut(telemetry.CutAttributes)
	}
	d.writer.EndExemplar(kind, &exemplar)
	return true, d.done(&c, "an exemplar")
}

// exemplarLabels takes labels at the cursor: a message, or references, which
// are kept until all are there.
func (d *Decoder) exemplarLabels(c *wire.Cursor, add func(telemetry.Label)) bool {
	if d.isVersion2 {
		d.ids.refs = appendRefs(d.ids.refs, c, d.limits.Attributes)
		return true
	}
	if c.Tag&7 != wire.Bytes {
		c.Foreign(exemplarKnown)
		return true
	}
	label, ok := d.readLabel(c.Body)
	if ok {
		add(label)
	}
	return ok
}

// exemplarLabel adds a label of an exemplar, which may be the id of a trace or a
// span.
func (d *Decoder) exemplarLabel(exemplar *telemetry.Exemplar, attributes *telemetry.AttributeWriter, label telemetry.Label) {
	switch {
	case string(label.Name) == traceLabel && isHex(d.ids.trace[:], label.Value):
		exemplar.TraceID = d.ids.trace[:]
	case string(label.Name) == spanLabel && isHex(d.ids.span[:], label.Value):
		exemplar.SpanID = d.ids.span[:]
	case len(label.Name) > 0 && len(label.Value) > 0:
		attributes.Text(label.Name, label.Value)
	}
}

// isHex reports whether a text is an id in lower-case hexadecimal digits, not all
// of them zero, and then puts it into id.
func isHex(id, text []byte) bool {
	if len(text) != hex.EncodedLen(len(id)) {
		return false
	}
	isZero := true
	for _, c := range text {
		if c < '0' || c > '9' && c < 'a' || c > 'f' {
			return false
		}
		isZero = isZero && c == '0'
	}
	_, err := hex.Decode(id, text)
	return err == nil && !isZero
}
