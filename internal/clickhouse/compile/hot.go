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

// HasColumn reports whether a key of a map has a column of its own.
func (c *Compiler) HasColumn(column *LogicalColumn, key string) bool {
	return c.hotColumn(column, key) != nil
}

// hotAttribute returns the text of a key that has a column of its own, which
// is all that is read of it.
func (c *Compiler) hotAttribute(column *LogicalColumn, hot *tables.HotColumn) Value {
	c.Use(hot.Names()...)
	v := Value{SQL: hot.Text(), Kind: TextKind, Plain: true}
	if hot.Type != tables.HotNumber {
		v.SQL = clickhouse.QuoteName(hot.Name)
		return v
	}
	v.number = clickhouse.QuoteName(hot.Name)
	if hot.Misfits != "" {
		v.hot = hot
		return v
	}
	// In tables of an earlier version misfits stand in the map.
	c.Use(column.Stored)
	mapped := column.SQL + "[" + c.BindText(hot.Key) + "]"
	v.SQL = "if(" + mapped + " != '', " + mapped + ", " + v.SQL + ")"
	return v
}

// equalTexts returns the condition that a value is one of some texts. A column
// of numbers is compared with numbers, and its misfits with the other texts.
func (c *Compiler) equalTexts(v Value, texts []string) string {
	if piece := pieceOf(texts); v.masked != "" && piece != "" {
		return "(position(" + v.masked + ", " + c.BindText(piece) + ") > 0 AND " + v.SQL + c.among(texts) + ")"
	}
	if v.hot == nil || slices.Contains(texts, "") {
		return v.asText() + c.among(texts)
	}
	var numbers []float64
	var others, parts []string
	for _, text := range texts {
		if number, ok := tables.PrintedNumber(text); ok {
			numbers = append(numbers, number)
		} else {
			others = append(others, text)
		}
	}
	misfit := clickhouse.QuoteName(v.hot.Misfits)
	if len(numbers) > 0 {
		parts = append(parts, "(ifNull("+v.number+c.amongNumbers(numbers)+", 0) AND "+misfit+" = '')")
	}
	if len(others) > 0 {
		parts = append(parts, misfit+c.among(others))
	}
	return strings.Join(parts, " OR ")
}

// among returns the comparison of a text with some.
func (c *Compiler) among(texts []string) string {
	if len(texts) == 1 {
		return " = " + c.BindText(texts[0])
	}
	return " IN " + c.BindTexts(texts)
}

func (c *Compiler) amongNumbers(numbers []float64) string {
	if len(numbers) == 1 {
		return " = " + c.bindFloat(numbers[0])
	}
	return " IN " + c.BindNumbers(numbers)
}

// present returns the condition that a text is not empty.
func (v Value) present() string {
	if v.hot == nil {
		return v.asText() + " != ''"
	}
	return "isNotNull(" + v.number + ") OR " + clickhouse.QuoteName(v.hot.Misfits) + " != ''"
}

// allAttributes returns the whole map, with the keys that have columns.
func (c *Compiler) allAttributes(column *LogicalColumn) string {
	if len(c.Table.Hot) == 0 {
		return column.SQL
	}
	pairs := make([]string, 0, len(c.Table.Hot))
	for _, hot := range c.Table.Hot {
		c.Use(hot.Names()...)
		pairs = append(pairs, c.BindText(hot.Key)+", "+hot.Text())
	}
	return "mapUpdate(mapFilter((k, v) -> v != '', map(" + strings.Join(pairs, ", ") + ")), CAST(" + column.SQL + ", 'Map(String, String)'))"
}
