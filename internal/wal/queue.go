package wal

import (
	"slices"
	"sync"
	"time"
)

// Limits of one batch, which is what one sync makes durable.
const (
	batchBytesMax   = 8 << 20
	batchRecordsMax = 1024
)

// request is one append on its way to the disk. Its slices belong to the
// caller of Append, who waits until done.
type request struct {
	meta     []byte
	payload  [][]byte
	bytes    int64 // on disk
	header   recordHeader
	bodySum  uint32
	err      error
	done     chan struct{}
	position Position
}

// queue holds the requests that the writer has not taken yet.
type queue struct {
	wake     chan struct{}
	bytesMax int64 // of one batch

	mu        sync.Mutex
	items     []*request
	bytes     int64 // of items and of the batch being written
	target    int   // the writer wants to be woken at this length
	lastBatch int
	closed    bool
	nudged    bool      // the writer is wanted, for more than requests
	failure   error     // why appends are refused
	retryAt   time.Time // until when
}

// newQueue makes a queue whose batches fit a segment.
func newQueue(segmentBytesMax int64) *queue {
	return &queue{
		wake:     make(chan struct{}, 1),
		bytesMax: min(batchBytesMax, segmentBytesMax-segmentHeaderBytes),
	}
}

// push adds r unless refuse, which is called under the lock with the bytes
// that are waiting, returns an error.
func (q *queue) push(r *request, refuse func(waiting int64) error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := refuse(q.bytes); err != nil {
		return err
	}
	q.items = append(q.items, r)
	q.bytes += r.bytes
	if len(q.items) >= q.target || q.bytes >= q.bytesMax {
		q.signal()
	}
	return nil
}

// withdraw takes r back and reports whether the writer had not taken it yet.
func (q *queue) withdraw(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.items, r)
	if i < 0 {
		return false
	}
	q.items = slices.Delete(q.items, i, i+1)
	q.bytes -= r.bytes
	return true
}

// take waits for requests and returns the next batch and whether there may be
// another. The batch is empty after a nudge, and at the end. A request that
// comes alone is taken at once; when the last batch had several, the same
// callers are given up to window to come back.
func (q *queue) take(window *time.Timer, longest time.Duration) (batch []*request, more bool) {
	for {
		q.await(1, nil)
		if n := q.expected(); n > 1 && longest > 0 {
			window.Reset(longest)
			q.await(n, window.C)
			window.Stop()
		}
		batch, nudged, open := q.cut()
		if len(batch) > 0 || nudged || !open {
			return batch, len(batch) > 0 || open
		}
	}
}

// nudge makes take return, with a batch or without.
func (q *queue) nudge() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.nudged = true
	q.signal()
}

func (q *queue) expected() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return min(q.lastBatch, batchRecordsMax)
}

// await blocks until n requests are there, the queue is closed, or timeout.
func (q *queue) await(n int, timeout <-chan time.Time) {
	for !q.reached(n) {
		select {
		case <-q.wake:
		case <-timeout:
			return
		}
	}
}

func (q *queue) reached(n int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.target = n
	return len(q.items) >= n || q.closed || q.nudged || q.bytes >= q.bytesMax
}

func (q *queue) cut() (batch []*request, nudged, open bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n, bytes := 0, int64(0)
	for n < len(q.items) && n < batchRecordsMax {
		bytes += q.items[n].bytes
		if n > 0 && bytes > q.bytesMax {
			break
		}
		n++
	}
	batch = append([]*request(nil), q.items[:n]...)
	q.items = slices.Delete(q.items, 0, n)
	if n > 0 {
		q.lastBatch = n
	}
	nudged, q.nudged = q.nudged, false
	return batch, nudged, !q.closed
}

// settled forgets the bytes of a batch that is written or refused.
func (q *queue) settled(bytes int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= bytes
}

// fail refuses appends until retryAt and returns the requests that wait.
func (q *queue) fail(err error, retryAt time.Time) []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failure, q.retryAt = err, retryAt
	rest := append([]*request(nil), q.items...)
	q.items = slices.Delete(q.items, 0, len(q.items))
	return rest
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.signal()
}

func (q *queue) depth() (records int, bytes int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items), q.bytes
}

func (q *queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
