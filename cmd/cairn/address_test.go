package main

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestAddressIsToldAtATerminal holds that people are told where to go, and
// programs are not.
func TestAddressIsToldAtATerminal(t *testing.T) {
	t.Parallel()
	const line = "Cairn is ready. Open http://127.0.0.1:"
	screen, terminal := openTerminal(t)
	shown := readAll(screen)
	serveInto(t, terminal, "127.0.0.1:0")
	testkit.Eventually(t, slack*20*time.Second, "the address is told", func() bool { return strings.Contains(*shown.Load(), line) })

	if p := serve(t, t.TempDir()); strings.Contains(p.log(), line) {
		t.Errorf("a program reads it:\n%s", p.log())
	}
}

// openTerminal returns both ends of a terminal: the one that shows, and the one
// that a program writes to.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return screen, terminal
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
