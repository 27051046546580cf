package logx

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// outageSayEvery is how often an outage that goes on is logged.
const outageSayEvery = time.Minute

// Outage logs work that fails again and again: a line when that begins, one each
// minute, and one when it is over. The zero Outage is ready; all methods may be
// called concurrently.
type Outage struct {
	mu    sync.Mutex
	since time.Time // zero: all is well
	said  time.Time
}

// Note logs the outcome of an attempt: what does not work as text, or that it
// works again.
func (o *Outage) Note(ctx context.Context, logger *slog.Logger, text string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	switch {
	case err == nil && o.since.IsZero():
	case err == nil:
		logger.InfoContext(ctx, text+": this is over", "after", now.Sub(o.since).Round(time.Second))
		o.since, o.said = time.Time{}, time.Time{}
	case o.since.IsZero():
		o.since, o.said = now, now
		logger.WarnContext(ctx, text+"; trying again", "error", err)
	case now.Sub(o.said) >= outageSayEvery:
		o.said = now
		logger.WarnContext(ctx, text+"; still trying", "for", now.Sub(o.since).Round(time.Second), "error", err)
	}
}

// IsOn reports whether the last attempt failed.
func (o *Outage) IsOn() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.since.IsZero()
}
