package wal

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// loaded is a segment as it was found in the folder.
type loaded struct {
	segment
	id       ID
	early    bool // its records have the id as their origin
	repaired bool // its header is damaged; the mark was found elsewhere
}

// refused is an error: a segment in which there is nothing to read, with the
// highest end that its size allows.
type refused struct {
	segment
	why error
}

// Error says why.
func (r *refused) Error() string { return r.why.Error() }

// loadSegments reads the headers. It returns the segments, and those that are
// to be set aside.
func (l *Log) loadSegments() (segments []loaded, aside []*refused, err error) {
	names, err := l.options.FS.List(l.dir)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		first, ok := parseSegmentName(name)
		if !ok || first == 0 {
			continue
		}
		s, err := l.loadSegment(name, first)
		if no, ok := errors.AsType[*refused](err); ok {
			aside = append(aside, no)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		segments = append(segments, s)
	}
	return segments, aside, nil
}

// loadSegment reads one header, or finds out what was in it. A file that has
// nothing to read is refused.
func (l *Log) loadSegment(name string, first Position) (loaded, error) {
	file, err := l.options.FS.Open(l.path(name))
	if errors.Is(err, errForeign) {
		return loaded{}, &refused{segment{first: first, next: first}, err}
	}
	if err != nil {
		return loaded{}, unreadable(l.path(name), err)
	}
	defer func() { _ = file.Close() }()
	size, start, err := readStart(file)
	if err != nil {
		return loaded{}, unreadable(l.path(name), err)
	}
	header, err := decodeSegmentHeader(start)
	if err == nil && header.first == first {
		s := segment{first: first, bytes: size, mark: header.mark, sealed: true, over: header.over}
		return loaded{segment: s, id: header.id, early: header.early}, nil
	}
	if err == nil { // it has another's name
		return loaded{}, &refused{segment{first: first, next: first}, errForeign}
	}
	s := segment{first: first, next: first + recordsMax(size), bytes: size, sealed: true, over: true}
	mark, markErr := findMark(file, s, start)
	switch {
	case markErr == nil:
		s.next, s.mark = 0, mark
		return loaded{segment: s, id: idIn(start), repaired: true}, nil
	case !errors.Is(markErr, errDamaged):
		return loaded{}, unreadable(l.path(name), markErr)
	case fault.KindOf(err) == fault.Conflict && size > segmentHeaderBytes:
		return loaded{}, fmt.Errorf("segment %s: %w", name, err)
	}
	return loaded{}, &refused{s, errDamaged}
}

// unreadable says what to do about a file that can't be opened or read: there
// may be acknowledged records in it, so that nobody goes on without it.
func unreadable(path string, err error) error {
	return fmt.Errorf("%s can't be read; it may hold acknowledged telemetry and is left as it is; make it readable and start again: %w", path, err)
}

// setAsideAll sets refused segments aside, once everything else could be read:
// what one start moves away, the next one does not know of.
func (l *Log) setAsideAll(aside []*refused) {
	for _, s := range aside {
		_ = l.setAside(segmentName(s.first), s.why) // where that fails, it is refused again
	}
}

// readStart returns the size of a file and its first bytes.
func readStart(file File) (int64, []byte, error) {
	size, err := file.Size()
	if err != nil {
		return 0, nil, err
	}
	b := make([]byte, segmentHeaderBytes+markBytes)
	n, err := file.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return size, nil, err
	}
	return size, b[:n], nil
}

// setAside gives something in the folder a name that nobody looks for.
func (l *Log) setAside(name string, why error) error {
	l.counters.setAside.Add(1)
	names, err := l.options.FS.List(l.dir)
	if err != nil {
		return err
	}
	to := name + corruptSuffix
	for i := 2; slices.Contains(names, to); i++ {
		to = fmt.Sprint(name, corruptSuffix, "-", i)
	}
	l.options.Logger.Error("a file of the write-ahead log is set aside", "file", name, "as", to, "error", why)
	return l.options.FS.Rename(l.path(name), l.path(to))
}

// dropForeign sets segments of another log aside: intact ones whose id is not
// that of the cursor, if others have it.
func (l *Log) dropForeign(found []loaded) ([]loaded, error) {
	if !slices.ContainsFunc(found, func(s loaded) bool { return !s.repaired && s.id == l.id }) {
		return found, nil
	}
	kept := make([]loaded, 0, len(found))
	for _, s := range found {
		if s.repaired || s.id == l.id {
			kept = append(kept, s)
			continue
		}
		if err := l.setAside(segmentName(s.first), errForeign); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// adopt returns the segments, each with its end at the start of the one behind,
// and rewrites headers that are damaged.
func (l *Log) adopt(found []loaded) []segment {
	segments := make([]segment, len(found))
	for i, s := range found {
		segments[i] = s.segment
		segments[i].origin = originOf(s.mark)
		if s.early {
			segments[i].origin = l.id
		}
		if i > 0 {
			segments[i-1].next = s.first
		}
		if s.repaired {
			l.rewriteHeader(s.segment)
		}
	}
	return segments
}
