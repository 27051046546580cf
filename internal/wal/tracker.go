package wal

import (
	"math/bits"
	"sync"

	"github.com/cairnstack/cairn/internal/fault"
)

const wordBits = 64

// Tracker takes the positions of records that are done, in any order, and
// knows the low-water mark: the first position that is not done. It holds one
// bit per position of its window. All methods may be called concurrently.
type Tracker struct {
	mu    sync.Mutex
	low   Position
	words []uint64 // a ring: position p has bit p modulo its length
}

// NewTracker makes a tracker with its mark at low that allows at least
// outstandingMax positions from the mark on.
func NewTracker(low Position, outstandingMax int) *Tracker {
	words := max(1, (outstandingMax+wordBits-1)/wordBits)
	return &Tracker{low: low, words: make([]uint64, words)}
}

// Fits reports whether p lies within the window: a consumer that reads no
// further than that can always report p as done.
func (t *Tracker) Fits(p Position) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return p < t.low+t.span()
}

// Done takes the positions from up to but without to and returns the
// low-water mark. Positions below the mark, and those taken before, change
// nothing. A range that leaves the window is fault.Limited and changes
// nothing, unless it starts at or below the mark.
func (t *Tracker) Done(from, to Position) (Position, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if from <= t.low {
		t.advance(to)
		return t.low, nil
	}
	if to > t.low+t.span() {
		return t.low, fault.New(fault.Limited, "too many records are outstanding")
	}
	for p := from; p < to; p++ {
		t.words[t.word(p)] |= 1 << (p % wordBits)
	}
	return t.low, nil
}

// advance moves the mark to at least to, and on over what is done behind it.
func (t *Tracker) advance(to Position) {
	if to >= t.low+t.span() {
		clear(t.words)
		t.low = to
		return
	}
	for ; t.low < to; t.low++ {
		t.words[t.word(t.low)] &^= 1 << (t.low % wordBits)
	}
	for {
		word := &t.words[t.word(t.low)]
		n := bits.TrailingZeros64(^(*word >> (t.low % wordBits)))
		if n == 0 {
			return
		}
		*word &^= (1<<n - 1) << (t.low % wordBits)
		t.low += Position(n) // at most 64
	}
}

func (t *Tracker) word(p Position) int {
	return int(p / wordBits % Position(len(t.words))) // below the length of a slice
}

func (t *Tracker) span() Position { return Position(len(t.words)) * wordBits }
