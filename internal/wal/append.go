package wal

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Append adds a record and returns once it is durable. The payload may come
// in parts; a reader gets them as one. Meta and payload must not change until
// Append returns.
//
// It returns fault.Invalid for a record over RecordBytesMax, fault.Limited
// with a hint when TotalBytesMax or PendingBytesMax is reached, and
// fault.Unavailable with a hint while the disk refuses writes. After any error
// the record is not in the log. A ctx that ends takes the record back while it
// waits for its turn; once it is being written, Append waits for the outcome.
func (l *Log) Append(ctx context.Context, meta []byte, payload ...[]byte) (Position, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	r := l.requests.Get().(*request)
	defer l.recycle(r)
	if err := r.fill(meta, payload, l.options.RecordBytesMax); err != nil {
		l.counters.refusedInvalid.Add(1)
		return 0, err
	}
	if err := l.queue.push(r, l.refusal(r.bytes)); err != nil {
		return 0, err
	}
	select {
	case <-r.done:
		return r.position, r.err
	case <-ctx.Done():
	}
	if l.queue.withdraw(r) {
		return 0, ctx.Err()
	}
	<-r.done
	return r.position, r.err
}

func (l *Log) recycle(r *request) {
	clear(r.payload)
	*r = request{payload: r.payload[:0], done: r.done}
	l.requests.Put(r)
}

// fill takes the record over and sums its body.
func (r *request) fill(meta []byte, payload [][]byte, bytesMax int) error {
	total := len(meta)
	for _, part := range payload {
		total += len(part)
	}
	if total > bytesMax {
		return fault.New(fault.Invalid, "a record of the write-ahead log may have %d bytes at most", bytesMax)
	}
	r.meta, r.payload = meta, append(r.payload, payload...)
	r.bytes = recordHeaderBytes + int64(total)
	r.header.metaBytes, r.header.payloadBytes = uint32(len(meta)), uint32(total-len(meta)) // RecordBytesCap fits
	r.bodySum = checksum(0, meta)
	for _, part := range payload {
		r.bodySum = checksum(r.bodySum, part)
	}
	return nil
}

// refusal returns the check that a record of that many bytes has to pass.
func (l *Log) refusal(bytes int64) func(waiting int64) error {
	return func(waiting int64) error {
		q := l.queue
		if q.closed {
			return ErrClosed
		}
		if pause := q.retryAt.Sub(l.options.Now()); q.failure != nil && pause > 0 {
			l.counters.refusedFailing.Add(1)
			return unavailable(q.failure, pause)
		}
		if l.index.bytes.Load()+waiting+bytes+segmentHeaderBytes > l.options.TotalBytesMax {
			l.counters.refusedFull.Add(1)
			return limited("the write-ahead log is full", l.options.RetryPause)
		}
		if waiting+bytes > l.options.PendingBytesMax {
			l.counters.refusedPending.Add(1)
			return limited("too much is waiting for the write-ahead log", l.options.RetryPause)
		}
		return nil
	}
}

func limited(message string, pause time.Duration) error {
	f := fault.New(fault.Limited, "%s", message)
	f.RetryAfter = pause
	return f
}

func unavailable(cause error, pause time.Duration) error {
	message := "the write-ahead log can't be written"
	if isFull(cause) {
		message = "the disk of the write-ahead log is full"
	}
	f := fault.Wrap(fault.Unavailable, cause, "%s", message)
	f.RetryAfter = pause
	return f
}
