package wal

import (
	"encoding/binary"
	"errors"
	"io"
)

// searchFactor is how many times the bytes of a file may be read in the search
// for its mark: content that looks like headers must not make it endless.
const searchFactor = 4

// findMark finds out the mark of a segment whose header is damaged: where it
// stands in the header, in the first record, or in any other.
// It returns errDamaged when there is none, and another error when the file
// can't be read.
func findMark(file File, s segment, start []byte) (uint64, error) {
	for _, at := range []int{24, segmentHeaderBytes} {
		if len(start) < at+markBytes {
			return 0, errDamaged
		}
		s.mark = binary.LittleEndian.Uint64(start[at:])
		if found, err := hasRecord(file, s); err != nil || found {
			return s.mark, err
		}
	}
	return searchMark(file, s)
}

// hasRecord reports whether the segment has an intact record with its mark and
// a number that it can have.
func hasRecord(file File, s segment) (bool, error) {
	if s.mark == 0 {
		return false, nil
	}
	record, err := newScanner(file, s).next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil && record.Position >= s.first, err
}

// searchMark looks for an intact record with any mark. Records with different
// marks can't all be genuine, and none of them is believed.
func searchMark(file File, s segment) (mark uint64, err error) {
	scan, budget := newScanner(file, s), searchFactor*s.bytes
	for at := int64(segmentHeaderBytes); at+recordHeaderBytes <= s.bytes && budget > 0; {
		candidate, size, err := scan.anyRecord(at, s.next)
		budget -= size
		switch {
		case errors.Is(err, errDamaged):
			at++
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return 0, err
		case err != nil || mark != 0 && candidate != mark:
			return 0, errDamaged
		}
		mark = candidate
		at += size
	}
	if mark == 0 {
		return 0, errDamaged
	}
	return mark, nil
}

// anyRecord returns the mark of an intact record at a place, and how many bytes
// were read. Its number is below to.
func (s *scanner) anyRecord(at int64, to Position) (uint64, int64, error) {
	b, err := s.window(at, recordHeaderBytes)
	if err != nil {
		return 0, 0, err
	}
	mark, h := decodeRecordHeader(b)
	if mark == 0 || h.position <= s.last || h.position >= to || h.bytes() > s.limit-at {
		return 0, 0, errDamaged
	}
	_, size, err := s.body(at, h)
	if err != nil {
		return 0, h.bytes(), err
	}
	return mark, size, nil
}

// idIn returns what stands where the id is in a header.
func idIn(start []byte) (id ID) {
	if len(start) >= segmentHeaderBytes {
		copy(id[:], start[32:segmentHeaderBytes])
	}
	return id
}

// rewriteHeader repairs a segment on disk. Where that fails, the next Open
// finds the mark again.
func (l *Log) rewriteHeader(s segment) {
	l.counters.repaired.Add(1)
	name := segmentName(s.first)
	file, err := l.options.FS.Open(l.path(name))
	if err == nil {
		header := segmentHeader{first: s.first, mark: s.mark, id: l.id, over: true}
		err = errors.Join(file.WriteParts([][]byte{header.encode()}, 0), file.Datasync(), file.Close())
	}
	l.options.Logger.Warn("a damaged header of the write-ahead log is repaired", "segment", name, "error", err)
}
