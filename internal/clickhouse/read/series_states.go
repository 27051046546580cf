package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/query"
)

// states are aggregates that the shards of a cluster compute up to their states, for
// one server to merge: of a time range in parts, each part has them once. Read as one
// part, the time in full would be read of every row.
type states struct {
	columns []string
	names   map[string]string // of columns, by what they hold
}

// merged returns the aggregate of a call whose states the shards compute.
func (s *states) merged(name, params, args string) string {
	state, merge := name+"State"+params+"("+args+")", name+"Merge"
	if name == "count" || name == "countIf" { // numbers, which the engine counts faster than states
		state, merge = name+"("+args+")", "sum"
	}
	column, isKnown := s.names[state]
	if !isKnown {
		column = "s" + strconv.Itoa(len(s.columns))
		s.names[state] = column
		s.columns = append(s.columns, state+" AS "+column)
	}
	return merge + params + "(" + column + ")"
}

// canMerge reports whether all that the plan aggregates can be merged.
func (p *seriesPlan) canMerge() bool {
	return !slices.ContainsFunc(p.numbers, func(a aggregation) bool { return a.of.Aggregate == query.None })
}

// onShards makes the plan aggregate on the shards and reports whether it does: when
// its time range is read in parts.
func (p *seriesPlan) onShards() bool {
	if len(p.during()) == 1 {
		return false
	}
	p.states = &states{names: map[string]string{}}
	for i := range p.numbers {
		p.numbers[i].states = p.states
	}
	return true
}

// bucket returns the second in which the bucket of what is grouped begins.
func (p *seriesPlan) bucket() string {
	if p.states != nil {
		return "b"
	}
	return bucketOf("t", p.scan)
}

// over returns what is grouped: the rows, or the states of the shards. Which states
// is known once everything that is shown has been printed.
func (p *seriesPlan) over(rows rowsFrom) rowsFrom {
	if p.states == nil {
		return rows
	}
	var parts []string
	for _, during := range p.during() {
		parts = append(parts, p.statesWhere(during))
	}
	return rowsOf(strings.Join(parts, "\nUNION ALL "))
}

// statesText reads the rows of a time as the states of what is made of them.
const statesText = `WITH %s SELECT %s FROM %s WHERE %s GROUP BY %s`

func (p *seriesPlan) statesWhere(during string) string {
	keys := append([]string{"b"}, p.keys...)
	for i := range p.groups {
		keys = append(keys, "k"+strconv.Itoa(i))
	}
	shown := append([]string{bucketOf("t", p.scan) + " AS b"}, keys[1:]...)
	return fmt.Sprintf(statesText, strings.Join(p.named(p.c.Table.Second), ", "), strings.Join(append(shown, p.states.columns...), ", "),
		p.c.From(""), compile.Both(during, p.where), strings.Join(keys, ", "))
}
