package receive

import (
	"sync"
	"syscall"
	"time"
)

// How much large memory is kept for the next request, and for how long after
// the last one.
const (
	shelfBytesMax = 8 << 20
	shelfTimeMax  = 10 * time.Second
)

// shelf keeps large memory that is not the garbage collector's. The collector
// lets the heap grow by a multiple of what it finds in use, and finds out late
// what is not; a large request takes what it needs, and gives it back at once.
type shelf struct {
	bytesMax int64
	timeMax  time.Duration

	mu    sync.Mutex
	kept  [][]byte
	bytes int64
	timer *time.Timer // empties the shelf; nil: nothing was kept yet
}

// newLarge returns fresh memory of that capacity and no length.
func newLarge(capacity int64) []byte {
	b, err := syscall.Mmap(-1, 0, int(capacity), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]byte, 0, capacity)
	}
	return b[:0]
}

// freeLarge gives memory of newLarge back to the system. What the collector
// has made instead is unknown there, and left to it.
func freeLarge(b []byte) { _ = syscall.Munmap(b[:cap(b)]) }

// take returns the smallest memory with that capacity, or else the largest
// there is; nil when there is none.
func (s *shelf) take(capacity int64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) == 0 {
		return nil
	}
	best := 0
	for i, b := range s.kept {
		if fitsBetter(int64(cap(b)), int64(cap(s.kept[best])), capacity) {
			best = i
		}
	}
	b := s.kept[best]
	s.kept[best] = s.kept[len(s.kept)-1]
	s.kept = s.kept[:len(s.kept)-1]
	s.bytes -= int64(cap(b))
	return b
}

// fitsBetter reports whether memory of one size is a better choice than that of
// another.
func fitsBetter(size, than, wanted int64) bool {
	if than < wanted {
		return size > than
	}
	return size >= wanted && size < than
}

// put keeps memory until it is needed or nobody has needed any for long.
func (s *shelf) put(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+int64(cap(b)) > s.bytesMax {
		freeLarge(b)
		return
	}
	s.kept = append(s.kept, b[:0])
	s.bytes += int64(cap(b))
	if s.timer == nil {
		s.timer = time.AfterFunc(s.timeMax, s.empty)
		return
	}
	s.timer.Reset(s.timeMax)
}

// empty gives everything back.
func (s *shelf) empty() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.kept {
		freeLarge(b)
	}
	s.kept, s.bytes = nil, 0
}
