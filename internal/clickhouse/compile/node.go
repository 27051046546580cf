package compile

import (
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// ColumnText returns a column as a condition names it.
func ColumnText(name string) string { return columnNode(name).String() }

// KeyText returns a key of a map as a condition names it.
func KeyText(column, key string) string {
	access := &search.Index{X: columnNode(column), Key: &search.Literal{Kind: search.StringText, Text: key}}
	return access.String()
}

func columnNode(name string) *search.Column { return &search.Column{Path: []string{name}} }

// EveryColumn returns all columns of a table as a select list.
func EveryColumn(t *Table) []observe.Column {
	all := make([]observe.Column, len(t.Columns))
	for i, column := range t.Columns {
		all[i] = observe.Column{Name: column.Name, Expr: observe.Expr{Node: columnNode(column.Name), Path: "select"}}
	}
	return all
}

// NameColumns lets what follows call columns of a select list by their names.
func (c *Compiler) NameColumns(columns []observe.Column) {
	c.Aliases = map[string]search.Node{}
	for _, column := range columns {
		c.Aliases[column.Name] = column.Node
	}
}

// Named returns the column of the table that an expression is, or nil.
func (c *Compiler) Named(e observe.Expr) *LogicalColumn {
	name, ok := nameOf(e)
	if !ok {
		return nil
	}
	return c.Table.Column(name)
}

// IsNamed reports whether an expression is a name and no more.
func IsNamed(e observe.Expr, name string) bool {
	got, ok := nameOf(e)
	return ok && got == name
}

func nameOf(e observe.Expr) (string, bool) {
	named, ok := e.Node.(*search.Column)
	if !ok {
		return "", false
	}
	return strings.Join(named.Path, "."), true
}

// Containing returns the pattern of texts that contain one.
func Containing(text string) string { return pattern(search.Contains, text) }

// Same reports whether two conditions are written alike.
func Same(a, b observe.Expr) bool { return search.Equal(a.Node, b.Node) }

// OrderOf returns the direction of an order, and where NULL stands in it.
func OrderOf(o observe.Order) string {
	if o.Nulls == search.NullsDefault {
		return DirectionOf(o.Descending)
	}
	return DirectionOf(o.Descending) + " NULLS " + string(o.Nulls)
}
