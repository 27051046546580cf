package ingest

import (
	"context"
	"time"
)

// flush lets the workers store what is in memory, for a while.
func (p *Pipeline) flush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, p.Limits.FlushTime)
	defer cancel()
	p.flushing.Store(true)
	for ctx.Err() == nil && !p.health.isAway() {
		room := p.watchRoom()
		if !p.offerAll() {
			return
		}
		select {
		case <-room:
		case <-time.After(flushLook):
		case <-ctx.Done():
		}
	}
}

// flushLook is how often a flush looks whether the engine has gone away.
const flushLook = 100 * time.Millisecond

// offerAll makes every lane with rows ready, and reports whether there is one.
func (p *Pipeline) offerAll() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lanes {
		if l.memory > 0 {
			p.queueReady(l)
		}
	}
	return p.memory > 0
}
