package app

import (
	"slices"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/observe"
)

// openQueries connects charts and searches with the engine.
func (a *App) openQueries() *observe.Queries {
	reads := clickhouse.NewReads(a.engine.client, clickhouse.ReadsOptions{
		Gate: observe.NewQueue(observe.QueueOptions{}), Columns: a.tables.Columns,
	})
	a.sqlTiles = &observe.SQLTiles{
		Sources: a.store, Connections: a.store, Engine: reads, Allowed: a.Config.allowsRawSQL, Now: a.Now,
	}
	return &observe.Queries{Sources: a.store, Engine: reads, Now: a.Now}
}

// allowsRawSQL reports whether the operator lets a team have raw SQL tiles.
func (c Config) allowsRawSQL(teamID string) bool {
	return slices.Contains(c.RawSQLTeams, teamID) || slices.Contains(c.RawSQLTeams, "*")
}
