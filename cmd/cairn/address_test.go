package main

import (
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestAddressIsToldAtATerminal holds that people are told where to go, and
// programs are not.
func TestAddressIsToldAtATerminal(t *testing.T) {
	t.Parallel()
	const line = "Cairn is ready. Open http://127.0.0.1:"
	dir, other := t.TempDir(), t.TempDir()
	mustCairn(t, dir, "bootstrap")
	mustCairn(t, other, "bootstrap")
	screen, terminal := openTerminal(t)
	shown := readAll(screen)
	serveInto(t, dir, terminal, terminal, "127.0.0.1:0")
	testkit.Eventually(t, startTimeMax, "the address is told", func() bool { return strings.Contains(*shown.Load(), line) })

	if p := serve(t, other); strings.Contains(p.log(), line) {
		t.Errorf("a program reads it:\n%s", p.log())
	}
}

// TestFirstLinkIsPrintedAndNotLogged holds that an empty installation prints a link
// on standard output wherever that goes, again at the next start, not in the log,
// and not once it is set up.
func TestFirstLinkIsPrintedAndNotLogged(t *testing.T) {
	t.Parallel()
	const link = "/enter?token=cairn_fl_"
	dir := t.TempDir()
	start := func() (out, log *atomic.Pointer[string], server *exec.Cmd) {
		readOut, writeOut := pipe(t)
		readLog, writeLog := pipe(t)
		server = serveInto(t, dir, writeOut, writeLog, "127.0.0.1:0")
		out, log = readAll(readOut), readAll(readLog)
		testkit.Eventually(t, startTimeMax, "the server is up", func() bool { return strings.Contains(*log.Load(), "otlp-http") })
		return out, log, server
	}
	for range 2 {
		out, log, server := start()
		testkit.Eventually(t, startTimeMax, "the link is printed", func() bool { return strings.Contains(*out.Load(), link) })
		if strings.Contains(*log.Load(), link) {
			t.Errorf("it is in the log:\n%s", *log.Load())
		}
		_ = server.Process.Kill()
		_ = server.Wait()
	}
	mustCairn(t, dir, "bootstrap")
	out, _, server := start()
	_ = server.Process.Signal(os.Interrupt)
	_ = wait(server, slack*20*time.Second)
	if *out.Load() != "" {
		t.Errorf("once it is set up: %s", *out.Load())
	}
}

// pipe returns both ends of a pipe.
func pipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	return read, write
}

// readAll reads a file in the background until it ends.
func readAll(file *os.File) *atomic.Pointer[string] {
	var text atomic.Pointer[string]
	text.Store(new(string))
	go func() {
		part := make([]byte, 4096)
		for {
			n, err := file.Read(part)
			all := *text.Load() + string(part[:n])
			text.Store(&all)
			if err != nil {
				return
			}
		}
	}()
	return &text
}
