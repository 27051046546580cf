package ingest

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"
)

// openRequests finds a request that comes again while it is still being handled,
// because its sender has given up on a slow answer.
type openRequests struct {
	seed maphash.Seed

	mu   sync.Mutex
	open map[uint64][]*openRequest
}

// openRequest is a request between its arrival and its answer.
type openRequest struct {
	key    uint64
	sender Sender
	done   chan struct{} // closed when it is over
}

func newOpenRequests() *openRequests {
	return &openRequests{seed: maphash.MakeSeed(), open: map[uint64][]*openRequest{}}
}

// enter waits for equal requests whose senders are gone, so that it is known
// whether they were kept, and adds this one until leave is called. Equal
// requests whose senders are there do not wait for each other.
func (o *openRequests) enter(ctx context.Context, key uint64, sender Sender) (*openRequest, error) {
	own := &openRequest{key: key, sender: sender, done: make(chan struct{})}
	for {
		abandoned := o.add(own)
		if abandoned == nil {
			return own, nil
		}
		select {
		case <-abandoned.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// key names equal requests of a team.
func (o *openRequests) key(team string, payload []byte) uint64 {
	return maphash.String(o.seed, team) ^ maphash.Bytes(o.seed, payload)
}

// add adds the request unless an equal one is there whose sender is gone, which
// it returns. Senders are asked without the lock, because that may take time; a
// request that comes meanwhile is asked too.
func (o *openRequests) add(own *openRequest) *openRequest {
	var asked []*openRequest
	for {
		o.mu.Lock()
		equal := o.open[own.key]
		next := slices.IndexFunc(equal, func(r *openRequest) bool { return !slices.Contains(asked, r) })
		if next < 0 {
			o.open[own.key] = append(equal, own)
			o.mu.Unlock()
			return nil
		}
		other := equal[next]
		o.mu.Unlock()
		if other.sender.Gone() {
			return other
		}
		asked = append(asked, other)
	}
}

// leave ends a request.
func (o *openRequests) leave(own *openRequest) {
	o.mu.Lock()
	defer o.mu.Unlock()
	left := slices.DeleteFunc(o.open[own.key], func(r *openRequest) bool { return r == own })
	if len(left) == 0 {
		delete(o.open, own.key)
	} else {
		o.open[own.key] = left
	}
	close(own.done)
}
