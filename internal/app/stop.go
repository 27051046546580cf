package app

import (
	"context"
	"errors"
	"time"
)

// The shares of a stop. They are counted in time that the process has had: a
// machine that stands still, or has no time for the process, takes nothing of
// them.
const (
	DrainMax = 5 * time.Second // for requests that were accepted
	LoopsMax = 6 * time.Second // for loops, with the last inserts and deliveries
	CloseMax = 5 * time.Second // for each part that is closed; the log's is short and certain
	ownTick  = 50 * time.Millisecond
)

// ownTime returns a context that ends after the process has had so much time,
// whether or not parent ends. A tick that comes late, because the process was
// not running, counts as one.
func ownTime(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	go func() {
		ticker := time.NewTicker(ownTick)
		defer ticker.Stop()
		for range d / ownTick {
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
		}
		cancel(context.DeadlineExceeded)
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// drain lets requests in flight finish, and cuts off those that do not. Nobody
// was told that they were taken.
func (a *App) drain(ctx context.Context) error {
	ctx, cancel := ownTime(ctx, DrainMax)
	defer cancel()
	err := a.shutListeners(ctx)
	if ctx.Err() == nil {
		return err
	}
	a.Logger.WarnContext(ctx, "requests took too long and were cut off")
	a.cutListeners()
	return nil
}

// cutListeners closes the connections of HTTP servers that are left.
func (a *App) cutListeners() {
	for _, l := range a.listeners {
		if closer, ok := l.server.(interface{ Close() error }); ok {
			_ = closer.Close()
		}
	}
}

// endLoops ends the loops. One that does not end is left to the end of the
// process, like after a kill: what it has not done is done by the next one.
func (a *App) endLoops(ctx context.Context) {
	ctx, cancel := ownTime(ctx, LoopsMax)
	defer cancel()
	a.tellStopping(ctx, "background work")
	if a.quit != nil { // it was started
		a.quit()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = a.running.Wait() // Wait has told of the first failure
	}()
	select {
	case <-done:
	case <-ctx.Done():
		a.Logger.WarnContext(ctx, "background work did not end in time")
	}
}

// closePart gives a part its own time to close.
func (a *App) closePart(ctx context.Context, c cleanup) error {
	ctx, cancel := ownTime(ctx, CloseMax)
	defer cancel()
	a.tellStopping(ctx, c.name)
	err := c.run(ctx)
	if err != nil && errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}

// tellLeft says whether telemetry is left in the write-ahead log: a node whose
// folder is to go has to have stored everything.
func (a *App) tellLeft(ctx context.Context) {
	if a.log == nil {
		return
	}
	stats := a.log.Stats()
	if left := stats.End - stats.Committed; left > 0 {
		a.Logger.WarnContext(ctx, "the write-ahead log holds acknowledged requests, which the next start stores", "requests", left)
		return
	}
	a.Logger.InfoContext(ctx, "the write-ahead log is empty")
}
