package compile

import (
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// compare orders a field and a value.
func (c *Compiler) compare(n *ql.Compare) string {
	v := c.comparable(n.Field, n.At())
	_, isNumber := n.Value.Number()
	return v.sure(c.ordered(v, n.Op, n.Value, operand{at: n.At(), numeric: isNumber}))
}

// between holds a field between two bounds. They are compared as numbers if
// both are.
func (c *Compiler) between(n *ql.Range) string {
	v := c.comparable(n.Field, n.At())
	o := operand{at: n.At(), numeric: true}
	for _, bound := range []ql.Bound{n.Lo, n.Hi} {
		if _, isNumber := bound.Value.Number(); !bound.Open && !isNumber {
			o.numeric = false
		}
	}
	var parts []string
	if !n.Lo.Open {
		parts = append(parts, c.ordered(v, BoundOp(ql.OpGreater, n.Lo), n.Lo.Value, o))
	}
	if !n.Hi.Open {
		parts = append(parts, c.ordered(v, BoundOp(ql.OpLess, n.Hi), n.Hi.Value, o))
	}
	return v.sure(strings.Join(parts, " AND "))
}

// BoundOp returns the operator of a bound of a range, which may include it.
func BoundOp(op ql.Op, bound ql.Bound) ql.Op {
	if bound.Exclusive {
		return op
	}
	return op + "="
}

// comparable returns a field whose values have an order. A text that reads as
// a number may be NULL as one.
func (c *Compiler) comparable(field string, at int) Value {
	var v Value
	if field == "" {
		v = Value{SQL: c.ImplicitText(at).SQL, Kind: TextKind}
	} else {
		v = c.field(field, at)
	}
	if v.Kind == ListKind || v.Kind == MapKind {
		return c.Refuse(at, "comparisons and ranges are not possible on a %s", v.Kind)
	}
	v.Plain = v.Plain && v.Kind != TextKind
	return v
}

// operand says how the other side of a comparison is read.
type operand struct {
	at      int
	numeric bool
}

// ordered returns one comparison.
func (c *Compiler) ordered(v Value, op ql.Op, with ql.Value, o operand) string {
	sign := " " + string(op) + " "
	switch {
	case v.Kind == TimeKind:
		return v.SQL + sign + c.instant(with.Text, o.at)
	case o.numeric:
		number, _ := with.Number()
		return v.AsNumber() + sign + c.bindFloat(number)
	case v.Kind == NumberKind || v.Kind == boolKind:
		c.Refuse(o.at, "expected a number: the field holds numbers")
		return ""
	default:
		return v.asText() + sign + c.BindText(with.Text)
	}
}
