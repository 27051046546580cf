package ql

import (
	"strconv"
	"strings"
)

// caseOf reads CASE … END with or without an operand.
func (p *expressionParser) caseOf() (Node, error) {
	node := &Case{Pos: Pos(p.take().col)}
	var err error
	if p.peek().keyword != "when" {
		if node.Operand, err = p.expression(); err != nil {
			return nil, err
		}
	}
	for p.acceptWord("when") {
		when, err := p.when()
		if err != nil {
			return nil, err
		}
		node.Whens = append(node.Whens, when)
	}
	if len(node.Whens) == 0 {
		return nil, p.unexpected("WHEN")
	}
	if p.acceptWord("else") {
		if node.Else, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if !p.acceptWord("end") {
		return nil, p.unexpected("WHEN, ELSE or END")
	}
	return node, nil
}

func (p *expressionParser) when() (When, error) {
	condition, err := p.expression()
	if err != nil {
		return When{}, err
	}
	if !p.acceptWord("then") {
		return When{}, p.unexpected("THEN")
	}
	then, err := p.expression()
	return When{If: condition, Then: then}, err
}

// cast reads CAST(x AS type).
func (p *expressionParser) cast() (Node, error) {
	pos := Pos(p.take().col)
	if err := p.expect("("); err != nil {
		return nil, err
	}
	x, err := p.expression()
	if err != nil {
		return nil, err
	}
	if !p.acceptWord("as") {
		return nil, p.unexpected("AS and a type")
	}
	t, err := p.castType(0)
	if err != nil {
		return nil, err
	}
	return &Cast{Pos: pos, X: x, Type: t}, p.expect(")")
}

// interval reads INTERVAL n unit.
func (p *expressionParser) interval() (Node, error) {
	pos, sign := Pos(p.take().col), ""
	if p.accept("-") {
		sign = "-"
	}
	number, err := p.intervalNumber()
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(sign+number.text, 10, 64)
	if number.kind != integerToken || err != nil {
		return nil, expected(number.col, "an integer after INTERVAL")
	}
	unit := p.take()
	name, known := unitName(unit.text)
	if unit.kind != nameToken || !known {
		return nil, expected(unit.col, "a unit of time such as MINUTE")
	}
	return &Interval{Pos: pos, N: n, Unit: name}, nil
}

// intervalNumber reads the number of an interval, which may be a placeholder
// of the template.
func (p *expressionParser) intervalNumber() (token, error) {
	if p.peek().kind != macroToken {
		return p.take(), nil
	}
	at := p.peek().col
	node, err := p.macro()
	if err != nil {
		return token{}, err
	}
	literal, ok := node.(*Literal)
	if !ok || literal.Kind != Integer {
		return token{}, expected(at, "an integer after INTERVAL")
	}
	return token{kind: integerToken, text: literal.Text, col: at}, nil
}

// unitName returns the upper-case singular of a unit of time.
func unitName(text string) (string, bool) {
	name := strings.TrimSuffix(strings.ToUpper(text), "S")
	switch name {
	case "NANOSECOND", "MICROSECOND", "MILLISECOND", "SECOND", "MINUTE", "HOUR",
		"DAY", "WEEK", "MONTH", "QUARTER", "YEAR":
		return name, true
	}
	return "", false
}
