package otlp

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wire"
)

// The fields of KeyValue, AnyValue, ArrayValue and KeyValueList.
const (
	keyValueKey   = 1<<3 | wire.Bytes
	keyValueValue = 2<<3 | wire.Bytes
	keyValueKnown = 1<<1 | 1<<2

	anyText   = 1<<3 | wire.Bytes
	anyBool   = 2<<3 | wire.Varint
	anyInt    = 3<<3 | wire.Varint
	anyFloat  = 4<<3 | wire.Fixed64
	anyArray  = 5<<3 | wire.Bytes
	anyObject = 6<<3 | wire.Bytes
	anyBytes  = 7<<3 | wire.Bytes
	anyKnown  = 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7

	listValues = 1<<3 | wire.Bytes
	listKnown  = 1 << 1
)

// attribute adds one KeyValue to a list.
func (d *decoder) attribute(message []byte, list *telemetry.AttributeWriter) bool {
	key, value, ok := d.keyValue(message)
	if !ok {
		return false
	}
	if addSimple(key, value, list) {
		return true
	}
	alternative, ok := d.any(value)
	if !ok {
		return false
	}
	switch alternative.tag {
	case anyBool:
		list.Bool(key, alternative.bits != 0)
	case anyInt:
		list.Int(key, int64(alternative.bits))
	case anyFloat:
		list.Float(key, math.Float64frombits(alternative.bits))
	case anyBytes:
		list.Bytes(key, alternative.body)
	case anyArray, anyObject:
		if d.text, ok = d.appendJSON(d.text[:0], alternative, 1); ok {
			list.Text(key, d.text)
		}
	default:
		list.Text(key, alternative.body)
	}
	return ok
}

// addSimple adds a value in one of the forms that nearly all have: one field,
// a short text or a number. Any other is left to the walk over its fields.
func addSimple(key, value []byte, list *telemetry.AttributeWriter) bool {
	if len(value) < 2 {
		return false
	}
	switch value[0] {
	case anyText:
		if int(value[1]) != len(value)-2 || value[1] >= 0x80 {
			return false
		}
		list.Text(key, value[2:])
		return true
	case anyBool:
		if len(value) != 2 || value[1] > 1 {
			return false
		}
		list.Bool(key, value[1] == 1)
		return true
	case anyInt:
		number, length := binary.Uvarint(value[1:])
		if length != len(value)-1 {
			return false
		}
		list.Int(key, int64(number))
		return true
	case anyFloat:
		if len(value) != 9 {
			return false
		}
		list.Float(key, math.Float64frombits(binary.LittleEndian.Uint64(value[1:])))
		return true
	}
	return false
}

// keyValue returns the parts of a KeyValue.
func (d *decoder) keyValue(message []byte) (key, value []byte, ok bool) {
	// A short key and then a short value, as nearly all are.
	if len(message) > 2 && message[0] == keyValueKey && message[1] < 0x80 {
		end := 2 + int(message[1])
		if end+2 <= len(message) && message[end] == keyValueValue && int(message[end+1]) == len(message)-end-2 && message[end+1] < 0x80 {
			return message[2:end], message[end+2:], true
		}
	}
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case keyValueKey:
			key = c.Body
		case keyValueValue:
			value = c.Body
		default:
			c.Foreign(keyValueKnown)
		}
	}
	return key, value, d.done(&c, "key and value")
}

// anyValue is the alternative that an AnyValue holds; tag zero is none.
type anyValue struct {
	tag  uint64
	bits uint64
	body []byte
}

// any returns the last alternative of an AnyValue, which is the one that
// counts. Those before it are checked like the last one is when it is used.
func (d *decoder) any(message []byte) (anyValue, bool) {
	var found anyValue
	c := wire.Read(message)
	for c.Next() {
		switch c.Tag {
		case anyText, anyBytes, anyArray, anyObject:
			found = anyValue{tag: c.Tag, body: c.Body}
		case anyBool, anyInt, anyFloat:
			found = anyValue{tag: c.Tag, bits: c.Bits}
		default:
			c.Foreign(anyKnown)
		}
	}
	return found, d.done(&c, "value")
}

// appendPlain appends a value as the text that a body or a text column shows.
func (d *decoder) appendPlain(to []byte, alternative anyValue) ([]byte, bool) {
	switch alternative.tag {
	case anyText:
		return append(to, alternative.body...), true
	case anyBytes:
		return base64.StdEncoding.AppendEncode(to, alternative.body), true
	case anyFloat:
		return telemetry.AppendFloat(to, math.Float64frombits(alternative.bits)), true
	case 0:
		return to, true
	default:
		return d.appendJSON(to, alternative, 1)
	}
}

// appendJSON appends a value as JSON; depth counts from one. What lies too
// deep is null.
func (d *decoder) appendJSON(to []byte, alternative anyValue, depth int) ([]byte, bool) {
	switch alternative.tag {
	case anyText:
		return d.appendText(to, alternative.body), true
	case anyBool:
		return strconv.AppendBool(to, alternative.bits != 0), true
	case anyInt:
		return strconv.AppendInt(to, int64(alternative.bits), 10), true
	case anyFloat:
		return appendNumber(to, math.Float64frombits(alternative.bits)), true
	case anyBytes:
		to = base64.StdEncoding.AppendEncode(append(to, '"'), alternative.body)
		return append(to, '"'), true
	case anyArray, anyObject:
		if depth > d.writer.Limits().Depth {
			d.writer.Cut(telemetry.CutDepth)
			return append(to, "null"...), true
		}
		return d.appendComposite(to, alternative, depth)
	}
	return append(to, "null"...), true
}

// appendNumber appends a number as JSON, which has no word for those that
// are not finite.
func appendNumber(to []byte, value float64) []byte {
	if !math.IsNaN(value) && !math.IsInf(value, 0) {
		return telemetry.AppendFloat(to, value)
	}
	to = telemetry.AppendFloat(append(to, '"'), value)
	return append(to, '"')
}

func (d *decoder) appendText(to, text []byte) []byte {
	if !utf8.Valid(text) {
		d.writer.Cut(telemetry.CutText)
		text = []byte(string([]rune(string(text))))
	}
	return telemetry.AppendJSONText(to, text)
}

// appendComposite appends a list or an object.
func (d *decoder) appendComposite(to []byte, alternative anyValue, depth int) ([]byte, bool) {
	brackets := "[]"
	if alternative.tag == anyObject {
		brackets = "{}"
	}
	to = append(to, brackets[0])
	first := len(to)
	c := wire.Read(alternative.body)
	for c.Next() {
		if c.Tag != listValues {
			c.Foreign(listKnown)
			continue
		}
		if len(to) > first {
			to = append(to, ',')
		}
		ok := false
		if to, ok = d.appendItem(to, c.Body, alternative.tag == anyObject, depth+1); !ok {
			return to, false
		}
	}
	return append(to, brackets[1]), d.done(&c, "list of values")
}

// appendItem appends an item of a list, or a member of an object.
func (d *decoder) appendItem(to, message []byte, isMember bool, depth int) ([]byte, bool) {
	if isMember {
		key, value, ok := d.keyValue(message)
		if !ok {
			return to, false
		}
		to = append(d.appendText(to, key), ':')
		message = value
	}
	alternative, ok := d.any(message)
	if !ok {
		return to, false
	}
	return d.appendJSON(to, alternative, depth)
}
