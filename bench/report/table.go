package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// kind says what more of a figure means.
type kind int

// Kinds of columns.
const (
	cost  kind = iota // processors, memory or disk: more is worse, however busy the machine
	wait              // time of the clock: more is worse
	speed             // by the clock too: more is better
	plain             // says how much was done
	times             // how many times as much as the other program's
	waits             // the same of a time of the clock
)

// column is a unit of a table and what it is called there.
type column struct {
	unit, title string
	kind        kind
}

// table is a part as the page shows it. Rows are sizes, or the names of
// benchmarks in the words of the page; those without words are not shown. Where
// names have a prefix in common, what follows it are the words.
type table struct {
	part, title, first string
	names              map[string]string
	prefix             string
	columns            []column
	against            bool // compares with another program, not with the commit before
}

// What the units of another program begin with, and the one of a program that does
// not take a question.
const (
	againstPrefix = "against-"
	refusedUnit   = "refused"
)

// rows returns the figures that a table shows.
func (t table) rows(all []figure) []figure {
	if t.prefix != "" {
		return slices.DeleteFunc(all, func(f figure) bool { return !strings.HasPrefix(f.Name, t.prefix) || t.against && !f.isAgainst() })
	}
	if t.names == nil {
		slices.SortStableFunc(all, func(a, b figure) int { return a.Size - b.Size })
		return all
	}
	return slices.DeleteFunc(all, func(f figure) bool { return t.names[f.Name] == "" })
}

// isAgainst reports whether another program was measured as well.
func (f figure) isAgainst() bool {
	for unit := range f.Values {
		if strings.HasPrefix(unit, againstPrefix) {
			return true
		}
	}
	return false
}

func (t table) label(f figure) string {
	if t.prefix != "" {
		return strings.ReplaceAll(strings.TrimPrefix(f.Name, t.prefix), "_", " ")
	}
	if t.names == nil {
		return number(float64(f.Size))
	}
	return t.names[f.Name]
}

func (s story) writeTable(out *strings.Builder, t table) {
	found := t.rows(s.now.of(t.part))
	if len(found) == 0 {
		return
	}
	titles, rule := []string{t.first}, "|---|"
	for _, c := range t.columns {
		titles, rule = append(titles, c.title), rule+"---|"
	}
	if !t.against {
		titles, rule = append(titles, "ratio"), rule+"---|"
	}
	fmt.Fprintf(out, "\n**%s**\n\n| %s |\n%s\n", t.title, strings.Join(titles, " | "), rule)
	busy := s.now.Runs[t.part].isBusy()
	for _, f := range found {
		cells := []string{t.label(f)}
		for _, c := range t.columns {
			cells = append(cells, c.cell(f, busy))
		}
		if !t.against {
			cells = append(cells, ratioText(s.ratio(f, t.columns)))
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
}

// cell returns a figure, in brackets what the clock said on a busy machine.
func (c column) cell(f figure, busy bool) string {
	value, found := f.Values[c.unit]
	switch {
	case !found && f.Values[c.refused()] > 0:
		return refusedUnit
	case !found:
		return "–"
	}
	text := number(value)
	if c.kind == times || c.kind == waits {
		text = ratioText(value)
	}
	if busy && (c.kind == wait || c.kind == speed || c.kind == waits) {
		return "(" + text + ")"
	}
	return text
}

// refused returns the unit that says that the column's program does not take a
// question.
func (c column) refused() string {
	switch {
	case c.kind == times || c.kind == waits:
		return ""
	case strings.HasPrefix(c.unit, againstPrefix):
		return againstPrefix + refusedUnit
	}
	return refusedUnit
}

// number returns a number as people write it: three digits that matter, and
// commas between thousands.
func number(v float64) string {
	switch {
	case v == math.Trunc(v) && v < 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v < 1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
