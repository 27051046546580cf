package wal

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// recover brings the folder into order and fills the index.
func (l *Log) recover() error {
	segments, end, err := l.loadSegments()
	if err != nil {
		return err
	}
	if err := l.openCursor(segments); err != nil {
		return err
	}
	if len(segments) > 0 {
		if segments, err = l.recoverLast(segments); err != nil {
			return err
		}
	}
	if n := len(segments); n > 0 {
		end = max(end, segments[n-1].next)
	}
	l.index.next = max(end, l.index.committed)
	for _, s := range segments {
		l.index.add(s)
	}
	l.adoptSpare()
	if err := l.removeBefore(l.cursor.position); err != nil {
		return err
	}
	return l.verifyOlder()
}

// loadSegments reads the headers. It answers the segments with their end at
// the start of the one behind, and a position that no record of a segment set
// aside behind them can have reached.
func (l *Log) loadSegments() (segments []segment, end Position, err error) {
	names, err := l.options.FS.List(l.dir)
	if err != nil {
		return nil, 0, err
	}
	slices.Sort(names)
	for _, name := range names {
		first, ok := parseSegmentName(name)
		if !ok {
			continue
		}
		s, err := l.loadSegment(name, first)
		if errors.Is(err, errDamaged) {
			end = max(end, s.next)
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		if n := len(segments); n > 0 {
			segments[n-1].next = first
		}
		segments, end = append(segments, s), 0
	}
	return segments, end, nil
}

// loadSegment reads one header. A damaged segment is set aside; its answer
// then has the highest end that its size allows.
func (l *Log) loadSegment(name string, first Position) (segment, error) {
	file, err := l.options.FS.Open(l.path(name))
	if err != nil {
		return segment{}, err
	}
	size, header, err := readHeader(file)
	_ = file.Close()
	if err == nil && header.first != first {
		err = errDamaged
	}
	if errors.Is(err, errDamaged) {
		l.counters.setAside.Add(1)
		l.options.Logger.Error("segment with a damaged header is set aside", "segment", name, "bytes", size)
		most := Position(size / recordHeaderBytes) //nolint:gosec // a size is not negative
		return segment{next: first + most}, errors.Join(errDamaged, l.options.FS.Rename(l.path(name), l.path(name+corruptSuffix)))
	}
	if err != nil {
		return segment{}, fmt.Errorf("segment %s: %w", name, err)
	}
	if l.id == (ID{}) {
		l.id = header.id
	}
	return segment{first: first, bytes: size, mark: header.mark, sealed: true, over: header.over}, nil
}

func readHeader(file File) (int64, segmentHeader, error) {
	size, err := file.Size()
	if err != nil {
		return 0, segmentHeader{}, err
	}
	b := make([]byte, segmentHeaderBytes)
	n, err := file.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return size, segmentHeader{}, err
	}
	header, err := decodeSegmentHeader(b[:n])
	return size, header, err
}

// openCursor loads the cursor or makes one that stands before everything.
func (l *Log) openCursor(segments []segment) error {
	cursor, err := l.loadCursor()
	if errors.Is(err, errNoCursor) {
		if cursor, err = l.firstCursor(segments); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	l.cursor, l.id, l.index.committed = cursor, cursor.id, cursor.position
	return nil
}

func (l *Log) firstCursor(segments []segment) (*cursorFile, error) {
	if len(segments) > 0 {
		return l.createCursor(l.id, segments[0].first)
	}
	if _, err := io.ReadFull(l.options.Random, l.id[:]); err != nil {
		return nil, fmt.Errorf("make an id: %w", err)
	}
	return l.createCursor(l.id, 1)
}

// recoverLast cuts a torn tail off the last segment and syncs it: its last
// records may have been written and never synced. An empty one is removed.
func (l *Log) recoverLast(segments []segment) ([]segment, error) {
	s := &segments[len(segments)-1]
	name := segmentName(s.first)
	file, err := l.options.FS.Open(l.path(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	next, end, err := l.verify(file, *s)
	if err != nil {
		return nil, err
	}
	if next == s.first {
		l.countTorn(*s, end)
		return segments[:len(segments)-1], l.options.FS.Remove(l.path(name))
	}
	if end < s.bytes {
		l.countTorn(*s, end)
		if err := file.Truncate(end); err != nil {
			return nil, fmt.Errorf("cut a torn tail off: %w", err)
		}
	}
	s.next, s.bytes = next, end
	return segments, file.Datasync()
}

// countTorn reports what is cut off behind the end of the records, where it
// can't be the remains of an earlier segment.
func (l *Log) countTorn(s segment, end int64) {
	bytes := s.bytes - end
	if bytes == 0 || s.over {
		return
	}
	l.counters.tornTails.Add(1)
	l.counters.tornBytes.Add(bytes)
	l.options.Logger.Warn("torn tail is cut off", "segment", segmentName(s.first), "bytes", bytes)
}

// verify reads a whole segment, reports damage, and answers where its intact
// records end.
func (l *Log) verify(file File, s segment) (next Position, end int64, err error) {
	scan := newScanner(file, s)
	next = s.first
	for {
		record, err := scan.next()
		if errors.Is(err, io.EOF) {
			return next, scan.off, nil
		}
		if err != nil {
			return 0, 0, err
		}
		l.countLost(s, next, record.Position)
		next = record.Position + 1
	}
}

func (l *Log) countLost(s segment, from, to Position) {
	if from >= to {
		return
	}
	l.counters.lost.Add(int64(to - from)) //nolint:gosec // a count of records in one segment
	l.options.Logger.Error("records are damaged", "segment", segmentName(s.first), "from", uint64(from), "to", uint64(to))
}

// verifyOlder reads the segments before the last when the options ask for it.
func (l *Log) verifyOlder() error {
	if !l.options.VerifyAll || len(l.index.segments) == 0 {
		return nil
	}
	for _, s := range l.index.segments[:len(l.index.segments)-1] {
		if err := l.verifyOne(s); err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) verifyOne(s segment) error {
	file, err := l.options.FS.Open(l.path(segmentName(s.first)))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	next, _, err := l.verify(file, s)
	if err != nil {
		return err
	}
	l.countLost(s, next, s.next)
	return nil
}
