package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// upkeepRoom is what has to stay free on the disk beside a rewritten partition.
const upkeepRoom = 1 << 30

// Upkeep takes one step, for each table in use, towards rows that all have the
// present columns: what an earlier version left is brought up to date, rows of
// one day get the columns that they lack, columns that others took the place of
// are dropped when no row needs them, the ids of a day that is over are indexed,
// and so are the series of days that came without them. What is to be done is read from the tables, so that it goes on after
// a restart.
func (s *Store) Upkeep(ctx context.Context) error {
	var failures []error
	for _, of := range s.tablesInUse() {
		if err := s.upkeep(ctx, of); err != nil {
			failures = append(failures, fmt.Errorf("upkeep of %s: %w", of.table, err))
		}
	}
	failures = append(failures, s.listSeries(ctx))
	return errors.Join(failures...)
}

// tablesInUse returns the tables with attributes and ids that were read or
// written.
func (s *Store) tablesInUse() []tableOf {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []tableOf
	for of := range s.columns {
		if _, ok := attributesOf(of.table); ok {
			found = append(found, of)
		}
	}
	return found
}

func (s *Store) upkeep(ctx context.Context, of tableOf) error {
	if isNewer, err := s.teams.isNewer(ctx, of.team); err != nil || isNewer {
		return err
	}
	l, err := s.teams.layout(of.team)
	if err != nil {
		return err
	}
	columns, err := s.readColumns(ctx, of)
	if err != nil {
		return err
	}
	t := keptTable{store: s, layout: l, of: of, columns: columns}
	if t.indexes, err = t.texts(ctx, indexesText); err != nil {
		return err
	}
	for _, step := range t.steps() {
		if done, err := step(ctx); done || err != nil {
			return err
		}
	}
	return nil
}

// steps returns what is to be done for a table, until one of them says that it
// was enough.
func (t keptTable) steps() []func(context.Context) (bool, error) {
	if len(t.columns.Hot) == 0 {
		return []func(context.Context) (bool, error){t.indexIDs}
	}
	return []func(context.Context) (bool, error){t.upgrade, t.dropIndexes, t.isChanging, t.materialize, t.dropReplaced, t.indexIDs}
}

// keptTable is a table during a step of its upkeep.
type keptTable struct {
	store   *Store
	layout  layout
	of      tableOf
	columns TableColumns
	indexes []string // their names
}

// isChanging reports whether the engine is still rewriting rows.
func (t keptTable) isChanging(ctx context.Context) (bool, error) {
	running, err := t.texts(ctx, mutationsText)
	return len(running) > 0, err
}

// materialize has the engine store the columns that rows of one day lack, the
// last of such days, if the disk has room for it.
func (t keptTable) materialize(ctx context.Context) (bool, error) {
	lacking, err := t.lacking(ctx)
	if err != nil || lacking.partition == "" {
		return false, err
	}
	free, err := t.texts(ctx, freeText)
	if err != nil || len(free) > 0 && !hasRoom(free[0], lacking.bytes) {
		return true, err
	}
	return true, t.store.teams.exec(ctx, t.layout, []string{t.materializeText(lacking)}, clickhouse.Setting{Name: "mutations_sync", Value: "0"})
}

func hasRoom(free string, bytes uint64) bool {
	var room uint64
	_, err := fmt.Sscan(free, &room)
	return err == nil && room > 2*bytes+upkeepRoom
}

func (t keptTable) materializeText(l lackingRows) string {
	var clauses []string
	partition := " IN PARTITION ID " + clickhouse.QuoteText(l.partition)
	for _, name := range l.columns {
		clauses = append(clauses, "MATERIALIZE COLUMN "+clickhouse.QuoteName(name)+partition)
	}
	for _, hot := range t.columns.Hot {
		if !slices.Contains(l.columns, hot.Name) {
			continue
		}
		for _, index := range hot.indexes() {
			if slices.Contains(t.indexes, index.name) {
				clauses = append(clauses, "MATERIALIZE INDEX "+clickhouse.QuoteName(index.name)+partition)
			}
		}
	}
	return "ALTER TABLE " + t.layout.stored(string(t.of.table)) + "\n" + strings.Join(clauses, ",\n")
}

// dropReplaced drops the columns that others took the place of; all rows have
// those by now. It waits for a second look: until then another server may
// write rows as it knew the columns a moment ago.
func (t keptTable) dropReplaced(ctx context.Context) (bool, error) {
	if len(t.columns.Old) == 0 || !t.store.wasReplaced(t.of, true) {
		return false, nil
	}
	if err := t.store.showHot(ctx, t.of, t.columns.Hot); err != nil {
		return true, err
	}
	if err := t.store.teams.exec(ctx, t.layout, t.dropTexts(), clickhouse.Setting{Name: "alter_sync", Value: "0"}); err != nil {
		return true, err
	}
	t.store.wasReplaced(t.of, false)
	_, err := t.store.readColumns(ctx, t.of)
	return true, err
}

// dropTexts returns the statements that make the map what columns fall back on,
// and drop the columns that were it.
func (t keptTable) dropTexts() []string {
	attributes, _ := attributesOf(t.of.table)
	var modified, dropped, indexes []string
	for _, hot := range t.columns.Hot {
		if !t.columns.replaces(hot.Key) {
			continue
		}
		definitions := hot.definitions(mapped(attributes, hot.Key))
		for i, name := range hot.Names() {
			modified = append(modified, "MODIFY COLUMN "+clickhouse.QuoteName(name)+" "+definitions[i])
		}
	}
	for _, old := range t.columns.Old {
		for _, index := range old.indexes() {
			indexes = append(indexes, "DROP INDEX IF EXISTS "+clickhouse.QuoteName(index.name))
		}
		for _, name := range old.Names() {
			dropped = append(dropped, "DROP COLUMN IF EXISTS "+clickhouse.QuoteName(name))
		}
	}
	text := func(table string, clauses []string) string {
		return "ALTER TABLE " + table + "\n" + strings.Join(clauses, ",\n")
	}
	stored := t.layout.stored(string(t.of.table))
	texts := []string{text(stored, modified), text(stored, append(indexes, dropped...))}
	if t.layout.cluster != "" {
		whole := t.layout.name(string(t.of.table))
		texts = append([]string{text(whole, modified), text(whole, dropped)}, texts...)
	}
	return texts
}

// wasReplaced reports whether the last upkeep saw replaced columns, and notes
// whether this one does.
func (s *Store) wasReplaced(of tableOf, now bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.replaced[of]
	s.replaced[of] = now
	return before
}

// The questions about a stored table. On a cluster all servers are asked.
const (
	mutationsText = `
SELECT DISTINCT mutation_id AS t
FROM {{system "mutations"}}
WHERE database = {database:String} AND table = {table:String} AND NOT is_done`

	freeText = `
SELECT toString(min(unreserved_space)) AS t
FROM {{system "disks"}}`

	lackingText = `
SELECT partition_id AS partition, sum(bytes) AS size, arrayStringConcat(arraySort(groupUniqArrayArray(lacking)), '\n') AS columns
FROM (
    SELECT partition_id, name, any(bytes_on_disk) AS bytes, groupUniqArray(column) AS present,
        arrayFilter(c -> NOT has(present, c), {columns:Array(String)}) AS lacking
    FROM {{system "parts_columns"}}
    WHERE database = {database:String} AND table = {table:String} AND active
    GROUP BY hostName(), partition_id, name)
WHERE notEmpty(lacking)
GROUP BY partition
ORDER BY partition DESC
LIMIT 1`
)

// system names a table of the engine's own.
func (l layout) system(table string) string {
	if l.cluster == "" {
		return "system." + table
	}
	return "clusterAllReplicas(" + clickhouse.QuoteText(l.cluster) + ", system." + table + ")"
}

func (t keptTable) query(text string, result proto.Results, onResult func(context.Context, proto.Block) error) (ch.Query, error) {
	statements, err := t.layout.statements(text)
	if err != nil {
		return ch.Query{}, err
	}
	var wanted []string
	for _, hot := range t.columns.Hot {
		wanted = append(wanted, hot.Names()...)
	}
	return ch.Query{
		Body: statements[0], Result: result, OnResult: onResult,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{
			clickhouse.String("database", t.layout.database), clickhouse.String("table", t.layout.local(string(t.of.table))),
			clickhouse.Strings("columns", wanted), clickhouse.Uint("dense", denseBytesMin),
		}),
	}, nil
}

// texts returns the column t of an answer.
func (t keptTable) texts(ctx context.Context, text string) ([]string, error) {
	var column proto.ColStr
	var found []string
	query, err := t.query(text, proto.Results{{Name: "t", Data: &column}}, func(context.Context, proto.Block) error {
		for i := range column.Rows() {
			found = append(found, column.Row(i))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, t.store.client.AdminQuery(ctx, query)
}

// lackingRows is a day whose rows lack columns.
type lackingRows struct {
	partition string // empty: there is none
	bytes     uint64
	columns   []string
}

func (t keptTable) lacking(ctx context.Context) (lackingRows, error) {
	var partition, columns proto.ColStr
	var size proto.ColUInt64
	var found lackingRows
	result := proto.Results{{Name: "partition", Data: &partition}, {Name: "size", Data: &size}, {Name: "columns", Data: &columns}}
	query, err := t.query(lackingText, result, func(context.Context, proto.Block) error {
		if partition.Rows() > 0 {
			found = lackingRows{partition.Row(0), size.Row(0), strings.Split(columns.Row(0), "\n")}
		}
		return nil
	})
	if err != nil {
		return lackingRows{}, err
	}
	return found, t.store.client.AdminQuery(ctx, query)
}
