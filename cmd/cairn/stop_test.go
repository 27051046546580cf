package main

import (
	"bytes"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// longStandstill is longer than a stop may take by the clock, and than senders
// wait.
const longStandstill = 13 * time.Second

// starve lets a process run for a moment now and then, until it has ended, and
// reports whether it did within so many turns.
func (c *collector) starve(run, rest time.Duration, turns int) bool {
	c.t.Helper()
	for range turns {
		select {
		case <-c.Read:
			return true
		case <-time.After(run):
		}
		_ = c.Process.Signal(syscall.SIGSTOP)
		time.Sleep(rest)
		_ = c.Process.Signal(syscall.SIGCONT)
	}
	return false
}

// TestStarvedServerStopsInOrder holds that a server that hardly gets to run
// while it stops under load ends in order, and that what it has acknowledged is
// there afterwards.
func TestStarvedServerStopsInOrder(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	s := c.send(8, 250, 5*time.Millisecond)
	testkit.Eventually(t, slack*30*time.Second, "records flow", func() bool { return s.acked.Load() > 10_000 })
	begun := time.Now()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !c.starve(5*time.Millisecond, longStandstill, 1) && !c.starve(10*time.Millisecond, 300*time.Millisecond, slack*300) {
		t.Fatalf("still running after %s:\n%s", time.Since(begun), c.log())
	}
	if code := c.end(t, slack*10*time.Second); code != 0 {
		t.Errorf("exit code %d after %s:\n%s", code, time.Since(begun), c.log())
	}
	t.Logf("stopped after %s", time.Since(begun))
	c.start()
	acked := s.end()
	c.drain(slack * 60 * time.Second)
	all, different := c.counts()
	t.Logf("%d records acknowledged; stored %d, different %d", acked, all, different)
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

// TestQuietServerStartsAfterAKill kills a server that has stored everything
// that it was sent, and has had time to say so on disk.
func TestQuietServerStartsAfterAKill(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	body := numbered(0, 0, 10)
	if status, _ := c.post(bytes.NewReader(body)); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	c.drain(slack * 20 * time.Second)
	time.Sleep(3 * time.Second) // nothing shows that the cursor is durable
	c.kill()
	c.start()
	if status, _ := c.post(bytes.NewReader(body)); status != http.StatusOK { // maybe it was not told
		t.Fatalf("status %d", status)
	}
	c.drain(slack * 20 * time.Second)
	if all, different := c.counts(); all != 10 || different != 10 {
		t.Errorf("stored %d, different %d, want 10", all, different)
	}
}
