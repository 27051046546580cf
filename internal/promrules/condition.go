package promrules

import (
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
	// isPresence: the tile is 1 for each series that the rule returns.
	isPresence bool
	// value is what every series has that the rule returns; nil: not known.
	value *float64
}

// conditionOf returns the condition under which a rule is active: while its
// expression returns a series. A comparison with a number becomes a threshold,
// so that charts and notifications show the value.
func conditionOf(expr parser.Expr) condition {
	if c, ok := comparison(expr); ok {
		return c.condition(expr)
	}
	text := expr.String()
	if expr.Type() == parser.ValueTypeScalar {
		text = "vector(" + text + ")"
	}
	c := condition{expr: "group without () (" + text + ")", threshold: 1, kind: stack.ThresholdAbove, isPresence: true}
	if value, ok := valueOf(expr); ok {
		c.value = &value
	}
	return c
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

// compared is an expression whose series are compared with a number.
type compared struct {
	series   parser.Expr
	kind     stack.ThresholdType
	number   float64
	isWithin bool // the comparison is only part of an expression
}

// condition shows all compared series where most of them do not breach, which a
// value of 0 is taken to tell. Otherwise the expression stays whole, and all
// that it returns breaches: alerts can't have too many groups.
func (c compared) condition(whole parser.Expr) condition {
	if !c.isWithin && !breaches(c.kind, 0, c.number) {
		whole = c.series
	}
	return condition{expr: bare(whole).String(), threshold: c.number, kind: c.kind}
}

// comparison returns what an expression says that compares series with a number.
func comparison(expr parser.Expr) (compared, bool) {
	binary, ok := bare(expr).(*parser.BinaryExpr)
	switch {
	case !ok:
		return compared{}, false
	case binary.Op == parser.LAND || binary.Op == parser.LUNLESS:
		c, ok := comparison(binary.LHS) // its values stay as they are
		c.isWithin = true
		return c, ok
	case !binary.Op.IsComparisonOperator() || binary.ReturnBool:
		return compared{}, false
	}
	series, op := binary.LHS, binary.Op
	number, isRight := numberOf(binary.RHS)
	if !isRight {
		if number, ok = numberOf(binary.LHS); !ok {
			return compared{}, false
		}
		series, op = binary.RHS, turned(op)
	}
	kind, ok := thresholdOf(op)
	return compared{series: series, kind: kind, number: number}, ok && series.Type() == parser.ValueTypeVector
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

// breaches reports whether a value breaches a threshold.
func breaches(kind stack.ThresholdType, value, threshold float64) bool {
	return evaluate.Rule{Comparison: kind, Threshold: threshold}.Breaches(value)
}
