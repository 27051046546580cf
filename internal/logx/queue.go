package logx

import (
	"io"
	"log/slog"
	"sync"
	"time"
)

// QueueBytesMax is how much of the log may wait for a reader that is slow.
const QueueBytesMax = 1 << 20

// Queue writes in the background, so that a reader of the log that stands still,
// or is gone, holds nothing up: what does not fit any more is dropped. Close it
// after use.
type Queue struct {
	w     io.Writer
	wake  chan struct{}
	ended chan struct{}

	mu      sync.Mutex
	waiting []byte
	dropped int
	told    int // of those that were dropped
	tell    func(dropped int)
	closed  bool
}

// NewQueue makes a queue in front of w.
func NewQueue(w io.Writer) *Queue {
	q := &Queue{w: w, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go q.run()
	return q
}

// Write takes the line, or drops it. It never waits and never fails.
func (q *Queue) Write(line []byte) (int, error) {
	q.mu.Lock()
	if q.closed || len(q.waiting)+len(line) > QueueBytesMax {
		q.dropped++
	} else {
		q.waiting = append(q.waiting, line...)
	}
	q.mu.Unlock()
	q.signal()
	return len(line), nil
}

// Dropped returns how many lines were dropped.
func (q *Queue) Dropped() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}

// tellTo makes the logger say how many lines were dropped.
func (q *Queue) tellTo(logger *slog.Logger) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tell = func(dropped int) {
		logger.Warn("lines of the log were dropped: its reader was too slow", "lines", dropped)
	}
}

// Close waits until everything is written, or no longer than patience.
func (q *Queue) Close(patience time.Duration) {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.signal()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-q.ended:
	case <-timer.C:
	}
}

func (q *Queue) run() {
	defer close(q.ended)
	for range q.wake {
		piece, closed := q.take()
		if len(piece) > 0 {
			_, _ = q.w.Write(piece) // nobody is left to be told
		}
		if closed {
			return
		}
		q.tellDropped()
	}
}

// take returns what waits, and whether nothing follows.
func (q *Queue) take() (piece []byte, closed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	piece, q.waiting = q.waiting, nil
	return piece, q.closed
}

// tellDropped says how many lines are missing, once there is room for more.
func (q *Queue) tellDropped() {
	q.mu.Lock()
	missing, tell := q.dropped-q.told, q.tell
	q.told = q.dropped
	q.mu.Unlock()
	if missing > 0 && tell != nil {
		tell(missing)
	}
}

func (q *Queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
