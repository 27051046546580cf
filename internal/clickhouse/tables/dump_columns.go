package tables

import (
	"context"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// copying is a table whose rows are read or written, with its columns by
// name: hot columns stand in the order in which they were added, which is
// another one after a restore.
type copying struct {
	table   string // quoted, with its database
	columns []storedColumn
}

type storedColumn struct{ name, kind string }

const storedColumnsText = `
SELECT name, type
FROM system.columns
WHERE database = {database:String} AND table = {table:String} AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
ORDER BY name`

func (s *Store) copyingOf(ctx context.Context, team, table string) (copying, error) {
	l, err := s.teams.layout(team)
	if err != nil {
		return copying{}, err
	}
	found := copying{table: l.table(table)}
	var name, kind proto.ColStr
	err = s.client.AdminQuery(ctx, ch.Query{
		Body:       storedColumnsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", l.database), clickhouse.String("table", table)}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "type", Data: &kind}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				found.columns = append(found.columns, storedColumn{name.Row(i), kind.Row(i)})
			}
			return nil
		},
	})
	return found, err
}

// checkColumns returns errColumns when the table has got other columns. A query
// that has begun to answer sees those of its beginning.
func (s *Store) checkColumns(ctx context.Context, team, table string, before copying) error {
	now, err := s.copyingOf(ctx, team, table)
	if err == nil && !slices.Equal(now.columns, before.columns) {
		return errColumns
	}
	return err
}

// extra returns the hot columns with their types.
func (c copying) extra() map[string]string {
	extra := map[string]string{}
	for _, column := range c.columns {
		if hotName.MatchString(column.name) {
			extra[column.name] = column.kind
		}
	}
	return extra
}

// hash is the expression of a row's hash.
func (c copying) hash() string {
	terms := make([]string, len(c.columns))
	for i, column := range c.columns {
		terms[i] = column.hashed()
	}
	return "cityHash64(" + strings.Join(terms, ", ") + ")"
}

// hashed is the column as the hash takes it: the hash of a NULL would be NULL,
// and maps have no order of their own.
func (c storedColumn) hashed() string {
	name := clickhouse.QuoteName(c.name)
	switch {
	case strings.HasPrefix(c.kind, "Nullable("):
		return "isNull(" + name + "), ifNull(" + name + ", 0)"
	case strings.HasPrefix(c.kind, "Map("):
		return "mapSort(" + name + ")"
	}
	return name
}

func (c copying) selectText() string {
	names := make([]string, len(c.columns))
	for i, column := range c.columns {
		names[i] = clickhouse.QuoteName(column.name)
	}
	return "SELECT " + strings.Join(names, ", ") + ", " + c.hash() + " AS " + rowSumColumn + "\nFROM " + c.table
}
