package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// A batch id says which rows the batch holds: those of its lane between two
// positions of one origin that lie on one day. From the most significant bit on:
// 44 bits of the first position, 44 bits that name the origin, 24 bits of the
// distance to the last position, 16 bits of the day. Ids of one log therefore
// sort by age. Those of earlier versions begin with the name, which is the
// log's.
const (
	positionBits = 44
	nameBits     = 44
	spanBits     = 24
	dayBits      = 16
	nameMax      = 1<<nameBits - 1
	spanMax      = 1<<spanBits - 1
	positionMax  = 1<<positionBits - 1
	logNameChars = nameBits / 4 // in hexadecimal digits
	dayMax       = 1<<dayBits - 1
)

// extent is what a batch covers: first and last position, both included.
type extent struct{ first, last Position }

func (e extent) holds(p Position) bool { return e.first <= p && p <= e.last }

// source is what the positions of a batch are counted in.
type source struct {
	name  uint64 // of the origin
	early bool   // it is the log, and its batches were stored by an earlier version
}

// nameOf returns the 44 bits that stand for an origin or a log.
func nameOf(id [16]byte) uint64 {
	sum := sha256.Sum256(id[:])
	return binary.BigEndian.Uint64(sum[:]) >> (64 - nameBits)
}

// slot is a part of a block that is stored apart: part k of n. The zero value is
// the whole block.
type slot struct{ k, n uint16 }

// slotsMax is into how many parts a block is divided at most: the parts of
// batches of earlier lives are recognized by trying.
const slotsMax = 64

// nameIn returns the 44 bits that stand for a part of the blocks of an origin.
// Those of whole blocks are the origin's.
func (s slot) nameIn(origin [16]byte) uint64 {
	if s.n == 0 {
		return nameOf(origin)
	}
	text := binary.BigEndian.AppendUint16(append([]byte("part"), origin[:]...), s.k)
	sum := sha256.Sum256(binary.BigEndian.AppendUint16(text, s.n))
	return binary.BigEndian.Uint64(sum[:]) >> (64 - nameBits)
}

// slotsOf returns all parts that blocks of an origin may have, by their names.
func slotsOf(origin [16]byte) map[uint64]slot {
	found := map[uint64]slot{}
	for n := uint16(2); n <= slotsMax; n++ {
		for k := range n {
			s := slot{k, n}
			found[s.nameIn(origin)] = s
		}
	}
	return found
}

// batchID makes the id of a batch on one day.
func (s source) batchID(e extent, day telemetry.Day) telemetry.BatchID {
	high, low := uint64(e.first), s.name
	if s.early {
		high, low = low, high
	}
	span := uint64(e.last - e.first)
	var id telemetry.BatchID
	binary.BigEndian.PutUint64(id[:8], high<<20|low>>24)
	binary.BigEndian.PutUint64(id[8:], low<<40|span<<dayBits|uint64(day)&dayMax) // days before 1970 are rejected
	return id
}

// parse returns what an id says; ours reports whether it is of the source.
func (s source) parse(id telemetry.BatchID) (e extent, day telemetry.Day, ours bool) {
	first, rest := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	high, low := first>>20, (first<<24|rest>>40)&positionMax
	if s.early {
		high, low = low, high
	}
	e.first = Position(high)
	e.last = e.first + Position(rest>>dayBits&spanMax)
	return e, telemetry.Day(rest & dayMax), low == s.name
}

// parseBatchID returns what an id says that is of no earlier version.
func parseBatchID(id telemetry.BatchID) (e extent, day telemetry.Day, name uint64) {
	first, rest := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	e, day, _ = source{}.parse(id)
	return e, day, (first<<24 | rest>>40) & positionMax
}

// idRange is where ids of batches lie: from low up to and including high.
type idRange struct{ low, high telemetry.BatchID }

// ids returns where the ids of batches lie that overlap a stretch from a position
// on: none begins before the stretch. Earlier versions knew no stretches.
func (s source) ids(stretch Stretch, from Position) idRange {
	first, lowest, highest := stretch.First, source{}, source{name: nameMax}
	if s.early {
		first, lowest, highest = max(from, spanMax)-spanMax, s, s
	}
	return idRange{
		lowest.batchID(extent{first, first}, 0),
		highest.batchID(extent{stretch.Next, stretch.Next + spanMax}, dayMax),
	}
}

// tokenPrefix begins the token of every insert from the log.
func tokenPrefix(log uint64) string {
	id := source{name: log, early: true}.batchID(extent{}, 0)
	return hex.EncodeToString(id[:])[:logNameChars]
}
