package stack

import (
	"math"
	"slices"
)

const (
	// FormulasMax bounds the formulas of a tile.
	FormulasMax = 10
	// FormulaCharsMax bounds the text of a formula.
	FormulaCharsMax = 1024
	// FormulaDepthMax bounds the nesting of parentheses and signs.
	FormulaDepthMax = 64
	// FormulaOperandsMax is how many select items the letters A to Z can name.
	FormulaOperandsMax = 26
)

// Formula is a series that is computed from the select items of its tile,
// which it names A, B, C … by position.
type Formula struct {
	Expression   string        `json:"expression"`
	Alias        string        `json:"alias,omitempty"`
	NumberFormat *NumberFormat `json:"numberFormat,omitempty"`
	Axis         string        `json:"axis,omitempty" enum:"left,right" doc:"The axis that it is drawn on, in lines over time; left when absent."`
}

// check checks the formula for a tile with that many select items.
func (f Formula) check(p place, operands int) {
	p.at("alias").expression(f.Alias)
	f.NumberFormat.check(p)
	optionalOneOf(p.at("axis"), f.Axis, Axes())
	expression := p.at("expression")
	if len(f.Expression) > FormulaCharsMax {
		expression.breach("max_length", "must be at most %d characters", FormulaCharsMax)
		return
	}
	program, err := ParseFormula(f.Expression)
	if err != nil {
		expression.breach("syntax", "%s", err.Error())
		return
	}
	expression.check(program.Operands() > 0, "format", "must name at least one series by its letter")
	expression.check(program.Operands() <= operands, "reference", "must name only series that the tile selects")
}

// Op is the operation of a Step.
type Op byte

// The operations. Each pops its operands from the stack and pushes its result.
const (
	OpNumber  Op = iota // push Step.Number
	OpOperand           // push the value of select item Step.Operand
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpNeg
)

// Step is one instruction of a Program.
type Step struct {
	Op      Op
	Number  float64
	Operand int
}

// Program is a formula in postfix order: what is computed, without the
// parentheses.
type Program []Step

// Operands returns one more than the highest select item that the program
// names, zero when it names none.
func (g Program) Operands() int {
	highest := 0
	for _, s := range g {
		if s.Op == OpOperand {
			highest = max(highest, s.Operand+1)
		}
	}
	return highest
}

// Eval computes the program over the values of the select items. A value
// that is missing or NaN counts as 0. The answer is false, "no value", when
// something is divided by zero or the result is too large for a number; with
// an infinite value the result may be infinite.
func (g Program) Eval(values []float64) (float64, bool) {
	stack := make([]float64, 0, len(g))
	for _, s := range g {
		stack = s.apply(stack, values)
	}
	if len(stack) != 1 || math.IsNaN(stack[0]) || math.IsInf(stack[0], 0) && !slices.ContainsFunc(values, isInfinite) {
		return 0, false
	}
	return stack[0], true
}

func isInfinite(value float64) bool { return math.IsInf(value, 0) }

// apply runs one step. "No value" is NaN on the stack: arithmetic carries it
// to the end on its own.
func (s Step) apply(stack, values []float64) []float64 {
	switch s.Op {
	case OpNumber:
		return append(stack, s.Number)
	case OpOperand:
		return append(stack, operand(values, s.Operand))
	case OpNeg:
		stack[len(stack)-1] = -stack[len(stack)-1]
		return stack
	case OpAdd, OpSub, OpMul, OpDiv:
	}
	rest, left, right := stack[:len(stack)-2], stack[len(stack)-2], stack[len(stack)-1]
	return append(rest, s.binary(left, right))
}

func (s Step) binary(left, right float64) float64 {
	switch {
	case s.Op == OpAdd:
		return left + right
	case s.Op == OpSub:
		return left - right
	case s.Op == OpMul:
		return left * right
	case right == 0:
		return math.NaN()
	default:
		return left / right
	}
}

func operand(values []float64, i int) float64 {
	if i >= len(values) || math.IsNaN(values[i]) {
		return 0
	}
	return values[i]
}
