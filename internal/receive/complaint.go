package receive

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// complaintEvery is how often refused requests are logged at most.
const complaintEvery = time.Minute

// complaints logs refused requests without letting senders fill the log: one
// line at a time, with the number of those that were not told.
type complaints struct {
	logger *slog.Logger
	now    func() time.Time

	mu     sync.Mutex
	next   time.Time
	untold int
}

func newComplaints(logger *slog.Logger, now func() time.Time) *complaints {
	return &complaints{logger: logger, now: now}
}

// Note tells about a refusal, or counts it for the next time.
func (c *complaints) Note(ctx context.Context, protocol, requestID string, err error) {
	untold, due := c.turn()
	if !due {
		return
	}
	level := slog.LevelWarn
	if fault.KindOf(err) == fault.Internal {
		level = slog.LevelError
	}
	c.logger.LogAttrs(ctx, level, "telemetry is refused",
		slog.String("protocol", protocol), slog.String("request_id", requestID),
		slog.String("error", err.Error()), slog.Int("refused_before", untold))
}

func (c *complaints) turn() (untold int, due bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if now.Before(c.next) {
		c.untold++
		return 0, false
	}
	untold, c.untold, c.next = c.untold, 0, now.Add(complaintEvery)
	return untold, true
}

// Panicked tells about a mistake of ours; those are never left out.
func (r *Receiver) Panicked(ctx context.Context, protocol, requestID string, cause any) {
	r.Complaints.logger.ErrorContext(ctx, "panic",
		"protocol", protocol, "request_id", requestID, "error", errPanic(cause))
}

// errPanic is a failure of ours that the log tells about.
func errPanic(cause any) error { return fmt.Errorf("panic: %v\n%s", cause, debug.Stack()) }
