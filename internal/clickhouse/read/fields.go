package read

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// fieldRowsMax is how many rows, the newest, are looked at for their keys, unless
// fewer are asked for.
const fieldRowsMax = 100_000

// Fields returns the columns of a table and the keys of its maps.
func (r *Reads) Fields(ctx context.Context, scan explore.FieldScan) (explore.FieldResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return explore.FieldResult{}, err
	}
	where := compile.Both(c.During(scan.Range), compile.Both(c.Condition(scan.Filter), c.Condition(scan.Where)))
	if c.Err != nil {
		return explore.FieldResult{}, c.Err
	}
	where = compile.Both(where, r.whereIDs(ctx, c, scan.Target, scan.Where))
	reader, stats, err := r.readKeys(ctx, c, where, scan)
	result := explore.FieldResult{Fields: append(columnFields(c.Table), reader.keys...), Stats: stats}
	slices.SortStableFunc(result.Fields, byColumn(c.Table))
	return result, err
}

// readKeys returns the keys of each map, the frequent ones first. Of a number of rows
// that is given, each shard that can be asked separately looks at its share.
func (r *Reads) readKeys(ctx context.Context, c *compile.Compiler, where string, scan explore.FieldScan) (*fieldReader, query.Stats, error) {
	shards := 0
	if scan.Rows > 0 {
		shards = r.shardsApart(ctx)
	}
	c.Apart = shards > 0
	all := new(fieldReader)
	if c.Apart {
		scan.Rows = (scan.Rows + shards - 1) / shards
		readers, stats, err := readApart(ctx, r, keysReading(c, where, scan), func() *fieldReader { return new(fieldReader) })
		for _, reader := range readers {
			all.join(reader)
		}
		return all, stats, err
	}
	q := keysReading(c, where, scan)
	q.result, q.onBlock = all.results(), all.take
	stats, err := r.read(ctx, q)
	return all, stats, err
}

func keysReading(c *compile.Compiler, where string, scan explore.FieldScan) reading {
	return reading{teamID: scan.TeamID, sql: keysQuery(c, where, scan), params: c.Params, paths: c.Computes}
}

// fieldReader reads the keys of maps.
type fieldReader struct {
	of, key proto.ColStr
	rows    proto.ColUInt64
	keys    []explore.Field
}

func (r *fieldReader) results() proto.Results {
	return proto.Results{{Name: "of", Data: &r.of}, {Name: "key", Data: &r.key}, {Name: "n", Data: &r.rows}}
}

func (r *fieldReader) take(rows int) error {
	for i := range rows {
		r.keys = append(r.keys, keyField(r.of.Row(i), r.key.Row(i), r.rows.Row(i)))
	}
	return nil
}

// join adds the keys of other rows.
func (r *fieldReader) join(other *fieldReader) {
	for _, field := range other.keys {
		at := slices.IndexFunc(r.keys, func(known explore.Field) bool { return known.Name == field.Name })
		if at < 0 {
			r.keys = append(r.keys, field)
			continue
		}
		r.keys[at].Rows += field.Rows
	}
	slices.SortFunc(r.keys, func(a, b explore.Field) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Name, b.Name))
	})
}

func columnFields(t *compile.Table) []explore.Field {
	fields := make([]explore.Field, len(t.Columns))
	for i, column := range t.Columns {
		fields[i] = explore.Field{Name: column.Name, Known: t.Known(column.Name), SQL: compile.ColumnText(column.Name), Kind: column.Kind.String()}
	}
	return fields
}

func keyField(column, key string, rows uint64) explore.Field {
	return explore.Field{Name: column + "." + key, SQL: compile.KeyText(column, key), Kind: compile.TextKind.String(), Key: true, Rows: rows}
}

// byColumn orders keys by the order of their maps in the table, behind all
// columns.
func byColumn(t *compile.Table) func(a, b explore.Field) int {
	rank := func(f explore.Field) int {
		if !f.Key {
			return -1
		}
		return slices.IndexFunc(t.Columns, func(c compile.LogicalColumn) bool { return strings.HasPrefix(f.Name, c.Name+".") })
	}
	return func(a, b explore.Field) int { return rank(a) - rank(b) }
}

// keysText finds the keys of one map in the newest rows.
const keysText = `
SELECT {{column}} AS of, key, n
FROM (SELECT key, sum(m) AS n
FROM (SELECT keys, count() AS m FROM (SELECT {{keys}} AS keys FROM {{table}} WHERE {{where}} ORDER BY {{order}} DESC LIMIT {{rows}}) GROUP BY keys)
ARRAY JOIN keys AS key
GROUP BY key
ORDER BY n DESC, key
LIMIT {{limit}})`

func keysQuery(c *compile.Compiler, where string, scan explore.FieldScan) string {
	var queries []string
	for i := range c.Table.Columns {
		column := &c.Table.Columns[i]
		if column.Kind == compile.MapKind {
			queries = append(queries, parts{
				"column": clickhouse.QuoteText(column.Name), "keys": keysOf(c, column), "table": c.From(""),
				"where": where, "order": c.Table.Bucket, "rows": strconv.Itoa(cmp.Or(scan.Rows, fieldRowsMax)), "limit": strconv.Itoa(scan.Limit),
			}.into(keysText))
		}
	}
	return strings.Join(queries, "\nUNION ALL") + "\nORDER BY n DESC, key"
}

// keysOf returns the keys of a map in a row.
func keysOf(c *compile.Compiler, column *compile.LogicalColumn) string {
	if column.Object {
		return "JSONExtractKeys(CAST(" + column.Stored + ", 'String'))"
	}
	keys := "CAST(mapKeys(" + column.SQL + "), 'Array(String)')"
	if column.Name != c.Table.Attributes || len(c.Table.Hot) == 0 {
		return keys
	}
	return "arrayDistinct(arrayConcat(" + keys + ", " + hotKeys(c) + "))"
}

// hotKeys returns the keys with columns of their own that a row has.
func hotKeys(c *compile.Compiler) string {
	parts := make([]string, len(c.Table.Hot))
	for i, hot := range c.Table.Hot {
		present := clickhouse.QuoteName(hot.Name) + " != ''"
		if hot.Type == tables.HotNumber {
			present = "isNotNull(" + clickhouse.QuoteName(hot.Name) + ")"
		}
		if hot.Misfits != "" {
			present += " OR " + clickhouse.QuoteName(hot.Misfits) + " != ''"
		}
		parts[i] = "if(" + present + ", " + c.BindText(hot.Key) + ", '')"
	}
	return "arrayFilter(k -> k != '', [" + strings.Join(parts, ", ") + "])"
}
