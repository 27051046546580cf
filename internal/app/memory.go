package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// When memory that a burst has left is given back: after so long in which less
// was allocated than that.
const (
	trimEvery      = 10 * time.Second
	trimQuietBytes = 32 << 20
)

// memoryTrim gives memory back to the system after bursts. The collector comes
// by only when the heap has grown, or after minutes; the buffers of a burst,
// and what pools keep of it, would stay until then.
type memoryTrim struct {
	allocated uint64 // at the last look, since the start
	isDue     bool   // much was allocated since the last trim
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

// look trims once after each burst. Two collections empty pools: the first one
// lets them keep what they have for one more.
func (m *memoryTrim) look() {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	allocated := samples[0].Value.Uint64()
	if allocated-m.allocated >= trimQuietBytes {
		m.isDue = true
	} else if m.isDue {
		m.isDue = false
		debug.FreeOSMemory()
		debug.FreeOSMemory()
	}
	m.allocated = allocated
}
