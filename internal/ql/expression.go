package ql

// ParseOptions say where a text of the SQL language stands.
type ParseOptions struct {
	Path       string // the place of the text in the request, for details
	Aggregates bool   // whether aggregate functions may be called
}

// ParseCondition parses a boolean SQL expression. The empty text is All. A
// text outside of the language is an Invalid fault whose detail has the
// options' path and whose cause is a SyntaxError; so with all parsers here.
func ParseCondition(text string, options ParseOptions) (Node, error) {
	return parse(text, options, func(p *expressionParser) (Node, error) {
		if p.peek().kind == endToken {
			return &All{Pos: 1}, nil
		}
		return p.only()
	})
}

// ParseExpression parses one SQL expression. The empty text is refused.
func ParseExpression(text string, options ParseOptions) (Node, error) {
	return parse(text, options, (*expressionParser).only)
}

// parse runs a reader over the tokens of text and makes a fault of its error.
func parse[T any](text string, options ParseOptions, read func(*expressionParser) (T, error)) (T, error) {
	var none T
	tokens, err := lex(text, TextBytesMax)
	if err != nil {
		return none, refusal(options.Path, err)
	}
	answer, err := read(&expressionParser{tokens: tokens, options: options})
	if err != nil {
		return none, refusal(options.Path, err)
	}
	return answer, nil
}

// expressionParser is a recursive descent over the tokens of one text.
type expressionParser struct {
	tokens      []token
	next        int
	options     ParseOptions
	meter       meter
	brackets    int
	growth      int
	scope       []string // the parameters of the open lambdas
	inAggregate bool
	template    *Template // of a statement; nil for expressions
	statements  int
	given       map[string]*Statement // what WITH names
}

func (p *expressionParser) peek() token { return p.tokens[p.next] }

// second returns the token after the next one.
func (p *expressionParser) second() token {
	return p.tokens[min(p.next+1, len(p.tokens)-1)]
}

// take returns the next token and passes over it; the end stays.
func (p *expressionParser) take() token {
	t := p.peek()
	if t.kind != endToken {
		p.next++
	}
	return t
}

func (p *expressionParser) at(sign string) bool { return p.peek().isSign(sign) }

func (p *expressionParser) accept(sign string) bool {
	if !p.at(sign) {
		return false
	}
	p.next++
	return true
}

func (p *expressionParser) expect(sign string) error {
	if !p.accept(sign) {
		return expected(p.peek().col, `"%s"`, sign)
	}
	return nil
}

func (p *expressionParser) acceptWord(keyword string) bool {
	if p.peek().keyword != keyword {
		return false
	}
	p.next++
	return true
}

func (p *expressionParser) enter() error {
	p.brackets++
	if p.brackets > BracketsMax {
		return overLimit(p.peek().col, BracketsMax, "open brackets")
	}
	return nil
}

func (p *expressionParser) leave() { p.brackets-- }

// only reads one measured expression and the end.
func (p *expressionParser) only() (Node, error) {
	node, err := p.measured()
	if err != nil {
		return nil, err
	}
	return node, p.end()
}

func (p *expressionParser) end() error {
	if t := p.peek(); t.kind != endToken {
		return p.unexpected("an operator or the end")
	}
	return nil
}

// unexpected returns the error of a token that stands where something else
// was expected, and says more where a whole language part is missing.
func (p *expressionParser) unexpected(expectation string) error {
	if t := p.peek(); isStatementWord(t.keyword) {
		return refused(t.col, "statements and clauses are not allowed; quote the name of a column")
	}
	return expected(p.peek().col, "%s", expectation)
}

func (p *expressionParser) measured() (Node, error) {
	node, err := p.expression()
	if err != nil {
		return nil, err
	}
	return node, p.meter.check(node, 1)
}
