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
//	slot: magic 8, generation 8, position 8, log id 16, end 8, flags 4, CRC32C of all that 4
//
// The end is that of the records at that moment. After a log was closed it is
// the end for good, so that records which are missing behind the last intact one
// are noticed. Slots of earlier versions have neither end nor flags.
const (
	cursorName      = "cursor"
	cursorUnnamed   = "cursor.tmp"
	cursorMagic     = "cairncu2"
	cursorSlotBytes = 4096
	cursorBytes     = 56

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
}

// write makes the position and the end durable. After a failed sync it writes
// the same slot anew, so that the other one stays intact.
func (c *cursorFile) write(p, end Position, closed bool) error {
	next := cursorFile{id: c.id, generation: c.generation + 1, position: p, end: end, closed: closed}
	slot := int64(next.generation%2) * cursorSlotBytes
	if err := c.file.WriteParts([][]byte{next.encode()}, slot); err != nil {
		return fmt.Errorf("write the cursor: %w", err)
	}
	if err := c.file.Datasync(); err != nil {
		return fmt.Errorf("sync the cursor: %w", err)
	}
	next.file = c.file
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
	return binary.LittleEndian.AppendUint32(b, checksum(0, b))
}

func decodeCursor(b []byte) (cursorFile, bool) {
	length := cursorBytes
	if len(b) >= endlessCursorBytes && string(b[:8]) == endlessCursorMagic {
		length = endlessCursorBytes
	} else if len(b) < cursorBytes || string(b[:8]) != cursorMagic {
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
	if length == cursorBytes {
		c.end = Position(binary.LittleEndian.Uint64(b[40:]))
		c.closed = binary.LittleEndian.Uint32(b[48:])&closedFlag != 0
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
	for _, slot := range [][]byte{b[:cursorSlotBytes], b[cursorSlotBytes:]} {
		c, ok := decodeCursor(slot)
		if ok && (!found || c.generation > best.generation) {
			best, found = c, true
		}
	}
	return best, found
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
