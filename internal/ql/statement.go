package ql

import "strconv"

// Statement is a SELECT that reads one table, the result of another
// Statement, or nothing. There are no joins, unions, settings, formats or table functions:
// nothing of a text can say them.
type Statement struct {
	Pos
	Distinct bool
	Items    SelectList // none: all columns
	From     Relation
	Where    Node // nil: all rows
	GroupBy  []Node
	Having   Node // nil: all groups
	Order    OrderList
	Limit    int // of rows; 0: none
	Offset   int
}

// Relation is what a Statement reads: a table by its name, the answer of a
// Statement, or nothing.
type Relation struct {
	Pos
	Table  []string // the parts of a name; none where Select is set
	Select *Statement
}

// Empty reports whether there is nothing to read: the answer is one row.
func (r Relation) Empty() bool { return len(r.Table) == 0 && r.Select == nil }

// Name returns the name of the item in the answer: its alias, or else its
// text.
func (i SelectItem) Name() string {
	if i.Alias != "" {
		return i.Alias
	}
	return i.Expression.String()
}

// String returns canonical text that parses to an equal Statement. What macros
// and variables stood for is written out.
func (s *Statement) String() string {
	var p printer
	p.statement(s)
	return p.String()
}

func (p *printer) statement(s *Statement) {
	p.put("SELECT ")
	if s.Distinct {
		p.put("DISTINCT ")
	}
	if len(s.Items) == 0 {
		p.put("*")
	}
	p.put(s.Items.String())
	if !s.From.Empty() {
		p.put(" FROM ")
		p.relation(s.From)
	}
	p.clause(" WHERE ", s.Where)
	for i, key := range s.GroupBy {
		p.clause([]string{" GROUP BY ", ", "}[min(i, 1)], key)
	}
	p.clause(" HAVING ", s.Having)
	if len(s.Order) > 0 {
		p.put(" ORDER BY ", s.Order.String())
	}
	p.limit(s)
}

func (p *printer) relation(r Relation) {
	if r.Select != nil {
		p.put("(")
		p.statement(r.Select)
		p.put(")")
		return
	}
	for i, part := range r.Table {
		if i > 0 {
			p.put(".")
		}
		p.put(nameText(part))
	}
}

func (p *printer) clause(word string, n Node) {
	if n != nil {
		p.put(word)
		p.node(n)
	}
}

func (p *printer) limit(s *Statement) {
	if s.Limit > 0 {
		p.put(" LIMIT ", strconv.Itoa(s.Limit))
	}
	if s.Offset > 0 {
		p.put(" OFFSET ", strconv.Itoa(s.Offset))
	}
}
