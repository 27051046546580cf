package ql

import "strings"

// Walk visits n and everything below it, parents first, in the order of the
// text. It does not go below a node for which visit returns false.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	children(n, func(child Node) { Walk(child, visit) })
}

func children(n Node, visit func(Node)) {
	switch n := n.(type) {
	case *And:
		visitAll(n.Items, visit)
	case *Or:
		visitAll(n.Items, visit)
	case *Not:
		visit(n.X)
	case *Array:
		visitAll(n.Items, visit)
	case *Tuple:
		visitAll(n.Items, visit)
	case *Call:
		visitAll(n.Params, visit)
		visitAll(n.Args, visit)
	case *In:
		visit(n.X)
		visitAll(n.Items, visit)
	case *Case:
		caseChildren(n, visit)
	default:
		operands(n, visit)
	}
}

func operands(n Node, visit func(Node)) {
	switch n := n.(type) {
	case *Index:
		visit(n.X)
		visit(n.Key)
	case *Element:
		visit(n.X)
	case *Negative:
		visit(n.X)
	case *Binary:
		visit(n.Left)
		visit(n.Right)
	case *Between:
		visit(n.X)
		visit(n.Lo)
		visit(n.Hi)
	case *IsNull:
		visit(n.X)
	case *Cast:
		visit(n.X)
	case *Lambda:
		visit(n.Body)
	}
}

func caseChildren(n *Case, visit func(Node)) {
	if n.Operand != nil {
		visit(n.Operand)
	}
	for _, when := range n.Whens {
		visit(when.If)
		visit(when.Then)
	}
	if n.Else != nil {
		visit(n.Else)
	}
}

func visitAll(items []Node, visit func(Node)) {
	for _, item := range items {
		visit(item)
	}
}

// FieldRef is a field that a tree reads. Name is "" for the implicit column.
// Keyed says that only the value under the constant Key of the map is read.
type FieldRef struct {
	Name  string
	Key   string
	Keyed bool
}

// Fields returns the fields that n reads, each once, in order of appearance.
func Fields(n Node) []FieldRef {
	var refs []FieldRef
	seen := map[FieldRef]bool{}
	add := func(ref FieldRef) {
		if !seen[ref] {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	Walk(n, func(n Node) bool { return collect(n, add) })
	return refs
}

// collect adds the field that n itself reads and reports whether to go on
// below n.
func collect(n Node, add func(FieldRef)) bool {
	switch n := n.(type) {
	case *Term:
		add(FieldRef{Name: n.Field})
	case *Compare:
		add(FieldRef{Name: n.Field})
	case *Range:
		add(FieldRef{Name: n.Field})
	case *Exists:
		add(FieldRef{Name: n.Field})
	case *Column:
		add(FieldRef{Name: strings.Join(n.Path, ".")})
	case *Index:
		ref, constant := keyedRef(n)
		if constant {
			add(ref)
		}
		return !constant
	}
	return true
}

func keyedRef(n *Index) (FieldRef, bool) {
	column, isColumn := n.X.(*Column)
	key, isLiteral := n.Key.(*Literal)
	if !isColumn || !isLiteral || key.Kind != StringText {
		return FieldRef{}, false
	}
	return FieldRef{Name: strings.Join(column.Path, "."), Key: key.Text, Keyed: true}, true
}

// Equal reports whether two trees are the same but for positions.
func Equal(a, b Node) bool { return Shape(a) == Shape(b) }

// meter counts the nodes of one text and bounds them and their depth.
type meter struct{ nodes int }

func (m *meter) check(n Node, depth int) error {
	m.nodes++
	if m.nodes > NodesMax {
		return overLimit(n.At(), NodesMax, "nodes")
	}
	if depth > DepthMax {
		return overLimit(n.At(), DepthMax, "levels of nesting")
	}
	var failed error
	children(n, func(child Node) {
		if failed == nil {
			failed = m.check(child, depth+1)
		}
	})
	return failed
}
