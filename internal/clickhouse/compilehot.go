package clickhouse

import (
	"slices"
	"strings"
)

// hotColumn returns the column of a key of a map, or nil.
func (c *compiler) hotColumn(column *logicalColumn, key string) *HotColumn {
	if column.name != c.table.attributes {
		return nil
	}
	at := slices.IndexFunc(c.table.hot, func(h HotColumn) bool { return h.Key == key })
	if at < 0 {
		return nil
	}
	return &c.table.hot[at]
}

// hotAttribute returns the text of a key that has a column of its own. A
// number that the column would print in another way, and a text that is no
// number, stand in the map.
func (c *compiler) hotAttribute(column *logicalColumn, hot *HotColumn) value {
	own := quoteName(hot.Name)
	c.use(hot.Name)
	if hot.Type != HotNumber {
		return value{sql: own, kind: textKind, plain: true}
	}
	c.use(column.stored)
	mapped := column.sql + "[" + c.bindText(hot.Key) + "]"
	return value{
		sql:  "if(" + mapped + " != '', " + mapped + ", ifNull(toString(" + own + "), ''))",
		kind: textKind, plain: true, number: own,
	}
}

// allAttributes returns the whole map, with the keys that have columns.
func (c *compiler) allAttributes(column *logicalColumn) string {
	if len(c.table.hot) == 0 {
		return column.sql
	}
	pairs := make([]string, 0, len(c.table.hot))
	for _, hot := range c.table.hot {
		c.use(hot.Name)
		text := "toString(" + quoteName(hot.Name) + ")"
		if hot.Type == HotNumber {
			text = "ifNull(" + text + ", '')"
		}
		pairs = append(pairs, c.bindText(hot.Key)+", CAST("+text+", 'String')")
	}
	return "mapUpdate(mapFilter((k, v) -> v != '', map(" + strings.Join(pairs, ", ") + ")), CAST(" + column.sql + ", 'Map(String, String)'))"
}
