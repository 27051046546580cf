package statetest

import (
	"fmt"
	"strings"
	"time"
)

// NonsenseTable returns the cells that are not in the matrix, and why.
func NonsenseTable() string {
	var table strings.Builder
	for _, state := range States() {
		for _, fault := range Faults() {
			for _, database := range Databases() {
				cell := Cell{state, fault, database}
				if why := cell.Nonsense(); why != "" {
					fmt.Fprintf(&table, "%s: %s\n", cell.Name(), why)
				}
			}
		}
	}
	return table.String()
}

// ResultTable returns a line for each cell.
func ResultTable(results []Result) string {
	var table strings.Builder
	for i := range results {
		table.WriteString(results[i].line() + "\n")
	}
	return table.String()
}

func (r *Result) line() string {
	verdict := "ok"
	if len(r.Failures) > 0 {
		verdict = "FAILED: " + strings.Join(r.Failures, "; ")
	}
	return fmt.Sprintf("%-45s acked %6d lost %d doubled %d altered %d destroyed %d refused %d windows %d told %d ready %s took %s %s",
		r.Cell.Name(), r.Acked, r.Lost, r.Doubled, r.Altered, r.Destroyed, r.Refused, r.Windows, r.Transitions,
		r.Ready.Round(time.Millisecond), r.Took.Round(100*time.Millisecond), verdict)
}

// Summary returns the figures of all cells in a sentence, and the cells that
// failed.
func Summary(results []Result) string {
	var sum Result
	var failed []string
	slowest := ""
	for i := range results {
		r := &results[i]
		if len(r.Failures) > 0 {
			failed = append(failed, "\n"+r.line())
		}
		sum.Acked, sum.Lost, sum.Doubled, sum.Altered = sum.Acked+r.Acked, sum.Lost+r.Lost, sum.Doubled+r.Doubled, sum.Altered+r.Altered
		sum.Destroyed, sum.Windows, sum.Transitions = sum.Destroyed+r.Destroyed, sum.Windows+r.Windows, sum.Transitions+r.Transitions
		if r.Ready > sum.Ready {
			sum.Ready, slowest = r.Ready, r.Cell.Name()
		}
	}
	return fmt.Sprintf("%d cells, %d failed: %d records acknowledged, %d lost, %d doubled, %d altered, %d destroyed by the fault; %d windows, %d transitions; slowest start %s (%s)%s",
		len(results), len(failed), sum.Acked, sum.Lost, sum.Doubled, sum.Altered, sum.Destroyed, sum.Windows, sum.Transitions, sum.Ready.Round(time.Millisecond), slowest, strings.Join(failed, ""))
}

// Page returns the matrix as docs/reliability.md shows it.
func Page() string {
	var page strings.Builder
	cells := Cells()
	fmt.Fprintf(&page, "%d states and %d faults on SQLite and PostgreSQL are %d cells that make sense.\n\n| State | |\n|---|---|\n", len(States()), len(Faults()), len(cells))
	for _, state := range States() {
		fmt.Fprintf(&page, "| `%s` | %s |\n", state.Name, state.Text)
	}
	page.WriteString("\n| Fault | |\n|---|---|\n")
	for _, fault := range Faults() {
		fmt.Fprintf(&page, "| `%s` | %s |\n", fault.Name, fault.Text)
	}
	page.WriteString("\n| Not played | | because |\n|---|---|---|\n")
	for _, n := range allNonsense() {
		fmt.Fprintf(&page, "| `%s` | `%s` | %s |\n", n.state, strings.Join(n.faults, "`, `"), n.why)
	}
	page.WriteString("| `second-replica` | all on SQLite | several servers need PostgreSQL |\n")
	page.WriteString("| all on PostgreSQL | `…-metadata` | they are files of SQLite |\n| all on SQLite | `postgres-…` | there is no PostgreSQL |\n")
	return page.String()
}
