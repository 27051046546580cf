package ql

import (
	"strconv"
	"strings"
)

// ParseStatement parses a SELECT in which macros and variables of the template
// may stand. They become parts of the tree, never of the text, so that what a
// variable holds can't be read as anything but a value. One semicolon may end
// the text.
func ParseStatement(text string, t Template) (*Statement, error) {
	if last := len(strings.TrimRight(text, " \t\r\n")) - 1; last >= 0 && text[last] == ';' {
		text = text[:last] + " " + text[last+1:]
	}
	l := lexer{cursor: cursor{text: text, col: 1}, template: true}
	tokens, err := l.all(StatementBytesMax)
	if err != nil {
		return nil, refusal(t.Path, err)
	}
	p := &expressionParser{tokens: tokens, template: &t, given: map[string]*Statement{}}
	s, err := p.wholeStatement()
	if err != nil {
		return nil, refusal(t.Path, err)
	}
	return s, nil
}

func (p *expressionParser) wholeStatement() (*Statement, error) {
	if err := p.with(); err != nil {
		return nil, err
	}
	s, err := p.statement()
	if err != nil {
		return nil, err
	}
	if p.peek().kind != endToken {
		return nil, expected(p.peek().col, "a clause of SELECT in its order, or the end")
	}
	return s, nil
}

// with reads WITH name AS (SELECT …), … in front of a statement.
func (p *expressionParser) with() error {
	if !p.acceptWord("with") {
		return nil
	}
	for {
		name, err := p.alias("a name after WITH")
		if err != nil {
			return err
		}
		if !p.acceptWord("as") || !p.at("(") {
			return expected(p.peek().col, "AS and a SELECT in parentheses")
		}
		if p.given[name], err = p.enclosedStatement(); err != nil {
			return err
		}
		if !p.accept(",") {
			return nil
		}
	}
}

func (p *expressionParser) enclosedStatement() (*Statement, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	s, err := p.statement()
	if err != nil {
		return nil, err
	}
	return s, p.expect(")")
}

// statement reads a SELECT, clause by clause.
func (p *expressionParser) statement() (*Statement, error) {
	s := &Statement{Pos: Pos(p.peek().col)}
	if p.statements++; p.statements > StatementsMax {
		return nil, overLimit(s.At(), StatementsMax, "SELECTs")
	}
	if !p.acceptWord("select") {
		return nil, expected(s.At(), "SELECT")
	}
	s.Distinct = p.acceptWord("distinct")
	for _, read := range []func(*Statement) error{p.selectClause, p.fromClause, p.whereClause, p.groupClause, p.havingClause, p.orderClause, p.limitClause} {
		if err := read(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (p *expressionParser) selectClause(s *Statement) (err error) {
	if p.at("*") {
		p.take()
		return nil
	}
	p.options.Aggregates = true
	s.Items, err = listed(p, p.selectItem)
	return err
}

func (p *expressionParser) fromClause(s *Statement) (err error) {
	if !p.acceptWord("from") {
		return p.withoutFrom(s)
	}
	if s.From, err = p.relation(); err != nil {
		return err
	}
	if p.acceptWord("as") {
		_, err = p.alias("a name after AS")
	}
	return err
}

// withoutFrom accepts a SELECT that ends after its items, such as SELECT 1: it
// reads no table and returns one row.
func (p *expressionParser) withoutFrom(s *Statement) error {
	if ends := p.peek().kind == endToken || p.at(")"); !ends || len(s.Items) == 0 {
		return p.unfinished("FROM")
	}
	return nil
}

// relation reads a table, a name of WITH, or a SELECT in parentheses.
func (p *expressionParser) relation() (Relation, error) {
	t := p.peek()
	r := Relation{Pos: Pos(t.col)}
	var err error
	switch {
	case p.at("("):
		r.Select, err = p.enclosedStatement()
	case t.kind == macroToken:
		r.Table, err = p.sourceTable()
	case isName(t):
		r.Table, err = p.tableName()
		if len(r.Table) == 1 && p.given[r.Table[0]] != nil {
			r.Table, r.Select = nil, p.given[r.Table[0]]
		}
	default:
		err = expected(t.col, "a table or a SELECT in parentheses")
	}
	return r, err
}

func (p *expressionParser) tableName() ([]string, error) {
	var path []string
	for {
		name := p.take()
		if !isName(name) {
			return nil, expected(name.col, "the name of a table")
		}
		if err := checkName(name); err != nil {
			return nil, err
		}
		path = append(path, name.text)
		if p.at("(") {
			return nil, refused(name.col, "table functions are not allowed")
		}
		if !p.accept(".") {
			return path, nil
		}
	}
}

func (p *expressionParser) whereClause(s *Statement) (err error) {
	if !p.acceptWord("where") {
		return nil
	}
	p.options.Aggregates = false
	s.Where, err = p.measured()
	return err
}

func (p *expressionParser) groupClause(s *Statement) (err error) {
	if !p.acceptBy("group") {
		return nil
	}
	p.options.Aggregates = false
	s.GroupBy, err = listed(p, p.measured)
	return err
}

func (p *expressionParser) havingClause(s *Statement) (err error) {
	if !p.acceptWord("having") {
		return nil
	}
	p.options.Aggregates = true
	s.Having, err = p.measured()
	return err
}

func (p *expressionParser) orderClause(s *Statement) (err error) {
	if !p.acceptBy("order") {
		return nil
	}
	p.options.Aggregates = true
	s.Order, err = listed(p, p.orderItem)
	return err
}

// limitClause reads LIMIT n, LIMIT skip, n and OFFSET skip.
func (p *expressionParser) limitClause(s *Statement) (err error) {
	if p.acceptWord("limit") {
		if s.Limit, err = p.count(); err != nil {
			return err
		}
		if p.accept(",") {
			s.Offset = s.Limit
			s.Limit, err = p.count()
			return err
		}
	}
	if t := p.peek(); t.kind == nameToken && strings.EqualFold(t.text, "offset") {
		p.take()
		s.Offset, err = p.count()
	}
	return err
}

// count reads a number of rows.
func (p *expressionParser) count() (int, error) {
	t := p.take()
	n, err := strconv.Atoi(t.text)
	if t.kind != integerToken || err != nil || n < 1 || n > LimitMax {
		return 0, expected(t.col, "an integer from 1 to %d", LimitMax)
	}
	return n, nil
}

// acceptBy passes over GROUP BY or ORDER BY.
func (p *expressionParser) acceptBy(keyword string) bool {
	if p.peek().keyword != keyword || !strings.EqualFold(p.second().text, "by") || p.second().kind != nameToken {
		return false
	}
	p.next += 2
	return true
}

// alias reads a name that the text gives to something.
func (p *expressionParser) alias(expectation string) (string, error) {
	t := p.take()
	if !isName(t) {
		return "", expected(t.col, "%s", expectation)
	}
	return t.text, checkName(t)
}

func isName(t token) bool {
	return t.kind == quotedToken || t.kind == nameToken && t.keyword == ""
}

// unfinished returns the error of a token that stands where a key word was
// expected.
func (p *expressionParser) unfinished(keyword string) error {
	return expected(p.peek().col, "an operator, a comma or %s", keyword)
}

// listed reads one or more items between commas.
func listed[T any](p *expressionParser, read func() (T, error)) ([]T, error) {
	var items []T
	for {
		if len(items) == ListItemsMax {
			return nil, overLimit(p.peek().col, ListItemsMax, "items in a list")
		}
		item, err := read()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.accept(",") {
			return items, nil
		}
	}
}
