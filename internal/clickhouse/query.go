package clickhouse

import (
	"context"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/query"
)

// Query is one read. SQL must come from this package's printer or be a
// constant; values go through Params.
type Query struct {
	Database string // that bare table names belong to; empty: the endpoint's
	SQL      string
	Params   []Param
	Limits   Limits    // below the endpoint's ceiling; zero fields take it
	Settings []Setting // of those that a reader may change, such as max_threads
	Comment  string    // stored with the engine's own query log
	// Partial allows an answer without the shards of a cluster that are away.
	Partial bool

	// Result takes the columns of a block. OnBlock is called after each one
	// and must copy what it keeps; without it only one block may come.
	Result  proto.Result
	OnBlock func(ctx context.Context, block proto.Block) error
}

// Stats is what a call cost, as far as the engine reported it.
type Stats struct {
	QueryID   string
	RowsRead  uint64
	BytesRead uint64
	Elapsed   time.Duration
	Missing   []query.Absence // the shards that the answer lacks
}

// Query runs a read as the reader. When ctx ends, the query is killed in the
// engine before Query returns.
func (c *Client) Query(ctx context.Context, q Query) (Stats, error) {
	settings := q.Settings
	if q.Comment != "" {
		settings = append(settings[:len(settings):len(settings)], Setting{"log_comment", q.Comment})
	}
	return c.Call(ctx, Statement{
		Role: Reader, Operation: "query", database: q.Database, limits: &q.Limits, partial: q.Partial,
		Query: ch.Query{
			Body:       q.SQL,
			Parameters: NativeParams(q.Params),
			Settings:   NativeSettings(settings),
			Result:     q.Result,
			OnResult:   q.OnBlock,
		},
	})
}

// AdminQuery runs a read of the system tables as the administrator. It is given
// up after the time of a read, not of a change of tables: inserts wait for some
// of these, and in an engine whose writes failed one may never end.
func (c *Client) AdminQuery(ctx context.Context, query ch.Query) error {
	_, err := c.Call(ctx, Statement{Role: Admin, Operation: "query", Timeout: ReadTimeMax, Query: query})
	return err
}
