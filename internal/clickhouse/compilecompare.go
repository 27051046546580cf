package clickhouse

import (
	"strings"

	"github.com/cairnstack/cairn/internal/search"
)

// compare orders a field and a value.
func (c *compiler) compare(n *search.Compare) string {
	v := c.comparable(n.Field, n.At())
	_, isNumber := n.Value.Number()
	return v.sure(c.ordered(v, n.Op, n.Value, operand{at: n.At(), numeric: isNumber}))
}

// between holds a field between two bounds. They are compared as numbers if
// both are.
func (c *compiler) between(n *search.Range) string {
	v := c.comparable(n.Field, n.At())
	o := operand{at: n.At(), numeric: true}
	for _, bound := range []search.Bound{n.Lo, n.Hi} {
		if _, isNumber := bound.Value.Number(); !bound.Open && !isNumber {
			o.numeric = false
		}
	}
	var parts []string
	if !n.Lo.Open {
		parts = append(parts, c.ordered(v, boundOp(search.OpGreater, n.Lo), n.Lo.Value, o))
	}
	if !n.Hi.Open {
		parts = append(parts, c.ordered(v, boundOp(search.OpLess, n.Hi), n.Hi.Value, o))
	}
	return v.sure(strings.Join(parts, " AND "))
}

func boundOp(op search.Op, bound search.Bound) search.Op {
	if bound.Exclusive {
		return op
	}
	return op + "="
}

// comparable returns a field whose values have an order. A text that reads as
// a number may be NULL as one.
func (c *compiler) comparable(field string, at int) value {
	var v value
	if field == "" {
		v = value{sql: c.implicitText(at).sql, kind: textKind}
	} else {
		v = c.field(field, at)
	}
	if v.kind == listKind || v.kind == mapKind {
		return c.refuse(at, "comparisons and ranges are not possible on a %s", v.kind)
	}
	v.plain = v.plain && v.kind != textKind
	return v
}

// operand says how the other side of a comparison is read.
type operand struct {
	at      int
	numeric bool
}

// ordered returns one comparison.
func (c *compiler) ordered(v value, op search.Op, with search.Value, o operand) string {
	sign := " " + string(op) + " "
	switch {
	case v.kind == timeKind:
		return v.sql + sign + c.instant(with.Text, o.at)
	case o.numeric:
		number, _ := with.Number()
		return v.asNumber() + sign + c.bindFloat(number)
	case v.kind == numberKind || v.kind == boolKind:
		c.refuse(o.at, "expected a number: the field holds numbers")
		return ""
	default:
		return v.asText() + sign + c.bindText(with.Text)
	}
}
