package ingest

import "math/bits"

// seriesSet is a set of series. Their ids are hashes: a map would hash them again
// and touch memory twice, which is most of what a lookup costs.
type seriesSet struct {
	slots []uint64 // a power of two, zero is free; a series stands at its place or behind it
	shift int
	seed  uint64 // odd, so that nobody can choose labels whose series stand at one place
	count int
}

const (
	slotsMin = 1 << 6
	// A set is larger than what it holds by half at least.
	fillOf, fillMax = 3, 2
)

// place returns where to look for a series first.
func (s *seriesSet) place(id uint64) int { return int(id * s.seed >> s.shift) }

// idOf keeps zero out, which marks free slots.
func idOf(id uint64) uint64 { return max(id, 1) }

func (s *seriesSet) has(id uint64) bool {
	if s.count == 0 {
		return false
	}
	id = idOf(id)
	last := len(s.slots) - 1
	for at := s.place(id); ; at = (at + 1) & last {
		switch s.slots[at] {
		case id:
			return true
		case 0:
			return false
		}
	}
}

// add adds a series, and reports whether it was not there.
func (s *seriesSet) add(id uint64) bool {
	if fillOf*(s.count+1) > fillMax*len(s.slots) {
		s.grow()
	}
	if !s.put(idOf(id)) {
		return false
	}
	s.count++
	return true
}

func (s *seriesSet) put(id uint64) bool {
	last := len(s.slots) - 1
	for at := s.place(id); ; at = (at + 1) & last {
		switch s.slots[at] {
		case id:
			return false
		case 0:
			s.slots[at] = id
			return true
		}
	}
}

func (s *seriesSet) grow() {
	before := s.slots
	s.slots = make([]uint64, max(slotsMin, 2*len(before)))
	s.shift = 64 - bits.TrailingZeros(uint(len(s.slots)))
	for _, id := range before {
		if id != 0 {
			s.put(id)
		}
	}
}
