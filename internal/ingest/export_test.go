package ingest

import "time"

// Receipts is what is known about answers that were written.
type Receipts struct{ *receipts }

// NewReceipts makes an empty one.
func NewReceipts(now func() time.Time) Receipts { return Receipts{newReceipts(now)} }

// Add keeps the receipt of an answer.
func (r Receipts) Add(key uint64, receipt Receipt) { r.add(key, receipt) }

// HasMissed reports whether an answer to such a request was not read.
func (r Receipts) HasMissed(key uint64) bool { return r.hasMissed(key) }

// Len returns how many receipts are kept.
func (r Receipts) Len() int { return max(len(r.queue), len(r.recent)) }
