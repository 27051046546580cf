package patience

import (
	"os"
	"testing"
	"time"
)

func TestStolenShare(t *testing.T) {
	t.Parallel()
	const before = "cpu  100 10 20 5000 7 1 9 40 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"
	for text, want := range map[string]float64{
		before:                                    0,
		"cpu  170 20 30 9000 99 2 18 40 0 0\n":    0,
		"cpu  170 20 30 9000 99 2 18 140 0 0\n":   0.5,
		"cpu  100 10 20 9000 7 1 9 50 0 0\n":      1,
		"cpu  170 20 30 9000 99 2 18 340 55 66\n": 0.75,
		"":             0,
		"cpu  1 2 3\n": 0,
	} {
		if got := parseProcessors([]byte(text)).since(parseProcessors([]byte(before))).share(); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestClockOfThisMachine holds that the clock reads what this kernel says, and
// runs no faster than that of the wall.
func TestClockOfThisMachine(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/stat"); err == nil && readProcessors().used == 0 {
		t.Error("nothing is read of this machine's processors")
	}
	begun, clock := time.Now(), Start()
	for time.Since(begun) < 20*time.Millisecond { // busy on purpose
	}
	elapsed, wall := clock.Elapsed(), time.Since(begun)
	if share := clock.Stolen(); elapsed > wall || elapsed < 0 || share < 0 || share > 1 {
		t.Errorf("%s of %s, share %v", elapsed, wall, share)
	}
}
