package stack_test

import (
	"math"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestFormulaEval(t *testing.T) {
	t.Parallel()
	f := func(expression string, want float64, values ...float64) {
		t.Helper()
		program, err := stack.ParseFormula(expression)
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		got, ok := program.Eval(values)
		if math.IsNaN(want) {
			if ok {
				t.Errorf("%s over %v = %v, want no value", expression, values, got)
			}
			return
		}
		if !ok || got != want {
			t.Errorf("%s over %v = %v, %t, want %v", expression, values, got, ok, want)
		}
	}
	none := math.NaN()
	f("A", 7, 7)
	f("Z", 0, 7)
	f("A + B", 7, 7, math.NaN())
	f("A - B - C", 1, 6, 3, 2)
	f("A / B / C", 1, 12, 4, 3)
	f("A + B * C", 14, 2, 3, 4)
	f("(A + B) * C", 20, 2, 3, 4)
	f("-A * -B", 6, 2, 3)
	f("--A", 2, 2)
	f("2 - -A", 5, 3)
	f("1.5 + .5", 2)
	f("\tA\n*\r2 ", 8, 4)
	f("A / B", none, 1, 0)
	f("A / B", none, 1)
	f("0 / 0", none)
	f("A / B + C", none, 1, 0, 5)
	f("A * B", none, math.MaxFloat64, 2)
	f("A / (B - B)", none, 1, 5)
}

func TestFormulaErrorsSayThePosition(t *testing.T) {
	t.Parallel()
	f := func(expression, want string) {
		t.Helper()
		_, err := stack.ParseFormula(expression)
		expectMessage(t, expression, err, want)
	}
	const operand = "expected a number, a letter A to Z or a parenthesis at position "
	f("", operand+"1")
	f("   ", operand+"4")
	f("A +", operand+"4")
	f("a", operand+"1")
	f("+A", operand+"1")
	f("A ** B", operand+"4")
	f("é", operand+"1")
	f("ä + A", operand+"1")
	f("A B", "expected an operator at position 3")
	f("AB", "expected an operator at position 2")
	f("2A", "expected an operator at position 2")
	f("A)", "expected an operator at position 2")
	f("(A", "expected a closing parenthesis at position 3")
	f("()", operand+"2")
	f("A + 1.2.3", "expected a decimal number at position 5")
	f(".", "expected a decimal number at position 1")
	f("1e5", "expected an operator at position 2")
	f(strings.Repeat("9", 400), "expected a decimal number at position 1")
}

func TestFormulaLimits(t *testing.T) {
	t.Parallel()
	f := func(expression, want string) {
		t.Helper()
		_, err := stack.ParseFormula(expression)
		expectMessage(t, expression, err, want)
	}
	nested := func(open, end string, n int) string { return strings.Repeat(open, n) + "A" + strings.Repeat(end, n) }
	f(nested("(", ")", stack.FormulaDepthMax), "")
	f(nested("(", ")", stack.FormulaDepthMax+1), "nested too deeply at position 66")
	f(nested("-", "", stack.FormulaDepthMax), "")
	f(nested("-", "", stack.FormulaDepthMax+1), "nested too deeply at position 66")
	f("A"+strings.Repeat("+A", (stack.FormulaCharsMax-1)/2), "")
	f(strings.Repeat("A", stack.FormulaCharsMax+1), "must be at most 1024 characters")
}

func TestFormulaOperands(t *testing.T) {
	t.Parallel()
	f := func(expression string, want int) {
		t.Helper()
		program, err := stack.ParseFormula(expression)
		if err != nil || program.Operands() != want {
			t.Errorf("%s: %d operands, %v, want %d", expression, program.Operands(), err, want)
		}
	}
	f("1", 0)
	f("A", 1)
	f("C + A", 3)
	f("Z", stack.FormulaOperandsMax)
}
