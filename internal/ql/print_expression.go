package ql

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// expression prints the nodes of the SQL language.
func (p *printer) expression(n Node) {
	switch n := n.(type) {
	case *Literal:
		p.put(literalText(n))
	case *Column:
		p.column(n)
	case *Param:
		p.put(n.Name)
	case *Array:
		p.bracketed("[", n.Items, "]")
	case *Tuple:
		p.bracketed("(", n.Items, ")")
	case *Interval:
		p.put("INTERVAL ", strconv.FormatInt(n.N, 10), " ", n.Unit)
	case *Call:
		p.call(n)
	case *Negative:
		p.put("-")
		p.operand(n.X, levelPrimary)
	case *Case:
		p.caseOf(n)
	case *Lambda:
		p.lambda(n)
	default:
		p.access(n)
	}
}

// access prints element access, casts and comparisons.
func (p *printer) access(n Node) {
	switch n := n.(type) {
	case *Index:
		p.accessed(n.X)
		p.put("[")
		p.node(n.Key)
		p.put("]")
	case *Element:
		p.element(n)
	case *Cast:
		p.put("CAST(")
		p.node(n.X)
		p.put(" AS ", n.Type.String(), ")")
	default:
		p.predicate(n, "")
	}
}

// predicate prints operators, with not where a negation is written inside.
func (p *printer) predicate(n Node, not string) {
	switch n := n.(type) {
	case *Binary:
		own := levelOfOp(n.Op)
		p.operand(n.Left, own)
		p.put(" ", not, string(n.Op), " ")
		p.operand(n.Right, own+1)
	case *In:
		p.operand(n.X, levelCompare)
		p.put(" ", not, "IN ")
		p.bracketed("(", n.Items, ")")
	case *Between:
		p.operand(n.X, levelCompare)
		p.put(" ", not, "BETWEEN ")
		p.operand(n.Lo, levelConcat)
		p.put(" AND ")
		p.operand(n.Hi, levelConcat)
	case *IsNull:
		p.operand(n.X, levelCompare)
		p.put(" IS ", not, "NULL")
	}
}

func (p *printer) bracketed(opening string, items []Node, closing string) {
	p.put(opening)
	p.list(items, ", ", levelLambda)
	p.put(closing)
}

func (p *printer) column(n *Column) {
	for i, part := range n.Path {
		if i > 0 {
			p.put(".")
		}
		p.put(nameText(part))
	}
}

// accessed prints the operand of an access, in parentheses where it would be
// read as something else.
func (p *printer) accessed(x Node) {
	switch x.(type) {
	case *Column, *Param, *Call, *Index, *Element:
		p.node(x)
	default:
		p.put("(")
		p.node(x)
		p.put(")")
	}
}

func (p *printer) element(n *Element) {
	if n.Position > 0 {
		p.accessed(n.X)
		p.put(".", strconv.Itoa(n.Position))
		return
	}
	if _, isColumn := n.X.(*Column); isColumn {
		// Without parentheses the name would be read as a part of the column's.
		p.bracketed("(", []Node{n.X}, ")")
	} else {
		p.accessed(n.X)
	}
	p.put(".", nameText(n.Name))
}

func (p *printer) call(n *Call) {
	p.put(n.Name)
	if n.Params != nil {
		p.bracketed("(", n.Params, ")")
	}
	p.bracketed("(", n.Args, ")")
}

func (p *printer) caseOf(n *Case) {
	p.put("CASE ")
	if n.Operand != nil {
		p.node(n.Operand)
		p.put(" ")
	}
	for _, when := range n.Whens {
		p.put("WHEN ")
		p.node(when.If)
		p.put(" THEN ")
		p.node(when.Then)
		p.put(" ")
	}
	if n.Else != nil {
		p.put("ELSE ")
		p.node(n.Else)
		p.put(" ")
	}
	p.put("END")
}

func (p *printer) lambda(n *Lambda) {
	if len(n.Params) == 1 {
		p.put(n.Params[0])
	} else {
		p.put("(", strings.Join(n.Params, ", "), ")")
	}
	p.put(" -> ")
	p.node(n.Body)
}

func literalText(n *Literal) string {
	if n.Kind == StringText {
		return QuoteSQL(n.Text)
	}
	return n.Text
}

// QuoteSQL returns a text as SQL writes it in quotes.
func QuoteSQL(text string) string { return "'" + escaped(text, '\'') + "'" }

// nameText returns a name as it can stand in a text, in back-quotes unless it
// is plain and no key word.
func nameText(name string) string {
	if plainName(name) && keywordOf(name) == "" {
		return name
	}
	return "`" + escaped(name, '`') + "`"
}

func plainName(name string) bool {
	for i := range len(name) {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return name != "" && !isDigit(name[0])
}

// escaped writes text so that it can stand between the quotes.
func escaped(text string, quote rune) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == quote || r == '\\':
			b.WriteString(`\` + string(r))
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r >= utf8.RuneSelf && isControl(r):
			escapeBytes(&b, string(r))
		case isControl(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func escapeBytes(b *strings.Builder, text string) {
	for i := range len(text) {
		fmt.Fprintf(b, `\x%02x`, text[i])
	}
}
