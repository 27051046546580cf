package ql

import (
	"slices"
	"strconv"
)

// postfix reads an operand and the [key], .name, .1 and ::type after it.
func (p *expressionParser) postfix() (Node, error) {
	node, err := p.primary()
	for err == nil {
		pos := Pos(node.At())
		switch {
		case p.accept("["):
			key, failed := p.enclosed("]")
			node, err = &Index{Pos: pos, X: node, Key: key}, failed
		case p.accept("."):
			node, err = p.element(node)
		case p.accept("::"):
			t, failed := p.castType(0)
			node, err = &Cast{Pos: pos, X: node, Type: t}, failed
		default:
			return node, nil
		}
	}
	return nil, err
}

// enclosed reads an expression and the bracket that closes it.
func (p *expressionParser) enclosed(closing string) (Node, error) {
	node, err := p.expression()
	if err != nil {
		return nil, err
	}
	return node, p.expect(closing)
}

func (p *expressionParser) element(x Node) (Node, error) {
	pos, t := Pos(x.At()), p.take()
	switch t.kind {
	case integerToken:
		position, err := strconv.Atoi(t.text)
		if err != nil || position < 1 || position > ListItemsMax {
			return nil, expected(t.col, "a position from 1 to %d", ListItemsMax)
		}
		return &Element{Pos: pos, X: x, Position: position}, nil
	case nameToken, quotedToken:
		return &Element{Pos: pos, X: x, Name: t.text}, checkName(t)
	case endToken, stringToken, floatToken, signToken, macroToken, variableToken:
	}
	return nil, expected(t.col, `a name or a position after "."`)
}

func checkName(t token) error {
	if len(t.text) > NameBytesMax {
		return overLimit(t.col, NameBytesMax, "bytes in a name")
	}
	return nil
}

func (p *expressionParser) primary() (Node, error) {
	switch p.peek().kind {
	case integerToken, floatToken, stringToken:
		return p.literal()
	case quotedToken:
		return p.column()
	case nameToken:
		return p.named()
	case macroToken:
		return p.macro()
	case variableToken:
		return p.variable()
	case endToken, signToken:
	}
	return p.bracketed()
}

// bracketed reads what a bracket encloses.
func (p *expressionParser) bracketed() (Node, error) {
	pos := Pos(p.peek().col)
	switch {
	case p.accept("("):
		return p.parenthesised(pos)
	case p.accept("["):
		items, err := p.items("]", p.expression)
		return &Array{Pos: pos, Items: items}, err
	}
	return nil, p.unexpected("a value")
}

// literal reads a number, a string, NULL, true or false.
func (p *expressionParser) literal() (Node, error) {
	t := p.take()
	literal := &Literal{Pos: Pos(t.col), Text: t.text}
	switch {
	case t.kind == integerToken:
		literal.Kind = Integer
	case t.kind == floatToken:
		literal.Kind = Float
	case t.kind == stringToken:
		literal.Kind = StringText
	case t.keyword == "null":
		literal.Kind, literal.Text = Null, "NULL"
	case t.keyword == "true" || t.keyword == "false":
		literal.Kind, literal.Text = Bool, t.keyword
	default:
		return nil, expected(t.col, "a literal")
	}
	return literal, nil
}

// named reads what an unquoted name or key word begins.
func (p *expressionParser) named() (Node, error) {
	t := p.peek()
	switch t.keyword {
	case "null", "true", "false":
		return p.literal()
	case "case":
		return p.caseOf()
	case "cast":
		return p.cast()
	case "interval":
		return p.interval()
	case "":
		if p.second().isSign("(") {
			return p.call()
		}
		return p.column()
	}
	return nil, p.unexpected("a value")
}

// column reads a column, or a parameter of an open lambda.
func (p *expressionParser) column() (Node, error) {
	first := p.take()
	if p.at("(") {
		return nil, refused(first.col, "a function is called by its name without quotes")
	}
	if slices.Contains(p.scope, first.text) {
		return &Param{Pos: Pos(first.col), Name: first.text}, nil
	}
	path, err := []string{first.text}, checkName(first)
	for err == nil && p.at(".") && (p.second().kind == nameToken || p.second().kind == quotedToken) {
		p.take()
		err = checkName(p.peek())
		path = append(path, p.take().text)
	}
	return &Column{Pos: Pos(first.col), Path: path}, err
}

// parenthesised reads an expression or a tuple behind its opening bracket.
func (p *expressionParser) parenthesised(pos Pos) (Node, error) {
	if p.at(")") {
		return nil, expected(p.peek().col, "a value")
	}
	items, err := p.items(")", p.expression)
	if err == nil && len(items) == 1 {
		return items[0], nil
	}
	return &Tuple{Pos: pos, Items: items}, err
}

// items reads none or more items between commas and the bracket that closes
// them.
func (p *expressionParser) items(closing string, read func() (Node, error)) ([]Node, error) {
	if p.accept(closing) {
		return nil, nil
	}
	var items []Node
	for {
		if len(items) == ListItemsMax {
			return nil, overLimit(p.peek().col, ListItemsMax, "items in a list")
		}
		item, err := read()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if p.accept(closing) {
			return items, nil
		}
		if !p.accept(",") {
			return nil, p.unexpected(`"," or "` + closing + `"`)
		}
	}
}

// inList reads the items after IN. Only literals can stand there: the engine
// takes a lone name there for a table.
func (p *expressionParser) inList() ([]Node, error) {
	closing := ")"
	if p.at("[") {
		closing = "]"
	}
	if !p.accept("(") && !p.accept("[") {
		return nil, p.unexpected("a list in parentheses after IN")
	}
	if p.at(closing) {
		return nil, expected(p.peek().col, "a literal")
	}
	if p.peek().kind == variableToken {
		return p.variableList(closing)
	}
	return p.items(closing, p.constant)
}

// constant reads a literal, or a tuple or an array of constants.
func (p *expressionParser) constant() (Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.peek()
	switch {
	case p.accept("("):
		return p.constantTuple(Pos(t.col))
	case p.accept("["):
		items, err := p.items("]", p.constant)
		return &Array{Pos: Pos(t.col), Items: items}, err
	case p.at("-"):
		return p.negativeConstant()
	case isStatementWord(t.keyword):
		return nil, p.unexpected("a literal")
	}
	return p.literal()
}

func (p *expressionParser) constantTuple(pos Pos) (Node, error) {
	if p.at(")") {
		return nil, expected(p.peek().col, "a literal")
	}
	items, err := p.items(")", p.constant)
	if err == nil && len(items) == 1 {
		return items[0], nil
	}
	return &Tuple{Pos: pos, Items: items}, err
}

func (p *expressionParser) negativeConstant() (Node, error) {
	at, operand := p.take().col, p.peek().col
	literal, err := p.literal()
	if err != nil {
		return nil, err
	}
	if number, ok := literal.(*Literal); ok {
		if folded, ok := negated(number); ok {
			folded.Pos = Pos(at)
			return folded, nil
		}
	}
	return nil, expected(operand, "a number")
}
