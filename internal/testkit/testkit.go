// Package testkit is what tests of several packages share: golden files,
// tables of HTTP scenarios, and clocks that stand still.
package testkit

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit/patience"
)

// update rewrites golden files: go test ./internal/... -update
var update = flag.Bool("update", false, "rewrite golden files with what the tests got")

// Updating reports whether golden files are to be rewritten.
func Updating() bool { return *update }

// Golden compares got with testdata/name, or writes it with -update.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		writeGolden(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read the golden file (make it with -update): %v", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (accept it with -update):\n%s", path, diff)
	}
}

func writeGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, got, 0o600); err != nil {
		t.Fatal(err)
	}
}

// gcPercent lets the heap of a test binary, which is small, grow to several
// times what is in use before it is collected.
const gcPercent = 400

// SpareCPU trades memory for time in a binary whose tests do not measure
// either, unless GOGC says otherwise. Call it from TestMain.
func SpareCPU() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

// begun is when the test binary began. Fixtures count their days and hours from
// it, so that a run that crosses midnight has one yesterday.
var begun = time.Now().UTC()

// Today returns the midnight before the test binary began.
func Today() time.Time { return begun.Truncate(24 * time.Hour) }

// Hour returns the full hour before the test binary began.
func Hour() time.Time { return begun.Truncate(time.Hour) }

// Clock stands still until it is moved. Its zero time is not useful; make it
// with NewClock.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock that shows the time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Pauses between two looks of Eventually. They grow, so that a long wait does
// not take the processor from what is waited for.
const (
	pauseMin = 10 * time.Millisecond
	pauseMax = 50 * time.Millisecond
)

// Eventually fails the test unless ok returns true within the time, which is longer
// on a machine whose processors others have. It is for waiting on other processes;
// time inside our own code is a field.
func Eventually(t testing.TB, within time.Duration, what string, ok func() bool) {
	t.Helper()
	clock := patience.Start()
	for pause := pauseMin; !ok(); pause = min(pause+pause/4, pauseMax) {
		if clock.Elapsed() > within {
			t.Fatalf("not within %s: %s", within, what)
		}
		time.Sleep(pause)
	}
}
