package stack

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// ParseFormula reads an arithmetic expression of + - * /, unary minus,
// parentheses, decimal numbers and the letters A to Z. A failure is an
// Invalid fault that says the position, counted in characters from 1.
func ParseFormula(expression string) (Program, error) {
	if len(expression) > FormulaCharsMax {
		return nil, fault.New(fault.Invalid, "must be at most %d characters", FormulaCharsMax)
	}
	p := formulaParser{text: []rune(expression)}
	p.sum(0)
	if p.err == nil && p.peek() != 0 {
		p.fail("expected an operator")
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.out, nil
}

// formulaParser is a recursive descent parser that writes postfix steps. The
// first failure stops it: peek returns the end from then on.
type formulaParser struct {
	text []rune
	next int
	out  Program
	err  error
}

func (p *formulaParser) fail(problem string) {
	if p.err == nil {
		p.err = fault.New(fault.Invalid, "%s at position %d", problem, p.next+1)
	}
}

// peek returns the next character that is no blank, and 0 at the end.
func (p *formulaParser) peek() rune {
	for p.next < len(p.text) && strings.ContainsRune(" \t\r\n", p.text[p.next]) {
		p.next++
	}
	if p.err != nil || p.next == len(p.text) {
		return 0
	}
	return p.text[p.next]
}

// take consumes the next character if it is one of the set.
func (p *formulaParser) take(set string) (rune, bool) {
	r := p.peek()
	if r == 0 || !strings.ContainsRune(set, r) {
		return 0, false
	}
	p.next++
	return r, true
}

func (p *formulaParser) sum(depth int) {
	p.product(depth)
	for {
		sign, ok := p.take("+-")
		if !ok {
			return
		}
		p.product(depth)
		p.emit(map[rune]Op{'+': OpAdd, '-': OpSub}[sign])
	}
}

func (p *formulaParser) product(depth int) {
	p.factor(depth)
	for {
		sign, ok := p.take("*/")
		if !ok {
			return
		}
		p.factor(depth)
		p.emit(map[rune]Op{'*': OpMul, '/': OpDiv}[sign])
	}
}

func (p *formulaParser) emit(op Op) { p.out = append(p.out, Step{Op: op}) }

func (p *formulaParser) factor(depth int) {
	if depth > FormulaDepthMax {
		p.fail("nested too deeply")
		return
	}
	if _, ok := p.take("-"); ok {
		p.factor(depth + 1)
		p.emit(OpNeg)
		return
	}
	if _, ok := p.take("("); ok {
		p.group(depth + 1)
		return
	}
	p.atom()
}

func (p *formulaParser) group(depth int) {
	p.sum(depth)
	if _, ok := p.take(")"); !ok {
		p.fail("expected a closing parenthesis")
	}
}

func (p *formulaParser) atom() {
	r := p.peek()
	switch {
	case r >= 'A' && r <= 'Z':
		p.next++
		p.out = append(p.out, Step{Op: OpOperand, Operand: int(r - 'A')})
	case r == '.' || r >= '0' && r <= '9':
		p.number()
	default:
		p.fail("expected a number, a letter A to Z or a parenthesis")
	}
}

func (p *formulaParser) number() {
	start := p.next
	for p.next < len(p.text) && strings.ContainsRune("0123456789.", p.text[p.next]) {
		p.next++
	}
	v, err := strconv.ParseFloat(string(p.text[start:p.next]), 64)
	if err != nil {
		p.next = start
		p.fail("expected a decimal number")
		return
	}
	p.out = append(p.out, Step{Op: OpNumber, Number: v})
}
