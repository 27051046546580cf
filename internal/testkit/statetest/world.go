package statetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// Limits of waits. They are for busy machines; what it took is reported.
const (
	readyTimeMax = 60 * time.Second
	drainTimeMax = 90 * time.Second // longer than an insert that never ends is waited for
	ackTimeMax   = 60 * time.Second
	stopTimeMax  = 20 * time.Second
	cellTimeMax  = 5 * time.Minute
	pollEvery    = 20 * time.Millisecond
	pollEveryMax = 100 * time.Millisecond // of long waits, which would take the processor from the server
	dumpBytesMax = 48 << 10
)

// World is what a cell plays in: an installation, its server, its senders, and
// what is known about it. Its methods end the test when they can't do what
// they are for.
type World struct {
	t       testing.TB
	plan    *Plan
	cell    Cell
	dir     string // the data folder as the server sees it
	disk    *disk  // nil: dir is an ordinary folder
	made    installation
	env     []string
	otlp    string // address
	clock   string // shift of the server's clock; empty: none
	cluster *pgtest.Cluster
	url     string // of the PostgreSQL database
	server  *proctest.Program
	replica *proctest.Program
	hooks   *hooktest.Receiver
	source  *source
	ledger  ledger
	load    *load
	alert   alert
	undo    []func()        // what ends the fault however the cell ends
	doomed  map[string]bool // records whose only copy a fault destroyed
	result  *Result
}

// installation is what bootstrap made.
type installation struct{ TeamID, IngestionKey, AccessKey string }

// errorf fails the cell and goes on.
func (w *World) errorf(format string, args ...any) {
	w.t.Helper()
	w.result.fail(fmt.Sprintf(format, args...))
	w.t.Errorf(format, args...)
}

// fatalf fails the cell and ends it.
func (w *World) fatalf(format string, args ...any) {
	w.t.Helper()
	w.errorf(format, args...)
	w.t.FailNow()
}

func (w *World) check(err error) {
	w.t.Helper()
	if err != nil {
		w.fatalf("%v", err)
	}
}

// await waits until ok holds.
func (w *World) await(limit time.Duration, what string, ok func() bool) {
	w.t.Helper()
	begun := time.Now()
	for pause := pollEvery; !ok(); pause = min(pause+pause/4, pollEveryMax) {
		if time.Since(begun) > limit {
			w.fatalf("not within %s: %s", limit, what)
		}
		time.Sleep(pause)
	}
}

// root returns the data folder as this process sees it.
func (w *World) root() string {
	if w.disk == nil {
		return w.dir
	}
	return w.disk.root()
}

func (w *World) path(elements ...string) string {
	return filepath.Join(append([]string{w.root()}, elements...)...)
}

// command returns a command of the program on the cell's installation.
func (w *World) command(args ...string) *exec.Cmd {
	words := append([]string{w.plan.Executable}, args...)
	if w.clock != "" {
		words[0] = w.plan.Clocked
	}
	if w.disk != nil {
		words = w.disk.inside(words[0], words[1:]...)
	}
	command := exec.Command(words[0], words[1:]...) //nolint:noctx // ended by the cell
	command.Env = append(w.env, ClockVariable+"="+w.clock)
	return command
}

// run runs a command to its end and returns its exit code and what it printed.
func (w *World) run(args ...string) (int, string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeMax)
	defer cancel()
	model := w.command(args...)
	command := exec.CommandContext(ctx, model.Path, model.Args[1:]...)
	command.Env = model.Env
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.fatalf("cairn %s: %v", strings.Join(args, " "), err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

func (w *World) mustRun(args ...string) string {
	w.t.Helper()
	code, printed := w.run(args...)
	if code != 0 {
		w.fatalf("cairn %s: exit code %d: %s", strings.Join(args, " "), code, printed)
	}
	return printed
}

// launch starts the server and does not wait.
func (w *World) launch() {
	w.t.Helper()
	w.server = proctest.Start(w.t, w.command("serve"))
}

// start starts the server and waits until it is ready.
func (w *World) start() {
	w.t.Helper()
	w.launch()
	w.awaitReady()
}

// awaitReady waits until the server is ready, as a supervisor would: one that
// has ended is started again.
func (w *World) awaitReady() time.Duration {
	w.t.Helper()
	begun, starts, words := time.Now(), 0, ""
	for pause := pollEvery; w.server == nil || !w.server.IsReady(); pause = min(pause+pause/4, pollEveryMax) {
		if time.Since(begun) > readyTimeMax {
			_, parts := w.server.Get("admin", "/readyz")
			w.fatalf("not ready within %s, %d starts; %s%s\n%s", readyTimeMax, starts, parts, words, tail(w.server.Log()))
		}
		if w.server == nil || w.server.HasEnded() {
			words = w.lastWords()
			w.launch()
			starts++
			time.Sleep(10 * pollEvery)
		}
		time.Sleep(pause)
	}
	return time.Since(begun)
}

// lastWords returns the last line of a server that has ended.
func (w *World) lastWords() string {
	if w.server == nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(w.server.Log()), "\n")
	return lines[len(lines)-1]
}

// tail returns the end of a text.
func tail(text string) string { return text[max(0, len(text)-4096):] }

// kill ends the server without notice; its engine follows.
func (w *World) kill() {
	if w.server != nil {
		w.server.Kill()
	}
}

// engine returns the process of the engine, or 0.
func (w *World) engine() int { return proctest.Engine(w.server.Process.Pid, 0) }

// signal sends a signal to the server's process.
func (w *World) signal(signal syscall.Signal) {
	_ = syscall.Kill(w.server.Process.Pid, signal)
}

// signalEngine sends a signal to the engine's process.
func (w *World) signalEngine(signal syscall.Signal) {
	if pid := w.engine(); pid != 0 {
		_ = syscall.Kill(pid, signal)
	}
}

// stop ends the server in order.
func (w *World) stop() {
	w.t.Helper()
	w.signal(syscall.SIGTERM)
	begun := time.Now()
	for !w.server.HasEnded() {
		if time.Since(begun) > stopTimeMax {
			w.fatalf("still running %s after SIGTERM:\n%s", stopTimeMax, tail(w.server.Log()))
		}
		time.Sleep(pollEvery)
	}
	code, locked := w.server.End(w.t, stopTimeMax), exists(w.path("server.lock"))
	if code > 0 || code < 0 && locked { // a process that has just begun has no handler yet
		w.errorf("exit code %d after SIGTERM:\n%s", code, tail(w.server.Log()))
	}
}

// later notes what ends a fault; it is called at the latest at the cell's end.
func (w *World) later(undo func()) { w.undo = append(w.undo, sync.OnceFunc(undo)) }

// lift ends every fault, the last one first.
func (w *World) lift() {
	for _, undo := range slices.Backward(w.undo) {
		undo()
	}
	w.undo = nil
}

// watch prints where everything stands when the cell does not end.
func (w *World) watch() (stop func()) {
	timer := time.AfterFunc(cellTimeMax, func() {
		w.t.Errorf("the cell does not end")
		w.result.fail("the cell does not end")
		stacks := make([]byte, dumpBytesMax)
		w.t.Logf("goroutines of the driver:\n%s", stacks[:runtime.Stack(stacks, true)])
		w.dump()
		w.lift()
		w.kill()
	})
	return func() { timer.Stop() }
}

// dump prints the goroutines of the server and what it has logged.
func (w *World) dump() {
	if w.server == nil || w.server.HasEnded() {
		return
	}
	status, text := w.server.Get("admin", "/debug/pprof/goroutine?debug=2")
	if status == 0 { // it does not serve: the runtime prints them
		w.signal(syscall.SIGCONT)
		w.signal(syscall.SIGQUIT)
		time.Sleep(time.Second)
		text = w.server.Log()
	}
	w.t.Logf("goroutines of the server:\n%s", text[:min(len(text), dumpBytesMax)])
	w.t.Logf("log of the server:\n%s", tail(w.server.Log()))
}

// copyFolder copies a folder with the system's own tool.
func copyFolder(from, to string) error {
	out, err := exec.Command("cp", "-a", from+"/.", to).CombinedOutput() //nolint:noctx // short
	if err != nil {
		return fmt.Errorf("cp: %w: %s", err, out)
	}
	return nil
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
