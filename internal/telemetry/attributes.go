package telemetry

import (
	"encoding/binary"
	"math"
	"strconv"
)

// Kind is the kind of an attribute's value.
type Kind uint8

// The kinds. Lists and objects are texts in JSON, bytes are texts in base64.
const (
	TextKind  Kind = iota
	IntKind        // eight bytes, little endian
	FloatKind      // the bits of a float64 in eight bytes, little endian
	BoolKind       // one byte
)

// Attributes is a column whose rows are attributes: keys with values of
// several kinds, no key twice in a row.
type Attributes struct {
	RowEnd []uint32 // end of each row's attributes in Key, Kind and End
	Key    []uint32 // number in Rows.Keys
	Kind   []Kind
	End    []uint32 // end of each value in Values
	Values []byte
}

// Range returns the attributes of a row as the first index and the one after
// the last.
func (a *Attributes) Range(row int) (from, to int) {
	return int(start(a.RowEnd, row)), int(a.RowEnd[row])
}

// Value returns the stored bytes of an attribute. They must not be changed.
func (a *Attributes) Value(index int) []byte {
	return a.Values[start(a.End, index):a.End[index]]
}

// AppendText appends the value of an attribute as text.
func (a *Attributes) AppendText(to []byte, index int) []byte {
	value := a.Value(index)
	switch a.Kind[index] {
	case IntKind:
		return strconv.AppendInt(to, int64(binary.LittleEndian.Uint64(value)), 10)
	case FloatKind:
		return AppendFloat(to, math.Float64frombits(binary.LittleEndian.Uint64(value)))
	case BoolKind:
		return strconv.AppendBool(to, value[0] != 0)
	case TextKind:
	}
	return append(to, value...)
}

// Close ends a row.
func (a *Attributes) Close() { a.RowEnd = append(a.RowEnd, uint32(len(a.Key))) }

func (a *Attributes) addText(key uint32, value []byte) {
	a.Values = append(a.Values, value...)
	a.end(key, TextKind)
}

func (a *Attributes) addBits(key uint32, kind Kind, bits uint64) {
	a.Values = binary.LittleEndian.AppendUint64(a.Values, bits)
	a.end(key, kind)
}

func (a *Attributes) addBool(key uint32, value bool) {
	bit := byte(0)
	if value {
		bit = 1
	}
	a.Values = append(a.Values, bit)
	a.end(key, BoolKind)
}

// end makes an attribute of the bytes that were appended to Values.
func (a *Attributes) end(key uint32, kind Kind) {
	a.Key = append(a.Key, key)
	a.Kind = append(a.Kind, kind)
	a.End = append(a.End, uint32(len(a.Values)))
}

// drop takes back the attributes from an index on.
func (a *Attributes) drop(count int) {
	a.Key, a.Kind, a.End = a.Key[:count], a.Kind[:count], a.End[:count]
	a.Values = a.Values[:last(a.End)]
}

func (a *Attributes) append(other *Attributes, keys []uint32) {
	a.RowEnd = appendShifted(a.RowEnd, other.RowEnd, uint32(len(a.Key)))
	a.Key = appendMapped(a.Key, other.Key, keys)
	a.Kind = append(a.Kind, other.Kind...)
	a.End = appendShifted(a.End, other.End, uint32(len(a.Values)))
	a.Values = append(a.Values, other.Values...)
}

func (a *Attributes) truncate(rows int) {
	a.RowEnd = a.RowEnd[:rows]
	a.drop(int(last(a.RowEnd)))
}

func (a *Attributes) size() int { return 4*len(a.RowEnd) + 9*len(a.Key) + len(a.Values) }
