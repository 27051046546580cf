package wal

import (
	"slices"
	"sync"
	"sync/atomic"
)

// segment is what the index knows of one file.
type segment struct {
	first  Position // number of its first record
	next   Position // one past its last durable record
	bytes  int64    // durable length of the file
	mark   uint64
	sealed bool // it gets no further records
	over   bool // remains of an earlier segment may follow its last record
	origin ID   // of its records
}

// index is the part of the log that readers share with the writer: which
// records are durable, and where. Its lock is never held during I/O.
type index struct {
	bytes atomic.Int64 // of all files

	mu        sync.Mutex
	segments  []segment // ascending
	next      Position  // one past the last durable record
	committed Position
	changed   chan struct{} // nil while nobody waits
	closed    bool
}

func (x *index) add(s segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.segments = append(x.segments, s)
	x.bytes.Add(s.bytes)
}

// extend publishes the records that the last segment has gained.
func (x *index) extend(next Position, bytes int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := &x.segments[len(x.segments)-1]
	x.bytes.Add(bytes - s.bytes)
	s.next, s.bytes, x.next = next, bytes, next
	x.broadcast()
}

// seal ends the last segment. An empty one leaves the index.
func (x *index) seal() {
	x.mu.Lock()
	defer x.mu.Unlock()
	last := len(x.segments) - 1
	s := &x.segments[last]
	s.sealed = true
	if s.next == s.first {
		x.bytes.Add(-s.bytes)
		x.segments = x.segments[:last]
	}
	x.broadcast()
}

// find returns the first segment with a durable record at or behind p, and the
// end of the log.
func (x *index) find(p Position) (s segment, end Position, found bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.segments {
		if s.next > p && s.next > s.first {
			return s, x.next, true
		}
	}
	return segment{}, x.next, false
}

// view returns the present state of the segment that starts at first.
func (x *index) view(first Position) (segment, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.segments {
		if s.first == first {
			return s, true
		}
	}
	return segment{}, false
}

// at returns the segment of a record.
func (x *index) at(p Position) (segment, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range slices.Backward(x.segments) {
		if s.first <= p {
			return s, p < s.next
		}
	}
	return segment{}, false
}

// between returns the segments with records from up to but without to.
func (x *index) between(from, to Position) (found []segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.segments {
		if s.first < to && s.next > from {
			found = append(found, s)
		}
	}
	return found
}

// commit moves the cursor forward and reports whether p is no further than the
// end of the log.
func (x *index) commit(p Position) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p > x.next {
		return false
	}
	x.committed = max(x.committed, p)
	return true
}

// drop removes the sealed segments that lie wholly before p.
func (x *index) drop(p Position) []segment {
	x.mu.Lock()
	defer x.mu.Unlock()
	n := 0
	for n < len(x.segments) && x.segments[n].sealed && x.segments[n].next <= p {
		n++
	}
	dropped := append([]segment(nil), x.segments[:n]...)
	x.segments = append(x.segments[:0], x.segments[n:]...)
	return dropped
}

func (x *index) end() Position {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.next
}

func (x *index) cursor() Position {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.committed
}

// lastBytes returns the durable length of the last segment.
func (x *index) lastBytes() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.segments) == 0 {
		return 0
	}
	return x.segments[len(x.segments)-1].bytes
}

func (x *index) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.segments)
}

// watch returns a channel that is closed at the next change, and what the
// change is seen against: the end of the log, and whether it is closed.
func (x *index) watch() (changed <-chan struct{}, end Position, closed bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.changed == nil {
		x.changed = make(chan struct{})
	}
	return x.changed, x.next, x.closed
}

func (x *index) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	x.broadcast()
}

func (x *index) broadcast() {
	if x.changed != nil {
		close(x.changed)
		x.changed = nil
	}
}
