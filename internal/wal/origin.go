package wal

import (
	"crypto/sha256"
	"encoding/binary"
)

// Stretch is a run of positions with one origin.
type Stretch struct {
	First, Next Position // from First up to but without Next
	Origin      ID
}

// Origin names the segment that a record was written to, among all segments that
// there ever were: a folder that was put back from a copy gives out positions for
// a second time, but never in a segment of the same origin. The record must be
// there and not committed; for others it is zero.
func (l *Log) Origin(p Position) ID {
	if s, found := l.index.at(p); found {
		return s.origin
	}
	return ID{}
}

// Stretches returns where the records from up to but without to were written.
func (l *Log) Stretches(from, to Position) (stretches []Stretch) {
	for _, s := range l.index.between(from, to) {
		stretches = append(stretches, Stretch{First: s.first, Next: s.next, Origin: s.origin})
	}
	return stretches
}

// originOf returns the origin of a segment with the mark. It says nothing of the
// mark, which stays in the folder.
func originOf(mark uint64) ID {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, mark))
	return ID(sum[:len(ID{})])
}
