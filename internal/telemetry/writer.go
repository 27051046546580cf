package telemetry

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// Writer adds the records of one request to rows and applies the limits and
// the rules on the way. Make one with Rows.Write; it is valid until the next.
// The texts that it is given are copied.
type Writer struct {
	rows     *Rows
	limits   Limits
	received int64
	outcome  Outcome
	before   int // bytes of the rows at the start

	record    AttributeWriter
	nested    AttributeWriter
	recordSet Attributes // a record's attributes on their way to JSON
	nestedSet Attributes // the same for what stands inside a record

	order  []uint32
	text   []byte
	path   []byte
	levels levelCache
	bases  []seriesBase // by origin

	metadata map[uint32]int // rows of the request's metadata, by metric name
	labelled []uint32       // origins of labels, plus one, by the text of their resource
}

// Write begins a request that was received at the time.
func (r *Rows) Write(limits Limits, received time.Time) *Writer {
	w := &r.writer
	w.rows, w.limits, w.received = r, limits.Complete(), received.UnixNano()
	w.outcome, w.before = Outcome{}, r.Bytes()
	w.record.writer, w.nested.writer = w, w
	w.levels = levelCache{}
	clear(w.metadata)
	clear(w.labelled)
	w.bases = w.bases[:0]
	return w
}

// Limits returns the limits in force.
func (w *Writer) Limits() *Limits { return &w.limits }

// End ends the request and returns what became of its records.
func (w *Writer) End() Outcome {
	w.levels = levelCache{}
	return w.outcome
}

// Cut counts a value that the decoder itself could not keep whole.
func (w *Writer) Cut(reason Reason) { w.outcome.Cut(reason) }

// Reject counts records that the decoder itself could not take.
func (w *Writer) Reject(reason Reason, count int) { w.outcome.RejectMany(reason, count) }

// Admit reports whether another record of an encoded size may be added, and
// counts it as rejected if not. The Begin methods ask it themselves.
func (w *Writer) Admit(size int) bool { return w.admit(size) }

// HasRoom reports whether a record of no size may be added, and counts nothing.
func (w *Writer) HasRoom() bool {
	return w.outcome.Accepted < w.limits.Records && w.rows.Bytes()-w.before <= w.limits.DecodedBytes
}

// admit reports whether another record of a size may be added, and counts it
// as rejected if not.
func (w *Writer) admit(size int) bool {
	switch {
	case w.outcome.Accepted >= w.limits.Records:
		w.outcome.Reject(RejectedRecords)
	case size > w.limits.RecordBytes:
		w.outcome.Reject(RejectedBytes)
	case w.rows.Bytes()-w.before > w.limits.DecodedBytes:
		w.outcome.Reject(RejectedMemory)
	default:
		return true
	}
	return false
}

// storableSecondsMax is the last second that the tables can hold.
const storableSecondsMax = 1<<32 - 1

// storable reports whether a time in unix nanoseconds fits the tables.
func storable(at uint64) bool { return at/uint64(time.Second) <= storableSecondsMax }

// place returns the time under which a record is stored: its own, else the
// fallback, else that of its receipt. It returns a reason when there is none.
func (w *Writer) place(at, fallback uint64) (int64, Reason, bool) {
	if at == 0 {
		at = fallback
	}
	if at == 0 {
		return w.received, 0, true
	}
	if !storable(at) {
		return 0, RejectedTime, false
	}
	age := time.Duration(w.received - int64(at))
	if w.limits.Past > 0 && age > w.limits.Past {
		return 0, RejectedPast, false
	}
	if w.limits.Future > 0 && -age > w.limits.Future {
		return 0, RejectedFuture, false
	}
	return int64(at), 0, true
}

// clean returns a text of at most so many bytes in valid UTF-8.
func (w *Writer) clean(text []byte, bytesMax int, reason Reason) []byte {
	if len(text) > bytesMax {
		text = cutText(text, bytesMax)
		w.outcome.Cut(reason)
	}
	if utf8.Valid(text) {
		return text
	}
	w.outcome.Cut(CutText)
	return cutText(bytes.ToValidUTF8(text, []byte(string(utf8.RuneError))), bytesMax)
}

// cutText cuts a text without breaking a character.
func cutText(text []byte, bytesMax int) []byte {
	if len(text) <= bytesMax {
		return text
	}
	for end := bytesMax; end > 0 && end > bytesMax-utf8.UTFMax; end-- {
		if utf8.RuneStart(text[end]) {
			return text[:end]
		}
	}
	return text[:bytesMax]
}

// name returns the number of a text that is expected to repeat.
func (w *Writer) name(text []byte) uint32 {
	if len(text) == 0 {
		return 0
	}
	return w.rows.Texts.Number(w.clean(text, w.limits.KeyBytes, CutKey))
}

// appendID appends an id of a fixed length, all zero for none or a wrong one.
func (w *Writer) appendID(to, id []byte, length int) []byte {
	if len(id) == length {
		return append(to, id...)
	}
	if len(id) > 0 {
		w.outcome.Cut(CutID)
	}
	var none [TraceIDBytes]byte
	return append(to, none[:length]...)
}
