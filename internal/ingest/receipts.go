package ingest

import (
	"sync"
	"time"
)

// A client may give up while its answer is under way. That shows shortly after:
// the connection or the stream is reset. Receipts are kept for receiptTimeMax
// to find out, no more than ReceiptsMax at a time.
const (
	ReceiptsMax    = 1 << 16
	receiptTimeMax = 10 * time.Second
)

// receipts finds requests whose answer was written and not read. Requests are
// known by their key in the table of open requests.
type receipts struct {
	now func() time.Time

	mu     sync.Mutex
	recent map[uint64]*written // the latest of each key
	queue  []*written          // all of them, oldest first
	missed map[uint64]time.Time
}

// written is an answer that was written.
type written struct {
	key     uint64
	receipt Receipt
	at      time.Time
	earlier *written // of the same key
}

func newReceipts(now func() time.Time) *receipts {
	return &receipts{now: now, recent: map[uint64]*written{}, missed: map[uint64]time.Time{}}
}

// add keeps the receipt of an answer.
func (r *receipts) add(key uint64, receipt Receipt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	r.sweep(now)
	w := &written{key: key, receipt: receipt, at: now, earlier: r.recent[key]}
	r.recent[key] = w
	r.queue = append(r.queue, w)
}

// hasMissed reports whether an answer to such a request was not read.
func (r *receipts) hasMissed(key uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if until, found := r.missed[key]; found && now.Before(until) {
		return true
	}
	for w := r.recent[key]; w != nil; w = w.earlier {
		if w.receipt.Missed() {
			r.remember(key, now)
			return true
		}
	}
	return false
}

// sweep gives up the receipts that are old, or too many. The lock is held.
func (r *receipts) sweep(now time.Time) {
	for len(r.queue) > 0 {
		head := r.queue[0]
		if len(r.queue) < ReceiptsMax && now.Sub(head.at) < receiptTimeMax {
			return
		}
		if head.receipt.Missed() {
			r.remember(head.key, now)
		}
		r.queue[0] = nil
		r.queue = r.queue[1:]
		r.forget(head)
	}
}

// forget takes the oldest answer of a key out. The lock is held.
func (r *receipts) forget(oldest *written) {
	w := r.recent[oldest.key]
	if w == oldest {
		delete(r.recent, oldest.key)
		return
	}
	for ; w != nil; w = w.earlier {
		if w.earlier == oldest {
			w.earlier = nil
		}
	}
}

// remember keeps a key for as long as its request may come again. The lock is
// held.
func (r *receipts) remember(key uint64, now time.Time) {
	if len(r.missed) >= UnansweredMax {
		for old, until := range r.missed {
			if !now.Before(until) {
				delete(r.missed, old)
			}
		}
	}
	if len(r.missed) < UnansweredMax {
		r.missed[key] = now.Add(RetryMemory)
	}
}
