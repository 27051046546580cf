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
	result := explore.FieldResult{Fields: columnFields(c.Table)}
	var of, key proto.ColStr
	var rows proto.ColUInt64
	result.Stats, err = r.read(ctx, reading{
		teamID: scan.TeamID, sql: keysQuery(c, where, scan), params: c.Params, paths: c.Computes,
		result: proto.Results{{Name: "of", Data: &of}, {Name: "key", Data: &key}, {Name: "n", Data: &rows}},
		onBlock: func(count int) error {
			for i := range count {
				result.Fields = append(result.Fields, keyField(of.Row(i), key.Row(i), rows.Row(i)))
			}
			return nil
		},
	})
	slices.SortStableFunc(result.Fields, byColumn(c.Table))
	return result, err
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
