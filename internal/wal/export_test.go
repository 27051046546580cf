package wal

import "bytes"

// FuzzMark is the mark of the segments that EncodeRecord and Scan know.
const FuzzMark = 0x1122334455667788

// EncodeRecord returns a record as it stands in a segment.
func EncodeRecord(p Position, payload []byte) []byte {
	r := &request{}
	_ = r.fill(nil, [][]byte{payload}, len(payload))
	r.header.position = p
	return append(appendRecordHeader(nil, FuzzMark, r.header, r.bodySum), payload...)
}

// Scan calls visit with every record behind the header of a segment and
// returns the error that ended the walk.
func Scan(records []byte, visit func(Record)) error {
	file := append(make([]byte, segmentHeaderBytes), records...)
	scan := newScanner(bytes.NewReader(file), segment{mark: FuzzMark, bytes: int64(len(file))})
	for {
		record, err := scan.next()
		if err != nil {
			return err
		}
		visit(record)
	}
}

// DecodeHeaders decodes a segment header and a cursor slot.
func DecodeHeaders(b []byte) {
	_, _ = decodeSegmentHeader(b)
	_, _ = decodeCursor(b)
}

// EncodeCursor returns a slot of the cursor file.
func EncodeCursor(generation uint64, p Position) []byte {
	c := cursorFile{generation: generation, position: p}
	return c.encode()
}

// NewestCursor returns where the cursor of a file with two slots is.
func NewestCursor(slots []byte) (Position, bool) {
	file := make([]byte, 2*cursorSlotBytes)
	copy(file, slots)
	c, found := newestCursor(file)
	return c.position, found
}

// CursorSlotBytes is where the second slot begins.
const CursorSlotBytes = cursorSlotBytes

// SegmentName and ParseSegmentName are the name of a segment and its reading.
var (
	SegmentName      = segmentName
	ParseSegmentName = parseSegmentName
)
