package read

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Gate admits the queries of teams to the engine. Enter waits for a turn;
// leave ends it.
type Gate interface {
	Enter(ctx context.Context, teamID string) (leave func(), err error)
}

// Options are what a Reads needs besides its client. Nil fields are
// left out.
type Options struct {
	Gate Gate
	// Columns returns the columns of attribute keys that a team's table has.
	Columns func(ctx context.Context, teamID string, table telemetry.Table) (tables.TableColumns, error)
	// IDs returns where records of a team's table that have one of some ids can
	// be.
	IDs func(ctx context.Context, teamID string, table telemetry.Table, ids []tables.ID) (tables.IDPlaces, error)
	// Origins returns the keys of the resources and scopes of a team's records on
	// the days from one to another.
	Origins func(ctx context.Context, teamID string, table telemetry.Table, first, last time.Time) (tables.OriginKeys, error)
	// Asked is told of attribute keys without columns that questions are about.
	Asked func(teamID string, table telemetry.Table, key string)
	// NoRollups makes every answer come from the rows themselves.
	NoRollups bool
	// Watch is told of every query before it runs.
	Watch func(clickhouse.Query)
	// SeriesRows is how many rows a chart may have before only its largest
	// groups are read; 0: telemetry.SeriesRowsMax.
	SeriesRows int
	// KeyedSeries is how many series a keyed scan has at least; 0:
	// KeyedSeriesMin. KeyedRows is how many groups it may have; 0:
	// KeyedRowsMax, or SharedRowsMax for metrics.
	KeyedSeries, KeyedRows int
	// SampleValues is how many values of all shards quantiles are made of here; 0:
	// sampleValuesMax.
	SampleValues int
	// NoKeys makes the engine decide every condition.
	NoKeys bool
	// NoApart makes one server ask the other shards, as it does where shards have
	// replicas.
	NoApart bool
}

// Reads runs queries over the telemetry of teams. It is the one place
// where SQL is made of what users ask, see compiler.
type Reads struct {
	client *clickhouse.Client
	opts   Options
	tables map[string]*compile.Table
}

// New makes a Reads over a client.
func New(client *clickhouse.Client, opts Options) *Reads {
	return &Reads{client: client, opts: opts, tables: compile.Tables()}
}

// compilerFor returns a compiler for the target's table as it is at present.
func (r *Reads) compilerFor(ctx context.Context, target explore.Target) (*compile.Compiler, error) {
	known := r.tables[target.Table]
	if known == nil {
		return nil, unknownTable()
	}
	if r.opts.Columns == nil || known.Attributes == "" {
		return compile.New(known, target), nil
	}
	columns, err := r.opts.Columns(ctx, target.TeamID, telemetry.Table(known.Name))
	if err != nil {
		return nil, err
	}
	c := compile.New(known.With(columns.Hot), target)
	c.Lacks = r.lacking(ctx, c, target)
	if r.opts.Asked != nil {
		c.OnKey = func(key string) { r.opts.Asked(target.TeamID, telemetry.Table(known.Name), key) }
	}
	return c, nil
}

func unknownTable() error {
	return fault.New(fault.Invalid, "the source's table is not one of the team's tables")
}

// reading is a compiled question.
type reading struct {
	teamID  string
	sql     string
	beside  []string // statements that are put to the same shards, of a question to each
	params  []clickhouse.Param
	paths   []string             // of the texts that the engine can fail to compute
	result  proto.Results        // of a question that is read as one
	onBlock func(rows int) error // the same
}

// read runs a compiled question when its team has a turn.
func (r *Reads) read(ctx context.Context, q reading) (query.Stats, error) {
	return r.ask(ctx, q, func(asked clickhouse.Query) (clickhouse.Stats, error) {
		asked.Result, asked.OnBlock = q.result, onBlock(q.onBlock)
		return r.client.Query(ctx, asked)
	})
}

// ask has a compiled question sent when its team has a turn.
func (r *Reads) ask(ctx context.Context, q reading, send func(clickhouse.Query) (clickhouse.Stats, error)) (query.Stats, error) {
	database, err := clickhouse.DatabaseName(q.teamID)
	if err != nil {
		return query.Stats{}, err
	}
	leave, err := r.enter(ctx, q.teamID)
	if err != nil {
		return query.Stats{}, err
	}
	defer leave()
	gaps := query.GapsOf(ctx)
	asked := clickhouse.Query{Database: database, SQL: q.sql, Params: q.params, Comment: q.teamID, Partial: gaps.Allowed()}
	if r.opts.Watch != nil {
		r.opts.Watch(asked)
	}
	stats, err := send(asked)
	for _, absent := range stats.Missing {
		gaps.Note(absent)
	}
	return query.Stats{RowsRead: stats.RowsRead, BytesRead: stats.BytesRead, Elapsed: stats.Elapsed}, refusal(err, q.paths)
}

func onBlock(take func(rows int) error) func(context.Context, proto.Block) error {
	return func(_ context.Context, block proto.Block) error { return take(block.Rows) }
}

func (r *Reads) enter(ctx context.Context, teamID string) (func(), error) {
	if r.opts.Gate == nil {
		return func() {}, nil
	}
	// Those who have their turn may wait for an engine that keeps still.
	if err := r.client.Alive(ctx); err != nil {
		return nil, err
	}
	if r.isSharded() && !query.GapsOf(ctx).Allowed() {
		if err := r.client.Whole(ctx); err != nil {
			return nil, err
		}
	}
	leave, err := r.opts.Gate.Enter(ctx, teamID)
	if err != nil {
		return nil, fmt.Errorf("wait for the engine: %w", err)
	}
	return leave, nil
}
