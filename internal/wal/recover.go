package wal

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// recover brings the folder into order and fills the index.
func (l *Log) recover() error {
	found, aside, err := l.loadSegments()
	if err != nil {
		return err
	}
	if err := l.openCursor(found); err != nil {
		return err
	}
	if found, err = l.dropForeign(found); err != nil {
		return err
	}
	segments := l.adopt(found)
	if len(segments) > 0 {
		if segments, err = l.recoverLast(segments); err != nil {
			return err
		}
	}
	l.setAsideAll(aside)
	l.index.next = l.recoveredEnd(segments, aside)
	if l.isOlder() {
		l.doubtOlder(segments)
	}
	l.doubtAside(aside)
	l.noteOpen()
	for _, s := range segments {
		l.index.add(s)
	}
	l.adoptSpare()
	if err := l.removeBefore(l.removable(segments)); err != nil {
		return err
	}
	return l.verifyOlder()
}

// removable returns the position before which segments are removed. The last
// one stays until the next Commit, because those who start after a crash want
// to know which requests came last.
func (l *Log) removable(segments []segment) Position {
	if n := len(segments); n > 0 {
		return min(l.cursor.position, segments[n-1].first)
	}
	return l.cursor.position
}

// recoveredEnd returns where the log goes on: behind every record that there
// is, and that there was as far as anybody knows. Numbers must not be given out
// twice. A closed log knows its end. Otherwise a file that was set aside may
// have been the last segment, if it begins where that can have begun.
func (l *Log) recoveredEnd(segments []segment, aside []*refused) Position {
	end := max(l.cursor.end, l.cursor.position)
	reach := end
	if n := len(segments); n > 0 {
		end = max(end, segments[n-1].next)
		reach = max(end, segments[n-1].first+recordsMax(segments[n-1].bytes))
	}
	if l.cursor.closed {
		return end
	}
	known := end
	for _, s := range aside {
		if s.first <= reach && s.next > end {
			end, reach = s.next, max(reach, s.next)
		}
	}
	l.lost.Add(known, end) // nobody knows how many of them there were
	return end
}

// isOlder reports whether the log is a copy from an earlier time: the last Open
// that those who use it know of left another stamp. A damaged slot may have been
// the one with it.
func (l *Log) isOlder() bool {
	return l.cursor.isWhole && len(l.options.Stamps) > 0 && !slices.Contains(l.options.Stamps, l.cursor.stamp)
}

// doubtOlder reports a log from an earlier time. Its cursor may be older than its
// segments: what lies between may have been done since, and nobody can count it.
func (l *Log) doubtOlder(segments []segment) {
	l.tellDoubt("the write-ahead log was put back from an earlier time")
	first := l.index.next
	if len(segments) > 0 {
		first = segments[0].first
	}
	l.cursor.position = max(l.cursor.position, first)
	l.index.committed = l.cursor.position
}

// doubtAside reports files that were set aside, unless all records are known to
// be done.
func (l *Log) doubtAside(aside []*refused) {
	isDone := l.cursor.closed && l.cursor.position >= l.cursor.end
	if len(aside) > 0 && !isDone {
		l.tellDoubt("segments of the write-ahead log were damaged")
	}
}

// tellDoubt reports once that records may be lost which nobody can count.
func (l *Log) tellDoubt(why string) {
	l.options.Logger.Error("requests may be lost", "reason", why)
	if !l.isDoubted {
		l.options.OnDoubt(why)
	}
	l.isDoubted = true
}

// recordsMax returns how many records a file of a size can have.
func recordsMax(size int64) Position { return Position(size / recordHeaderBytes) } // a size is not negative

// openCursor loads the cursor or makes one that stands before everything.
func (l *Log) openCursor(segments []loaded) error {
	cursor, err := l.loadCursor()
	isGone := errors.Is(err, errNoCursor)
	if isGone {
		cursor, err = l.firstCursor(segments)
	}
	if err != nil {
		return err
	}
	l.doubt(cursor, isGone)
	l.cursor, l.id, l.index.committed = cursor, cursor.id, cursor.position
	return nil
}

// usedText is in the lock file of a log that has had a cursor.
const usedText = "used\n"

// doubt reports a cursor that was there and is gone or cut off: the end of the
// log is not known, so that records may be missing there.
func (l *Log) doubt(cursor *cursorFile, isGone bool) {
	size, err := cursor.file.Size()
	isCut := err == nil && size < 2*cursorSlotBytes
	stat, err := l.lock.Stat()
	if err == nil && stat.Size() > 0 && (isGone || isCut) {
		l.tellDoubt("the cursor of the write-ahead log was damaged")
	}
	_, _ = l.lock.WriteAt([]byte(usedText), 0) // without room there is no doubt next time
	if isCut {
		_ = cursor.file.Truncate(2 * cursorSlotBytes)
	}
}

// firstCursor makes a cursor before all segments, with the id that an intact
// header has, or else with what a damaged one has in its place.
func (l *Log) firstCursor(segments []loaded) (*cursorFile, error) {
	first := Position(1)
	if len(segments) > 0 {
		first, l.id = segments[0].first, segments[0].id
	}
	if i := slices.IndexFunc(segments, func(s loaded) bool { return !s.repaired }); i >= 0 {
		l.id = segments[i].id
	}
	if l.id == (ID{}) {
		if _, err := io.ReadFull(l.options.Random, l.id[:]); err != nil {
			return nil, fmt.Errorf("make an id: %w", err)
		}
	}
	return l.createCursor(l.id, first)
}

// recoverLast cuts a torn tail off the last segment and syncs it: its last
// records may have been written and never synced. An empty one is removed.
func (l *Log) recoverLast(segments []segment) ([]segment, error) {
	s := &segments[len(segments)-1]
	name := segmentName(s.first)
	file, err := l.options.FS.Open(l.path(name))
	if err != nil {
		return nil, unreadable(l.path(name), err)
	}
	defer func() { _ = file.Close() }()
	next, end, err := l.verify(file, *s)
	if err != nil {
		return nil, unreadable(l.path(name), err)
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

// verify reads a whole segment, reports damage, and returns where its intact
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
		l.lose(next, record.Position)
		next = record.Position + 1
	}
}

// lose reports records that are damaged or missing, those behind the cursor and
// each once. Others were stored elsewhere, and are not missed.
func (l *Log) lose(from, to Position) {
	for _, gap := range l.lost.Add(max(from, l.index.cursor()), to) {
		l.counters.lost.Add(int64(gap.To - gap.From)) // a count of records
		l.options.Logger.Error("records of the write-ahead log are lost",
			"records", uint64(gap.To-gap.From), "from", uint64(gap.From), "to", uint64(gap.To))
		l.options.OnLost(l.id, gap.From, gap.To)
	}
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
	l.lose(next, s.next)
	return nil
}
