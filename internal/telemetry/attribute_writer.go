package telemetry

import (
	"encoding/base64"
	"math"
)

// AttributeWriter adds attributes to one list. It keeps their number, the
// length of keys and values, and that no key comes twice.
type AttributeWriter struct {
	writer   *Writer
	to       *Attributes
	first    int    // index of the list's first attribute
	previous uint32 // key of the attribute before
	list     uint32 // numbers the list
	seen     []uint32
	quiet    bool // a key that comes twice is no loss
}

// begin starts a list at the end of to.
func (a *AttributeWriter) begin(to *Attributes) *AttributeWriter {
	a.to, a.first, a.previous, a.quiet = to, len(to.Key), 0, false
	a.list++
	if a.list == math.MaxUint32 {
		clear(a.seen)
		a.list = 1
	}
	return a
}

// Text adds a text.
func (a *AttributeWriter) Text(key, value []byte) {
	if number, ok := a.key(key); ok {
		a.to.addText(number, a.writer.clean(value, a.writer.limits.ValueBytes, CutValue))
	}
}

// Int adds a whole number.
func (a *AttributeWriter) Int(key []byte, value int64) {
	if number, ok := a.key(key); ok {
		a.to.addBits(number, IntKind, uint64(value))
	}
}

// Float adds a number.
func (a *AttributeWriter) Float(key []byte, value float64) {
	if number, ok := a.key(key); ok {
		a.to.addBits(number, FloatKind, math.Float64bits(value))
	}
}

// Bool adds a truth value.
func (a *AttributeWriter) Bool(key []byte, value bool) {
	if number, ok := a.key(key); ok {
		a.to.addBool(number, value)
	}
}

// Bytes adds bytes as a text in base64.
func (a *AttributeWriter) Bytes(key, value []byte) {
	number, ok := a.key(key)
	if !ok {
		return
	}
	if rest := base64.StdEncoding.DecodedLen(a.writer.limits.ValueBytes); len(value) > rest {
		value = value[:rest-rest%3]
		a.writer.outcome.Cut(CutValue)
	}
	a.to.Values = base64.StdEncoding.AppendEncode(a.to.Values, value)
	a.to.end(number, TextKind)
}

// key returns the number of a key, unless the attribute can't be kept.
func (a *AttributeWriter) key(key []byte) (uint32, bool) {
	keys := &a.writer.rows.Keys
	number := keys.next[a.previous]
	if number == 0 || string(keys.Text(number)) != string(key) {
		number = keys.NumberAfter(a.previous, a.writer.clean(key, a.writer.limits.KeyBytes, CutKey))
	}
	if int(number) >= len(a.seen) {
		a.seen = append(a.seen, make([]uint32, keys.Len()-len(a.seen))...)
	}
	if a.seen[number] == a.list {
		a.countDuplicate()
		return 0, false
	}
	if len(a.to.Key)-a.first >= a.writer.limits.Attributes {
		a.writer.outcome.Cut(CutAttributes)
		return 0, false
	}
	a.seen[number] = a.list
	a.previous = number
	return number, true
}

func (a *AttributeWriter) countDuplicate() {
	if !a.quiet {
		a.writer.outcome.Cut(CutDuplicate)
	}
}
