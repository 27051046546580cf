package app

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/prom"
	"github.com/cairnstack/cairn/internal/resources"
)

// openQueries connects charts and searches with the engine.
func (a *App) openQueries() *explore.Queries {
	reads := read.New(a.engine.client, read.Options{
		Gate:    servingGate{a.cloud, explore.NewQueue(explore.QueueOptions{})},
		Columns: a.tables.Columns, IDs: a.tables.FindIDs, Origins: a.tables.OriginKeys, Asked: a.tables.Asked,
	})
	guarded := resources.Guard(a.store)
	sources := explore.Connected(guarded, a.store)
	a.scoped = explore.Scoped(reads, reads)
	a.scoped.Sources, a.scoped.Now, a.scoped.Prepare = sources, a.Now, tables.NewTeams(a.engine.client).EnsureTeam
	a.scoped.Noted = func(ctx context.Context, r explore.ScopedRead) error {
		return a.recorded.RecordRead(ctx, audit.ScopedRead{TeamID: r.TeamID, SourceID: r.Table, SourceName: r.Table, Scope: r.Scope, Condition: r.Condition})
	}
	points := read.NewProm(reads, a.scoped.Within)
	a.promql = prom.New(points, prom.Limits{}, a.Now, a.Logger)
	a.promql.Far, a.promql.Version = !a.Config.Embedded(), a.tables.SeriesVersion
	a.counting = &prom.Counting{Counts: points, Points: points, Max: a.Config.IngestSeriesMax, Now: a.Now}
	a.onStop("PromQL", func(context.Context) error { return a.promql.Close() })
	a.sqlTiles = &explore.SQLTiles{
		Sources: sources, Connections: guarded, Engine: a.scoped, Allowed: a.Config.allowsRawSQL, Now: a.Now,
	}
	return &explore.Queries{Sources: sources, Engine: a.scoped, Now: a.Now}
}

// tiles reads what tiles show, for both families of APIs.
func (a *App) tiles() *explore.Tiles {
	return &explore.Tiles{Queries: a.queries, SQL: a.sqlTiles, PromQL: a.promTiles(), Labels: a.promTiles()}
}

// allowsRawSQL reports whether the operator lets a team have raw SQL tiles.
func (c Config) allowsRawSQL(teamID string) bool {
	return slices.Contains(c.RawSQLTeams, teamID) || slices.Contains(c.RawSQLTeams, "*")
}

// servingGate sends away who asks about the telemetry of a service that is
// stopped, or that they may not reach from where they are: also in the middle of a stream.
type servingGate struct {
	cloud *cloud.Cloud
	queue read.Gate
}

// Enter waits for a turn.
func (g servingGate) Enter(ctx context.Context, teamID string) (func(), error) {
	if err := g.cloud.Readable(ctx, teamID); err != nil {
		return nil, err
	}
	return g.queue.Enter(ctx, teamID)
}
