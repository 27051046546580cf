package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// A batch id says which rows the batch holds: those of its lane between two
// positions of one log that lie on one day. From the most significant bit on:
// 44 bits that name the log, 44 bits of the first position, 24 bits of the
// distance to the last one, 16 bits of the day. Ids of one log therefore sort
// by position.
const (
	positionBits = 44
	spanBits     = 24
	spanMax      = 1<<spanBits - 1
	positionMax  = 1<<positionBits - 1
	logNameChars = 11 // 44 bits in hexadecimal digits
	dayMax       = 1<<16 - 1
)

// extent is what a batch covers: first and last position, both included.
type extent struct{ first, last Position }

func (e extent) holds(p Position) bool { return e.first <= p && p <= e.last }

// logName returns the 44 bits that stand for a log.
func logName(id [16]byte) uint64 {
	sum := sha256.Sum256(id[:])
	return binary.BigEndian.Uint64(sum[:]) >> (64 - positionBits)
}

// batchID makes the id of a batch on one day.
func batchID(log uint64, e extent, day telemetry.Day) telemetry.BatchID {
	first, span := uint64(e.first), uint64(e.last-e.first)
	high := log<<20 | first>>24
	low := first<<40 | span<<16 | uint64(day)&dayMax // days before 1970 are rejected
	var id telemetry.BatchID
	binary.BigEndian.PutUint64(id[:8], high)
	binary.BigEndian.PutUint64(id[8:], low)
	return id
}

// parseBatchID returns what an id says; ours reports whether it is of the log.
func parseBatchID(log uint64, id telemetry.BatchID) (e extent, day telemetry.Day, ours bool) {
	high, low := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	e.first = Position((high<<24 | low>>40) & positionMax)
	e.last = e.first + Position(low>>16&spanMax)
	return e, telemetry.Day(low & dayMax), high>>20 == log
}

// idRange returns the lowest and the highest id of batches that can overlap
// the positions from up to but without to.
func idRange(log uint64, from, to Position) (low, high telemetry.BatchID) {
	first := Position(0)
	if from > spanMax {
		first = from - spanMax
	}
	return batchID(log, extent{first, first}, 0), batchID(log, extent{to, to + spanMax}, dayMax)
}

// tokenPrefix begins the token of every insert from the log.
func tokenPrefix(log uint64) string {
	id := batchID(log, extent{}, 0)
	return hex.EncodeToString(id[:])[:logNameChars]
}
