package keyed

import (
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/search"
)

// expression returns what a condition in SQL asks: comparisons of columns, of
// keys of maps and of constants.
func (a *Asking) expression(n search.Node) (Ask, bool) {
	switch n := n.(type) {
	case *search.Binary:
		return a.binary(n)
	case *search.In:
		return a.in(n)
	case *search.Between:
		return flagOf(n), isOperand(n.X) && isOperand(n.Lo) && isOperand(n.Hi)
	case *search.IsNull:
		return flagOf(n), isOperand(n.X)
	default:
		return nil, false
	}
}

func (a *Asking) binary(n *search.Binary) (Ask, bool) {
	if !isOperand(n.Left) || !isOperand(n.Right) {
		return nil, false
	}
	value, isNumber := number(n.Right)
	switch n.Op {
	case search.OpEqual:
		if compile.IsText(n.Right) && a.isText(n.Left) {
			return textAsk{n.Left, []string{n.Right.(*search.Literal).Text}}, true
		}
		fallthrough
	case search.OpLess, search.OpLessEqual, search.OpGreater, search.OpGreaterEqual:
		if isNumber && a.isNumeric(n.Left) {
			return numberAsk{n.Left, n.Op, value}, true
		}
		return flagOf(n), true
	case search.OpNotEqual, search.OpLike, search.OpILike:
		return flagOf(n), true
	default:
		return nil, false // no condition
	}
}

func (a *Asking) in(n *search.In) (Ask, bool) {
	texts, allTexts := compile.LiteralTexts(n.Items, search.StringText)
	if allTexts && isOperand(n.X) && a.isText(n.X) {
		return textAsk{n.X, texts}, true
	}
	return flagOf(n), isOperand(n.X)
}

// isOperand reports whether a node is a constant, a column, or what a map has
// under a constant key: reading those never fails.
func isOperand(n search.Node) bool {
	switch n := n.(type) {
	case *search.Literal, *search.Column:
		return true
	case *search.Index:
		_, isColumn := n.X.(*search.Column)
		return isColumn && compile.IsText(n.Key)
	default:
		return false
	}
}
