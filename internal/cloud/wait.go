package cloud

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// The limits of waiting for an endpoint.
const (
	WaitMax     = 45 * time.Second
	WaitDefault = 30 * time.Second
	WaitersMax  = 256
	waitEvery   = 100 * time.Millisecond
)

// Waiters counts the requests that wait. The zero value is ready to use.
type Waiters struct{ waiting atomic.Int32 }

// enter returns a Limited fault when too many wait already; otherwise leave
// must be called.
func (w *Waiters) enter() error {
	if w.waiting.Add(1) <= WaitersMax {
		return nil
	}
	w.waiting.Add(-1)
	return fault.New(fault.Limited, "too many requests wait for an endpoint; ask without waitFor")
}

func (w *Waiters) leave() { w.waiting.Add(-1) }

// Wait says what to wait for and how long at most.
type Wait struct {
	Status  org.ReverseStatus
	Timeout time.Duration
}

// AwaitReverseEndpoint returns the endpoint as soon as it has the status, or
// can't come to it on its own any more, or the time is up: what it is then is
// in the answer.
func (c *Cloud) AwaitReverseEndpoint(ctx context.Context, ref ReverseRef, wait Wait) (org.ReverseEndpoint, error) {
	if err := c.Waits.enter(); err != nil {
		return org.ReverseEndpoint{}, err
	}
	defer c.Waits.leave()
	over := time.NewTimer(min(wait.Timeout, WaitMax))
	defer over.Stop()
	look := time.NewTicker(waitEvery)
	defer look.Stop()
	for {
		e, err := c.ReverseEndpoint(ctx, ref)
		if err != nil || e.Status == wait.Status || settled(e.Status, wait.Status) {
			return e, err
		}
		select {
		case <-look.C:
		case <-over.C:
			return e, nil
		case <-ctx.Done():
			return e, ctx.Err()
		}
	}
}

// settled reports whether an endpoint in the status will not come to the
// wanted one on its own.
func settled(status, wanted org.ReverseStatus) bool {
	switch status {
	case org.ReverseReady, org.ReverseDeleting:
		return true
	case org.ReverseFailed, org.ReverseRejected, org.ReverseExpired:
		return wanted != org.ReverseDeleting
	case org.ReverseUnknown, org.ReverseProvisioning, org.ReversePendingAcceptance, org.ReverseGone:
	}
	return false
}
