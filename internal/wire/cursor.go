// Package wire walks protobuf messages without copying them or making objects of
// them, for decoders whose input comes from outside.
package wire

import "encoding/binary"

// The wire types of protobuf.
const (
	Varint   = 0
	Fixed64  = 1
	Bytes    = 2
	group    = 3
	groupEnd = 4
	Fixed32  = 5
)

// Cursor walks the fields of one protobuf message. After Next returns true,
// Tag names the field by number and wire type, and Bits or Body holds its
// value; Body is a part of the message and not a copy.
type Cursor struct {
	data []byte
	at   int
	Tag  uint64
	Bits uint64
	Body []byte

	Problem   string // set when the message is malformed, with where
	problemAt int
}

// Read returns a cursor before the first field of a message.
func Read(message []byte) Cursor { return Cursor{data: message} }

// Next passes one field. It returns false at the end, and then Problem says
// whether the message is malformed.
func (c *Cursor) Next() bool {
	data, at := c.data, c.at
	if at >= len(data) {
		return false
	}
	tag := uint64(data[at])
	// Nearly all fields are short texts and messages with a short tag.
	if tag < 0x80 && tag >= 8 && tag&7 == Bytes && at+1 < len(data) && data[at+1] < 0x80 {
		if end := at + 2 + int(data[at+1]); end <= len(data) {
			c.Tag, c.Body, c.at = tag, data[at+2:end], end
			return true
		}
	}
	return c.nextLong()
}

// nextLong passes a field of any form.
func (c *Cursor) nextLong() bool {
	c.Tag = c.longTag()
	if c.Problem != "" {
		return false
	}
	if c.Tag < 8 {
		return c.Fail("an illegal field number")
	}
	return c.value()
}

// longTag returns a tag with its number cut to 32 bits, and a number of zero
// where those are none.
func (c *Cursor) longTag() uint64 {
	if tag := c.data[c.at]; tag < 0x80 {
		c.at++
		return uint64(tag)
	}
	tag := c.Varint()
	number := int32(tag >> 3)
	return uint64(max(number, 0))<<3 | tag&7
}

func (c *Cursor) value() bool {
	switch c.Tag & 7 {
	case Bytes:
		return c.bytes()
	case Varint:
		c.Bits = c.Varint()
		return c.Problem == ""
	case Fixed64:
		if len(c.data)-c.at < 8 {
			return c.Fail("a number that is cut off")
		}
		c.Bits = binary.LittleEndian.Uint64(c.data[c.at:])
		c.at += 8
		return true
	case Fixed32:
		if len(c.data)-c.at < 4 {
			return c.Fail("a number that is cut off")
		}
		c.Bits = uint64(binary.LittleEndian.Uint32(c.data[c.at:]))
		c.at += 4
		return true
	case group, groupEnd:
		return c.Fail("a group, which is not supported,")
	}
	return c.Fail("an illegal wire type")
}

func (c *Cursor) bytes() bool {
	length := c.Varint()
	if c.Problem != "" {
		return false
	}
	if length > uint64(len(c.data)-c.at) {
		return c.Fail("a length beyond the end")
	}
	end := c.at + int(length)
	c.Body = c.data[c.at:end]
	c.at = end
	return true
}

// varintBytesMax is the length of the longest varint.
const varintBytesMax = 10

// Varint passes a number that has no tag, as packed lists have them.
func (c *Cursor) Varint() uint64 {
	value := uint64(0)
	for i := range varintBytesMax {
		if c.at >= len(c.data) {
			c.Fail("a number that is cut off")
			return 0
		}
		b := c.data[c.at]
		c.at++
		value |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return value
		}
	}
	c.Fail("a number that is too long")
	return 0
}

// Fail ends the walk.
func (c *Cursor) Fail(problem string) bool {
	c.Problem, c.problemAt = problem, c.at
	c.at = len(c.data)
	return false
}

// Foreign deals with a field that the decoder has no use for: it is skipped,
// unless its number is one of known, which then has the wrong wire type.
func (c *Cursor) Foreign(known uint64) {
	if number := c.Tag >> 3; number < 64 && known&(1<<number) != 0 {
		c.Fail("a field of the wrong type")
	}
}

// AppendFixed appends the numbers of eight bytes at the cursor: one, or a
// packed list.
func AppendFixed[T any](to []T, c *Cursor, of func(bits uint64) T) []T {
	if c.Tag&7 == Fixed64 {
		return append(to, of(c.Bits))
	}
	if len(c.Body)%8 != 0 {
		c.Fail("a list of numbers that is cut off")
		return to
	}
	for at := 0; at < len(c.Body); at += 8 {
		to = append(to, of(binary.LittleEndian.Uint64(c.Body[at:])))
	}
	return to
}

// AtEnd reports whether everything was passed.
func (c *Cursor) AtEnd() bool { return c.at >= len(c.data) }

// Offset returns how much of the message was passed.
func (c *Cursor) Offset() int { return c.at }

// ProblemAt returns the byte of the payload at which the walk failed. All
// messages within a payload share its memory up to its end.
func (c *Cursor) ProblemAt(payload []byte) int { return cap(payload) - cap(c.data) + c.problemAt }
