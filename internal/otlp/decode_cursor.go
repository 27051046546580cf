package otlp

import "encoding/binary"

// The wire types of protobuf.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireGroup   = 3
	wireEnd     = 4
	wireFixed32 = 5
)

// cursor walks the fields of one protobuf message. After next returns true,
// tag names the field by number and wire type, and bits or body holds its
// value; body is a part of the message and not a copy.
type cursor struct {
	data []byte
	at   int
	tag  uint64
	bits uint64
	body []byte

	problem   string // set when the message is malformed, with where
	problemAt int
}

func read(message []byte) cursor { return cursor{data: message} }

// next passes one field. It returns false at the end, and then problem says
// whether the message is malformed.
func (c *cursor) next() bool {
	data, at := c.data, c.at
	if at >= len(data) {
		return false
	}
	tag := uint64(data[at])
	// Nearly all fields are short texts and messages with a short tag.
	if tag < 0x80 && tag >= 8 && tag&7 == wireBytes && at+1 < len(data) && data[at+1] < 0x80 {
		if end := at + 2 + int(data[at+1]); end <= len(data) {
			c.tag, c.body, c.at = tag, data[at+2:end], end
			return true
		}
	}
	return c.nextLong()
}

// nextLong passes a field of any form.
func (c *cursor) nextLong() bool {
	c.tag = c.longTag()
	if c.problem != "" {
		return false
	}
	if c.tag < 8 {
		return c.fail("an illegal field number")
	}
	return c.value()
}

// longTag returns a tag with its number cut to 32 bits, and a number of zero
// where those are none.
func (c *cursor) longTag() uint64 {
	if tag := c.data[c.at]; tag < 0x80 {
		c.at++
		return uint64(tag)
	}
	tag := c.varint()
	number := int32(tag >> 3)
	return uint64(max(number, 0))<<3 | tag&7
}

func (c *cursor) value() bool {
	switch c.tag & 7 {
	case wireBytes:
		return c.bytes()
	case wireVarint:
		c.bits = c.varint()
		return c.problem == ""
	case wireFixed64:
		if len(c.data)-c.at < 8 {
			return c.fail("a number that is cut off")
		}
		c.bits = binary.LittleEndian.Uint64(c.data[c.at:])
		c.at += 8
		return true
	case wireFixed32:
		if len(c.data)-c.at < 4 {
			return c.fail("a number that is cut off")
		}
		c.bits = uint64(binary.LittleEndian.Uint32(c.data[c.at:]))
		c.at += 4
		return true
	case wireGroup, wireEnd:
		return c.fail("a group, which OTLP does not have,")
	}
	return c.fail("an illegal wire type")
}

func (c *cursor) bytes() bool {
	length := c.varint()
	if c.problem != "" {
		return false
	}
	if length > uint64(len(c.data)-c.at) {
		return c.fail("a length beyond the end")
	}
	end := c.at + int(length)
	c.body = c.data[c.at:end]
	c.at = end
	return true
}

// varintBytesMax is the length of the longest varint.
const varintBytesMax = 10

func (c *cursor) varint() uint64 {
	value := uint64(0)
	for i := range varintBytesMax {
		if c.at >= len(c.data) {
			c.fail("a number that is cut off")
			return 0
		}
		b := c.data[c.at]
		c.at++
		value |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return value
		}
	}
	c.fail("a number that is too long")
	return 0
}

// fail ends the walk.
func (c *cursor) fail(problem string) bool {
	c.problem, c.problemAt = problem, c.at
	c.at = len(c.data)
	return false
}

// foreign deals with a field that the decoder has no use for: it is skipped,
// unless its number is one of known, which then has the wrong wire type.
func (c *cursor) foreign(known uint64) {
	if number := c.tag >> 3; number < 64 && known&(1<<number) != 0 {
		c.fail("a field of the wrong type")
	}
}

// appendFixed appends the numbers of eight bytes at the cursor: one, or a
// packed list.
func appendFixed[T any](to []T, c *cursor, of func(bits uint64) T) []T {
	if c.tag&7 == wireFixed64 {
		return append(to, of(c.bits))
	}
	if len(c.body)%8 != 0 {
		c.fail("a list of numbers that is cut off")
		return to
	}
	for at := 0; at < len(c.body); at += 8 {
		to = append(to, of(binary.LittleEndian.Uint64(c.body[at:])))
	}
	return to
}
