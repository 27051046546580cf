package tables

import (
	"context"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// upgrade brings columns up to date: those of numbers that an earlier version
// made get one for their misfits, those of texts that many rows have and no
// index knows are replaced by one with an index.
func (t keptTable) upgrade(ctx context.Context) (bool, error) {
	var numbers []HotColumn
	for _, hot := range t.columns.Hot {
		if hot.Type == HotNumber && hot.Misfits == "" {
			numbers = append(numbers, hotColumn(hot.letter(), hot.Key, HotNumber))
		}
	}
	chosen, err := t.unindexed(ctx)
	if err != nil || len(numbers)+len(chosen) == 0 {
		return false, err
	}
	if err := t.store.addColumns(ctx, t.of, numbers); err != nil {
		return true, err
	}
	if err := t.store.replaceColumns(ctx, t.of, t.columns, chosen); err != nil {
		return true, err
	}
	return true, t.store.showColumns(ctx, t.of)
}

// unindexed returns the keys with texts that many rows have and no index knows.
// What the parts of the table have is asked only where an index is missing.
func (t keptTable) unindexed(ctx context.Context) (map[string]HotType, error) {
	lacks := func(hot HotColumn) bool { return hot.Type == HotText && !slices.Contains(t.indexes, hot.Name) }
	if !slices.ContainsFunc(t.columns.Hot, lacks) {
		return nil, nil
	}
	dense, err := t.texts(ctx, denseText)
	found := map[string]HotType{}
	for _, hot := range t.columns.Hot {
		if lacks(hot) && slices.Contains(dense, hot.Name) {
			found[hot.Key] = HotText
		}
	}
	return found, err
}

// denseBytesMin is how many bytes a row has on average in a column of texts that
// is worth an index: eight for the length, which rows without a text have too
// unless they are most, and some of a text. Few rows with a text are found fast
// without an index, which would cost each insert and each merge many times what
// it spares.
const denseBytesMin = 8 + 3

// dropIndexes drops what knew, in an earlier version, which resources and scopes
// have a text under a key: it cost ingest as much as all the rest of the key.
func (t keptTable) dropIndexes(ctx context.Context) (bool, error) {
	var clauses []string
	for _, name := range t.indexes {
		if hotName.MatchString(name) && (strings.HasSuffix(name, " Resource") || strings.HasSuffix(name, " Scope")) {
			clauses = append(clauses, "DROP INDEX IF EXISTS "+clickhouse.QuoteName(name))
		}
	}
	if len(clauses) == 0 {
		return false, nil
	}
	sql := "ALTER TABLE " + t.layout.stored(string(t.of.table)) + "\n" + strings.Join(clauses, ",\n")
	return true, t.store.teams.exec(ctx, t.layout, []string{sql}, clickhouse.Setting{Name: "alter_sync", Value: "0"})
}

// The questions about indexes, and about the columns that parts of some size have
// so many bytes in. The sizes of columns in small parts are not known.
const (
	indexesText = `
SELECT DISTINCT name AS t
FROM {{system "data_skipping_indices"}}
WHERE database = {database:String} AND table = {table:String}`

	denseText = `
SELECT column AS t
FROM {{system "parts_columns"}}
WHERE database = {database:String} AND table = {table:String} AND active AND part_type = 'Wide'
    AND has({columns:Array(String)}, column)
GROUP BY column
HAVING sum(column_data_uncompressed_bytes) >= {dense:UInt8} * sum(rows)`
)
