package promrules

import (
	"math"

	"github.com/prometheus/prometheus/promql/parser"
)

// numberOf returns the finite number that an expression always has.
func numberOf(expr parser.Expr) (float64, bool) {
	number, ok := folded(expr)
	return number, ok && !math.IsInf(number, 0) && !math.IsNaN(number)
}

// folded returns the number that an expression without series has.
func folded(expr parser.Expr) (float64, bool) {
	switch e := bare(expr).(type) {
	case *parser.NumberLiteral:
		return e.Val, true
	case *parser.UnaryExpr:
		number, ok := folded(e.Expr)
		if e.Op == parser.SUB {
			number = -number
		}
		return number, ok
	case *parser.BinaryExpr:
		left, isLeft := folded(e.LHS)
		right, isRight := folded(e.RHS)
		if !isLeft || !isRight {
			return 0, false
		}
		return calculated(e.Op, left, right)
	case *parser.Call:
		return math.Pi, e.Func.Name == "pi"
	}
	return 0, false
}

// calculated returns what an operator makes of two numbers. Those that compare
// return 1 or 0.
func calculated(op parser.ItemType, a, b float64) (float64, bool) {
	switch op {
	case parser.ADD:
		return a + b, true
	case parser.SUB:
		return a - b, true
	case parser.MUL:
		return a * b, true
	case parser.DIV:
		return a / b, true
	case parser.MOD:
		return math.Mod(a, b), true
	case parser.POW:
		return math.Pow(a, b), true
	case parser.ATAN2:
		return math.Atan2(a, b), true
	}
	kind, ok := thresholdOf(op)
	if !ok {
		return 0, false
	}
	if breaches(kind, a, b) {
		return 1, true
	}
	return 0, true
}

// valueOf returns the value that all series have which an expression returns.
func valueOf(expr parser.Expr) (float64, bool) {
	switch e := bare(expr).(type) {
	case *parser.BinaryExpr:
		if e.Op == parser.LAND || e.Op == parser.LUNLESS {
			return valueOf(e.LHS)
		}
	case *parser.AggregateExpr:
		return 1, e.Op == parser.GROUP
	case *parser.Call:
		switch e.Func.Name {
		case "absent", "absent_over_time":
			return 1, true
		case "vector":
			return folded(e.Args[0])
		}
	}
	return folded(expr)
}
