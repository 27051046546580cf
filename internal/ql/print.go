package ql

import "strings"

// level orders nodes by how tightly they bind in text.
type level int

const (
	levelLambda level = iota
	levelOr
	levelAnd
	levelNot
	levelCompare
	levelConcat
	levelAdd
	levelMultiply
	levelNegative
	levelPrimary
)

// levelOf returns how tightly n binds as it is printed.
func levelOf(n Node) level {
	switch n := n.(type) {
	case *Lambda:
		return levelLambda
	case *Or:
		return levelOr
	case *And:
		return levelAnd
	case *Not:
		if negatesInside(n.X) {
			return levelCompare
		}
		return levelNot
	case *In, *Between, *IsNull:
		return levelCompare
	case *Binary:
		return levelOfOp(n.Op)
	case *Negative:
		return levelNegative
	case *Literal:
		if strings.HasPrefix(n.Text, "-") && n.Kind != StringText {
			return levelNegative
		}
	}
	return levelPrimary
}

func levelOfOp(op Op) level {
	switch op {
	case OpConcat:
		return levelConcat
	case OpAdd, OpSubtract:
		return levelAdd
	case OpMultiply, OpDivide, OpModulo:
		return levelMultiply
	case OpEqual, OpNotEqual, OpLess, OpLessEqual, OpGreater, OpGreaterEqual, OpLike, OpILike:
	}
	return levelCompare
}

// negatesInside says that NOT of x is written inside of x, as in x NOT IN.
func negatesInside(x Node) bool {
	switch x := x.(type) {
	case *In, *Between, *IsNull:
		return true
	case *Binary:
		return x.Op == OpLike || x.Op == OpILike
	}
	return false
}

// text returns the canonical text of n.
func text(n Node) string {
	var p printer
	p.node(n)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) put(parts ...string) {
	for _, part := range parts {
		p.WriteString(part)
	}
}

// operand prints n, in parentheses if it binds less tightly than wanted.
func (p *printer) operand(n Node, wanted level) {
	if levelOf(n) >= wanted {
		p.node(n)
		return
	}
	p.put("(")
	p.node(n)
	p.put(")")
}

func (p *printer) list(items []Node, separator string, wanted level) {
	for i, item := range items {
		if i > 0 {
			p.put(separator)
		}
		p.operand(item, wanted)
	}
}

// node prints the nodes of both languages and leaves the rest to the printer
// of the language that n belongs to.
func (p *printer) node(n Node) {
	switch n := n.(type) {
	case *All:
		p.put("*")
	case *And:
		p.list(n.Items, " AND ", levelNot)
	case *Or:
		p.list(n.Items, " OR ", levelAnd)
	case *Not:
		p.not(n)
	case *Term:
		p.term(n)
	case *Compare:
		p.put(fieldText(n.Field), ":", string(n.Op), valueText(n.Value, "="))
	case *Range:
		p.span(n)
	case *Exists:
		p.put(fieldText(n.Field), ":*")
	default:
		p.expression(n)
	}
}

func (p *printer) not(n *Not) {
	if negatesInside(n.X) {
		p.predicate(n.X, "NOT ")
		return
	}
	p.put("NOT ")
	p.operand(n.X, levelNot)
}
