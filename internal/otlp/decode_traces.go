package otlp

import "github.com/cairnstack/cairn/internal/telemetry"

// The fields of Span, Event, Link and Status.
const (
	spanTraceID       = 1<<3 | wireBytes
	spanSpanID        = 2<<3 | wireBytes
	spanTraceState    = 3<<3 | wireBytes
	spanParentID      = 4<<3 | wireBytes
	spanName          = 5<<3 | wireBytes
	spanKind          = 6<<3 | wireVarint
	spanStart         = 7<<3 | wireFixed64
	spanEnd           = 8<<3 | wireFixed64
	spanAttributes    = 9<<3 | wireBytes
	spanDropped       = 10<<3 | wireVarint
	spanEvents        = 11<<3 | wireBytes
	spanEventsDropped = 12<<3 | wireVarint
	spanLinks         = 13<<3 | wireBytes
	spanLinksDropped  = 14<<3 | wireVarint
	spanStatus        = 15<<3 | wireBytes
	spanFlags         = 16<<3 | wireFixed32
	spanKnown         = 1<<17 - 2

	eventTime       = 1<<3 | wireFixed64
	eventName       = 2<<3 | wireBytes
	eventAttributes = 3<<3 | wireBytes
	eventDropped    = 4<<3 | wireVarint
	eventKnown      = 1<<1 | 1<<2 | 1<<3 | 1<<4

	linkTraceID    = 1<<3 | wireBytes
	linkSpanID     = 2<<3 | wireBytes
	linkTraceState = 3<<3 | wireBytes
	linkAttributes = 4<<3 | wireBytes
	linkDropped    = 5<<3 | wireVarint
	linkFlags      = 6<<3 | wireFixed32
	linkKnown      = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6

	statusMessage = 2<<3 | wireBytes
	statusCode    = 3<<3 | wireVarint
	statusKnown   = 1<<2 | 1<<3
)

// span adds a span.
func (d *decoder) span(message []byte, origin uint32) bool {
	attributes := d.writer.BeginSpan(len(message))
	if attributes == nil {
		return true
	}
	var span telemetry.Span
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case spanAttributes:
			ok = d.attribute(c.body, attributes)
		case spanEvents:
			ok = d.event(c.body)
		case spanLinks:
			ok = d.link(c.body)
		case spanStatus:
			ok = d.status(c.body, &span)
		default:
			spanField(&c, &span)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "span") {
		return false
	}
	d.writer.EndSpan(&span, origin)
	return true
}

// spanField takes a field that is no message.
func spanField(c *cursor, span *telemetry.Span) {
	switch c.tag {
	case spanTraceID:
		span.TraceID = c.body
	case spanSpanID:
		span.SpanID = c.body
	case spanParentID:
		span.ParentID = c.body
	case spanTraceState:
		span.TraceState = c.body
	case spanName:
		span.Name = c.body
	case spanKind:
		span.Kind = int32(c.bits)
	case spanStart:
		span.Start = c.bits
	case spanEnd:
		span.End = c.bits
	case spanDropped, spanEventsDropped, spanLinksDropped, spanFlags:
	default:
		c.foreign(spanKnown)
	}
}

func (d *decoder) status(message []byte, span *telemetry.Span) bool {
	c := read(message)
	for c.next() {
		switch c.tag {
		case statusMessage:
			span.StatusMessage = c.body
		case statusCode:
			span.Status = int32(c.bits)
		default:
			c.foreign(statusKnown)
		}
	}
	return d.done(&c, "status")
}

// event adds an event to the open span.
func (d *decoder) event(message []byte) bool {
	attributes := d.writer.BeginEvent()
	if attributes == nil {
		return true
	}
	var at uint64
	var name []byte
	c := read(message)
	for c.next() {
		switch c.tag {
		case eventTime:
			at = c.bits
		case eventName:
			name = c.body
		case eventAttributes:
			if !d.attribute(c.body, attributes) {
				return false
			}
		case eventDropped:
		default:
			c.foreign(eventKnown)
		}
	}
	d.writer.EndEvent(at, name)
	return d.done(&c, "span event")
}

// link adds a link to the open span.
func (d *decoder) link(message []byte) bool {
	attributes := d.writer.BeginLink()
	if attributes == nil {
		return true
	}
	var traceID, spanID, state []byte
	c := read(message)
	for c.next() {
		switch c.tag {
		case linkTraceID:
			traceID = c.body
		case linkSpanID:
			spanID = c.body
		case linkTraceState:
			state = c.body
		case linkAttributes:
			if !d.attribute(c.body, attributes) {
				return false
			}
		case linkDropped, linkFlags:
		default:
			c.foreign(linkKnown)
		}
	}
	d.writer.EndLink(traceID, spanID, state)
	return d.done(&c, "span link")
}
