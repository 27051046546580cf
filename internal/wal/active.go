package wal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"
)

// active is the segment that gets the records. Only the writer touches it. Its
// file is the spare, or grows with the records: reserving blocks ahead does not
// make a sync cheaper (BenchmarkDatasync), and would hide a full disk until
// later.
type active struct {
	file  File
	over  bool // it is written over an earlier segment
	mark  uint64
	first Position
	next  Position
	bytes int64 // durable
}

// makeRoom sees to an active segment with room for that many bytes.
func (l *Log) makeRoom(bytes int64) error {
	if l.active != nil && l.active.bytes+bytes > l.options.SegmentBytesMax {
		l.closeActive()
	}
	if l.active == nil {
		if err := l.startSegment(); err != nil {
			return err
		}
	}
	if l.diskBytes()+bytes > l.options.TotalBytesMax {
		l.removeSpare()
	}
	return nil
}

// startSegment makes the next segment. It gets its name only after its header
// is durable, so that a named segment with a bad header is damage and never
// an accident of timing.
func (l *Log) startSegment() error {
	mark, err := randomMark(l.options.Random)
	if err != nil {
		return err
	}
	first := l.index.end()
	header := segmentHeader{first: first, mark: mark, id: l.id}
	file, over, err := l.segmentFile(header)
	if err != nil {
		return fmt.Errorf("start a segment: %w", err)
	}
	l.active = &active{file: file, over: over, mark: mark, first: first, next: first, bytes: segmentHeaderBytes}
	l.index.add(segment{first: first, next: first, bytes: segmentHeaderBytes, mark: mark, origin: originOf(mark)})
	return nil
}

// segmentFile returns the file of the next segment, with its header, and
// whether it was an earlier one's.
func (l *Log) segmentFile(h segmentHeader) (file File, over bool, err error) {
	if file := l.useSpare(h); file != nil {
		return file, true, nil
	}
	file, err = l.createFile(unnamedFile, segmentName(h.first), h.encode())
	return file, false, err
}

// createFile makes a file with a durable content and then a durable name.
func (l *Log) createFile(unnamed, name string, content []byte) (File, error) {
	file, err := l.options.FS.Create(l.path(unnamed))
	if errors.Is(err, errForeign) && l.setAside(unnamed, err) == nil {
		file, err = l.options.FS.Create(l.path(unnamed))
	}
	if err != nil {
		return nil, err
	}
	return l.establish(file, unnamed, name, content)
}

// establish gives a file a durable beginning and then a durable name. It closes
// a file that it fails with.
func (l *Log) establish(file File, unnamed, name string, content []byte) (File, error) {
	err := file.WriteParts([][]byte{content}, 0)
	if err == nil {
		err = file.Datasync()
	}
	if err == nil {
		err = l.options.FS.Rename(l.path(unnamed), l.path(name))
	}
	if err == nil {
		err = l.options.FS.SyncDir(l.dir)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// retract cuts off what a failed write has left. Only a full disk is trusted
// to leave the segment usable.
func (l *Log) retract(cause error) error {
	err := l.active.file.Truncate(l.active.bytes)
	if err != nil || !isFull(cause) {
		l.sealActive()
	}
	return cause
}

// sealActive gives the active segment up after a failure. Cutting its tail off
// may fail too; the next segment's first position hides the tail in that case.
func (l *Log) sealActive() {
	_ = l.active.file.Truncate(l.active.bytes)
	l.closeActive()
}

// closeActive ends the active segment, all of whose records are durable.
func (l *Log) closeActive() {
	if l.active == nil {
		return
	}
	if l.active.over {
		_ = l.active.file.Truncate(l.active.bytes) // what is behind it has another mark
	}
	_ = l.active.file.Close()
	if l.active.next == l.active.first {
		_ = l.options.FS.Remove(l.path(segmentName(l.active.first)))
	}
	l.reused.Store(0)
	l.index.seal()
	l.active = nil
	l.wakeRetention()
}

func randomMark(random io.Reader) (uint64, error) {
	var b [markBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return 0, fmt.Errorf("make a mark: %w", err)
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

// isFull reports whether err says that there is no room, which passes without
// harm to what is there.
func isFull(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) || errors.Is(err, unix.EFBIG)
}
