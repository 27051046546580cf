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

// Add adds the positions from up to but without to, and returns those that were
// not in the set.
func (s *Spans) Add(from, to Position) (fresh []Lost) {
	if from >= to {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// All ranges that touch the new one become one with it.
	first, _ := slices.BinarySearchFunc(s.list, from, func(r Lost, p Position) int { return compare(r.To, p) })
	merged, unknown, last := Lost{from, to}, from, first
	for ; last < len(s.list) && s.list[last].From <= to; last++ {
		r := s.list[last]
		if r.From > unknown {
			fresh = append(fresh, Lost{unknown, r.From})
		}
		unknown = max(unknown, r.To)
		merged = Lost{min(merged.From, r.From), max(merged.To, r.To)}
	}
	if unknown < to {
		fresh = append(fresh, Lost{unknown, to})
	}
	s.list = slices.Replace(s.list, first, last, merged)
	return fresh
}

// Count returns how many positions ranges have that do not overlap.
func Count(ranges []Lost) (total uint64) {
	for _, r := range ranges {
		total += uint64(r.To - r.From)
	}
	return total
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
