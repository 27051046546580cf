package ingest

import (
	"context"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Sender is the client that waits for the answer to a request.
type Sender interface {
	// Gone reports whether the client has given up on the request.
	Gone() bool
	// Answer writes the answer. It returns nil when the client was gone before
	// it was written.
	Answer(o telemetry.Outcome) Receipt
}

// Receipt is what is known about an answer that was written.
type Receipt interface {
	// Missed reports whether the client has turned out to be gone before it
	// read the answer.
	Missed() bool
}

// contextSender is the sender of a request that comes with a context alone.
type contextSender struct{ ctx context.Context }

// Gone reports whether the context has ended.
func (s contextSender) Gone() bool { return s.ctx.Err() != nil }

// Answer leaves the answer to the caller.
func (s contextSender) Answer(telemetry.Outcome) Receipt {
	if s.Gone() {
		return nil
	}
	return readReceipt{}
}

// readReceipt is the receipt of an answer that was read.
type readReceipt struct{}

// Missed reports false.
func (readReceipt) Missed() bool { return false }

// sender returns who waits for the answer.
func (r Request) sender(ctx context.Context) Sender {
	if r.Sender == nil {
		return contextSender{ctx}
	}
	return r.Sender
}
