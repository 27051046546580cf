package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// When memory that a burst has left is given back: as soon as this much was
// allocated since the last time, and less than that during so long.
const (
	trimEvery      = 10 * time.Second
	trimQuietBytes = 32 << 20
)

// memoryTrim gives memory back to the system after bursts. The collector comes
// by only when the heap has grown, or after minutes; the buffers of a burst,
// and what pools keep of it, would stay until then.
type memoryTrim struct {
	// What was allocated since the start: at the last look, and at the last trim.
	allocated, trimmed uint64
	// Whether the last trim was the first one after a burst.
	isFirst bool
}

// run looks now and then until ctx ends.
func (m *memoryTrim) run(ctx context.Context) error {
	ticker := time.NewTicker(trimEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			m.look()
		case <-ctx.Done():
			return nil
		}
	}
}

// look trims when a burst is over. What a slow one allocates adds up from look to
// look, as the collector leaves it all alone until the heap has grown.
func (m *memoryTrim) look() {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	if m.isDue(samples[0].Value.Uint64()) {
		// Two collections empty pools: the first one lets them keep what they have
		// for one more.
		debug.FreeOSMemory()
		debug.FreeOSMemory()
	}
}

// isDue is told what was allocated since the start, at each look. A burst is
// trimmed twice: its last records may still be on their way to the engine at the
// first time, and what they hold would stay.
func (m *memoryTrim) isDue(allocated uint64) bool {
	isQuiet := allocated-m.allocated < trimQuietBytes
	isBurst := allocated-m.trimmed >= trimQuietBytes
	m.allocated = allocated
	if !isQuiet || !isBurst && !m.isFirst {
		return false
	}
	m.trimmed, m.isFirst = allocated, isBurst
	return true
}
