package otlp

import "github.com/cairnstack/cairn/internal/telemetry"

// The fields of LogRecord.
const (
	logTime         = 1<<3 | wireFixed64
	logSeverity     = 2<<3 | wireVarint
	logSeverityText = 3<<3 | wireBytes
	logBody         = 5<<3 | wireBytes
	logAttributes   = 6<<3 | wireBytes
	logDropped      = 7<<3 | wireVarint
	logFlags        = 8<<3 | wireFixed32
	logTraceID      = 9<<3 | wireBytes
	logSpanID       = 10<<3 | wireBytes
	logObserved     = 11<<3 | wireFixed64
	logEventName    = 12<<3 | wireBytes
	logKnown        = 1<<1 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12
)

// logRecord adds a log record.
func (d *decoder) logRecord(message []byte, origin uint32) bool {
	attributes := d.writer.BeginLog(len(message))
	if attributes == nil {
		return true
	}
	d.log = telemetry.LogRecord{}
	c := read(message)
	for c.next() {
		ok := true
		switch c.tag {
		case logAttributes:
			ok = d.attribute(c.body, attributes)
		case logBody:
			ok = d.logText(c.body)
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
func (d *decoder) logField(c *cursor) {
	log := &d.log
	switch c.tag {
	case logTime:
		log.Time = c.bits
	case logObserved:
		log.Observed = c.bits
	case logSeverity:
		log.Severity = int32(c.bits)
	case logSeverityText:
		log.SeverityText = c.body
	case logFlags:
		log.Flags = uint32(c.bits)
	case logTraceID:
		log.TraceID = c.body
	case logSpanID:
		log.SpanID = c.body
	case logEventName:
		log.EventName = c.body
	case logDropped:
	default:
		c.foreign(logKnown)
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
