package app

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// unreadable is what queries have met of damaged or missing files of the engine.
// Nobody else meets it: the engine reads a file when somebody asks for what is
// in it.
type unreadable struct {
	now    func() time.Time
	logger *slog.Logger

	mu    sync.Mutex
	reads int
	last  time.Time
}

// unreadableText is in what readiness says, for the doctor.
const unreadableText = "could not read stored telemetry"

// unreadableToldFor is how long readiness speaks of a read that failed.
const unreadableToldFor = time.Hour

// observe looks at the outcome of a call.
func (u *unreadable) observe(call clickhouse.Call) {
	if !errors.Is(call.Err, clickhouse.ErrUnreadable) {
		return
	}
	u.logger.Error("a query can't read stored telemetry", "error", call.Err)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.reads++
	u.last = u.now()
}

// err returns what readiness says; nil when nothing failed lately.
func (u *unreadable) err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.reads == 0 || u.now().Sub(u.last) > unreadableToldFor {
		return nil
	}
	return fmt.Errorf("%d queries since the start %s, the last at %s: a file is damaged or missing; the log names it, and a backup may have it",
		u.reads, unreadableText, u.last.UTC().Format(time.RFC3339))
}
