// Package keyed decides conditions by keys: rows are grouped by what conditions
// ask of them, so that many conditions cost one scan.
package keyed

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
)

// Ask is what a condition, or a part of one, asks of a row.
type Ask interface {
	// axes tells the names of the axes that the answer is on.
	axes(tell func(name string))
	// decide puts the question to the axes of a scan and returns how a group
	// Of rows is decided by its keys.
	decide(k *Scan) Decision
}

// Decision reports whether the rows with the keys meet a condition.
type Decision func(keys []uint64) bool

// AxesKey is equal for conditions that ask about the same axes.
func AxesKey(a Ask) string {
	var names []string
	a.axes(func(name string) { names = append(names, name) })
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\x00")
}

// Asking finds out what conditions ask.
type Asking struct {
	c     *compile.Compiler // whose SQL is not used
	known map[string]compile.Value
}

// NewAsking returns how conditions of a target are asked.
func NewAsking(c *compile.Compiler, target explore.Target) *Asking {
	return &Asking{c: compile.New(c.Table, target), known: map[string]compile.Value{}}
}

// Of returns what a condition asks, or false where it has parts that have to
// be left to the engine as a whole: a function might fail for rows that another
// part leaves out.
func (a *Asking) Of(n ql.Node) (Ask, bool) {
	if spread, ok := a.c.Spread(n); ok {
		n = spread
	}
	switch n := n.(type) {
	case nil, *ql.All:
		return every(nil), true
	case *ql.And:
		items, ok := a.list(n.Items)
		return every(items), ok
	case *ql.Or:
		items, ok := a.list(n.Items)
		return oneOf(items), ok
	case *ql.Not:
		return a.not(n)
	case *ql.Term:
		return a.term(n), true
	case *ql.Compare:
		return a.compare(n), true
	case *ql.Range:
		return a.between(n), true
	case *ql.Exists:
		return flagOf(n), true
	default:
		return a.expression(n)
	}
}

func (a *Asking) list(nodes []ql.Node) ([]Ask, bool) {
	items := make([]Ask, len(nodes))
	for i, n := range nodes {
		item, ok := a.Of(n)
		if !ok {
			return nil, false
		}
		items[i] = item
	}
	return items, true
}

// not looks into a negation unless there may be a NULL in it, of which the
// negation is NULL too.
func (a *Asking) not(n *ql.Not) (Ask, bool) {
	item, ok := a.Of(n.X)
	if ok && !isSure(n.X) {
		return flagOf(n), true
	}
	return none{item}, ok
}

// isSure reports whether a condition is never NULL.
func isSure(n ql.Node) bool {
	sure := true
	ql.Walk(n, func(n ql.Node) bool {
		switch n.(type) {
		case *ql.All, *ql.And, *ql.Or, *ql.Not, *ql.Term, *ql.Compare, *ql.Range, *ql.Exists:
		default:
			sure = false
		}
		return sure
	})
	return sure
}

// term asks for a text as a whole by the key of its field, and for a number
// where the field holds numbers.
func (a *Asking) term(n *ql.Term) Ask {
	field := fieldNode(n.Field)
	switch {
	case n.Field == "":
		return a.word(n)
	case n.Match == ql.Exact && a.isText(field):
		return textAsk{field, []string{n.Text}}
	case n.Match == ql.Exact || n.Match == ql.Substring:
		if number, ok := ql.Number(n.Text); ok && a.value(field).Kind == compile.NumberKind && isSmall(number) {
			return numberAsk{field, ql.OpEqual, number}
		}
	}
	return flagOf(n)
}

func fieldNode(name string) ql.Node { return &ql.Column{Path: []string{name}} }

func (a *Asking) compare(n *ql.Compare) Ask {
	number, isNumber := n.Value.Number()
	if isNumber && a.isNumeric(fieldNode(n.Field)) && isSmall(number) {
		return numberAsk{fieldNode(n.Field), n.Op, number}
	}
	return flagOf(n)
}

func (a *Asking) between(n *ql.Range) Ask {
	if !a.isNumeric(fieldNode(n.Field)) {
		return flagOf(n)
	}
	var bounds every
	for i, bound := range []ql.Bound{n.Lo, n.Hi} {
		number, isNumber := bound.Value.Number()
		switch {
		case bound.Open:
		case isNumber && isSmall(number):
			op := compile.BoundOp([]ql.Op{ql.OpGreater, ql.OpLess}[i], bound)
			bounds = append(bounds, numberAsk{fieldNode(n.Field), op, number})
		default:
			return flagOf(n)
		}
	}
	return bounds
}

// isSmall reports whether a number compares with whole ones as with their
// Float64.
func isSmall(number float64) bool { return math.Abs(number) < 1<<53 }

// isText reports whether an operand is a text that is never NULL and stored as
// it is compared.
func (a *Asking) isText(operand ql.Node) bool {
	v := a.value(operand)
	return v.Kind == compile.TextKind && v.Plain && (v.Column == nil || v.Column.IDBytes == 0)
}

// isNumeric reports whether an operand is compared with numbers as a number.
func (a *Asking) isNumeric(operand ql.Node) bool {
	v := a.value(operand)
	return v.Kind == compile.TextKind || v.Kind == compile.NumberKind
}

// value returns an operand as the compiler knows it, and one of no kind where
// it does not.
func (a *Asking) value(operand ql.Node) compile.Value {
	if field, ok := operand.(*ql.Column); ok && field.Path[0] == "" {
		return compile.Value{}
	}
	name := operand.String()
	v, known := a.known[name]
	if !known {
		v = a.c.Expression(operand)
		if a.c.Err != nil {
			a.c.Err, v = nil, compile.Value{}
		}
		a.known[name] = v
	}
	return v
}

// number returns the number of a literal.
func number(n ql.Node) (float64, bool) {
	literal, ok := n.(*ql.Literal)
	if !ok || literal.Kind != ql.Integer && literal.Kind != ql.Float {
		return 0, false
	}
	value, err := strconv.ParseFloat(literal.Text, 64)
	return value, err == nil && isSmall(value)
}
