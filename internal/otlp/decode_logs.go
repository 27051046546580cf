package otlp

import (
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of LogRecord.
const (
	logTime         = 1<<3 | wire.Fixed64
	logSeverity     = 2<<3 | wire.Varint
	logSeverityText = 3<<3 | wire.Bytes
	logBody         = 5<<3 | wire.Bytes
	logAttributes   = 6<<3 | wire.Bytes
	logDropped      = 7<<3 | wire.Varint
	logFlags        = 8<<3 | wire.Fixed32
	logTraceID      = 9<<3 | wire.Bytes
	logSpanID       = 10<<3 | wire.Bytes
	logObserved     = 11<<3 | wire.Fixed64
	logEventName    = 12<<3 | wire.Bytes
	logKnown        = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12
)

// logRecord adds a log record.
func (d *decoder) logRecord(message []byte, origin uint32) bool {
	attributes := d.writer.BeginLog(len(message))
	if attributes == nil {
		return true
	}
	d.log = telemetry.LogRecord{}
	c := wire.Read(message)
	for c.Next() {
		ok := true
		switch c.Tag {
		case logAttributes:
			ok = d.attribute(c.Body, attributes)
		case logBody:
			ok = d.logText(c.Body)
		default:
			d.logField(&c)
		}
		if !ok {
			return false
		}
	}
	if !d.done(&c, "log record") {
		return false
	}
	d.writer.EndLog(&d.log, origin)
	return true
}

// logField takes a field that is no message.
func (d *decoder) logField(c *wire.Cursor) {
	log := &d.log
	switch c.Tag {
	case logTime:
		log.Time = c.Bits
	case logObserved:
		log.Observed = c.Bits
	case logSeverity:
		log.Severity = int32(c.Bits)
	case logSeverityText:
		log.SeverityText = c.Body
	case logFlags:
		log.Flags = uint32(c.Bits)
	case logTraceID:
		log.TraceID = c.Body
	case logSpanID:
		log.SpanID = c.Body
	case logEventName:
		log.EventName = c.Body
	case logDropped:
	default:
		c.Foreign(logKnown)
	}
}

// logText takes the body; what is no text is printed.
func (d *decoder) logText(message []byte) bool {
	alternative, ok := d.any(message)
	if !ok {
		return false
	}
	if alternative.tag == anyText {
		d.log.Body = alternative.body
		return true
	}
	d.body, ok = d.appendPlain(d.body[:0], alternative)
	d.log.Body = d.body
	return ok
}
