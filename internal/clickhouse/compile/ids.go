package compile

import (
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// idsMax is how many ids a condition may ask for to be looked up.
const idsMax = 16

// IDs returns ids of which every row that meets both the filter and one of the
// conditions has one; none where nothing is known.
func (c *Compiler) IDs(filter explore.Expr, conditions ...explore.Expr) []tables.ID {
	nodes := make([]ql.Node, len(conditions))
	for i, condition := range conditions {
		nodes[i] = condition.Node
	}
	return fewer(c.idsOf(filter.Node), c.idsOfOr(nodes))
}

// idsOf returns ids of which every row that meets a condition has one.
func (c *Compiler) idsOf(node ql.Node) []tables.ID {
	switch n := node.(type) {
	case *ql.And:
		return c.idsOfAnd(n.Items)
	case *ql.Or:
		return c.idsOfOr(n.Items)
	case *ql.Term:
		return c.idsOfTerm(n)
	case *ql.Binary:
		if n.Op == ql.OpEqual {
			return c.idsAmong(n.Left, []ql.Node{n.Right})
		}
	case *ql.In:
		return c.idsAmong(n.X, n.Items)
	}
	return nil
}

// idsOfAnd returns the ids of the condition that asks for the fewest.
func (c *Compiler) idsOfAnd(items []ql.Node) []tables.ID {
	var found []tables.ID
	for _, item := range items {
		found = fewer(found, c.idsOf(item))
	}
	return found
}

// fewer returns the shorter list that is not empty.
func fewer(a, b []tables.ID) []tables.ID {
	if len(a) == 0 || len(b) > 0 && len(b) < len(a) {
		return b
	}
	return a
}

// idsOfOr returns the ids of all conditions, if each asks for some.
func (c *Compiler) idsOfOr(items []ql.Node) []tables.ID {
	var found []tables.ID
	for _, item := range items {
		ids := c.idsOf(item)
		if len(ids) == 0 || len(found)+len(ids) > idsMax {
			return nil
		}
		found = append(found, ids...)
	}
	return found
}

func (c *Compiler) idsOfTerm(n *ql.Term) []tables.ID {
	column, key := c.indexed(n.Field)
	text := n.Text
	if column != nil && n.Match != ql.Exact {
		text = strings.ToLower(text) // as matchID does
	}
	if column == nil && n.Match != ql.Exact {
		return nil
	}
	return idsWith(column, key, []string{text})
}

// idsAmong returns the ids of an operand that is one of some texts.
func (c *Compiler) idsAmong(operand ql.Node, items []ql.Node) []tables.ID {
	texts, ok := LiteralTexts(items, ql.StringText)
	if !ok || len(texts) > idsMax {
		return nil
	}
	switch x := operand.(type) {
	case *ql.Column:
		column, key := c.indexed(strings.Join(x.Path, "."))
		return idsWith(column, key, texts)
	case *ql.Index:
		return idsWith(nil, c.indexedMember(x), texts)
	}
	return nil
}

// idsWith returns the ids of a column or a key with the texts; none where one
// can't be an id.
func idsWith(column *LogicalColumn, key string, texts []string) []tables.ID {
	var ids []tables.ID
	for _, text := range texts {
		switch {
		case column != nil && isID(column, text):
			ids = append(ids, tables.TraceID(text))
		case column == nil && key != "" && text != "":
			ids = append(ids, tables.KeyID(key, text))
		default:
			return nil
		}
	}
	return ids
}

// isID reports whether a text is an id as a column has them.
func isID(column *LogicalColumn, text string) bool {
	return len(text) == 2*column.IDBytes && isLowerHex(text) && strings.Trim(text, "0") != ""
}

// indexed returns the column or the key whose ids are indexed that a name
// means, if it means one; see field.
func (c *Compiler) indexed(name string) (*LogicalColumn, string) {
	if column := c.columnNamed(name); column != nil {
		if column.Stored == c.Table.traceID() {
			return column, ""
		}
		return nil, ""
	}
	if column, path := c.prefixed(name); column != nil {
		return nil, c.indexedKey(column, path)
	}
	if !c.isBare(name) {
		return nil, ""
	}
	return nil, c.indexedKey(c.Table.Column(c.Table.Attributes), name)
}

// traceID is the physical column of trace ids, empty where there is none.
func (t *Table) traceID() string {
	if column := t.Column("TraceId"); column != nil {
		return column.Stored
	}
	return ""
}

// indexedKey returns the key if its ids are indexed.
func (c *Compiler) indexedKey(column *LogicalColumn, key string) string {
	if column == nil {
		return ""
	}
	if hot := c.hotColumn(column, key); hot == nil || hot.Type != tables.HotText {
		return ""
	}
	return key
}

// indexedMember returns the key of map['key'].
func (c *Compiler) indexedMember(n *ql.Index) string {
	column, isColumn := n.X.(*ql.Column)
	key, isLiteral := n.Key.(*ql.Literal)
	if !isColumn || !isLiteral || key.Kind != ql.StringText {
		return ""
	}
	return c.indexedKey(c.Table.Column(strings.Join(column.Path, ".")), key.Text)
}

// Within returns the condition on the key that a row is in one of the places.
func (c *Compiler) Within(places tables.IDPlaces) string {
	var seconds []string
	for _, second := range places.Seconds {
		seconds = append(seconds, c.BindSecond(second))
	}
	parts := c.outside(places.Days)
	if len(seconds) > 0 {
		parts = append(parts, c.Table.Bucket+" IN ("+strings.Join(seconds, ", ")+")")
	}
	return "(" + strings.Join(parts, ") OR (") + ")"
}

const daySeconds = 24 * 60 * 60

// outside returns conditions on the key of which rows of other days meet one.
func (c *Compiler) outside(days []telemetry.Day) []string {
	bucket := c.Table.Bucket
	parts := []string{bucket + " < " + c.BindSecond(int64(days[0])*daySeconds)}
	for i, day := range days[1:] {
		if before := days[i]; day > before+1 {
			parts = append(parts, bucket+" >= "+c.BindSecond(int64(before+1)*daySeconds)+" AND "+bucket+" < "+c.BindSecond(int64(day)*daySeconds))
		}
	}
	last := days[len(days)-1]
	return append(parts, bucket+" >= "+c.BindSecond(int64(last+1)*daySeconds))
}
