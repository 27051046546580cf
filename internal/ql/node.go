package ql

// Node is one node of the tree that both languages are parsed into. The
// boolean nodes All, And, Or and Not belong to both; Term, Compare, Range and
// Exists are the leaves of the Lucene-like language; all others are SQL
// expressions. Only this package makes kinds of nodes.
type Node interface {
	// At returns the column of the node's first character, from 1, or 0 when
	// code made the node.
	At() int
	// String returns canonical text of the node's language, which parses to
	// an equal tree as long as it keeps within TextBytesMax.
	String() string
	node()
}

// Pos is the column of a node's first character, counted in characters from 1.
type Pos int

// At returns the column.
func (p Pos) At() int { return int(p) }

func (p Pos) node() {}

// All matches everything: the empty text, or a lone * in a Lucene-like text.
type All struct{ Pos }

// And matches what all of its two or more items match. No item is an And.
type And struct {
	Pos
	Items []Node
}

// Or matches what one of its two or more items matches. No item is an Or.
type Or struct {
	Pos
	Items []Node
}

// Not matches what X does not match.
type Not struct {
	Pos
	X Node
}

func (n *All) String() string { return "" }
func (n *And) String() string { return text(n) }
func (n *Or) String() string  { return text(n) }
func (n *Not) String() string { return text(n) }

// conjunction makes one node of one or more items, without an And in an And.
func conjunction(items []Node) Node {
	if len(items) == 1 {
		return items[0]
	}
	flat := make([]Node, 0, len(items))
	for _, item := range items {
		if and, ok := item.(*And); ok {
			flat = append(flat, and.Items...)
		} else {
			flat = append(flat, item)
		}
	}
	return &And{Pos: Pos(items[0].At()), Items: flat}
}

// disjunction makes one node of one or more items, without an Or in an Or.
func disjunction(items []Node) Node {
	if len(items) == 1 {
		return items[0]
	}
	flat := make([]Node, 0, len(items))
	for _, item := range items {
		if or, ok := item.(*Or); ok {
			flat = append(flat, or.Items...)
		} else {
			flat = append(flat, item)
		}
	}
	return &Or{Pos: Pos(items[0].At()), Items: flat}
}
