package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCopiesOfTheLogLoseNothingAfterwards puts the log back from a copy that was
// made while the server ran, which nobody notices. Nothing that is sent from then
// on is taken for what was stored before.
func TestCopiesOfTheLogLoseNothingAfterwards(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"wal", "wal/cursor"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			c := startCollector(t)
			c.collectFrom(1, 4)
			earlier := filepath.Join(t.TempDir(), "copy")
			takeOver(t, earlier, filepath.Join(c.dir, part))
			c.collectFrom(2, 40)
			c.kill()
			takeOver(t, filepath.Join(c.dir, part), earlier)
			c.goOn(3, 20)
			const want = 10 * (4 + 40 + 20)
			if all, different := c.counts(); all != want || different != want {
				t.Errorf("%d records, %d different ones, want %d", all, different, want)
			}
		})
	}
}

// TestPartsOfAnEarlierTimeAreTold puts a part of the data folder back from an
// earlier time, as a restore of half a folder does. It is told before the start
// and after it, and nothing that is sent from then on is taken for what was
// stored before.
func TestPartsOfAnEarlierTimeAreTold(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"wal", "wal/cursor", "engine"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			c := startCollector(t)
			c.collectFrom(1, 4)
			c.stop()
			earlier := filepath.Join(t.TempDir(), "copy")
			takeOver(t, earlier, filepath.Join(c.dir, part))
			c.start()
			c.collectFrom(2, 40)
			c.stop()
			takeOver(t, filepath.Join(c.dir, part), earlier)
			if code, printed := cairn(t, c.dir, "doctor"); code != 1 || !strings.Contains(printed, "put back from an earlier time; put back what belongs there") {
				t.Errorf("the doctor says before the start, with code %d:\n%s", code, printed)
			}
			c.goOn(3, 20)
			if _, text := c.get("admin", "/readyz"); !strings.Contains(text, "put back from an earlier time") {
				t.Errorf("the server is ready and says %s", text)
			}
			want := uint64(10 * (4 + 40 + 20))
			if part == "engine" {
				want = 10 * (4 + 20) // the copy has no more
			}
			if all, different := c.counts(); all != want || different != want {
				t.Errorf("%d records, %d different ones, want %d", all, different, want)
			}
		})
	}
}

// collectFrom sends requests of a sender, and waits until they are stored.
func (c *collector) collectFrom(sender, requests int) {
	c.t.Helper()
	for i := range requests {
		c.sendNumbered(sender, i)
	}
	c.drain(slack * 30 * time.Second)
}

// goOn starts the server again, has it acknowledge requests of a sender, kills it
// right away, and waits until the next start has stored them.
func (c *collector) goOn(sender, requests int) {
	c.t.Helper()
	c.start()
	for i := range requests {
		c.sendNumbered(sender, i)
	}
	c.kill()
	c.start()
	c.drain(slack * 30 * time.Second)
}

func (c *collector) sendNumbered(sender, request int) {
	c.t.Helper()
	if status, _ := c.post(strings.NewReader(string(numbered(sender, request, 10)))); status != http.StatusOK {
		c.t.Fatalf("request %d of %d: %d", request, sender, status)
	}
}

// takeOver makes a folder or a file what another one is.
func takeOver(t *testing.T, path, by string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", by, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
