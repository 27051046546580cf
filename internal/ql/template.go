package ql

import (
	"strings"
	"time"
)

// Template is what the macros and variables of a statement stand for.
type Template struct {
	Path      string // the place of the text in the request, for details
	From, To  time.Time
	Step      time.Duration // the width of a bucket, at least a second
	Filters   Node          // what $__filters stands for; nil: everything
	Variables []Variable    // those that are not listed hold nothing
	// Table returns the table of the source for a type of metric, "" for none
	// and where the template has no source.
	Table func(metricType string) string
}

// Variable is a variable of a template and what is chosen for it.
type Variable struct {
	Name       string
	Values     []string // none: nothing is chosen
	Expression Node     // what $__filter($name) compares; may be nil
}

// variable returns the variable of that name; an unknown one holds nothing.
func (t *Template) variable(name string) Variable {
	for _, v := range t.Variables {
		if v.Name == name {
			return v
		}
	}
	return Variable{Name: name}
}

// substitute reads $__macro, $variable, ${variable} or ${variable:format}.
func (l *lexer) substitute() (token, error) {
	at := l.col
	l.skip(1)
	braced := l.byteAt(0) == '{'
	if braced {
		l.skip(1)
	}
	t := token{kind: variableToken, text: l.word(), col: at}
	if braced && l.byteAt(0) == ':' {
		l.skip(1)
		t.keyword = l.word()
	}
	if braced && l.byteAt(0) != '}' || t.text == "" || isDigit(t.text[0]) {
		return t, refused(at, "expected a macro or a variable such as $__timeFilter or ${name}")
	}
	if braced {
		l.skip(1)
		return t, nil
	}
	if name, macro := strings.CutPrefix(t.text, "__"); macro {
		t.kind, t.text = macroToken, name
	}
	return t, nil
}

// placeholder reads {name:Type}.
func (l *lexer) placeholder() (token, error) {
	at, from := l.col, l.off
	l.skip(1)
	l.word()
	if l.byteAt(0) == ':' {
		l.skip(1)
	}
	l.word()
	if l.byteAt(0) != '}' {
		return token{}, refused(at, "only the placeholders of the time range are allowed")
	}
	l.skip(1)
	return token{kind: macroToken, text: l.text[from:l.off], col: at}, nil
}

func (l *lexer) word() string {
	from := l.off
	for isNameByte(l.byteAt(0)) {
		l.skip(1)
	}
	return l.text[from:l.off]
}

// variable reads a variable that stands for a value.
func (p *expressionParser) variable() (Node, error) {
	t := p.take()
	values := p.template.variable(t.text).Values
	pos := Pos(t.col)
	switch t.keyword {
	case "", "sqlstring":
		return anyOf(pos, values), nil
	case "csv":
		return textOf(pos, strings.Join(values, ",")), nil
	case "regex":
		return textOf(pos, anyPattern(values)), nil
	}
	return nil, expected(t.col, "sqlstring, csv or regex as the format")
}

// anyPattern returns a regular expression that the values match.
func anyPattern(values []string) string {
	if len(values) == 0 {
		return ".*"
	}
	return "(" + strings.Join(values, "|") + ")"
}

// anyOf returns the value, a tuple of several, or NULL for none.
func anyOf(pos Pos, values []string) Node {
	items := texts(pos, values)
	if len(items) == 1 {
		return items[0]
	}
	return &Tuple{Pos: pos, Items: items}
}

// texts returns the values as literals, and NULL for none.
func texts(pos Pos, values []string) []Node {
	if len(values) == 0 {
		return []Node{&Literal{Pos: pos, Kind: Null, Text: "NULL"}}
	}
	items := make([]Node, len(values))
	for i, value := range values {
		items[i] = textOf(pos, value)
	}
	return items
}

func textOf(pos Pos, text string) *Literal {
	return &Literal{Pos: pos, Kind: StringText, Text: text}
}

// variableList reads a lone variable that stands for the items of a list.
func (p *expressionParser) variableList(closing string) ([]Node, error) {
	t := p.take()
	if t.keyword != "" && t.keyword != "sqlstring" {
		return nil, expected(t.col, "a variable without a format in a list")
	}
	return texts(Pos(t.col), p.template.variable(t.text).Values), p.expect(closing)
}
