//go:build soak

package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// TestSoakIngestKill is promise R1: 200 kills, or CAIRN_SOAK_KILLS, at about
// 20,000 records a second.
func TestSoakIngestKill(t *testing.T) {
	c := startCollector(t)
	killAndSend(t, c, c.sendMixed(8, 250, 80*time.Millisecond), testkit.Size(t, "CAIRN_SOAK_KILLS", 200))
}

// refusalTimeMax is within which charts are refused on a machine that has time.
const refusalTimeMax = time.Second

// TestSoakEngineAway is promise R7: the engine stands still for ten minutes, or
// CAIRN_SOAK_MINUTES, and charts are refused all the while, within a second.
func TestSoakEngineAway(t *testing.T) {
	c := startCollector(t)
	engine, source := enginePID(t, c.Process.Pid), c.sources()[0]
	s := c.send(8, 500, 100*time.Millisecond)
	time.Sleep(10 * time.Second)
	if err := proctest.Halt(engine); err != nil {
		t.Fatal(err)
	}
	away := time.Duration(testkit.Size(t, "CAIRN_SOAK_MINUTES", 10)) * time.Minute
	slowest, looks := time.Duration(0), 0
	for begun := time.Now(); time.Since(begun) < away; looks++ {
		slowest = max(slowest, c.refusesCharts(source))
		time.Sleep(10 * time.Second)
	}
	if err := syscall.Kill(engine, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	t.Logf("away for %s: charts were refused within %s in all of %d looks, and came back within %s",
		away, slowest, looks, c.awaitCharts(source))
	if slowest > refusalTimeMax {
		t.Errorf("charts were refused within %s only", slowest)
	}
	time.Sleep(10 * time.Second)
	acked := s.end()
	c.drain(15 * time.Minute)
	all, different := c.counts()
	t.Logf("%d records acknowledged, %d requests refused; stored %d, different %d", acked, s.refused.Load(), all, different)
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

// TestSoakSlowClients is promise R14: 2,000 clients that send a byte now and
// then do not double the latency of the others.
func TestSoakSlowClients(t *testing.T) {
	c := startCollector(t)
	alone := latencies(t, c)
	for range 2000 {
		conn, err := net.Dial("tcp", c.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		_, _ = fmt.Fprintf(conn, "POST /v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/x-protobuf\r\nContent-Length: 19000000\r\n\r\n", c.key)
		go func() {
			for {
				if _, err := conn.Write([]byte("x")); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
	}
	crowded := latencies(t, c)
	t.Logf("p99 %s alone, %s among slow clients", alone, crowded)
	if crowded > 2*alone+5*time.Millisecond {
		t.Errorf("p99 %s alone, %s among slow clients", alone, crowded)
	}
}

// latencies returns the 99th percentile of a thousand requests.
func latencies(t *testing.T, c *collector) time.Duration {
	t.Helper()
	var all []time.Duration
	for request := range 1000 {
		body := bytes.NewReader(numbered(0, request, 100))
		begun := time.Now()
		if status, _ := c.post(body); status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
		all = append(all, time.Since(begun))
	}
	slices.Sort(all)
	return all[990]
}
