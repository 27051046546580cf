package receive

import (
	"bytes"
	"time"
)

// CancelledStreams returns the streams that are cancelled in what a client
// sends in pieces.
func CancelledStreams(pieces ...[]byte) (streams []uint32) {
	var scan frameScan
	for _, piece := range pieces {
		scan.take(piece, func(stream, code uint32) {
			if code != 0 {
				streams = append(streams, stream)
			}
		})
	}
	return streams
}

// Shelf is the memory that is kept for large requests.
type Shelf struct{ shelf }

// NewShelf makes an empty shelf with limits.
func NewShelf(bytesMax int64, timeMax time.Duration) *Shelf {
	return &Shelf{shelf{bytesMax: bytesMax, timeMax: timeMax}}
}

// Put gives memory of a capacity to the shelf.
func (s *Shelf) Put(capacity int64) { s.put(newLarge(capacity)) }

// Take returns the capacity of the memory that the shelf has for another one.
func (s *Shelf) Take(capacity int64) int { return cap(s.take(capacity)) }

// Bytes returns how much memory is kept.
func (s *Shelf) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// ReadAgain reads a body of so many bytes twice, and reports whether both came
// whole, and how much memory was kept after each.
func (b *Buffers) ReadAgain(size int) (whole bool, kept [2]int64) {
	body := bytes.Repeat([]byte("x"), size)
	whole = true
	for i := range kept {
		read, err := b.Read(bytes.NewReader(body), ReadPlan{Hint: int64(size), Limit: RequestBytesMax})
		if err != nil {
			return false, kept
		}
		whole = whole && bytes.Equal(body, read.Bytes)
		read.Free()
		kept[i] = b.large.bytes
	}
	return whole, kept
}
