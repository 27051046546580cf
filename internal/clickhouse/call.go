package clickhouse

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/pause"
)

// A query whose caller is gone is killed; it may not be in the engine's list
// yet, hence more than one try.
const (
	killTimeMax   = 2 * time.Second
	killTriesMax  = 3
	killTryPause  = 30 * time.Millisecond
	queryIDBytes  = 16
	queryIDPrefix = "cairn-"
)

// insertOperation stores rows.
const insertOperation = "insert"

// pingOperation is over at once; there is nothing to kill.
const pingOperation = "ping"

// Statement is one call of any role.
type Statement struct {
	Role      Role
	Operation string
	Timeout   time.Duration
	database  string
	limits    *Limits // of a read; its time replaces the timeout
	partial   bool    // a read may lack shards that are away
	Query     ch.Query
}

// bounded returns the statement with its limits as settings, below the
// endpoint's ceiling, and within the time that its caller has left.
func (s Statement) bounded(ctx context.Context, ceiling Limits) Statement {
	if s.limits == nil {
		return s
	}
	limits := s.limits.within(ceiling)
	if deadline, ok := ctx.Deadline(); ok {
		limits.Time = max(min(limits.Time, time.Until(deadline)), timeLimitMin)
	}
	s.limits = &limits
	s.Timeout = limits.Time + readTimeSlack
	s.Query.Settings = append(NativeSettings(limits.settings()), s.Query.Settings...)
	return s
}

// Call runs a statement on a connection of its role, tells the observer, and
// makes a fault of the error.
func (c *Client) Call(ctx context.Context, s Statement) (Stats, error) {
	started := c.opts.Now()
	stats, limits, err := c.attempt(ctx, s)
	stats.Elapsed = c.opts.Now().Sub(started)
	err = s.explained(ctx, err, limits)
	c.opts.Observe(Call{Role: s.Role, Operation: s.Operation, Elapsed: stats.Elapsed, Stats: stats, Err: err})
	if err != nil {
		return stats, fmt.Errorf("clickhouse %s: %w", s.Operation, err)
	}
	return stats, nil
}

// attempt runs a statement. It also returns the limits that a read had.
func (c *Client) attempt(ctx context.Context, s Statement) (Stats, Limits, error) {
	target, err := c.endpoint.Target()
	if err != nil {
		return Stats{}, Limits{}, err
	}
	s = s.bounded(ctx, target.Ceiling)
	limits := Limits{}
	if s.limits != nil {
		limits = *s.limits
	}
	stats, err := c.route(ctx, target, s)
	return stats, limits, err
}

// route runs a statement on a single server, or on a server of a cluster that is
// ready.
func (c *Client) route(ctx context.Context, target Target, s Statement) (Stats, error) {
	switch {
	case target.Cluster == "":
		return c.within(ctx, target, s)
	case s.limits != nil:
		return c.readCluster(ctx, target, s)
	}
	return c.within(ctx, c.cluster.route(target), s)
}

// within runs a statement in its time. A read whose time passes while the
// engine is alive took too long; it is not the engine that is away.
func (c *Client) within(ctx context.Context, target Target, s Statement) (Stats, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	stats, err := c.connectAndRun(ctx, target, s)
	isLate := s.limits != nil && err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
	if isLate && !ch.IsException(err) && !errors.Is(err, errSilent) && c.lives.heard(target) {
		err = tooSlow(err, *s.limits)
	}
	return stats, err
}

func (c *Client) connectAndRun(ctx context.Context, target Target, s Statement) (Stats, error) {
	id, err := c.queryID()
	if err != nil {
		return Stats{}, err
	}
	conn, err := c.acquire(ctx, target, s)
	if err != nil {
		return Stats{QueryID: id}, s.unsent(err)
	}
	s.Query.QueryID = id
	return c.runBounded(target, s, func(s Statement) (Stats, error) {
		return c.runShared(target, s, func(s Statement) (Stats, error) { return c.runOn(ctx, conn, s) })
	})
}

// unsent says of an insert that it was not sent: the next sender need not ask
// whether it is there.
func (s Statement) unsent(err error) error {
	if s.Operation != insertOperation {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnsent, err)
}

// Alive returns an Unavailable fault when the engine gives no sign of life.
func (c *Client) Alive(ctx context.Context) error {
	target, err := c.endpoint.Target()
	if err != nil {
		return err
	}
	return c.lives.check(ctx, target)
}

// acquire returns a connection for a statement. Unless it is an insert, a
// server that gives no sign of life is not waited for.
func (c *Client) acquire(ctx context.Context, target Target, s Statement) (*conn, error) {
	pool := c.pools[s.Role]
	if !s.Role.watches() {
		return pool.acquire(ctx, target, s.database)
	}
	if err := c.lives.check(ctx, target); err != nil {
		return nil, err
	}
	ctx, stop := c.lives.watch(ctx, c.lives.all(target)...)
	defer stop()
	conn, err := pool.acquire(ctx, target, s.database)
	return conn, orSilent(ctx, err)
}

// do runs a statement on a connection, under watch unless it is an insert.
func (c *Client) do(ctx context.Context, conn *conn, s Statement) error {
	if !s.Role.watches() {
		return conn.do(ctx, s.Query)
	}
	ctx, stop := c.lives.watch(ctx, conn.life)
	defer stop()
	return orSilent(ctx, conn.do(ctx, s.Query))
}

// runOn runs a statement on a connection and gives that back.
func (c *Client) runOn(ctx context.Context, conn *conn, s Statement) (Stats, error) {
	stats := Stats{QueryID: s.Query.QueryID}
	s.Query.OnProgress = stats.add
	err := c.do(ctx, conn, s)
	// After an exception the protocol is in step; after anything else the
	// connection is of no use and the query may still run.
	known := err == nil || ch.IsException(err)
	if known {
		conn.life.hear()
	}
	// A server that keeps still obeys nobody: it drops the query when it finds
	// the connection closed.
	if !known && s.Operation != pingOperation && !errors.Is(err, errSilent) {
		c.kill(conn.address, s.Query.QueryID)
	}
	c.pools[s.Role].release(conn, known)
	return stats, err
}

// add counts a progress packet, which carries differences.
func (s *Stats) add(_ context.Context, p proto.Progress) error {
	s.RowsRead += p.Rows
	s.BytesRead += p.Bytes
	return nil
}

func (c *Client) queryID() (string, error) {
	var b [queryIDBytes]byte
	if _, err := io.ReadFull(c.opts.Random, b[:]); err != nil {
		return "", fmt.Errorf("make a query id: %w", err)
	}
	return queryIDPrefix + hex.EncodeToString(b[:]), nil
}

// kill ends a query on the server that runs it. It does what it can: whether
// the engine is there to obey is another matter.
func (c *Client) kill(address, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), killTimeMax)
	defer cancel()
	target, err := c.endpoint.Target()
	if err != nil {
		return
	}
	target.Addresses = []string{address}
	conn, err := dial(ctx, target, dialing{role: Admin, timeout: c.opts.DialTimeout})
	if err != nil {
		return
	}
	defer conn.close()
	for range killTriesMax {
		if found, err := conn.kill(ctx, id); found || err != nil {
			return
		}
		_ = pause.For(ctx, killTryPause)
	}
}

const killText = `
KILL QUERY
WHERE query_id = {id:String}
ASYNC`

// kill reports whether the server knew the query.
func (c *conn) kill(ctx context.Context, id string) (bool, error) {
	var victims proto.Results
	found := false
	err := c.do(ctx, ch.Query{
		Body:       killText,
		Parameters: NativeParams([]Param{String("id", id)}),
		Result:     victims.Auto(),
		OnResult: func(_ context.Context, block proto.Block) error {
			found = found || block.Rows > 0
			return nil
		},
	})
	return found, err
}
