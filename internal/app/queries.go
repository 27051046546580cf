package app

import (
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/observe"
)

// openQueries connects charts and searches with the engine.
func (a *App) openQueries() *observe.Queries {
	return &observe.Queries{
		Sources: a.store,
		Engine: clickhouse.NewReads(a.engine.client, clickhouse.ReadsOptions{
			Gate: observe.NewQueue(observe.QueueOptions{}), Columns: a.tables.Columns,
		}),
		Now: a.Now,
	}
}
