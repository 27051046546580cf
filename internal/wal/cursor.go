package wal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// The cursor file has two slots that are written in turn and in place: a torn
// write leaves the other slot, and moving the cursor needs no room, so that a
// full disk can be emptied.
//
//	slot: magic 8, generation 8, position 8, log id 16, end 8, flags 4, stamp 8, unused 16, CRC32C of all that 4
//
// The end is that of the records at that moment. After a log was closed it is
// the end for good, so that records which are missing behind the last intact one
// are noticed. The stamp is that of the last Open. Slots of earlier versions end
// with the flags, or before them.
const (
	cursorName      = "cursor"
	cursorUnnamed   = "cursor.tmp"
	cursorMagic     = "cairncu3"
	cursorSlotBytes = 4096
	cursorBytes     = 80

	unusedCursorBytes = 16

	stamplessCursorMagic = "cairncu2"
	stamplessCursorBytes = 56

	endlessCursorMagic = "cairncur"
	endlessCursorBytes = 44

	closedFlag = 1 // no record was written since
)

var errNoCursor = errors.New("no intact cursor")

// cursorFile is the durable cursor. One goroutine at a time may use it.
type cursorFile struct {
	file       File
	id         ID
	generation uint64
	position   Position
	end        Position // of the records at that moment; 0: unknown
	closed     bool     // no record was written since
	stamp      uint64   // of the last Open; 0: it had none
	isWhole    bool     // both slots were intact, so that this is the newest one
}

// write makes the position and the end durable. After a failed sync it writes
// the same slot anew, so that the other one stays intact.
func (c *cursorFile) write(p, end Position, closed bool) error {
	next := *c
	next.generation, next.position, next.end, next.closed = c.generation+1, p, end, closed
	slot := int64(next.generation%2) * cursorSlotBytes
	if err := c.file.WriteParts([][]byte{next.encode()}, slot); err != nil {
		return fmt.Errorf("write the cursor: %w", err)
	}
	if err := c.file.Datasync(); err != nil {
		return fmt.Errorf("sync the cursor: %w", err)
	}
	*c = next
	return nil
}

func (c *cursorFile) encode() []byte {
	b := make([]byte, 0, cursorBytes)
	b = append(b, cursorMagic...)
	b = binary.LittleEndian.AppendUint64(b, c.generation)
	b = binary.LittleEndian.AppendUint64(b, uint64(c.position))
	b = append(b, c.id[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(c.end))
	flags := uint32(0)
	if c.closed {
		flags = closedFlag
	}
	b = binary.LittleEndian.AppendUint32(b, flags)
	b = binary.LittleEndian.AppendUint64(b, c.stamp)
	b = append(b, make([]byte, unusedCursorBytes)...)
	return binary.LittleEndian.AppendUint32(b, checksum(0, b))
}

// cursorLength returns how long a slot is that begins like that; 0 for one that
// is no cursor, or is too short.
func cursorLength(b []byte) int {
	for magic, length := range map[string]int{cursorMagic: cursorBytes, stamplessCursorMagic: stamplessCursorBytes, endlessCursorMagic: endlessCursorBytes} {
		if len(b) >= length && string(b[:8]) == magic {
			return length
		}
	}
	return 0
}

func decodeCursor(b []byte) (cursorFile, bool) {
	length := cursorLength(b)
	if length == 0 {
		return cursorFile{}, false
	}
	if binary.LittleEndian.Uint32(b[length-4:]) != checksum(0, b[:length-4]) {
		return cursorFile{}, false
	}
	c := cursorFile{
		generation: binary.LittleEndian.Uint64(b[8:]),
		position:   Position(binary.LittleEndian.Uint64(b[16:])),
		id:         ID(b[24:40]),
	}
	if length >= stamplessCursorBytes {
		c.end = Position(binary.LittleEndian.Uint64(b[40:]))
		c.closed = binary.LittleEndian.Uint32(b[48:])&closedFlag != 0
	}
	if length >= cursorBytes {
		c.stamp = binary.LittleEndian.Uint64(b[52:])
	}
	return c, true
}

// loadCursor returns errNoCursor when the file is absent or damaged.
func (l *Log) loadCursor() (*cursorFile, error) {
	file, err := l.options.FS.Open(l.path(cursorName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoCursor
	}
	if errors.Is(err, errForeign) {
		return nil, errors.Join(errNoCursor, l.setAside(cursorName, err))
	}
	if err != nil {
		return nil, unreadable(l.path(cursorName), err)
	}
	b := make([]byte, 2*cursorSlotBytes)
	if n, err := file.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(unreadable(l.path(cursorName), err), file.Close())
	} else if n < len(b) {
		clear(b[n:])
	}
	best, found := newestCursor(b)
	if !found {
		l.options.Logger.Error("cursor of the write-ahead log is damaged, everything is read again")
		return nil, errors.Join(errNoCursor, file.Close())
	}
	best.file = file
	return &best, nil
}

func newestCursor(b []byte) (best cursorFile, found bool) {
	intact := 0
	for _, slot := range [][]byte{b[:cursorSlotBytes], b[cursorSlotBytes:]} {
		c, ok := decodeCursor(slot)
		if !ok {
			continue
		}
		if intact++; intact == 1 || c.generation > best.generation {
			best = c
		}
	}
	best.isWhole = intact == 2
	return best, intact > 0
}

// createCursor makes the file with both slots, so that later writes need no
// room.
func (l *Log) createCursor(id ID, p Position) (*cursorFile, error) {
	c := &cursorFile{id: id, position: p}
	content := make([]byte, 2*cursorSlotBytes)
	copy(content, c.encode())
	file, err := l.createFile(cursorUnnamed, cursorName, content)
	if err != nil {
		return nil, fmt.Errorf("create the cursor: %w", err)
	}
	c.file = file
	return c, nil
}
