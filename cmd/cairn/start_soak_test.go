//go:build soak

package main

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// How long a server may take to start and to stop.
const (
	startEmptyMax  = 2 * time.Second
	startKilledMax = 10 * time.Second
	stopMax        = 10 * time.Second
)

// TestSoakStartStop is promise R18: under load a server stops in time and
// fails nobody, and starts in time, after a stop and after a kill.
func TestSoakStartStop(t *testing.T) {
	empty := timed(func() { serve(t, t.TempDir()) })
	c := startCollector(t)
	s := c.send(8, 250, 20*time.Millisecond)
	rounds, stopped, started, killed := testkit.Size(t, "CAIRN_SOAK_ROUNDS", 30), time.Duration(0), time.Duration(0), time.Duration(0)
	requests := 0
	for range rounds {
		took, served := c.stopUnderLoad()
		requests += served
		stopped = max(stopped, took)
		started = max(started, timed(c.start))
		c.awaitFlow(s)
		c.kill()
		killed = max(killed, timed(c.start))
		c.awaitFlow(s)
	}
	acked := s.end()
	c.drain(time.Minute)
	all, different := c.counts()
	t.Logf("%d rounds: started empty in %s, after a stop in at most %s, after a kill in %s; stopped in at most %s while %d requests were served; %d records acknowledged, %d stored",
		rounds, empty.Round(time.Millisecond), started.Round(time.Millisecond), killed.Round(time.Millisecond), stopped.Round(time.Millisecond), requests, acked, all)
	if empty > startEmptyMax || killed > startKilledMax || stopped > stopMax {
		t.Errorf("started empty in %s, after a kill in %s, stopped in %s", empty, killed, stopped)
	}
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

func timed(do func()) time.Duration {
	begun := time.Now()
	do()
	return time.Since(begun)
}

// awaitFlow waits until records are acknowledged.
func (c *collector) awaitFlow(s *senders) {
	c.t.Helper()
	before := s.acked.Load()
	testkit.Eventually(c.t, 30*time.Second, "records flow", func() bool { return s.acked.Load() > before })
}

// stopUnderLoad stops the server while clients ask, none of whom may fail, and
// returns how long it took and how many were served.
func (c *collector) stopUnderLoad() (time.Duration, int) {
	c.t.Helper()
	var failed, served atomicCount
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() { hammer("http://"+c.program.addr("cloud")+"/v1/openapi.json", &served, &failed) })
	}
	testkit.Eventually(c.t, 30*time.Second, "requests are flowing", func() bool { return served.value() > 100 })
	begun := time.Now()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		c.t.Fatal(err)
	}
	code := c.end(c.t, 2*stopMax)
	took := time.Since(begun)
	clients.Wait()
	if code != 0 || failed.value() > 0 {
		c.t.Errorf("exit code %d, %d failed requests:\n%s", code, failed.value(), c.log())
	}
	return took, served.value()
}
