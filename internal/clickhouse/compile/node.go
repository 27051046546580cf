package compile

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
)

// ColumnText returns a column as a condition names it.
func ColumnText(name string) string { return columnNode(name).String() }

// KeyText returns a key of a map as a condition names it.
func KeyText(column, key string) string {
	access := &ql.Index{X: columnNode(column), Key: &ql.Literal{Kind: ql.StringText, Text: key}}
	return access.String()
}

func columnNode(name string) *ql.Column { return &ql.Column{Path: []string{name}} }

// EveryColumn returns all columns of a table as a select list.
func EveryColumn(t *Table) []explore.Column {
	all := make([]explore.Column, len(t.Columns))
	for i, column := range t.Columns {
		all[i] = explore.Column{Name: column.Name, Expr: explore.Expr{Node: columnNode(column.Name), Path: "select"}}
	}
	return all
}

// NameColumns lets what follows call columns of a select list by their names.
func (c *Compiler) NameColumns(columns []explore.Column) {
	c.Aliases = map[string]ql.Node{}
	for _, column := range columns {
		c.Aliases[column.Name] = column.Node
	}
}

// Named returns the column of the table that an expression is, or nil.
func (c *Compiler) Named(e explore.Expr) *LogicalColumn {
	name, ok := nameOf(e)
	if !ok {
		return nil
	}
	return c.columnNamed(name)
}

// IsNamed reports whether an expression is one of the names and no more.
func IsNamed(e explore.Expr, names ...string) bool {
	got, ok := nameOf(e)
	return ok && slices.Contains(names, got)
}

func nameOf(e explore.Expr) (string, bool) {
	named, ok := e.Node.(*ql.Column)
	if !ok {
		return "", false
	}
	return strings.Join(named.Path, "."), true
}

// Containing returns the pattern of texts that contain one.
func Containing(text string) string { return pattern(ql.Contains, text) }

// Same reports whether two conditions are written alike.
func Same(a, b explore.Expr) bool { return ql.Equal(a.Node, b.Node) }

// OrderOf returns the direction of an order, and where NULL stands in it.
func OrderOf(o explore.Order) string {
	if o.Nulls == ql.NullsDefault {
		return DirectionOf(o.Descending)
	}
	return DirectionOf(o.Descending) + " NULLS " + string(o.Nulls)
}
