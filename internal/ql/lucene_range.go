package ql

// comparison reads <5, <=5, >5 or >=5.
func (p *luceneParser) comparison(field string, at int) (Node, error) {
	op := Op(string(p.next()))
	if p.peek() == '=' {
		p.next()
		op += "="
	}
	if r := p.peek(); r != '"' && delimits(r) {
		return nil, expected(p.col, `a value after "%s"`, op)
	}
	value, _, err := p.bare()
	if err != nil {
		return nil, err
	}
	return &Compare{Pos: Pos(at), Field: field, Op: op, Value: value}, nil
}

// bare reads a quoted or unquoted value of a comparison or range. The second
// answer says that it is a lone star.
func (p *luceneParser) bare() (Value, bool, error) {
	if p.peek() == '"' {
		text, err := p.quoted()
		return Value{Text: text, Quoted: true}, false, err
	}
	w, err := p.word(true)
	return Value{Text: w.text}, w.stars(), err
}

// span reads a range from its opening bracket to its closing one.
func (p *luceneParser) span(field string, at int) (Node, error) {
	opening := p.col
	exclusive := p.next() == '{'
	lo, err := p.bound(opening)
	if err != nil {
		return nil, err
	}
	if p.space(); !p.atName("TO") {
		return nil, expected(p.col, `"TO" between the ends of the range`)
	}
	p.skip(len("TO"))
	hi, err := p.bound(opening)
	if err != nil {
		return nil, err
	}
	closing, err := p.closing(opening)
	if err != nil {
		return nil, err
	}
	if lo.Open && hi.Open {
		return &Exists{Pos: Pos(at), Field: field}, nil
	}
	lo.Exclusive = exclusive && !lo.Open
	hi.Exclusive = closing == '}' && !hi.Open
	return &Range{Pos: Pos(at), Field: field, Lo: lo, Hi: hi}, nil
}

// closing reads the bracket that ends a range.
func (p *luceneParser) closing(opening int) (rune, error) {
	p.space()
	at := p.col
	switch r := p.next(); r {
	case ']', '}':
		return r, nil
	case 0:
		return r, unclosedRange(opening)
	}
	return 0, expected(at, `"]" or "}"`)
}

func unclosedRange(opening int) error {
	return expected(opening, `a closing "]" or "}" for this one`)
}

func (p *luceneParser) bound(opening int) (Bound, error) {
	p.space()
	if p.done() {
		return Bound{}, unclosedRange(opening)
	}
	if r := p.peek(); r != '"' && r != ':' && delimits(r) {
		return Bound{}, expected(p.col, `a value or "*" as an end of the range`)
	}
	value, open, err := p.bare()
	if open {
		value = Value{}
	}
	return Bound{Value: value, Open: open}, err
}
