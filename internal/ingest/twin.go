package ingest

import (
	"context"
	"hash/maphash"
	"sync"
)

// twins finds a request that comes again while it is still being handled,
// because its sender has given up on a slow answer.
type twins struct {
	seed maphash.Seed

	mu   sync.Mutex
	open map[uint64]*openRequest
}

// openRequest is a request between its arrival and its answer.
type openRequest struct {
	gone func() error  // not nil once its sender has given up
	done chan struct{} // closed when it is over
}

func newTwins() *twins {
	return &twins{seed: maphash.MakeSeed(), open: map[uint64]*openRequest{}}
}

// await waits for an equal request whose sender is gone, so that it is known
// whether that one was kept, and notes this one until leave is called. Equal
// requests whose senders are there do not wait for each other.
func (t *twins) await(ctx context.Context, team string, payload []byte) (leave func(), err error) {
	key := t.key(team, payload)
	own := &openRequest{gone: ctx.Err, done: make(chan struct{})}
	for {
		twin := t.enter(key, own)
		switch {
		case twin == own:
			return func() { t.leave(key, own) }, nil
		case twin.gone() == nil:
			return func() {}, nil
		}
		select {
		case <-twin.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (t *twins) key(team string, payload []byte) uint64 {
	return maphash.String(t.seed, team) ^ maphash.Bytes(t.seed, payload)
}

// enter answers who has the place of the key: own, if it was free.
func (t *twins) enter(key uint64, own *openRequest) *openRequest {
	t.mu.Lock()
	defer t.mu.Unlock()
	if twin := t.open[key]; twin != nil {
		return twin
	}
	t.open[key] = own
	return own
}

func (t *twins) leave(key uint64, own *openRequest) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, key)
	close(own.done)
}
