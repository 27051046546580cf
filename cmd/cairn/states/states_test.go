package states

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/statetest"
)

// short is a cell of the short form.
type short struct {
	state, fault string
	database     statetest.Database
}

// shortForm has each state with three faults, and every fault.
func shortForm() []short {
	const sqlite, postgres = statetest.SQLite, statetest.Postgres
	return []short{
		{"never-started", "reboot", postgres},
		{"never-started", "kill-both", sqlite},
		{"never-started", "strange-files", sqlite},
		{"empty", "terminate", sqlite},
		{"empty", "empty-log", sqlite},
		{"empty", "missing-metadata", sqlite},
		{"quiet", "kill-server", sqlite},
		{"quiet", "torn-engine", sqlite},
		{"quiet", "foreign-metadata", sqlite},
		{"under-load", "kill-server", postgres},
		{"under-load", "full-at-once", sqlite},
		{"under-load", "torn-log", sqlite},
		{"catching-up", "kill-engine", sqlite},
		{"catching-up", "missing-log", sqlite},
		{"catching-up", "engine-eio", sqlite},
		{"engine-away", "kill-server", sqlite},
		{"engine-away", "pause", sqlite},
		{"engine-away", "foreign-log", sqlite},
		{"database-away", "clock-behind", postgres},
		{"database-away", "server-eio", sqlite},
		{"database-away", "terminate", postgres},
		{"nearly-full", "full-slowly", sqlite},
		{"nearly-full", "kill-both", postgres},
		{"nearly-full", "full-by-others", sqlite},
		{"upgraded", "missing-engine", sqlite},
		{"upgraded", "torn-metadata", sqlite},
		{"upgraded", "clock-ahead", postgres},
		{"restored", "empty-engine", postgres},
		{"restored", "empty-metadata", sqlite},
		{"restored", "foreign-engine", sqlite},
		{"second-replica", "postgres-gone", postgres},
		{"second-replica", "postgres-slow", postgres},
		{"second-replica", "postgres-read-only", postgres},
	}
}

// TestStates plays the short form of the matrix.
func TestStates(t *testing.T) {
	var cells []statetest.Cell
	for _, s := range shortForm() {
		cell, ok := statetest.Find(s.state, s.fault, s.database)
		if !ok {
			t.Fatalf("there is no cell %s/%s/%s", s.state, s.fault, s.database)
		}
		cells = append(cells, cell)
	}
	begun := time.Now()
	results := statetest.Run(t, newPlan(t), cells)
	t.Logf("results:\n%s", statetest.ResultTable(results))
	t.Logf("%s, in %s", statetest.Summary(results), time.Since(begun).Round(time.Second))
}

// TestShortFormHasEveryFault holds that no fault is left to the long form
// alone, and that each state has three.
func TestShortFormHasEveryFault(t *testing.T) {
	t.Parallel()
	states, faults := map[string]int{}, map[string]int{}
	for _, s := range shortForm() {
		states[s.state]++
		faults[s.fault]++
	}
	for _, state := range statetest.States() {
		if states[state.Name] != 3 {
			t.Errorf("the state %s has %d faults in the short form", state.Name, states[state.Name])
		}
	}
	for _, fault := range statetest.Faults() {
		if faults[fault.Name] == 0 {
			t.Errorf("the short form lacks the fault %s", fault.Name)
		}
	}
}

// The page that shows the matrix, and where on it.
const (
	page      = repo + "/docs/reliability.md"
	pageBegin = "<!-- matrix of states and faults: written by go test ./cmd/cairn/states -run TestPage -update -->\n"
	pageEnd   = "<!-- end of the matrix -->\n"
)

// TestPageShowsTheMatrix holds the page to the declaration of the matrix.
func TestPageShowsTheMatrix(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), pageBegin)
	shown, after, closed := strings.Cut(rest, pageEnd)
	if !ok || !closed {
		t.Fatalf("%s has no place for the matrix", page)
	}
	want := statetest.Page()
	if shown == want {
		return
	}
	if !testkit.Updating() {
		t.Fatalf("%s shows another matrix (accept it with -update)", page)
	}
	if err := os.WriteFile(page, []byte(before+pageBegin+want+pageEnd+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
