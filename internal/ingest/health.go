package ingest

import (
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// stalledAfter is how long inserts may take before the engine counts as away.
const stalledAfter = 3 * time.Second

// health remembers how the last inserts went.
type health struct {
	now func() time.Time

	mu      sync.Mutex
	failed  bool      // the last one did not reach the engine
	last    error     // why the last one failed; nil: it did not
	running int       // inserts at work
	since   time.Time // when the first of them began, or the last one ended
}

// Failure returns why the last insert failed, or nil.
func (p *Pipeline) Failure() error { return p.health.failure() }

// begin is called before an insert.
func (h *health) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running == 0 {
		h.since = h.now()
	}
	h.running++
}

// end is called after it, with its outcome.
func (h *health) end(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running--
	h.failed, h.last = fault.KindOf(err) == fault.Unavailable, err
	if !h.failed {
		h.since = h.now()
	}
}

// failure returns why the last insert failed, or nil.
func (h *health) failure() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// isAway reports whether there is no point in waiting for the engine.
func (h *health) isAway() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed || h.running > 0 && h.now().Sub(h.since) > stalledAfter
}
