package clickhouse

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// ask is what a condition, or a part of one, asks of a row.
type ask interface {
	// axes tells the names of the axes that the answer is on.
	axes(tell func(name string))
	// decide puts the question to the axes of a scan and returns how a group
	// of rows is decided by its keys.
	decide(k *keyedScan) decision
}

// decision reports whether the rows with the keys meet a condition.
type decision func(keys []uint64) bool

// axesKey is equal for conditions that ask about the same axes.
func axesKey(a ask) string {
	var names []string
	a.axes(func(name string) { names = append(names, name) })
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\x00")
}

// asking finds out what conditions ask.
type asking struct {
	c     *compiler // whose SQL is not used
	known map[string]value
}

func newAsking(c *compiler, target observe.Target) *asking {
	return &asking{c: newCompiler(c.table, target), known: map[string]value{}}
}

// of returns what a condition asks, or false where it has parts that have to
// be left to the engine as a whole: a function might fail for rows that another
// part leaves out.
func (a *asking) of(n search.Node) (ask, bool) {
	switch n := n.(type) {
	case nil, *search.All:
		return every(nil), true
	case *search.And:
		items, ok := a.list(n.Items)
		return every(items), ok
	case *search.Or:
		items, ok := a.list(n.Items)
		return oneOf(items), ok
	case *search.Not:
		return a.not(n)
	case *search.Term:
		return a.term(n), true
	case *search.Compare:
		return a.compare(n), true
	case *search.Range:
		return a.between(n), true
	case *search.Exists:
		return flagOf(n), true
	default:
		return a.expression(n)
	}
}

func (a *asking) list(nodes []search.Node) ([]ask, bool) {
	items := make([]ask, len(nodes))
	for i, n := range nodes {
		item, ok := a.of(n)
		if !ok {
			return nil, false
		}
		items[i] = item
	}
	return items, true
}

// not looks into a negation unless there may be a NULL in it, of which the
// negation is NULL too.
func (a *asking) not(n *search.Not) (ask, bool) {
	item, ok := a.of(n.X)
	if ok && !isSure(n.X) {
		return flagOf(n), true
	}
	return none{item}, ok
}

// isSure reports whether a condition is never NULL.
func isSure(n search.Node) bool {
	sure := true
	search.Walk(n, func(n search.Node) bool {
		switch n.(type) {
		case *search.All, *search.And, *search.Or, *search.Not, *search.Term, *search.Compare, *search.Range, *search.Exists:
		default:
			sure = false
		}
		return sure
	})
	return sure
}

// term asks for a text as a whole by the key of its field, and for a number
// where the field holds numbers.
func (a *asking) term(n *search.Term) ask {
	field := fieldNode(n.Field)
	switch {
	case n.Field == "":
		return a.word(n)
	case n.Match == search.Exact && a.isText(field):
		return textAsk{field, []string{n.Text}}
	case n.Match == search.Exact || n.Match == search.Substring:
		if number, ok := search.Number(n.Text); ok && a.value(field).kind == numberKind && isSmall(number) {
			return numberAsk{field, search.OpEqual, number}
		}
	}
	return flagOf(n)
}

func fieldNode(name string) search.Node { return &search.Column{Path: []string{name}} }

func (a *asking) compare(n *search.Compare) ask {
	number, isNumber := n.Value.Number()
	if isNumber && a.isNumeric(fieldNode(n.Field)) && isSmall(number) {
		return numberAsk{fieldNode(n.Field), n.Op, number}
	}
	return flagOf(n)
}

func (a *asking) between(n *search.Range) ask {
	if !a.isNumeric(fieldNode(n.Field)) {
		return flagOf(n)
	}
	var bounds every
	for i, bound := range []search.Bound{n.Lo, n.Hi} {
		number, isNumber := bound.Value.Number()
		switch {
		case bound.Open:
		case isNumber && isSmall(number):
			op := boundOp([]search.Op{search.OpGreater, search.OpLess}[i], bound)
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
func (a *asking) isText(operand search.Node) bool {
	v := a.value(operand)
	return v.kind == textKind && v.plain && (v.column == nil || v.column.idBytes == 0)
}

// isNumeric reports whether an operand is compared with numbers as a number.
func (a *asking) isNumeric(operand search.Node) bool {
	v := a.value(operand)
	return v.kind == textKind || v.kind == numberKind
}

// value returns an operand as the compiler knows it, and one of no kind where
// it does not.
func (a *asking) value(operand search.Node) value {
	if field, ok := operand.(*search.Column); ok && field.Path[0] == "" {
		return value{}
	}
	name := operand.String()
	v, known := a.known[name]
	if !known {
		v = a.c.expression(operand)
		if a.c.err != nil {
			a.c.err, v = nil, value{}
		}
		a.known[name] = v
	}
	return v
}

// number returns the number of a literal.
func number(n search.Node) (float64, bool) {
	literal, ok := n.(*search.Literal)
	if !ok || literal.Kind != search.Integer && literal.Kind != search.Float {
		return 0, false
	}
	value, err := strconv.ParseFloat(literal.Text, 64)
	return value, err == nil && isSmall(value)
}
