package wal

import (
	"slices"
	"sync"
)

// Spans is a set of positions, kept as ranges. All methods may be called
// concurrently.
type Spans struct {
	mu   sync.Mutex
	list []Lost // ascending, with gaps between them
}

// Add adds the positions from up to but without to, and returns how many of
// them were not in the set.
func (s *Spans) Add(from, to Position) (fresh uint64) {
	if from >= to {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// All ranges that touch the new one become one with it.
	first, _ := slices.BinarySearchFunc(s.list, from, func(r Lost, p Position) int { return compare(r.To, p) })
	merged, known, last := Lost{from, to}, uint64(0), first
	for ; last < len(s.list) && s.list[last].From <= to; last++ {
		r := s.list[last]
		known += uint64(min(r.To, to) - max(r.From, from))
		merged = Lost{min(merged.From, r.From), max(merged.To, r.To)}
	}
	s.list = slices.Replace(s.list, first, last, merged)
	return uint64(to-from) - known
}

func compare(a, b Position) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}
