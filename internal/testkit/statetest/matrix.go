// Package statetest is the matrix of states and faults: it puts a whole server
// into a state, inflicts a fault, lifts it, and holds what is left against what
// was acknowledged.
package statetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Database is where the metadata is.
type Database string

// The databases.
const (
	SQLite   Database = "sqlite"
	Postgres Database = "postgres"
)

// Databases returns both.
func Databases() []Database { return []Database{SQLite, Postgres} }

// Cell is a state, a fault and a database.
type Cell struct {
	State    State
	Fault    Fault
	Database Database
}

// Name returns the name of the cell's test.
func (c Cell) Name() string { return fmt.Sprintf("%s/%s/%s", c.State.Name, c.Fault.Name, c.Database) }

// Cells returns every cell that makes sense.
func Cells() (cells []Cell) {
	for _, state := range States() {
		for _, fault := range Faults() {
			for _, database := range Databases() {
				if cell := (Cell{state, fault, database}); cell.Nonsense() == "" {
					cells = append(cells, cell)
				}
			}
		}
	}
	return cells
}

// Find returns the cell of the names; ok is false when there is none.
func Find(state, fault string, database Database) (cell Cell, ok bool) {
	for _, c := range Cells() {
		if c.State.Name == state && c.Fault.Name == fault && c.Database == database {
			return c, true
		}
	}
	return cell, false
}

// nonsense is why cells do not exist. Empty names stand for all.
type nonsense struct {
	state, why string
	faults     []string
}

func allNonsense() []nonsense {
	damage := []string{"torn-log", "empty-log", "missing-log", "foreign-log", "torn-engine", "empty-engine", "missing-engine", "foreign-engine"}
	metadata := []string{"torn-metadata", "empty-metadata", "missing-metadata", "foreign-metadata"}
	return []nonsense{
		{"never-started", "there is no file yet to be damaged", slices.Concat(damage, metadata)},
		{"never-started", "there may be no process yet to be traced", []string{"engine-eio", "server-eio"}},
		{"empty", "the engine has no part yet", damage[4:]},
		{"engine-away", "an engine that hangs writes nothing", []string{"engine-eio"}},
		{"database-away", "the database is away already", []string{"postgres-gone", "postgres-slow", "postgres-read-only"}},
		{"database-away", "the holder of the lock has the file open", metadata},
	}
}

// Nonsense returns why the cell is not in the matrix; empty when it is.
func (c Cell) Nonsense() string {
	if c.State.Only != "" && c.State.Only != c.Database {
		return "several servers need PostgreSQL"
	}
	if c.Fault.Only != "" && c.Fault.Only != c.Database {
		return "it is a fault of " + string(c.Fault.Only)
	}
	for _, n := range allNonsense() {
		if n.state == c.State.Name && slices.Contains(n.faults, c.Fault.Name) {
			return n.why
		}
	}
	return ""
}

// Run plays the cells, several at a time, and returns what happened in each,
// in the order of the cells.
func Run(t *testing.T, plan *Plan, cells []Cell) []Result {
	t.Helper()
	plan.open(t)
	results := make([]Result, len(cells))
	var group sync.WaitGroup
	next := make(chan int)
	for range plan.Parallel {
		group.Go(func() {
			for i := range next {
				t.Run(cells[i].Name(), func(t *testing.T) { plan.play(t, cells[i], &results[i]) })
			}
		})
	}
	for i := range cells {
		next <- i
	}
	close(next)
	group.Wait()
	if err := plan.close(); err != nil {
		t.Error(err)
	}
	return results
}

// play runs one cell.
func (p *Plan) play(t *testing.T, cell Cell, result *Result) {
	result.Cell = cell
	begun := time.Now()
	defer func() {
		result.Took = time.Since(begun)
		t.Log(result.line())
	}()
	w := p.world(t, cell, result)
	defer w.finish()
	defer w.watch()()
	cell.State.Enter(w)
	cell.Fault.Inflict(w)
	w.lift()
	result.Ready = w.awaitReady()
	w.verify()
}

// finish ends what the cell has begun, also when it has failed.
func (w *World) finish() {
	if w.t.Failed() {
		w.dump()
	}
	w.lift()
	if w.load != nil {
		w.load.abandoned.Store(true)
		w.settle()
	}
}

// verify holds what is left against what has to be.
func (w *World) verify() {
	w.t.Helper()
	w.settle()
	if w.alert.ID == "" {
		w.furnish(w.hooks.URL)
	}
	w.send(w.some("after", loadRows)...)
	w.drain()
	w.compare()
	w.checkAlerts()
	w.checkDoctor()
	w.stop()
	if w.cell.Fault.Lingers {
		w.start()
		w.compare()
		w.stop()
	}
}

// Result is what happened in a cell.
type Result struct {
	Cell                          Cell
	Acked, Lost, Doubled, Altered int // records
	Destroyed                     int // records whose only copy the fault destroyed
	Mortal                        int // rows that the fault may have destroyed, whichever they are
	Refused, Windows, Transitions int
	Ready, Took                   time.Duration
	mu                            sync.Mutex
	Failures                      []string
}

func (r *Result) fail(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, _, _ := strings.Cut(text, "\n")
	r.Failures = append(r.Failures, first)
}
