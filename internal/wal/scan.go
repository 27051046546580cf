package wal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const readChunkBytes = 256 << 10

// scanner walks over the records of one segment. Its memory is one chunk, or
// the largest record if that is more.
type scanner struct {
	file  io.ReaderAt
	mark  uint64
	last  Position // of the last record answered
	below Position // records from here on belong to a later segment; 0 is no bound
	off   int64    // behind the last intact record
	limit int64
	buf   []byte // the file's bytes from bufAt on
	bufAt int64
}

func newScanner(file io.ReaderAt, s segment) *scanner {
	return &scanner{file: file, mark: s.mark, last: max(s.first, 1) - 1, below: s.next, off: segmentHeaderBytes, limit: s.bytes}
}

// next returns the next intact record, valid until the following call, or
// io.EOF when there is none before limit. After a read error it can be called
// again.
func (s *scanner) next() (Record, error) {
	for at := s.off; ; {
		record, size, err := s.decode(at)
		if err == nil && s.below != 0 && record.Position >= s.below {
			return Record{}, io.EOF
		}
		if err == nil {
			s.off, s.last = at+size, record.Position
			return record, nil
		}
		if !errors.Is(err, errDamaged) {
			return Record{}, err
		}
		if at, err = s.find(at + 1); err != nil {
			return Record{}, err
		}
	}
}

func (s *scanner) decode(at int64) (Record, int64, error) {
	b, err := s.window(at, recordHeaderBytes)
	if err != nil {
		return Record{}, 0, err
	}
	mark, h := decodeRecordHeader(b)
	if mark != s.mark {
		return Record{}, 0, errDamaged
	}
	return s.body(at, h)
}

// body checks and returns a record whose header stands at at.
func (s *scanner) body(at int64, h recordHeader) (Record, int64, error) {
	if h.position <= s.last || h.bytes() > s.limit-at {
		return Record{}, 0, errDamaged
	}
	b, err := s.window(at, h.bytes())
	if err != nil {
		return Record{}, 0, err
	}
	if checksum(checksum(0, b[recordHeaderBytes:]), b[:recordSummedBytes]) != h.sum {
		return Record{}, 0, errDamaged
	}
	split := recordHeaderBytes + int64(h.metaBytes)
	return Record{Position: h.position, Meta: b[recordHeaderBytes:split:split], Payload: b[split:len(b):len(b)]}, h.bytes(), nil
}

// find returns where the segment's mark stands next, at or behind at.
func (s *scanner) find(at int64) (int64, error) {
	needle := binary.LittleEndian.AppendUint64(nil, s.mark)
	for s.limit-at >= recordHeaderBytes {
		b, err := s.window(at, min(readChunkBytes, s.limit-at))
		if errors.Is(err, errDamaged) {
			continue // the file is shorter than it was; the limit has changed
		}
		if err != nil {
			return 0, err
		}
		if i := bytes.Index(b, needle); i >= 0 {
			return at + int64(i), nil
		}
		at += int64(len(b)) - markBytes + 1
	}
	return 0, io.EOF
}

// window returns n bytes of the file: errDamaged when they are not there.
func (s *scanner) window(at, n int64) ([]byte, error) {
	if at >= s.limit {
		return nil, io.EOF
	}
	if n > s.limit-at {
		return nil, errDamaged
	}
	if at < s.bufAt || at+n > s.bufAt+int64(len(s.buf)) {
		if err := s.fill(at, n); err != nil {
			return nil, err
		}
	}
	return s.buf[at-s.bufAt:][:n], nil
}

// fill loads n bytes at at, and as many more as a chunk holds.
func (s *scanner) fill(at, n int64) error {
	size := min(max(n, readChunkBytes), s.limit-at)
	kept := s.buf[:0]
	if at >= s.bufAt && at < s.bufAt+int64(len(s.buf)) {
		kept = s.buf[at-s.bufAt:]
	}
	b := s.buf[:0]
	if int64(cap(b)) < size {
		b = make([]byte, 0, max(size, readChunkBytes))
	}
	have := int64(copy(b[:size], kept))
	got, err := s.file.ReadAt(b[have:size], at+have)
	s.buf, s.bufAt = b[:have+int64(got)], at
	if errors.Is(err, io.EOF) && have+int64(got) < size {
		s.limit = at + have + int64(got)
		return s.fits(n)
	}
	if err != nil && have+int64(got) < size {
		return fmt.Errorf("read a segment: %w", err)
	}
	return nil
}

func (s *scanner) fits(n int64) error {
	if int64(len(s.buf)) < n {
		return errDamaged
	}
	return nil
}
