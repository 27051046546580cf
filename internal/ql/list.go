package ql

import "strings"

// SelectItem is one expression of a list and its alias, "" for none.
type SelectItem struct {
	Expression Node
	Alias      string
}

// SelectList is what a text of comma-separated expressions selects.
type SelectList []SelectItem

// ParseSelect parses a list of expressions, each with an optional AS alias.
// The empty text is the empty list.
func ParseSelect(text string, options ParseOptions) (SelectList, error) {
	return parse(text, options, func(p *expressionParser) (SelectList, error) {
		return listOf(p, p.selectItem)
	})
}

// String returns canonical text that parses to an equal list.
func (l SelectList) String() string {
	var p printer
	for i, item := range l {
		if i > 0 {
			p.put(", ")
		}
		p.node(item.Expression)
		if item.Alias != "" {
			p.put(" AS ", nameText(item.Alias))
		}
	}
	return p.String()
}

// Nulls says where NULL stands in an order.
type Nulls string

// The places of NULL.
const (
	NullsDefault Nulls = ""
	NullsFirst   Nulls = "FIRST"
	NullsLast    Nulls = "LAST"
)

// OrderItem is one expression of an order.
type OrderItem struct {
	Expression Node
	Descending bool
	Nulls      Nulls
}

// OrderList is an order by several expressions.
type OrderList []OrderItem

// ParseOrderBy parses a list of expressions, each with an optional ASC or
// DESC and an optional NULLS FIRST or NULLS LAST. The empty text is the empty
// list.
func ParseOrderBy(text string, options ParseOptions) (OrderList, error) {
	return parse(text, options, func(p *expressionParser) (OrderList, error) {
		return listOf(p, p.orderItem)
	})
}

// String returns canonical text that parses to an equal list.
func (l OrderList) String() string {
	var p printer
	for i, item := range l {
		if i > 0 {
			p.put(", ")
		}
		p.node(item.Expression)
		if item.Descending {
			p.put(" DESC")
		}
		if item.Nulls != NullsDefault {
			p.put(" NULLS ", string(item.Nulls))
		}
	}
	return p.String()
}

// listOf reads items between commas up to the end of the text.
func listOf[T any](p *expressionParser, read func() (T, error)) ([]T, error) {
	var items []T
	if p.peek().kind == endToken {
		return nil, nil
	}
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
			return items, p.end()
		}
	}
}

func (p *expressionParser) selectItem() (SelectItem, error) {
	node, err := p.measured()
	if err != nil || !p.acceptWord("as") {
		return SelectItem{Expression: node}, err
	}
	alias := p.take()
	if alias.kind != quotedToken && alias.kind != nameToken || alias.keyword != "" {
		return SelectItem{}, expected(alias.col, "a name after AS")
	}
	return SelectItem{Expression: node, Alias: alias.text}, checkName(alias)
}

func (p *expressionParser) orderItem() (OrderItem, error) {
	node, err := p.measured()
	if err != nil {
		return OrderItem{}, err
	}
	item := OrderItem{Expression: node, Descending: p.acceptWord("desc")}
	if !item.Descending {
		p.acceptWord("asc")
	}
	if p.acceptWord("nulls") {
		place := p.take()
		item.Nulls = Nulls(strings.ToUpper(place.text))
		if place.kind != nameToken || item.Nulls != NullsFirst && item.Nulls != NullsLast {
			return OrderItem{}, expected(place.col, "FIRST or LAST after NULLS")
		}
	}
	return item, nil
}
