package promrules

import (
	"math"

	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
)

// condition is an alerting rule's expression as a tile's expression and a
// threshold.
type condition struct {
	expr      string
	threshold float64
	kind      stack.ThresholdType
	// isPresence: the expression is 1 for each series that the rule returns.
	isPresence bool
}

// conditionOf returns the condition under which a rule is active: while its
// expression returns a series. A comparison with a number becomes a threshold,
// so that charts show both, unless a series that is gone, which counts as 0,
// would breach it.
func conditionOf(expr parser.Expr) condition {
	if c, ok := comparison(expr); ok && !c.breaches(0) {
		return c
	}
	text := expr.String()
	if expr.Type() == parser.ValueTypeScalar {
		text = "vector(" + text + ")"
	}
	return condition{expr: "group without () (" + text + ")", threshold: 1, kind: stack.ThresholdAbove, isPresence: true}
}

func bare(expr parser.Expr) parser.Expr {
	for {
		inner, ok := expr.(*parser.ParenExpr)
		if !ok {
			return expr
		}
		expr = inner.Expr
	}
}

// comparison returns what an expression says that compares series with a number.
func comparison(expr parser.Expr) (condition, bool) {
	compared, ok := bare(expr).(*parser.BinaryExpr)
	if !ok || !compared.Op.IsComparisonOperator() || compared.ReturnBool {
		return condition{}, false
	}
	left, right := compared.LHS, compared.RHS
	number, isRight := numberOf(right)
	op := compared.Op
	if !isRight {
		if number, ok = numberOf(left); !ok {
			return condition{}, false
		}
		left, op = right, turned(op)
	}
	if left.Type() != parser.ValueTypeVector {
		return condition{}, false
	}
	kind, ok := thresholdOf(op)
	return condition{expr: bare(left).String(), threshold: number, kind: kind}, ok
}

// numberOf returns a finite number that stands in an expression.
func numberOf(expr parser.Expr) (float64, bool) {
	switch e := bare(expr).(type) {
	case *parser.NumberLiteral:
		return e.Val, !math.IsInf(e.Val, 0) && !math.IsNaN(e.Val)
	case *parser.UnaryExpr:
		number, ok := numberOf(e.Expr)
		if e.Op == parser.SUB {
			number = -number
		}
		return number, ok
	}
	return 0, false
}

// turned returns the operator for operands that changed sides.
func turned(op parser.ItemType) parser.ItemType {
	switch op {
	case parser.LSS:
		return parser.GTR
	case parser.LTE:
		return parser.GTE
	case parser.GTR:
		return parser.LSS
	case parser.GTE:
		return parser.LTE
	}
	return op
}

func thresholdOf(op parser.ItemType) (stack.ThresholdType, bool) {
	kind, ok := map[parser.ItemType]stack.ThresholdType{
		parser.GTR: stack.ThresholdAboveExclusive, parser.GTE: stack.ThresholdAbove, parser.LSS: stack.ThresholdBelow,
		parser.LTE: stack.ThresholdBelowOrEqual, parser.EQLC: stack.ThresholdEqual, parser.NEQ: stack.ThresholdNotEqual,
	}[op]
	return kind, ok
}

func (c condition) breaches(v float64) bool {
	return evaluate.Rule{Comparison: c.kind, Threshold: c.threshold}.Breaches(v)
}
