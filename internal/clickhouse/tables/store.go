package tables

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// StoreOptions bound a store. Zero fields take their defaults.
type StoreOptions struct {
	ColumnsAge time.Duration // how long the columns of a table are remembered
	HotMax     int           // hot columns per table
	HotShare   float64       // share of rows with a key from which on it is hot
	HotAsked   float64       // the same for a key that questions are about
	HotRows    int           // rows that must have been seen before a key can be hot
	HotLooks   int           // values of a hot key that are looked at before its type is chosen again
	HotPause   time.Duration // after columns could not be added

	UpkeepPause time.Duration // between two steps that bring old rows into the present form
	IDsQuiet    time.Duration // for how long a day must be over and unchanged before its ids are indexed
	IDsRows     uint64        // records of a table from which on ids are looked up in their index
	Logger      *slog.Logger  // nil: nothing is logged
}

func (o StoreOptions) complete() StoreOptions {
	o.ColumnsAge = cmp.Or(o.ColumnsAge, ColumnsAge)
	o.HotMax = cmp.Or(o.HotMax, HotColumnsMax)
	o.HotShare = cmp.Or(o.HotShare, HotShareMin)
	o.HotAsked = cmp.Or(o.HotAsked, HotAskedMin)
	o.HotRows = cmp.Or(o.HotRows, HotRowsMin)
	o.HotLooks = cmp.Or(o.HotLooks, HotLooksMin)
	o.HotPause = cmp.Or(o.HotPause, HotPause)
	o.UpkeepPause = cmp.Or(o.UpkeepPause, UpkeepPause)
	o.IDsQuiet = cmp.Or(o.IDsQuiet, IDsQuiet)
	o.IDsRows = cmp.Or(o.IDsRows, IDsRows)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// Store keeps telemetry in the teams' tables. All methods may be called from
// several goroutines.
type Store struct {
	client *clickhouse.Client
	teams  Teams
	opts   StoreOptions
	wake   chan struct{}
	outage logx.Outage

	mu       sync.Mutex
	columns  map[tableOf]remembered
	observed map[tableOf]*observed
	replaced map[tableOf]bool      // tables whose superseded columns the last upkeep saw
	indexAt  map[tableOf]time.Time // when there may be days to index again
	findAt   map[tableOf]time.Time // when ids may be looked up again
	origins  map[tableOf]map[originPart]OriginKeys

	series   knownSeries
	metadata knownMetadata
	listing  sync.Mutex         // one at a time
	listed   map[seriesDay]bool // days whose series are all in the index; guarded by listing
	turn     atomic.Uint64      // of the shards
}

// tableOf names a team's table.
type tableOf struct {
	team  string
	table telemetry.Table
}

// NewStore returns a store over a client. Run it, too.
func NewStore(client *clickhouse.Client, opts StoreOptions) *Store {
	return &Store{
		client: client, teams: NewTeams(client), opts: opts.complete(), wake: make(chan struct{}, 1),
		columns: map[tableOf]remembered{}, observed: map[tableOf]*observed{}, replaced: map[tableOf]bool{},
		indexAt: map[tableOf]time.Time{}, findAt: map[tableOf]time.Time{},
		origins: map[tableOf]map[originPart]OriginKeys{}, listed: map[seriesDay]bool{}, metadata: newKnownMetadata(),
	}
}

// InsertRows stores a block of a team's rows under a batch id and a token: of
// several inserts with the same token only the first counts. After an error
// the outcome is unknown: ask StoredBatches before it is sent again, under a
// fresh token and the same batch id. On a cluster, some shard gets the block.
func (s *Store) InsertRows(ctx context.Context, teamID string, block telemetry.Block, id telemetry.BatchID, token string) error {
	to, err := s.anyDestination(ctx)
	if err != nil {
		return err
	}
	return s.insertRows(ctx, to, insertion{teamID, block, id, token})
}

// InsertRowsInto is InsertRows into a shard of a cluster. An error of which
// nothing reached the shard is an ErrUnsent of the client.
func (s *Store) InsertRowsInto(
	ctx context.Context, shard uint32, teamID string, block telemetry.Block, id telemetry.BatchID, token string,
) error {
	to, err := s.destination(ctx, shard)
	if err != nil {
		return unsent(err)
	}
	return s.insertRows(ctx, to, insertion{teamID, block, id, token})
}

// insertion is a block on its way into a team's table.
type insertion struct {
	team  string
	block telemetry.Block
	id    telemetry.BatchID
	token string
}

func (s *Store) insertRows(ctx context.Context, to destination, i insertion) error {
	database, err := clickhouse.DatabaseName(i.team)
	if err != nil {
		return err
	}
	if i.block.Table == telemetry.MetadataTable {
		return s.insertMetadata(ctx, to, database, i)
	}
	columns, err := s.Columns(ctx, i.team, i.block.Table)
	if err != nil {
		return unsent(err)
	}
	input, rest, err := blockInput(i.block, i.id, columns)
	if err != nil {
		return err
	}
	if err := s.insertSeries(ctx, to, database, i); err != nil {
		return unsent(err)
	}
	of := tableOf{i.team, i.block.Table}
	if err := to.insert(ctx, database, string(i.block.Table), input, i.token); err != nil {
		s.forgetColumns(of)
		return err
	}
	if rest != nil {
		s.observe(of, rest)
	}
	return nil
}

// insertMetadata stores the descriptions that are not known.
func (s *Store) insertMetadata(ctx context.Context, to destination, database string, i insertion) error {
	fresh := s.metadata.fresh(i.team, i.block)
	if fresh.Len() == 0 {
		return nil
	}
	if err := to.insert(ctx, database, string(i.block.Table), metadataInput(fresh, i.id), i.token); err != nil {
		return err
	}
	s.metadata.add(i.team, fresh)
	return nil
}

// forgetColumns makes the next insert ask for the columns: those that were
// remembered may be why the last one failed.
func (s *Store) forgetColumns(of tableOf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.columns, of)
}

// blockInput returns the columns of a block, and which of its attributes have
// no column of their own.
func blockInput(block telemetry.Block, id telemetry.BatchID, columns TableColumns) (proto.Input, *division, error) {
	switch block.Table {
	case telemetry.LogsTable:
		input, rest := logInput(block, id, columns)
		return input, rest, nil
	case telemetry.SpansTable:
		input, rest := spanInput(block, id, columns)
		return input, rest, nil
	case telemetry.GaugeTable, telemetry.SumTable, telemetry.HistogramTable, telemetry.ExponentialHistogramTable,
		telemetry.SummaryTable:
		input, err := metricInput(block, id)
		return input, nil, err
	case telemetry.MetadataTable:
		return metadataInput(block, id), nil, nil
	}
	return nil, nil, fault.New(fault.Internal, "no columns for table %s", block.Table)
}

func metricInput(block telemetry.Block, id telemetry.BatchID) (proto.Input, error) {
	for kind := range telemetry.PointKinds {
		if kind.Table() == block.Table {
			return pointInput(block, id, kind), nil
		}
	}
	return nil, fault.New(fault.Internal, "no table for these rows")
}
