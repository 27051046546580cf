package otlp

import (
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of Span, Event, Link and Status.
const (
	spanTraceID       = 1<<3 | wire.Bytes
	spanSpanID        = 2<<3 | wire.Bytes
	spanTraceState    = 3<<3 | wire.Bytes
	spanParentID      = 4<<3 | wire.Bytes
	spanName          = 5<<3 | wire.Bytes
	spanKind          = 6<<3 | wire.Varint
	spanStart         = 7<<3 | wire.Fixed64
	spanEnd           = 8<<3 | wire.Fixed64
	spanAttributes    = 9<<3 | wire.Bytes
	spanDropped       = 10<<3 | wire.Varint
	spanEvents        = 11<<3 | wire.Bytes
	spanEventsDropped = 12<<3 | wire.Varint
	spanLinks         = 13<<3 | wire.Bytes
	spanLinksDropped  = 14<<3 | wire.Varint
	spanStatus        = 15<<3 | wire.Bytes
	spanFlags         = 16<<3 | wire.Fixed32
	spanKnown         = 1<<17 - 2

	eventTime       = 1<<3 | wire.Fixed64
	eventName       = 2<<3 | wire.Bytes
	eventAttributes = 3<<3 | wire.Bytes
	eventDropped    = 4<<3 | wire.Varint
	eventKnown      = 1<<1 | 1<<2 | 1<<3 | 1<<4

	linkTraceID    = 1<<3 | wire.Bytes
	linkSpanID     = 2<<3 | wire.Bytes
	linkTraceState = 3<<3 | wire.Bytes
	linkAttributes = 4<<3 | wire.Bytes
	linkDropped    = 5<<3 | wire.Varint
	linkFlags      = 6<<3 | wire.Fixed32
	linkKnown      = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6

	statusMessage = 2<<3 | wire.Bytes
	statusCode    = 3<<3 | wire.Varint
	statusKnown   = 1<<2 | 1<<3
)

// span adds a span.
func (d *decoder) span(message []byte, origin uint32) bool {
	attributes := d.writer.BeginSpan(len(message))
	if attributes == nil {
		return true
	}
	var span telemetry.Span
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case spanAttributes:
			ok = d.attribute(c.Body, attributes)
		case spanEvents:
			ok = d.event(c.Body)
		case spanLinks:
			ok = d.link(c.Body)
		case spanStatus:
			ok = d.status(c.Body, &span)
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
func spanField(c *wire.Cursor, span *telemetry.Span) {
	switch c.Tag {
	case spanTraceID:
		span.TraceID = c.Body
	case spanSpanID:
		span.SpanID = c.Body
	case spanParentID:
		span.ParentID = c.Body
	case spanTraceState:
		span.TraceState = c.Body
	case spanName:
		span.Name = c.Body
	case spanKind:
		span.Kind = int32(c.Bits)
	case spanStart:
		span.Start = c.Bits
	case spanEnd:
		span.End = c.Bits
	case spanDropped, spanEventsDropped, spanLinksDropped, spanFlags:
	default:
		c.Foreign(spanKnown)
	}
}

func (d *decoder) status(message []byte, span *telemetry.Span) bool {
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case statusMessage:
			span.StatusMessage = c.Body
		case statusCode:
			span.Status = int32(c.Bits)
		default:
			c.Foreign(statusKnown)
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
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case eventTime:
			at = c.Bits
		case eventName:
			name = c.Body
		case eventAttributes:
			if !d.attribute(c.Body, attributes) {
				return false
			}
		case eventDropped:
		default:
			c.Foreign(eventKnown)
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
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case linkTraceID:
			traceID = c.Body
		case linkSpanID:
			spanID = c.Body
		case linkTraceState:
			state = c.Body
		case linkAttributes:
			if !d.attribute(c.Body, attributes) {
				return false
			}
		case linkDropped, linkFlags:
		default:
			c.Foreign(linkKnown)
		}
	}
	d.writer.EndLink(traceID, spanID, state)
	return d.done(&c, "span link")
}
