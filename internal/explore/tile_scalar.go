package explore

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// scalar is a value while a row is judged: a text, a number, or nothing, which
// is NaN.
type scalar struct {
	text   string
	number float64
	isText bool
}

func numberScalar(number float64) scalar { return scalar{number: number} }

func boolScalar(flag bool) scalar {
	if flag {
		return numberScalar(1)
	}
	return numberScalar(0)
}

func (s scalar) isNull() bool { return !s.isText && math.IsNaN(s.number) }

func (s scalar) isTrue() bool { return !s.isText && !s.isNull() && s.number != 0 }

// eval computes an expression that was resolved, over a row.
func (a *arrangement) eval(node ql.Node, row TileRow) scalar {
	if place, known := a.places[node.String()]; known {
		return row.at(place)
	}
	switch n := node.(type) {
	case *ql.Literal:
		return literalScalar(n)
	case *ql.Negative:
		return numberScalar(-a.eval(n.X, row).number)
	case *ql.Binary:
		return binaryScalar(n.Op, a.eval(n.Left, row), a.eval(n.Right, row))
	default:
		return a.judge(node, row)
	}
}

// judge computes what is true or not.
func (a *arrangement) judge(node ql.Node, row TileRow) scalar {
	isTrue := func(n ql.Node) bool { return a.eval(n, row).isTrue() }
	switch n := node.(type) {
	case *ql.And:
		return boolScalar(!slices.ContainsFunc(n.Items, func(item ql.Node) bool { return !isTrue(item) }))
	case *ql.Or:
		return boolScalar(slices.ContainsFunc(n.Items, isTrue))
	case *ql.Not:
		return boolScalar(!isTrue(n.X))
	case *ql.IsNull:
		return boolScalar(a.eval(n.X, row).isNull())
	case *ql.Between:
		x := a.eval(n.X, row)
		low, high := binaryScalar(ql.OpGreaterEqual, x, a.eval(n.Lo, row)), binaryScalar(ql.OpLessEqual, x, a.eval(n.Hi, row))
		return boolScalar(low.isTrue() && high.isTrue())
	case *ql.In:
		x := a.eval(n.X, row)
		return boolScalar(slices.ContainsFunc(n.Items, func(item ql.Node) bool {
			return binaryScalar(ql.OpEqual, x, a.eval(item, row)).isTrue()
		}))
	default:
		return boolScalar(true) // the empty condition
	}
}

// at returns what the row has at a place.
func (r TileRow) at(place cellPlace) scalar {
	if place.isGroup {
		return scalar{text: r.Group[place.at], isText: true}
	}
	return numberScalar(r.Values[place.at])
}

func literalScalar(n *ql.Literal) scalar {
	switch n.Kind {
	case ql.StringText:
		return scalar{text: n.Text, isText: true}
	case ql.Bool:
		return boolScalar(n.Text == "true")
	case ql.Null:
		return numberScalar(query.NoValue())
	case ql.Integer, ql.Float:
	}
	return scalar{text: n.Text, isText: true}.asNumber()
}

// binaryScalar applies an operator. Nothing is neither equal to something nor
// larger, and a text that is compared with a number is read as one.
func binaryScalar(op ql.Op, left, right scalar) scalar {
	if left.isText != right.isText {
		left, right = left.asNumber(), right.asNumber()
	}
	if left.isNull() || right.isNull() {
		return numberScalar(query.NoValue())
	}
	order := cmp.Compare(left.number, right.number)
	if left.isText {
		order = cmp.Compare(left.text, right.text)
	}
	switch op {
	case ql.OpEqual:
		return boolScalar(order == 0)
	case ql.OpNotEqual:
		return boolScalar(order != 0)
	case ql.OpLess:
		return boolScalar(order < 0)
	case ql.OpLessEqual:
		return boolScalar(order <= 0)
	case ql.OpGreater:
		return boolScalar(order > 0)
	case ql.OpGreaterEqual:
		return boolScalar(order >= 0)
	case ql.OpLike, ql.OpILike, ql.OpConcat, ql.OpAdd, ql.OpSubtract, ql.OpMultiply, ql.OpDivide, ql.OpModulo:
	}
	return arithmetic(op, left.asNumber().number, right.asNumber().number)
}

func (s scalar) asNumber() scalar {
	if !s.isText {
		return s
	}
	number, err := strconv.ParseFloat(s.text, 64)
	if err != nil {
		return numberScalar(query.NoValue())
	}
	return numberScalar(number)
}

func arithmetic(op ql.Op, left, right float64) scalar {
	switch {
	case op == ql.OpAdd:
		return numberScalar(left + right)
	case op == ql.OpSubtract:
		return numberScalar(left - right)
	case op == ql.OpMultiply:
		return numberScalar(left * right)
	case right == 0:
		return numberScalar(query.NoValue())
	case op == ql.OpModulo:
		return numberScalar(math.Mod(left, right))
	}
	return numberScalar(left / right)
}

// compareScalars puts values in order; nothing comes last unless the order
// says otherwise.
func compareScalars(one, other scalar, order ql.OrderItem) int {
	if one.isNull() || other.isNull() {
		c := cmp.Compare(boolScalar(one.isNull()).number, boolScalar(other.isNull()).number)
		if order.Nulls == ql.NullsFirst {
			return -c
		}
		return c
	}
	c := cmp.Compare(one.number, other.number)
	if one.isText && other.isText {
		c = cmp.Compare(one.text, other.text)
	}
	if order.Descending {
		return -c
	}
	return c
}
