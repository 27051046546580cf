package otlpgen

import (
	"encoding/binary"
	"math"
)

// message builds one protobuf message.
type message []byte

const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

func (m *message) tag(field, wire int) { *m = binary.AppendUvarint(*m, uint64(field<<3|wire)) }

func (m *message) varint(field int, value uint64) {
	m.tag(field, wireVarint)
	*m = binary.AppendUvarint(*m, value)
}

func (m *message) fixed64(field int, value uint64) {
	m.tag(field, wireFixed64)
	*m = binary.LittleEndian.AppendUint64(*m, value)
}

func (m *message) fixed32(field int, value uint32) {
	m.tag(field, wireFixed32)
	*m = binary.LittleEndian.AppendUint32(*m, value)
}

func (m *message) double(field int, value float64) { m.fixed64(field, math.Float64bits(value)) }

func (m *message) bytes(field int, value []byte) {
	m.tag(field, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(len(value)))
	*m = append(*m, value...)
}

func (m *message) text(field int, value string) {
	m.tag(field, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(len(value)))
	*m = append(*m, value...)
}

// packed64 adds a packed list of numbers of eight bytes.
func (m *message) packed64(field int, values []uint64) {
	m.tag(field, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(8*len(values)))
	for _, value := range values {
		*m = binary.LittleEndian.AppendUint64(*m, value)
	}
}

// packedVarint adds a packed list of varints.
func (m *message) packedVarint(field int, values []uint64) {
	var list message
	for _, value := range values {
		list = binary.AppendUvarint(list, value)
	}
	m.bytes(field, list)
}

// attribute adds a KeyValue whose AnyValue is made by fill.
func (m *message) attribute(field int, key string, fill func(value *message)) {
	var pair, value message
	fill(&value)
	pair.text(1, key)
	pair.bytes(2, value)
	m.bytes(field, pair)
}

// textAttribute adds what attribute does, of a text, without messages in
// between: most attributes are texts.
func (m *message) textAttribute(field int, key, text string) {
	value := sizeOf(len(text))
	m.tag(field, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(sizeOf(len(key))+sizeOf(value)))
	m.text(1, key)
	m.tag(2, wireBytes)
	*m = binary.AppendUvarint(*m, uint64(value))
	m.text(1, text)
}

// sizeOf returns how long a field of so many bytes is, with its tag and length.
func sizeOf(length int) int {
	size := 2 + length // a tag of one byte, and at least one of the length
	for rest := length >> 7; rest > 0; rest >>= 7 {
		size++
	}
	return size
}

func (m *message) boolAttribute(field int, key string, truth bool) {
	m.attribute(field, key, func(value *message) { value.varint(2, bit(truth)) })
}

func (m *message) intAttribute(field int, key string, number int64) {
	m.attribute(field, key, func(value *message) { value.varint(3, uint64(number)) })
}

func (m *message) floatAttribute(field int, key string, number float64) {
	m.attribute(field, key, func(value *message) { value.double(4, number) })
}

func bit(truth bool) uint64 {
	if truth {
		return 1
	}
	return 0
}
