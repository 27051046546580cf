package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// tellMoved logs which servers of a cluster come and go.
func (a *App) tellMoved(h *clickhouse.Host, reason error) {
	logger := a.Logger.With("shard", h.Shard, "replica", h.Replica, "address", h.Address)
	if reason == nil {
		logger.Info("a server of the cluster is ready")
		return
	}
	logger.Warn("a server of the cluster is away", "error", reason)
}

// watchShards shows in metrics and in /readyz which shards of a cluster are away.
// The server is ready without them.
func (a *App) watchShards() {
	if !a.engine.isCluster() {
		return
	}
	a.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "cairn_engine_shards_away", Help: "Shards of the ClickHouse cluster of which no server is ready.",
	}, func() float64 { return float64(len(a.engine.client.KnownAbsences())) }))
	a.remark(shardsPart, func(context.Context) string {
		hosts := a.engine.client.KnownHosts()
		if len(hosts) == 0 {
			return "no server has said yet which there are"
		}
		return shardsAway(a.engine.client.KnownAbsences(), int(hosts[len(hosts)-1].Shard))
	})
}

// shardsAway says which of all shards are away; nothing if none is.
func shardsAway(missing []query.Absence, all int) string {
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d away: %s", len(missing), all, query.Reasons(missing))
}

// noteEmptied writes down that a server of the cluster has lost what it had. Those of
// a shard with replicas give it to each other again.
func (a *App) noteEmptied(h *clickhouse.Host) {
	if a.engine.target.IsPlain {
		a.losses.doubt(fmt.Sprintf("shard %d of the ClickHouse cluster came back without its tables", h.Shard))
	}
}

// shards returns the shards of the engine as the pipeline sees them, and nil for
// a single server.
func (a *App) shards() ingest.Shards {
	if !a.engine.isCluster() {
		return nil
	}
	return engineShards{a.engine.client, engineSink{a.engine.teams, a.tables, a.disk}}
}

// engineShards is the shards of a cluster.
type engineShards struct {
	client *clickhouse.Client
	sink   engineSink
}

// Shards returns them in order.
func (s engineShards) Shards(ctx context.Context) ([]ingest.Shard, error) {
	found, err := s.client.Shards(ctx)
	shards := make([]ingest.Shard, len(found))
	for i, shard := range found {
		_, away := shard.Host()
		shards[i] = ingest.Shard{Number: shard.Number, Sink: shardSink{s.sink, shard.Number}, IsAway: away != nil}
	}
	return shards, err
}

// shardSink is one shard.
type shardSink struct {
	engineSink
	number uint32
}

// Insert stores a block in the shard.
func (s shardSink) Insert(ctx context.Context, team string, block telemetry.Block, id telemetry.BatchID, token string) error {
	if err := s.disk.CheckInsert(); err != nil {
		return fmt.Errorf("%w: %w", ingest.ErrUnsent, err)
	}
	err := s.tables.InsertRowsInto(ctx, s.number, team, block, id, token)
	if errors.Is(err, clickhouse.ErrUnsent) {
		return fmt.Errorf("%w: %w", ingest.ErrUnsent, err)
	}
	return err
}

// Stored returns which batches a table of the shard has.
func (s shardSink) Stored(
	ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	return s.teams.StoredBatchesIn(ctx, s.number, team, table, low, high)
}

// Running reports whether an insert is still at work in the shard.
func (s shardSink) Running(ctx context.Context, tokenPrefix string) (bool, error) {
	return s.teams.InsertRunningIn(ctx, s.number, tokenPrefix)
}
