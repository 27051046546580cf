package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// story is the present figures and those of the commit before.
type story struct{ now, before results }

// was returns a figure as it was before, empty where it was not measured.
func (s story) was(f figure) figure {
	for _, old := range s.before.Figures {
		if old.Part == f.Part && old.key() == f.key() {
			return old
		}
	}
	return figure{}
}

// notable is the change from which on a figure is marked.
const notable = 0.1

// compare prints every figure with what it was before.
func (s story) compare(out io.Writer) {
	for _, f := range s.now.Figures {
		was := s.was(f)
		for _, unit := range slices.Sorted(maps.Keys(f.Values)) {
			line := fmt.Sprintf("%-44s %10s %-20s %s", f.key(), number(f.Values[unit]), unit, change(was.Values[unit], f.Values[unit]))
			_, _ = fmt.Fprintln(out, strings.TrimSpace(line)) // to the terminal
		}
	}
}

func change(was, now float64) string {
	if was == 0 {
		return ""
	}
	share := now/was - 1
	mark := ""
	if share > notable || share < -notable {
		mark = " !"
	}
	return fmt.Sprintf("was %s (×%.2f)%s", number(was), now/was, mark)
}

// ratio returns how a figure's costs compare with those before: the geometric
// mean over columns, in which more of what is good is less of a cost. What the
// clock says counts where the machine was quiet both times. The ratio is 0 where
// there is nothing to compare.
func (s story) ratio(f figure, columns []column) float64 {
	was, sum, count := s.was(f), 0.0, 0
	quiet := s.now.Runs[f.Part].isQuiet() && s.before.Runs[f.Part].isQuiet()
	for _, c := range columns {
		old, now := was.Values[c.unit], f.Values[c.unit]
		if old <= 0 || now <= 0 || !c.kind.compares(quiet) {
			continue
		}
		factor := math.Log(now / old)
		if c.kind == speed {
			factor = -factor
		}
		sum, count = sum+factor, count+1
	}
	if count == 0 {
		return 0
	}
	return math.Exp(sum / float64(count))
}

// compares reports whether figures of a kind compare with those before.
func (k kind) compares(quiet bool) bool { return k == cost || quiet && (k == wait || k == speed) }

// ratioText returns a ratio for a table, bold where it is notably worse.
func ratioText(ratio float64) string {
	switch {
	case ratio == 0:
		return "–"
	case ratio > 1+notable:
		return fmt.Sprintf("**%.2f**", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}
