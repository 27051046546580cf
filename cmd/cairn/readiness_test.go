package main

import (
	"encoding/json"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestReadinessBlamesOnlyThePartThatHangs pauses PostgreSQL. Each answer comes
// before a probe gives up, and says nothing about the parts that are fine.
func TestReadinessBlamesOnlyThePartThatHangs(t *testing.T) {
	t.Parallel()
	m, address := startMetadata(t)
	c := startCollector(t, "CAIRN_DATABASE_URL="+address)
	if err := m.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Signal(syscall.SIGCONT) })
	quickest := time.Hour
	for range 12 {
		begun := time.Now()
		status, body := c.get("admin", "/readyz")
		quickest = min(quickest, time.Since(begun))
		var said struct{ Parts map[string]string }
		if err := json.Unmarshal([]byte(body), &said); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		if status != http.StatusServiceUnavailable || said.Parts["database"] != "no answer within 700ms" {
			t.Errorf("readiness: %d %s", status, body)
		}
		delete(said.Parts, "database")
		for part, text := range said.Parts {
			if text != "ok" {
				t.Errorf("%s: %s", part, text)
			}
		}
	}
	if quickest > slack*time.Second {
		t.Errorf("the quickest answer took %s", quickest)
	}
	if err := m.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, startTimeMax, "the server is ready", c.IsReady)
}
