package ql

import (
	"fmt"
	"strings"
)

// Shape returns the tree as an S-expression without positions: equal trees,
// and only they, have equal shapes. It is meant for tests and logs.
func Shape(n Node) string {
	switch n := n.(type) {
	case nil:
		return "nil"
	case *All:
		return "all"
	case *Term:
		return shapeOf(string(n.Match), shapeField(n.Field), fmt.Sprintf("%q", n.Text))
	case *Compare:
		return shapeOf(string(n.Op), shapeField(n.Field), shapeValue(n.Value))
	case *Range:
		return shapeOf("range", shapeField(n.Field), shapeBound(">", n.Lo), shapeBound("<", n.Hi))
	case *Exists:
		return shapeOf("exists", shapeField(n.Field))
	case *Literal, *Column, *Interval:
		return n.String()
	case *Param:
		return "$" + n.Name
	}
	return shapeOf(append([]string{head(n)}, shapeChildren(n)...)...)
}

func shapeOf(parts ...string) string { return "(" + strings.Join(parts, " ") + ")" }

func shapeField(field string) string {
	if field == "" {
		return "_"
	}
	return fmt.Sprintf("%q", field)
}

func shapeValue(v Value) string {
	if v.Quoted {
		return fmt.Sprintf("(quoted %q)", v.Text)
	}
	return fmt.Sprintf("%q", v.Text)
}

func shapeBound(op string, b Bound) string {
	switch {
	case b.Open:
		return "*"
	case b.Exclusive:
		return op + shapeValue(b.Value)
	}
	return op + "=" + shapeValue(b.Value)
}

// head returns the kind of an inner node and all that is not a child of it.
func head(n Node) string {
	switch n := n.(type) {
	case *And:
		return "and"
	case *Or:
		return "or"
	case *Not:
		return "not"
	case *Array:
		return "array"
	case *Tuple:
		return "tuple"
	case *Index:
		return "index"
	case *Element:
		return fmt.Sprintf("element %q %d", n.Name, n.Position)
	case *Call:
		return fmt.Sprintf("call %s %d", n.Name, len(n.Params))
	case *Negative:
		return "negative"
	case *Binary:
		return string(n.Op)
	case *In:
		return "in"
	case *Between:
		return "between"
	case *IsNull:
		return "is-null"
	case *Case:
		return fmt.Sprintf("case %t %t", n.Operand != nil, n.Else != nil)
	case *Cast:
		return "cast " + n.Type.String()
	case *Lambda:
		return "lambda " + strings.Join(n.Params, ",")
	}
	return "unknown"
}

func shapeChildren(n Node) []string {
	var shapes []string
	children(n, func(child Node) { shapes = append(shapes, Shape(child)) })
	return shapes
}
