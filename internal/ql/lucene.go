package ql

import "unicode"

// ParseLucene parses a text of the Lucene-like language. The empty text is
// All. A text outside of the language is an Invalid fault whose detail has
// the given path and whose cause is a SyntaxError.
func ParseLucene(path, text string) (Node, error) {
	node, err := parseLucene(text)
	if err != nil {
		return nil, refusal(path, err)
	}
	return node, nil
}

func parseLucene(text string) (Node, error) {
	if err := checkText(text, TextBytesMax); err != nil {
		return nil, err
	}
	p := luceneParser{cursor: cursor{text: text, col: 1}}
	p.space()
	if p.done() {
		return &All{Pos: 1}, nil
	}
	node, err := p.or("")
	if err != nil {
		return nil, err
	}
	if !p.done() {
		return nil, expected(p.col, `"(" before ")"`)
	}
	return node, new(meter).check(node, 1)
}

// luceneParser is a recursive descent over characters: what a character means
// depends on whether a clause, a value or a range is being read.
type luceneParser struct {
	cursor
	field    string // of the field group that is open, "" outside of one
	brackets int
}

func (p *luceneParser) or(after string) (Node, error) {
	var items []Node
	for {
		item, err := p.and(after)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if after = p.operator("OR", "||"); after == "" {
			return disjunction(items), nil
		}
	}
}

func (p *luceneParser) and(after string) (Node, error) {
	var items []Node
	for {
		item, err := p.not(after)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		after = p.operator("AND", "&&")
		if after == "" && (p.done() || p.peek() == ')' || p.at("OR", "||")) {
			return conjunction(items), nil
		}
	}
}

// operator passes over the operator if it is ahead, and returns how it was
// written, "" if it is not there.
func (p *luceneParser) operator(name, sign string) string {
	p.space()
	if !p.at(name, sign) {
		return ""
	}
	written := name
	if p.has(sign) {
		written = sign
	}
	p.skip(len(written))
	return written
}

func (p *luceneParser) at(name, sign string) bool { return p.has(sign) || p.atName(name) }

// atName says that an operator's name is ahead and ends there.
func (p *luceneParser) atName(name string) bool {
	if !p.has(name) {
		return false
	}
	ahead := p.cursor
	ahead.skip(len(name))
	r := ahead.peek()
	return r == 0 || r == '(' || r == ')' || r == '"' || unicode.IsSpace(r)
}

func (p *luceneParser) not(after string) (Node, error) {
	p.space()
	at := p.col
	if !p.atName("NOT") {
		return p.prefixed(after)
	}
	p.skip(len("NOT"))
	if err := p.enter(at); err != nil {
		return nil, err
	}
	defer p.leave()
	node, err := p.not("NOT")
	if err != nil {
		return nil, err
	}
	return &Not{Pos: Pos(at), X: node}, nil
}

// prefixed reads a clause and the +, - or ! before it.
func (p *luceneParser) prefixed(after string) (Node, error) {
	at, sign := p.col, p.peek()
	if !isPrefix(sign) {
		return p.decorated(after)
	}
	p.next()
	if r := p.peek(); r == 0 || r == ')' || isPrefix(r) || unicode.IsSpace(r) {
		return nil, expected(p.col, `a term after "%c"; quote the text to search for the sign`, sign)
	}
	node, err := p.decorated(string(sign))
	if err != nil || sign == '+' {
		return node, err
	}
	return &Not{Pos: Pos(at), X: node}, nil
}

func isPrefix(r rune) bool { return r == '+' || r == '-' || r == '!' }

// decorated reads a clause and the ~ and ^ after it, which mean nothing here.
func (p *luceneParser) decorated(after string) (Node, error) {
	node, err := p.clause(after)
	if err != nil {
		return nil, err
	}
	for p.peek() == '~' || p.peek() == '^' {
		p.next()
		for isDigit(p.byteAt(0)) || p.peek() == '.' {
			p.next()
		}
	}
	if r := p.peek(); r != 0 && r != '(' && r != ')' && !unicode.IsSpace(r) {
		return nil, expected(p.col, `a space or an operator; put "\" before a special character`)
	}
	return node, nil
}

func (p *luceneParser) enter(at int) error {
	p.brackets++
	if p.brackets > BracketsMax {
		return overLimit(at, BracketsMax, "open brackets")
	}
	return nil
}

func (p *luceneParser) leave() { p.brackets-- }
