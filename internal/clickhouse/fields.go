package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// fieldRowsMax is how many rows, the newest, are looked at for their keys.
const fieldRowsMax = 100_000

// Fields returns the columns of a table and the keys of its maps.
func (r *Reads) Fields(ctx context.Context, scan observe.FieldScan) (observe.FieldResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return observe.FieldResult{}, err
	}
	where := both(c.during(scan.Range), both(c.condition(scan.Filter), c.condition(scan.Where)))
	if c.err != nil {
		return observe.FieldResult{}, c.err
	}
	result := observe.FieldResult{Fields: columnFields(c.table)}
	var of, key proto.ColStr
	var rows proto.ColUInt64
	result.Stats, err = r.read(ctx, reading{
		teamID: scan.TeamID, sql: keysQuery(c, where, scan.Limit), params: c.params,
		result: proto.Results{{Name: "of", Data: &of}, {Name: "key", Data: &key}, {Name: "n", Data: &rows}},
		onBlock: func(count int) error {
			for i := range count {
				result.Fields = append(result.Fields, keyField(of.Row(i), key.Row(i), rows.Row(i)))
			}
			return nil
		},
	})
	slices.SortStableFunc(result.Fields, byColumn(c.table))
	return result, err
}

func columnFields(t *table) []observe.Field {
	fields := make([]observe.Field, len(t.columns))
	for i, column := range t.columns {
		name := (&search.Column{Path: []string{column.name}}).String()
		fields[i] = observe.Field{Name: column.name, SQL: name, Kind: column.kind.String()}
	}
	return fields
}

func keyField(column, key string, rows uint64) observe.Field {
	access := &search.Index{
		X:   &search.Column{Path: []string{column}},
		Key: &search.Literal{Kind: search.StringText, Text: key},
	}
	return observe.Field{Name: column + "." + key, SQL: access.String(), Kind: textKind.String(), Key: true, Rows: rows}
}

// byColumn orders keys by the order of their maps in the table, behind all
// columns.
func byColumn(t *table) func(a, b observe.Field) int {
	rank := func(f observe.Field) int {
		if !f.Key {
			return -1
		}
		return slices.IndexFunc(t.columns, func(c logicalColumn) bool { return strings.HasPrefix(f.Name, c.name+".") })
	}
	return func(a, b observe.Field) int { return rank(a) - rank(b) }
}

// keysText finds the keys of one map in the newest rows.
const keysText = `
SELECT %s AS of, key, n
FROM (SELECT key, sum(m) AS n
FROM (SELECT keys, count() AS m FROM (SELECT %s AS keys FROM %s WHERE %s ORDER BY %s DESC LIMIT %d) GROUP BY keys)
ARRAY JOIN keys AS key
GROUP BY key
ORDER BY n DESC, key
LIMIT %d)`

func keysQuery(c *compiler, where string, limit int) string {
	var parts []string
	for i := range c.table.columns {
		column := &c.table.columns[i]
		if column.kind == mapKind {
			parts = append(parts, fmt.Sprintf(keysText, quoteText(column.name), keysOf(c, column), quoteName(c.table.name),
				where, c.table.bucket, fieldRowsMax, limit))
		}
	}
	return strings.Join(parts, "\nUNION ALL") + "\nORDER BY n DESC, key"
}

// keysOf returns the keys of a map in a row.
func keysOf(c *compiler, column *logicalColumn) string {
	if column.object {
		return "JSONExtractKeys(CAST(" + column.stored + ", 'String'))"
	}
	keys := "CAST(mapKeys(" + column.sql + "), 'Array(String)')"
	if column.name != c.table.attributes || len(c.table.hot) == 0 {
		return keys
	}
	return "arrayDistinct(arrayConcat(" + keys + ", " + hotKeys(c) + "))"
}

// hotKeys returns the keys with columns of their own that a row has.
func hotKeys(c *compiler) string {
	parts := make([]string, len(c.table.hot))
	for i, hot := range c.table.hot {
		present := quoteName(hot.Name) + " != ''"
		if hot.Type == HotNumber {
			present = "isNotNull(" + quoteName(hot.Name) + ")"
		}
		parts[i] = "if(" + present + ", " + c.bindText(hot.Key) + ", '')"
	}
	return "arrayFilter(k -> k != '', [" + strings.Join(parts, ", ") + "])"
}
