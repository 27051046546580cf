package ql

// clause reads one clause without its prefix: a group, a phrase, a word, or
// a field and its value.
func (p *luceneParser) clause(after string) (Node, error) {
	switch p.peek() {
	case '(':
		return p.group()
	case '"':
		return p.phrase()
	case '[', '{':
		if p.field != "" {
			return p.span(p.field, p.col)
		}
	case '<', '>':
		if p.field != "" {
			return p.comparison(p.field, p.col)
		}
	}
	if err := p.checkTerm(after); err != nil {
		return nil, err
	}
	return p.wordOrField()
}

// checkTerm refuses what can't begin a word.
func (p *luceneParser) checkTerm(after string) error {
	r := p.peek()
	switch {
	case r == 0 || r == ')':
		return p.missingTerm(after)
	case r == ':':
		return expected(p.col, `a field before ":"`)
	case r == '[' || r == '{':
		return expected(p.col, `a field before a range; put "\" before a special character`)
	case delimits(r):
		return expected(p.col, `a term; put "\" before a special character`)
	case p.at("AND", "&&") || p.at("OR", "||"):
		return expected(p.col, "a term before the operator")
	}
	return nil
}

func (p *luceneParser) missingTerm(after string) error {
	if after == "" {
		return expected(p.col, "a term")
	}
	return expected(p.col, `a term after "%s"`, after)
}

func (p *luceneParser) group() (Node, error) {
	at := p.col
	if err := p.enter(at); err != nil {
		return nil, err
	}
	defer p.leave()
	p.next()
	node, err := p.or("(")
	if err != nil {
		return nil, err
	}
	if p.next() != ')' {
		return nil, expected(at, `a closing ")" for this one`)
	}
	return node, nil
}

// phrase reads a quoted text that stands without a field of its own.
func (p *luceneParser) phrase() (Node, error) {
	at := Pos(p.col)
	text, err := p.quoted()
	if err != nil {
		return nil, err
	}
	switch {
	case text == "":
		return &All{Pos: at}, nil
	case p.field != "":
		return &Term{Pos: at, Field: p.field, Text: text, Match: Substring}, nil
	}
	return &Term{Pos: at, Text: text, Match: bareMatch(text)}, nil
}

func (p *luceneParser) wordOrField() (Node, error) {
	at := p.col
	w, err := p.word(false)
	if err != nil {
		return nil, err
	}
	if p.peek() != ':' {
		return term(p.field, w, at), nil
	}
	if len(w.text) > NameBytesMax {
		return nil, overLimit(at, NameBytesMax, "bytes in a field name")
	}
	p.next()
	node, err := p.value(w.text, at)
	if _, present := node.(*Exists); present && w.stars() {
		return &All{Pos: Pos(at)}, nil
	}
	return node, err
}

// term makes the leaf of an unquoted word on a field, "" for the implicit one.
func term(field string, w word, at int) Node {
	pos := Pos(at)
	if w.stars() && field == "" {
		return &All{Pos: pos}
	}
	if w.stars() {
		return &Exists{Pos: pos, Field: field}
	}
	text := w.text[w.lead : len(w.text)-w.trail]
	return &Term{Pos: pos, Field: field, Text: text, Match: wordMatch(field, w)}
}

func wordMatch(field string, w word) Match {
	switch {
	case w.lead > 0 && w.trail > 0:
		return Contains
	case w.lead > 0:
		return Suffix
	case w.trail > 0:
		return Prefix
	case field != "":
		return Substring
	}
	return bareMatch(w.text)
}

// value reads what stands after the colon of a field.
func (p *luceneParser) value(field string, at int) (Node, error) {
	switch p.peek() {
	case '(':
		return p.fieldGroup(field)
	case '"':
		return p.exact(field, at)
	case '[', '{':
		return p.span(field, at)
	case '<', '>':
		return p.comparison(field, at)
	}
	if delimits(p.peek()) {
		return nil, expected(p.col, `a value after ":"`)
	}
	w, err := p.word(false)
	if err != nil {
		return nil, err
	}
	return term(field, w, at), nil
}

func (p *luceneParser) exact(field string, at int) (Node, error) {
	text, err := p.quoted()
	if err != nil {
		return nil, err
	}
	return &Term{Pos: Pos(at), Field: field, Text: text, Match: Exact}, nil
}

// fieldGroup reads a group whose terms are all about the field.
func (p *luceneParser) fieldGroup(field string) (Node, error) {
	outer := p.field
	p.field = field
	node, err := p.group()
	p.field = outer
	return node, err
}
