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
)

// column is a unit of a table and what it is called there.
type column struct {
	unit, title string
	kind        kind
}

// table is a part as the page shows it. Rows are sizes, or the names of
// benchmarks in the words of the page; those without words are not shown.
type table struct {
	part, title, first string
	names              map[string]string
	columns            []column
}

// rows returns the figures that a table shows.
func (t table) rows(all []figure) []figure {
	if t.names == nil {
		slices.SortStableFunc(all, func(a, b figure) int { return a.Size - b.Size })
		return all
	}
	return slices.DeleteFunc(all, func(f figure) bool { return t.names[f.Name] == "" })
}

func (t table) label(f figure) string {
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
	fmt.Fprintf(out, "\n**%s**\n\n| %s | ratio |\n%s---|\n", t.title, strings.Join(titles, " | "), rule)
	busy := s.now.Runs[t.part].isBusy()
	for _, f := range found {
		cells := []string{t.label(f)}
		for _, c := range t.columns {
			cells = append(cells, c.cell(f, busy))
		}
		fmt.Fprintf(out, "| %s | %s |\n", strings.Join(cells, " | "), ratioText(s.ratio(f, t.columns)))
	}
}

// cell returns a figure, in brackets what the clock said on a busy machine.
func (c column) cell(f figure, busy bool) string {
	value, found := f.Values[c.unit]
	switch {
	case !found:
		return "–"
	case busy && (c.kind == wait || c.kind == speed):
		return "(" + number(value) + ")"
	}
	return number(value)
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
