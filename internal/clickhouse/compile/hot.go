package compile

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
)

// hotColumn returns the column of a key of a map, or nil.
func (c *Compiler) hotColumn(column *LogicalColumn, key string) *tables.HotColumn {
	if column.Name != c.Table.Attributes {
		return nil
	}
	at := slices.IndexFunc(c.Table.Hot, func(h tables.HotColumn) bool { return h.Key == key })
	if at < 0 {
		return nil
	}
	return &c.Table.Hot[at]
}

// hotAttribute returns the text of a key that has a column of its own. A
// number that the column would print in another way, and a text that is no
// number, stand in the map.
func (c *Compiler) hotAttribute(column *LogicalColumn, hot *tables.HotColumn) Value {
	own := clickhouse.QuoteName(hot.Name)
	c.Use(hot.Name)
	if hot.Type != tables.HotNumber {
		return Value{SQL: own, Kind: TextKind, Plain: true}
	}
	c.Use(column.Stored)
	mapped := column.SQL + "[" + c.BindText(hot.Key) + "]"
	return Value{
		SQL:  "if(" + mapped + " != '', " + mapped + ", ifNull(toString(" + own + "), ''))",
		Kind: TextKind, Plain: true, number: own,
	}
}

// allAttributes returns the whole map, with the keys that have columns.
func (c *Compiler) allAttributes(column *LogicalColumn) string {
	if len(c.Table.Hot) == 0 {
		return column.SQL
	}
	pairs := make([]string, 0, len(c.Table.Hot))
	for _, hot := range c.Table.Hot {
		c.Use(hot.Name)
		text := "toString(" + clickhouse.QuoteName(hot.Name) + ")"
		if hot.Type == tables.HotNumber {
			text = "ifNull(" + text + ", '')"
		}
		pairs = append(pairs, c.BindText(hot.Key)+", CAST("+text+", 'String')")
	}
	return "mapUpdate(mapFilter((k, v) -> v != '', map(" + strings.Join(pairs, ", ") + ")), CAST(" + column.SQL + ", 'Map(String, String)'))"
}
