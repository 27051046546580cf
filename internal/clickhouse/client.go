package clickhouse

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
)

// The defaults of ClientOptions.
const (
	PoolSize        = 16
	PoolWaitMax     = 5 * time.Second
	DialTimeMax     = 3 * time.Second
	InsertTimeMax   = (writeSecondsMax + 5) * time.Second
	ExecTimeMax     = (adminSecondsMax + 5) * time.Second
	PingTimeMax     = 2 * time.Second
	readTimeSlack   = 3 * time.Second
	insertTokenMax  = 256
	InsertColumnMax = 1000
)

// ClientOptions bound a client. Zero fields take their defaults.
type ClientOptions struct {
	PoolSize    int           // connections per role
	PoolWait    time.Duration // for a free connection
	DialTimeout time.Duration
	Observe     func(Call) // called after each call; must be quick
	Now         func() time.Time
	Random      io.Reader
	Prepare     Prepare // of the hosts of a cluster; nil: there is nothing to do
	// Moved is called when a host of a cluster becomes ready, with nil, or ceases to
	// be, with the reason; must be quick.
	Moved func(h *Host, reason error)
}

// Call is what an observer learns about one call.
type Call struct {
	Role      Role
	Operation string // insert, query, exec, ping
	Elapsed   time.Duration
	Stats     Stats
	Err       error // as the caller sees it
}

// Client talks to a ClickHouse over its native protocol. All methods may be
// called from several goroutines; each call has a deadline of its own even
// when its context has none.
type Client struct {
	endpoint Endpoint
	opts     ClientOptions
	pools    [Roles]*pool
	lives    *lives
	cluster  *cluster
	threads  threadShare // of reads
	spill    spillRoom   // of reads
}

// Open makes a client over the endpoint. It dials nothing yet; Close it.
func Open(endpoint Endpoint, opts ClientOptions) *Client {
	opts = opts.complete()
	c := &Client{endpoint: endpoint, opts: opts, lives: newLives(opts.Now)}
	c.cluster = newCluster(c, opts)
	for i := range c.pools {
		c.pools[i] = newPool(poolOptions{
			role: Role(i), size: opts.PoolSize, waitMax: opts.PoolWait,
			dialTimeout: opts.DialTimeout, now: opts.Now, lives: c.lives,
		})
	}
	return c
}

func (o ClientOptions) complete() ClientOptions {
	o.PoolSize = cmp.Or(o.PoolSize, PoolSize)
	o.PoolWait = cmp.Or(o.PoolWait, PoolWaitMax)
	o.DialTimeout = cmp.Or(o.DialTimeout, DialTimeMax)
	if o.Observe == nil {
		o.Observe = func(Call) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	return o
}

// Close closes all connections; those in use follow when their calls end.
func (c *Client) Close() error {
	c.cluster.close()
	for _, p := range c.pools {
		p.close()
	}
	c.lives.close()
	return nil
}

// Target returns where the client's calls go at the moment.
func (c *Client) Target() (Target, error) { return c.endpoint.Target() }

// Now returns the time of the client's clock.
func (c *Client) Now() time.Time { return c.opts.Now() }

// Random returns the client's source of random numbers.
func (c *Client) Random() io.Reader { return c.opts.Random }

// PoolStats counts the connections of a role.
func (c *Client) PoolStats(role Role) PoolStats { return c.pools[role].stats() }

// Insert stores the columns as one block under a deduplication token: of
// several inserts with the same token into the same table only the first
// counts. All rows must belong to one partition. After an error the outcome
// is unknown: ask for the batch before it is sent again, under a fresh token.
func (c *Client) Insert(ctx context.Context, database, table string, input proto.Input, token string) error {
	if err := checkInsert(input, token); err != nil {
		return err
	}
	if input[0].Data.Rows() == 0 {
		return nil
	}
	_, err := c.Call(ctx, Statement{
		Role: Writer, Operation: insertOperation, Timeout: InsertTimeMax,
		Query: ch.Query{
			Body:     insertText(database, table, input),
			Input:    input,
			Settings: NativeSettings(insertSettings(input[0].Data.Rows(), token)),
		},
	})
	return err
}

// granuleRows is how many rows the engine reads at least, the index_granularity
// of the telemetry tables.
const granuleRows = 2048

// insertSettings returns the settings of one insert. Skip indexes can't leave
// anything out of a part of a single granule, and have files of their own: small
// parts go without until a merge builds them.
func insertSettings(rows int, token string) []Setting {
	settings := []Setting{{"insert_deduplication_token", token}}
	if rows <= granuleRows {
		settings = append(settings, Setting{"materialize_skip_indexes_on_insert", "0"})
	}
	return settings
}

func checkInsert(input proto.Input, token string) error {
	if token == "" || len(token) > insertTokenMax {
		return fmt.Errorf("an insert needs a token of 1 to %d bytes", insertTokenMax)
	}
	if len(input) == 0 || len(input) > InsertColumnMax {
		return fmt.Errorf("an insert needs 1 to %d columns", InsertColumnMax)
	}
	for _, column := range input {
		if column.Data.Rows() != input[0].Data.Rows() {
			return errors.New("the columns of an insert differ in length")
		}
	}
	return nil
}

func insertText(database, table string, input proto.Input) string {
	columns := make([]string, len(input))
	for i, column := range input {
		columns[i] = QuoteName(column.Name)
	}
	return "INSERT INTO " + QuoteTable(database, table) + " (" + strings.Join(columns, ", ") + ") VALUES"
}

// Exec runs a statement of administration that returns nothing, with the
// given settings on top of the role's own.
func (c *Client) Exec(ctx context.Context, sql string, settings ...Setting) error {
	var ignored proto.Results
	_, err := c.Call(ctx, Statement{
		Role: Admin, Operation: "exec", Timeout: ExecTimeMax,
		Query: ch.Query{Body: sql, Result: ignored.Auto(), OnResult: ignoreBlock, Settings: NativeSettings(settings)},
	})
	return err
}

// ignoreBlock lets any number of blocks pass: on a cluster each server returns
// with one.
func ignoreBlock(context.Context, proto.Block) error { return nil }

// Ping returns nil when the engine returns an authenticated query, and an
// Unavailable fault otherwise.
func (c *Client) Ping(ctx context.Context) error {
	var one proto.ColUInt8
	_, err := c.Call(ctx, Statement{
		Role: Admin, Operation: pingOperation, Timeout: PingTimeMax,
		Query: ch.Query{Body: "SELECT 1 AS one", Result: proto.Results{{Name: "one", Data: &one}}},
	})
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	return Unavailable(err, "the telemetry engine does not answer as it should")
}
