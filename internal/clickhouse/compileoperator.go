package clickhouse

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/search"
)

// binary returns an operator between two operands.
func (c *compiler) binary(n *search.Binary) value {
	switch n.Op {
	case search.OpLike, search.OpILike:
		left, right := c.expression(n.Left), c.expression(n.Right)
		return value{sql: "(" + left.asText() + " " + string(n.Op) + " " + right.sql + ")", kind: boolKind}
	case search.OpConcat:
		left, right := c.expression(n.Left), c.expression(n.Right)
		return value{sql: "concat(" + left.asText() + ", " + right.asText() + ")", kind: textKind}
	case search.OpAdd, search.OpSubtract, search.OpMultiply, search.OpDivide, search.OpModulo:
		return c.arithmetic(n)
	default:
		return c.relation(n)
	}
}

// arithmetic reads texts as numbers; times and intervals are left to the
// engine.
func (c *compiler) arithmetic(n *search.Binary) value {
	left, right := c.expression(n.Left), c.expression(n.Right)
	v := value{sql: "(" + operandOf(left) + " " + string(n.Op) + " " + operandOf(right) + ")"}
	if left.kind == timeKind || right.kind == timeKind {
		v.kind = timeOrNumber(left, right)
		return v
	}
	if left.kind != unknownKind && right.kind != unknownKind {
		v.kind = numberKind
	}
	return v
}

// timeOrNumber returns the kind of a sum or a difference with a time in it:
// two times differ by a number.
func timeOrNumber(left, right value) kind {
	if left.kind == right.kind {
		return numberKind
	}
	return timeKind
}

func operandOf(v value) string {
	if v.kind == textKind {
		return v.asNumber()
	}
	return v.sql
}

// relation returns a comparison. The types decide what is compared: an id is
// compared by its bytes, a time with the time that a text states, and a text
// with a number as a number.
func (c *compiler) relation(n *search.Binary) value {
	if sql, ok := c.relatedID(n); ok {
		return value{sql: sql, kind: boolKind, plain: true}
	}
	left, right := c.expression(n.Left), c.expression(n.Right)
	leftSQL, rightSQL := left.sql, right.sql
	switch {
	case left.kind == timeKind && isText(n.Right):
		rightSQL = c.instantOf(n.Right)
	case right.kind == timeKind && isText(n.Left):
		leftSQL = c.instantOf(n.Left)
	case left.kind == textKind && right.kind == numberKind:
		leftSQL = left.asNumber()
	case left.kind == numberKind && right.kind == textKind:
		rightSQL = right.asNumber()
	}
	return value{sql: "(" + leftSQL + " " + string(n.Op) + " " + rightSQL + ")", kind: boolKind}
}

func isText(n search.Node) bool {
	literal, ok := n.(*search.Literal)
	return ok && literal.Kind == search.StringText
}

func (c *compiler) instantOf(n search.Node) string {
	return c.instant(n.(*search.Literal).Text, n.At())
}

// relatedID compares a column of ids with a constant.
func (c *compiler) relatedID(n *search.Binary) (string, bool) {
	column := c.idColumnOf(n.Left)
	if column == nil || !isText(n.Right) || n.Op != search.OpEqual && n.Op != search.OpNotEqual {
		return "", false
	}
	equal := c.idIn(column, []string{n.Right.(*search.Literal).Text})
	if n.Op == search.OpNotEqual {
		equal = "NOT " + equal
	}
	return equal, true
}

func (c *compiler) idColumnOf(n search.Node) *logicalColumn {
	column, isColumn := n.(*search.Column)
	if !isColumn {
		return nil
	}
	logical := c.table.column(strings.Join(column.Path, "."))
	if logical == nil || logical.idBytes == 0 {
		return nil
	}
	return logical
}

// idIn asks for one of several ids. No id is stored as zeros; what can't be an
// id is equal to none.
func (c *compiler) idIn(column *logicalColumn, ids []string) string {
	var items []string
	for _, id := range ids {
		switch {
		case id == "":
			items = append(items, zeroID(column.idBytes))
		case len(id) == 2*column.idBytes && isLowerHex(id) && strings.Trim(id, "0") != "":
			items = append(items, "toFixedString("+c.bindID(id)+", "+strconv.Itoa(column.idBytes)+")")
		}
	}
	if len(items) == 0 {
		return "(0)"
	}
	return "(" + column.stored + " IN (" + strings.Join(items, ", ") + "))"
}

// withinBounds returns BETWEEN as two comparisons.
func (c *compiler) withinBounds(n *search.Between) value {
	low := c.relation(&search.Binary{Pos: search.Pos(n.At()), Op: search.OpGreaterEqual, Left: n.X, Right: n.Lo})
	high := c.relation(&search.Binary{Pos: search.Pos(n.At()), Op: search.OpLessEqual, Left: n.X, Right: n.Hi})
	return value{sql: "(" + low.sql + " AND " + high.sql + ")", kind: boolKind}
}
