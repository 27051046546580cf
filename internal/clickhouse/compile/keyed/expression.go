package keyed

import (
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/ql"
)

// expression returns what a condition in SQL asks: comparisons of columns, of
// keys of maps and of constants.
func (a *Asking) expression(n ql.Node) (Ask, bool) {
	switch n := n.(type) {
	case *ql.Binary:
		return a.binary(n)
	case *ql.In:
		return a.in(n)
	case *ql.Between:
		return flagOf(n), IsOperand(n.X) && IsOperand(n.Lo) && IsOperand(n.Hi)
	case *ql.IsNull:
		return flagOf(n), IsOperand(n.X)
	default:
		return nil, false
	}
}

func (a *Asking) binary(n *ql.Binary) (Ask, bool) {
	if !IsOperand(n.Left) || !IsOperand(n.Right) {
		return nil, false
	}
	value, isNumber := number(n.Right)
	switch n.Op {
	case ql.OpEqual:
		if compile.IsText(n.Right) && a.isText(n.Left) {
			return textAsk{n.Left, []string{n.Right.(*ql.Literal).Text}}, true
		}
		fallthrough
	case ql.OpLess, ql.OpLessEqual, ql.OpGreater, ql.OpGreaterEqual:
		if isNumber && a.isNumeric(n.Left) {
			return numberAsk{n.Left, n.Op, value}, true
		}
		return flagOf(n), true
	case ql.OpNotEqual, ql.OpLike, ql.OpILike:
		return flagOf(n), true
	case ql.OpConcat, ql.OpAdd, ql.OpSubtract, ql.OpMultiply, ql.OpDivide, ql.OpModulo:
	}
	return nil, false // no condition
}

func (a *Asking) in(n *ql.In) (Ask, bool) {
	texts, allTexts := compile.LiteralTexts(n.Items, ql.StringText)
	if allTexts && IsOperand(n.X) && a.isText(n.X) {
		return textAsk{n.X, texts}, true
	}
	return flagOf(n), IsOperand(n.X)
}

// IsOperand reports whether a node is a constant, a column, or what a map has
// under a constant key: reading those never fails.
func IsOperand(n ql.Node) bool {
	switch n := n.(type) {
	case *ql.Literal, *ql.Column:
		return true
	case *ql.Index:
		_, isColumn := n.X.(*ql.Column)
		return isColumn && compile.IsText(n.Key)
	default:
		return false
	}
}
