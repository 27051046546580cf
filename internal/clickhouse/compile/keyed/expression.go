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
		return flagOf(n), isOperand(n.X) && isOperand(n.Lo) && isOperand(n.Hi)
	case *ql.IsNull:
		return flagOf(n), isOperand(n.X)
	default:
		return nil, false
	}
}

func (a *Asking) binary(n *ql.Binary) (Ask, bool) {
	if !isOperand(n.Left) || !isOperand(n.Right) {
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
	if allTexts && isOperand(n.X) && a.isText(n.X) {
		return textAsk{n.X, texts}, true
	}
	return flagOf(n), isOperand(n.X)
}

// isOperand reports whether a node is a constant, a column, or what a map has
// under a constant key: reading those never fails.
func isOperand(n ql.Node) bool {
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
