package compile

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// binary returns an operator between two operands.
func (c *Compiler) binary(n *ql.Binary) Value {
	switch n.Op {
	case ql.OpLike, ql.OpILike:
		left, right := c.Expression(n.Left), c.Expression(n.Right)
		return Value{SQL: "(" + left.asText() + " " + string(n.Op) + " " + right.SQL + ")", Kind: boolKind}
	case ql.OpConcat:
		left, right := c.Expression(n.Left), c.Expression(n.Right)
		return Value{SQL: "concat(" + left.asText() + ", " + right.asText() + ")", Kind: TextKind}
	case ql.OpAdd, ql.OpSubtract, ql.OpMultiply, ql.OpDivide, ql.OpModulo:
		return c.arithmetic(n)
	case ql.OpEqual, ql.OpNotEqual, ql.OpLess, ql.OpLessEqual, ql.OpGreater, ql.OpGreaterEqual:
	}
	return c.relation(n)
}

// arithmetic reads texts as numbers; times and intervals are left to the
// engine.
func (c *Compiler) arithmetic(n *ql.Binary) Value {
	left, right := c.Expression(n.Left), c.Expression(n.Right)
	v := Value{SQL: "(" + operandOf(left) + " " + string(n.Op) + " " + operandOf(right) + ")"}
	if left.Kind == TimeKind || right.Kind == TimeKind {
		v.Kind = timeOrNumber(left, right)
		return v
	}
	if left.Kind != UnknownKind && right.Kind != UnknownKind {
		v.Kind = NumberKind
	}
	return v
}

// timeOrNumber returns the kind of a sum or a difference with a time in it:
// two times differ by a number.
func timeOrNumber(left, right Value) Kind {
	if left.Kind == right.Kind {
		return NumberKind
	}
	return TimeKind
}

func operandOf(v Value) string {
	if v.Kind == TextKind {
		return v.AsNumber()
	}
	return v.SQL
}

// relation returns a comparison. The types decide what is compared: an id is
// compared by its bytes, a time with the time that a text states, and a text
// with a number as a number.
func (c *Compiler) relation(n *ql.Binary) Value {
	if sql, ok := c.relatedID(n); ok {
		return Value{SQL: sql, Kind: boolKind, Plain: true}
	}
	left := c.Expression(n.Left)
	if sql, ok := c.relatedNumber(left, n); ok {
		return Value{SQL: sql, Kind: boolKind, Plain: true}
	}
	right := c.Expression(n.Right)
	leftSQL, rightSQL := left.SQL, right.SQL
	switch {
	case left.Kind == TimeKind && IsText(n.Right):
		rightSQL = c.instantOf(n.Right)
	case right.Kind == TimeKind && IsText(n.Left):
		leftSQL = c.instantOf(n.Left)
	case left.Kind == TextKind && right.Kind == NumberKind:
		leftSQL = left.AsNumber()
	case left.Kind == NumberKind && right.Kind == TextKind:
		rightSQL = right.AsNumber()
	}
	return Value{SQL: "(" + leftSQL + " " + string(n.Op) + " " + rightSQL + ")", Kind: boolKind}
}

// relatedNumber compares a column of numbers and its misfits with a text.
func (c *Compiler) relatedNumber(left Value, n *ql.Binary) (string, bool) {
	if left.hot == nil || !IsText(n.Right) || n.Op != ql.OpEqual && n.Op != ql.OpNotEqual {
		return "", false
	}
	equal := "(" + c.equalTexts(left, []string{n.Right.(*ql.Literal).Text}) + ")"
	if n.Op == ql.OpNotEqual {
		equal = "NOT " + equal
	}
	return equal, true
}

// IsText reports whether a node is a text.
func IsText(n ql.Node) bool {
	literal, ok := n.(*ql.Literal)
	return ok && literal.Kind == ql.StringText
}

func (c *Compiler) instantOf(n ql.Node) string {
	return c.instant(n.(*ql.Literal).Text, n.At())
}

// relatedID compares a column of ids with a constant.
func (c *Compiler) relatedID(n *ql.Binary) (string, bool) {
	column := c.idColumnOf(n.Left)
	if column == nil || !IsText(n.Right) || n.Op != ql.OpEqual && n.Op != ql.OpNotEqual {
		return "", false
	}
	equal := c.idIn(column, []string{n.Right.(*ql.Literal).Text})
	if n.Op == ql.OpNotEqual {
		equal = "NOT " + equal
	}
	return equal, true
}

func (c *Compiler) idColumnOf(n ql.Node) *LogicalColumn {
	column, isColumn := n.(*ql.Column)
	if !isColumn {
		return nil
	}
	logical := c.columnNamed(strings.Join(column.Path, "."))
	if logical == nil || logical.IDBytes == 0 {
		return nil
	}
	return logical
}

// idIn asks for one of several ids. No id is stored as zeros; what can't be an
// id is equal to none.
func (c *Compiler) idIn(column *LogicalColumn, ids []string) string {
	var items []string
	for _, id := range ids {
		switch {
		case id == "":
			items = append(items, zeroID(column.IDBytes))
		case len(id) == 2*column.IDBytes && isLowerHex(id) && strings.Trim(id, "0") != "":
			items = append(items, "toFixedString("+c.bindID(id)+", "+strconv.Itoa(column.IDBytes)+")")
		}
	}
	if len(items) == 0 {
		return "(0)"
	}
	return "(" + column.Stored + " IN (" + strings.Join(items, ", ") + "))"
}

// withinBounds returns BETWEEN as two comparisons.
func (c *Compiler) withinBounds(n *ql.Between) Value {
	low := c.relation(&ql.Binary{Pos: ql.Pos(n.At()), Op: ql.OpGreaterEqual, Left: n.X, Right: n.Lo})
	high := c.relation(&ql.Binary{Pos: ql.Pos(n.At()), Op: ql.OpLessEqual, Left: n.X, Right: n.Hi})
	return Value{SQL: "(" + low.SQL + " AND " + high.SQL + ")", Kind: boolKind}
}
