package querytest_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// TestSourcesReadTheTeamsOwnTablesAlone asks through sources with every pair of a
// connection and a table: those of the team, of another team, of the engine and
// of a database elsewhere.
func TestSourcesReadTheTeamsOwnTablesAlone(t *testing.T) {
	t.Parallel()
	x, other := newTeam(t, read.Options{}), newTeam(t, read.Options{})
	insertShop(t, x)
	insertShop(t, other)
	const elsewhere, gone = "ffffffffffffffffffffffff", "eeeeeeeeeeeeeeeeeeeeeeee"
	for _, connection := range []string{x.id, elsewhere, gone, other.id, ""} {
		for _, from := range []stack.SourceTable{
			{DatabaseName: stack.OwnDatabase, TableName: stack.TableLogs},
			{DatabaseName: stack.OwnDatabase, TableName: "logs"},
			{DatabaseName: stack.OwnDatabase, TableName: "cairn_" + other.id + ".logs"},
			{DatabaseName: stack.OwnDatabase, TableName: "system.tables"},
			{DatabaseName: "cairn_" + other.id, TableName: "logs"},
			{DatabaseName: "cairn_" + other.id, TableName: stack.TableLogs},
			{DatabaseName: "system", TableName: "tables"},
			{DatabaseName: "", TableName: stack.TableLogs},
		} {
			source := x.sources[0]
			source.Connection, source.From = connection, from
			queries := &explore.Queries{
				Sources: explore.Connected(sourceList{source}, ownConnection{elsewhere: elsewhere}), Engine: x.queries.Engine, Now: time.Now,
			}
			found, err := queries.Search(x.ctx, query.RowsQuery{SourceID: source.ID, Limit: 5, Range: queryDay()})
			isOwn := connection == x.id && from == x.sources[0].From
			if isOwn && (err != nil || len(found.Rows) == 0) || !isOwn && fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s %+v: %d rows, %v", connection, from, len(found.Rows), err)
			}
			tiles := x.sqlTiles(x.id)
			tiles.Sources = queries.Sources
			_, err = tiles.Query(x.ctx, explore.SQLQuery{
				ConnectionID: x.id, SourceID: source.ID, Template: "SELECT count() FROM $__sourceTable", Granularity: "1h", Range: queryDay(),
			})
			if isOwn != (err == nil) {
				t.Errorf("raw SQL over %s %+v: %v", connection, from, err)
			}
		}
	}
}
