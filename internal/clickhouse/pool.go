package clickhouse

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// A connection that rested longer than pingAfter is asked whether it still
// works; one that rested longer than idleTimeMax is not used again.
const (
	pingAfter   = time.Second
	idleTimeMax = 5 * time.Minute
)

// errClosed is the cause of calls on a closed client.
var errClosed = errors.New("the client is closed")

// poolOptions bound a pool.
type poolOptions struct {
	role        Role
	size        int
	waitMax     time.Duration
	dialTimeout time.Duration
	now         func() time.Time
	lives       *lives
}

// pool hands out at most size connections of one role at a time.
type pool struct {
	opts  poolOptions
	slots chan struct{}
	first atomic.Int64 // the address that answered last

	mu     sync.Mutex
	idle   []*conn
	closed bool
}

func newPool(opts poolOptions) *pool {
	return &pool{opts: opts, slots: make(chan struct{}, opts.size)}
}

// acquire returns a working connection on the database; release gives it
// back. A pool that stays exhausted for waitMax is a Limited fault.
func (p *pool) acquire(ctx context.Context, target Target, database string) (*conn, error) {
	if err := p.takeSlot(ctx); err != nil {
		return nil, err
	}
	c, err := p.connect(ctx, target, cmp.Or(database, target.firstDatabase()))
	if err != nil {
		<-p.slots
		return nil, err
	}
	return c, nil
}

func (p *pool) takeSlot(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(p.opts.waitMax)
	defer timer.Stop()
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return limited(nil, "too many %s calls to the telemetry engine at once", p.opts.role)
	}
}

// connect returns an idle connection that still works, or a fresh one, with
// the database selected.
func (p *pool) connect(ctx context.Context, target Target, database string) (*conn, error) {
	for {
		c, err := p.takeIdle(target, database)
		if err != nil {
			return nil, err
		}
		if c == nil {
			break
		}
		if p.works(ctx, c) {
			return p.selectDatabase(ctx, c, database)
		}
		c.close()
	}
	c, err := p.dial(ctx, target)
	if err != nil {
		return nil, err
	}
	return p.selectDatabase(ctx, c, database)
}

func (p *pool) selectDatabase(ctx context.Context, c *conn, database string) (*conn, error) {
	if err := c.use(ctx, database); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// takeIdle returns the idle connection that was used last, one on the same
// database first, and closes those that are too old. Nil means none is left.
func (p *pool) takeIdle(target Target, database string) (*conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, fault.Wrap(fault.Unavailable, errClosed, "the server is stopping")
	}
	p.dropDead(target)
	if len(p.idle) == 0 {
		return nil, nil
	}
	chosen := len(p.idle) - 1
	for i := chosen; i >= 0; i-- {
		if p.idle[i].database == database {
			chosen = i
			break
		}
	}
	c := p.idle[chosen]
	p.idle = append(p.idle[:chosen], p.idle[chosen+1:]...)
	return c, nil
}

// dropDead closes idle connections of an engine that is gone, those to servers
// that are not to be asked now, and those that rested too long.
func (p *pool) dropDead(target Target) {
	kept := p.idle[:0]
	for _, c := range p.idle {
		if c.generation == target.Generation && slices.Contains(target.Addresses, c.address) && p.opts.now().Sub(c.usedAt) < idleTimeMax {
			kept = append(kept, c)
			continue
		}
		c.close()
	}
	p.idle = kept
}

func (p *pool) works(ctx context.Context, c *conn) bool {
	if p.opts.role.watches() && c.life.away() {
		return false
	}
	if p.opts.now().Sub(c.usedAt) < pingAfter {
		return !c.client.IsClosed()
	}
	ctx, cancel := context.WithTimeout(ctx, p.opts.dialTimeout)
	defer cancel()
	return c.ping(ctx) == nil
}

// firstOf returns the index of the address to begin with: the one that answered
// last, and on a cluster, where all do the same work, each in turn.
func (p *pool) firstOf(target Target) int {
	if target.Cluster != "" {
		return int(p.first.Add(1))
	}
	return int(p.first.Load())
}

func (p *pool) dial(ctx context.Context, target Target) (*conn, error) {
	how := dialing{
		role: p.opts.role, timeout: p.opts.dialTimeout, first: p.firstOf(target),
		life: func(address string) *life { return p.opts.lives.of(target, address) },
	}
	c, err := dial(ctx, target, how)
	if err != nil {
		return nil, err
	}
	for i, address := range target.Addresses {
		if address == c.address && target.Cluster == "" {
			p.first.Store(int64(i))
		}
	}
	return c, nil
}

// release gives a connection back; one that failed is closed.
func (p *pool) release(c *conn, healthy bool) {
	defer func() { <-p.slots }()
	c.usedAt = p.opts.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || !healthy || c.client.IsClosed() {
		c.close()
		return
	}
	p.idle = append(p.idle, c)
}

// close closes the idle connections; those in use are closed when they are
// given back.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.idle {
		c.close()
	}
	p.idle = nil
}

// PoolStats counts the connections of a role.
type PoolStats struct {
	Busy int
	Idle int
	Max  int
}

func (p *pool) stats() PoolStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return PoolStats{Busy: len(p.slots), Idle: len(p.idle), Max: p.opts.size}
}
