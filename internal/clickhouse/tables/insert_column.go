package tables

import (
	"encoding/binary"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// put appends one row of a column in the native format.
type put func(to []byte, row uint32) []byte

// column sends the rows of an index in their order, straight from where they
// are.
type column struct {
	kind  proto.ColumnType
	index []uint32
	put   put
}

func (c *column) Type() proto.ColumnType { return c.kind }

func (c *column) Rows() int { return len(c.index) }

func (c *column) EncodeColumn(b *proto.Buffer) {
	for _, row := range c.index {
		b.Buf = c.put(b.Buf, row)
	}
}

func (c *column) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// The native formats.

func putUint8[T ~uint8](from []T) put {
	return func(to []byte, row uint32) []byte { return append(to, byte(from[row])) }
}

func putUint32[T int32 | uint32](from []T) put {
	return func(to []byte, row uint32) []byte { return binary.LittleEndian.AppendUint32(to, uint32(from[row])) }
}

func putUint64[T int64 | uint64](from []T) put {
	return func(to []byte, row uint32) []byte { return binary.LittleEndian.AppendUint64(to, uint64(from[row])) }
}

func putFixed(from []byte, length int) put {
	return func(to []byte, row uint32) []byte { return append(to, from[int(row)*length:(int(row)+1)*length]...) }
}

func putTexts(from *telemetry.Texts) put {
	return func(to []byte, row uint32) []byte { return putText(to, from.Row(int(row))) }
}

func putText(to, text []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// lowCardinality sends values as numbers of a dictionary of their own.
type lowCardinality struct {
	kind  proto.ColumnType
	keys  []uint32
	texts []byte // the dictionary in the native format
	count int    // texts in it
}

// lowCardinalityOf returns the column of the texts whose number is answered
// for each row of the index.
func lowCardinalityOf(texts *telemetry.Dictionary, index []uint32, number func(row uint32) uint32) *lowCardinality {
	own := make([]uint32, texts.Len()) // by number: key + 1
	c := &lowCardinality{kind: lowCardinalityType, keys: make([]uint32, 0, len(index))}
	for _, row := range index {
		n := number(row)
		if own[n] == 0 {
			c.texts = putText(c.texts, texts.Text(n))
			c.count++
			own[n] = uint32(c.count)
		}
		c.keys = append(c.keys, own[n]-1)
	}
	return c
}

const lowCardinalityType = proto.ColumnType("LowCardinality(String)")

// The parts of the native format of a low-cardinality column: the version of
// its keys, and flags that say that its dictionary comes along.
const (
	keysVersion     = 1
	dictionaryFlags = 1<<9 | 1<<10
)

func (c *lowCardinality) Type() proto.ColumnType { return c.kind }

func (c *lowCardinality) Rows() int { return len(c.keys) }

func (c *lowCardinality) EncodeState(b *proto.Buffer) { b.PutInt64(keysVersion) }

func (c *lowCardinality) EncodeColumn(b *proto.Buffer) {
	if len(c.keys) == 0 {
		return
	}
	width := keyWidth(c.count)
	b.PutInt64(dictionaryFlags | int64(width))
	b.PutInt64(int64(c.count))
	b.PutRaw(c.texts)
	b.PutInt64(int64(len(c.keys)))
	for _, key := range c.keys {
		b.Buf = appendKey(b.Buf, key, width)
	}
}

func (c *lowCardinality) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// keyWidth returns how keys are sent: 0, 1, 2 for one, two, four bytes.
func keyWidth(count int) int {
	switch {
	case count <= 1<<8:
		return 0
	case count <= 1<<16:
		return 1
	}
	return 2
}

func appendKey(to []byte, key uint32, width int) []byte {
	switch width {
	case 0:
		return append(to, byte(key))
	case 1:
		return binary.LittleEndian.AppendUint16(to, uint16(key))
	}
	return binary.LittleEndian.AppendUint32(to, key)
}

// list sends a list per row; the items of all rows stand in items.
type list struct {
	ends  []uint64
	items proto.ColInput
}

func (c *list) Type() proto.ColumnType { return "Array(" + c.items.Type() + ")" }

func (c *list) Rows() int { return len(c.ends) }

func (c *list) EncodeState(b *proto.Buffer) { encodeState(c.items, b) }

func (c *list) EncodeColumn(b *proto.Buffer) {
	for _, end := range c.ends {
		b.PutUInt64(end)
	}
	c.items.EncodeColumn(b)
}

func (c *list) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// dictionary sends a map per row: keys and values of all rows stand beside
// each other.
type dictionary struct {
	ends         []uint64
	keys, values proto.ColInput
}

func (c *dictionary) Type() proto.ColumnType {
	return "Map(" + c.keys.Type() + ", " + c.values.Type() + ")"
}

func (c *dictionary) Rows() int { return len(c.ends) }

func (c *dictionary) EncodeState(b *proto.Buffer) {
	encodeState(c.keys, b)
	encodeState(c.values, b)
}

func (c *dictionary) EncodeColumn(b *proto.Buffer) {
	for _, end := range c.ends {
		b.PutUInt64(end)
	}
	c.keys.EncodeColumn(b)
	c.values.EncodeColumn(b)
}

func (c *dictionary) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

func encodeState(c proto.ColInput, b *proto.Buffer) {
	if stateful, ok := c.(proto.StateEncoder); ok {
		stateful.EncodeState(b)
	}
}
