package keyed

import (
	"math"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// every asks for all of its items.
type every []Ask

func (e every) axes(tell func(string)) { tellAxes(e, tell) }

func (e every) decide(k *Scan) Decision {
	items := k.decisions(e)
	return func(keys []uint64) bool {
		for _, meets := range items {
			if !meets(keys) {
				return false
			}
		}
		return true
	}
}

// oneOf asks for one of its items.
type oneOf []Ask

func (o oneOf) axes(tell func(string)) { tellAxes(o, tell) }

func (o oneOf) decide(k *Scan) Decision {
	items := k.decisions(o)
	return func(keys []uint64) bool {
		for _, meets := range items {
			if meets(keys) {
				return true
			}
		}
		return false
	}
}

func tellAxes(items []Ask, tell func(string)) {
	for _, item := range items {
		item.axes(tell)
	}
}

// none asks for rows that do not meet its item.
type none struct{ item Ask }

func (n none) axes(tell func(string)) { n.item.axes(tell) }

func (n none) decide(k *Scan) Decision {
	meets := n.item.decide(k)
	return func(keys []uint64) bool { return !meets(keys) }
}

// textAsk asks whether a text is one of some.
type textAsk struct {
	operand ql.Node
	texts   []string
}

func (t textAsk) name() string { return "text " + t.operand.String() }

func (t textAsk) axes(tell func(string)) { tell(t.name()) }

func (t textAsk) decide(k *Scan) Decision {
	axis := axisOf(k, t.name(), &textAxis{operand: t.operand, known: map[string]uint64{}})
	wanted := make(map[uint64]bool, len(t.texts))
	for _, text := range t.texts {
		wanted[axis.text(text)] = true
	}
	return func(keys []uint64) bool { return wanted[keys[axis.at]] }
}

// numberAsk asks how a number compares with another.
type numberAsk struct {
	operand ql.Node
	op      ql.Op
	number  float64
}

func (n numberAsk) name() string { return "number " + n.operand.String() }

func (n numberAsk) axes(tell func(string)) { tell(n.name()) }

// decide compares with the number and with the next greater one: what is above
// a number reaches the next.
func (n numberAsk) decide(k *Scan) Decision {
	axis := axisOf(k, n.name(), &numberAxis{operand: n.operand})
	next := math.Nextafter(n.number, math.Inf(1))
	axis.bounds = append(axis.bounds, n.number, next)
	return func(keys []uint64) bool {
		reached := math.Float64frombits(keys[axis.at])
		switch n.op {
		case ql.OpLess:
			return reached < n.number
		case ql.OpLessEqual:
			return reached < next
		case ql.OpGreater:
			return reached >= next
		case ql.OpGreaterEqual:
			return reached >= n.number
		case ql.OpEqual:
			return reached == n.number
		case ql.OpNotEqual, ql.OpLike, ql.OpILike, ql.OpConcat, ql.OpAdd, ql.OpSubtract, ql.OpMultiply, ql.OpDivide,
			ql.OpModulo:
		}
		panic("keyed: numbers are not compared with " + string(n.op))
	}
}

// flagAsk asks what the engine decides.
type flagAsk struct {
	condition ql.Node
	field     string
}

// flagOf leaves a condition to the engine. Conditions on the same fields are
// on the same axis.
func flagOf(n ql.Node) Ask {
	var names []string
	for _, f := range ql.Fields(n) {
		names = append(names, f.Name+"."+f.Key)
	}
	return flagAsk{condition: n, field: "flag " + strings.Join(names, " ")}
}

func (f flagAsk) axes(tell func(string)) { tell(f.field) }

func (f flagAsk) decide(k *Scan) Decision {
	axis := axisOf(k, f.field, &flagAxis{known: map[string]int{}})
	at := axis.flag(f)
	k.flags = max(k.flags, at+1)
	return func(keys []uint64) bool {
		return keys[axis.at+at/flagsPerKey]>>(at%flagsPerKey)&1 == 1
	}
}
