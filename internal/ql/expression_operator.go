package ql

// expression reads any expression; c ? a : b is if(c, a, b).
func (p *expressionParser) expression() (Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	condition, err := p.or()
	if err != nil || !p.accept("?") {
		return condition, err
	}
	then, err := p.expression()
	if err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	otherwise, err := p.expression()
	if err != nil {
		return nil, err
	}
	return &Call{Pos: Pos(condition.At()), Name: "if", Args: []Node{condition, then, otherwise}}, nil
}

func (p *expressionParser) or() (Node, error) {
	items, err := p.chain("or", p.and)
	if err != nil {
		return nil, err
	}
	return disjunction(items), nil
}

func (p *expressionParser) and() (Node, error) {
	items, err := p.chain("and", p.not)
	if err != nil {
		return nil, err
	}
	return conjunction(items), nil
}

// chain reads operands with the key word between them.
func (p *expressionParser) chain(keyword string, operand func() (Node, error)) ([]Node, error) {
	var items []Node
	for {
		item, err := operand()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.acceptWord(keyword) {
			return items, nil
		}
	}
}

func (p *expressionParser) not() (Node, error) {
	at := p.peek().col
	if !p.acceptWord("not") {
		return p.comparison()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	node, err := p.not()
	if err != nil {
		return nil, err
	}
	return &Not{Pos: Pos(at), X: node}, nil
}

// comparison reads an operand and all comparisons and predicates after it,
// from left to right.
func (p *expressionParser) comparison() (Node, error) {
	node, err := p.arithmetic(levelConcat)
	for err == nil {
		next, more, failed := p.predicate(node)
		if !more || failed != nil {
			return next, failed
		}
		node = next
	}
	return nil, err
}

// predicate reads one comparison or predicate of left, if there is one.
func (p *expressionParser) predicate(left Node) (Node, bool, error) {
	pos, t := Pos(left.At()), p.peek()
	if op := comparisonOp(t); op != "" {
		p.take()
		right, err := p.arithmetic(levelConcat)
		return &Binary{Pos: pos, Op: op, Left: left, Right: right}, true, err
	}
	if p.acceptWord("is") {
		node, err := p.isNull(left)
		return node, true, err
	}
	if negates(t) && p.infix(p.second()) {
		p.take()
		node, err := p.membership(left)
		return &Not{Pos: pos, X: node}, true, err
	}
	if p.infix(t) {
		node, err := p.membership(left)
		return node, true, err
	}
	return left, false, nil
}

func negates(t token) bool { return t.keyword == "not" }

func (p *expressionParser) infix(t token) bool {
	switch t.keyword {
	case "in", "between", "like", "ilike":
		return true
	}
	return false
}

func comparisonOp(t token) Op {
	if t.kind != signToken {
		return ""
	}
	switch t.text {
	case "=", "==":
		return OpEqual
	case "!=", "<>":
		return OpNotEqual
	case "<", "<=", ">", ">=":
		return Op(t.text)
	}
	return ""
}

// isNull reads NULL or NOT NULL after IS.
func (p *expressionParser) isNull(x Node) (Node, error) {
	pos, negative := Pos(x.At()), p.acceptWord("not")
	if !p.acceptWord("null") {
		return nil, expected(p.peek().col, "NULL or NOT NULL after IS")
	}
	if negative {
		return &Not{Pos: pos, X: &IsNull{Pos: pos, X: x}}, nil
	}
	return &IsNull{Pos: pos, X: x}, nil
}

// membership reads IN, BETWEEN, LIKE or ILIKE and what follows it.
func (p *expressionParser) membership(x Node) (Node, error) {
	pos := Pos(x.At())
	switch p.take().keyword {
	case "in":
		items, err := p.inList()
		return &In{Pos: pos, X: x, Items: items}, err
	case "between":
		return p.between(x)
	case "like":
		pattern, err := p.arithmetic(levelConcat)
		return &Binary{Pos: pos, Op: OpLike, Left: x, Right: pattern}, err
	}
	pattern, err := p.arithmetic(levelConcat)
	return &Binary{Pos: pos, Op: OpILike, Left: x, Right: pattern}, err
}

func (p *expressionParser) between(x Node) (Node, error) {
	lo, err := p.arithmetic(levelConcat)
	if err != nil {
		return nil, err
	}
	if !p.acceptWord("and") {
		return nil, expected(p.peek().col, "AND between the ends of BETWEEN")
	}
	hi, err := p.arithmetic(levelConcat)
	if err != nil {
		return nil, err
	}
	return &Between{Pos: Pos(x.At()), X: x, Lo: lo, Hi: hi}, nil
}

// arithmetic reads operators that bind at least as tightly as wanted.
func (p *expressionParser) arithmetic(wanted level) (Node, error) {
	left, err := p.negative()
	for err == nil {
		op := arithmeticOp(p.peek())
		if op == "" || levelOfOp(op) < wanted {
			return left, nil
		}
		p.take()
		right, failed := p.arithmetic(levelOfOp(op) + 1)
		left, err = &Binary{Pos: Pos(left.At()), Op: op, Left: left, Right: right}, failed
	}
	return nil, err
}

func arithmeticOp(t token) Op {
	if t.kind != signToken {
		return ""
	}
	switch t.text {
	case "||", "+", "-", "*", "/", "%":
		return Op(t.text)
	}
	return ""
}

// negative reads signs and an operand. A sign becomes part of a literal.
func (p *expressionParser) negative() (Node, error) {
	at := p.peek().col
	if !p.accept("-") {
		return p.postfix()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	node, err := p.negative()
	if err != nil {
		return nil, err
	}
	if literal, ok := node.(*Literal); ok {
		if folded, ok := negated(literal); ok {
			folded.Pos = Pos(at)
			return folded, nil
		}
	}
	return &Negative{Pos: Pos(at), X: node}, nil
}
