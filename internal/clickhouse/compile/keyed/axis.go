package keyed

import (
	"math"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/ql"
)

// Axis is one thing that the conditions of a keyed scan ask of rows. Rows that
// no condition tells apart have the same keys.
type Axis interface {
	// Keys returns the SQL of the keys, each of type UInt64.
	Keys(c *compile.Compiler) []string
	// Begin tells where the keys of the axis stand among those of a group.
	Begin(at int)
}

// The keys of a textAxis and of a numberAxis stand at place; a flagAxis has as
// many as it needs from there on.
type place struct{ at int }

func (p *place) Begin(at int) { p.at = at }

// textAxis is a text that conditions compare as a whole. Its key is which of
// their texts it is, counted from 1; 0: none.
type textAxis struct {
	place
	operand ql.Node
	texts   []string
	known   map[string]uint64
}

// text returns the key of a text.
func (x *textAxis) text(text string) uint64 {
	if x.known[text] == 0 {
		x.texts = append(x.texts, text)
		x.known[text] = uint64(len(x.texts))
	}
	return x.known[text]
}

func (x *textAxis) Keys(c *compile.Compiler) []string {
	value, texts := c.Expression(x.operand), c.BindTexts(x.texts)
	return []string{"toUInt64(transform(" + value.SQL + ", " + texts + ", arrayEnumerate(" + texts + "), 0))"}
}

// numberAxis is a number that conditions compare with others. Its key is the
// greatest of their numbers that it reaches, as the bits of a Float64; where
// there is no number it is not one.
type numberAxis struct {
	place
	operand ql.Node
	bounds  []float64
}

func (x *numberAxis) Keys(c *compile.Compiler) []string {
	bounds := slices.Compact(slices.Sorted(slices.Values(append(x.bounds, -math.MaxFloat64))))
	number := "ifNull(toFloat64(" + c.Expression(x.operand).AsNumber() + "), nan)"
	return []string{"reinterpretAsUInt64(if(isNaN(" + number + "), " + number + ", roundDown(" + number + ", " + c.BindNumbers(bounds) + ")))"}
}

// flagAxis is conditions that the engine decides on its own. Each has a bit of
// a key.
type flagAxis struct {
	place
	flags []flagAsk
	known map[string]int
}

const flagsPerKey = 32

// flag returns the bit of a condition.
func (x *flagAxis) flag(f flagAsk) int {
	name := f.condition.String()
	at, known := x.known[name]
	if !known {
		at = len(x.flags)
		x.known[name] = at
		x.flags = append(x.flags, f)
	}
	return at
}

func (x *flagAxis) Keys(c *compile.Compiler) []string {
	var keys []string
	for flags := range slices.Chunk(x.flags, flagsPerKey) {
		truths := make([]string, len(flags))
		for i, f := range flags {
			truths[i] = sure(c, f.condition)
		}
		// One function over all costs the engine less than one for each.
		keys = append(keys, "arrayDotProduct(["+strings.Join(truths, ", ")+"], "+bitsSQL(len(flags))+")")
	}
	return keys
}

// sure returns a condition that is never NULL.
func sure(c *compile.Compiler, condition ql.Node) string {
	sql := c.Predicate(condition)
	if isSure(condition) {
		return sql
	}
	return "ifNull((" + sql + "), 0)"
}
