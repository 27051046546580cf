package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/testkit"
)

// quiet is a server that gets a request now and then and is idle in between.
type quiet struct {
	*collector
	requests int
}

// say sends one request of three records, and waits until all is stored.
func (q *quiet) say() {
	q.t.Helper()
	q.requests++
	status, _ := q.post(bytes.NewReader(numbered(0, q.requests, 3)))
	if status != http.StatusOK {
		q.t.Fatalf("the server returns %d", status)
	}
	q.drain(slack * 30 * time.Second)
}

// quietEnds are the ways in which a server without work may end, and what may
// happen to its folder meanwhile.
func quietEnds() map[string]func(q *quiet) {
	return map[string]func(q *quiet){
		"killed":                   func(q *quiet) { q.say(); q.kill() },
		"killed_without_a_request": func(q *quiet) { q.kill() },
		"stopped_started_killed":   func(q *quiet) { q.say(); q.stop(); q.start(); q.kill() },
		"killed_with_the_engine":   func(q *quiet) { q.say(); q.killBoth() },
		"killed_newest_segment_empty": func(q *quiet) {
			q.say()
			q.kill()
			q.onSegments(func(path string) error { return os.Truncate(path, 0) })
		},
		"killed_newest_segment_gone": func(q *quiet) { q.say(); q.kill(); q.onSegments(os.Remove) },
	}
}

// killBoth ends server and engine at the same moment.
func (c *collector) killBoth() {
	c.t.Helper()
	if engine := enginePIDOr(c.Process.Pid, 0); engine != 0 {
		_ = syscall.Kill(engine, syscall.SIGKILL)
	}
	c.kill()
}

// onSegments does something to every file of the write-ahead log, all of whose
// records are stored.
func (c *collector) onSegments(do func(path string) error) {
	c.t.Helper()
	files, err := filepath.Glob(filepath.Join(c.dir, "wal", "*.wal"))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, file := range files {
		if err := do(file); err != nil {
			c.t.Error(err)
		}
	}
}

// bodies returns the bodies of all log records of a day, as the API finds them.
func (c *collector) bodies() (found []string) {
	c.t.Helper()
	source, cursor := c.sources()[0], ""
	from, to := time.Now().Add(-24*time.Hour).UTC(), time.Now().Add(time.Hour).UTC()
	for {
		status, text := c.stack("/search", fmt.Sprintf(`{"sourceId":%q,"limit":2000,"cursor":%q,"startTime":%q,"endTime":%q}`,
			source, cursor, from.Format(time.RFC3339), to.Format(time.RFC3339)))
		var page struct {
			Data []struct{ Body string }
			Meta struct{ Cursor string }
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil || status != http.StatusOK {
			c.t.Fatalf("search: %d %s", status, text)
		}
		for _, row := range page.Data {
			found = append(found, row.Body)
		}
		if cursor = page.Meta.Cursor; cursor == "" {
			slices.Sort(found)
			return found
		}
	}
}

// wantAll compares what the API finds with what was acknowledged.
func (q *quiet) wantAll() {
	q.t.Helper()
	var want []string
	for request := range q.requests {
		for row := range 3 {
			want = append(want, fmt.Sprintf("0-%d-%d", request+1, row))
		}
	}
	slices.Sort(want)
	if found := q.bodies(); !slices.Equal(found, want) {
		q.t.Errorf("acknowledged %q, found %q", want, found)
	}
}

// endQuietly ends the server in every way, so many times, and wants it to come
// up again with everything that it had acknowledged.
func endQuietly(t *testing.T, rounds int) *quiet {
	t.Helper()
	q := &quiet{collector: startCollector(t)}
	ends := quietEnds()
	names := slices.Sorted(maps.Keys(ends))
	slowest := time.Duration(0)
	for round := range rounds {
		name := names[round%len(names)]
		ends[name](q)
		begun := time.Now()
		q.start()
		slowest = max(slowest, time.Since(begun))
		if t.Failed() {
			t.Fatalf("after %s", name)
		}
	}
	q.say()
	q.wantAll()
	t.Logf("%d ends of a quiet server, %d requests; the slowest start took %s", rounds, q.requests, slowest.Round(time.Millisecond))
	return q
}

// TestQuietServerStartsAgain is promise R18 for a server that had nothing to
// do when it ended.
func TestQuietServerStartsAgain(t *testing.T) {
	t.Parallel()
	endQuietly(t, len(quietEnds()))
}

// TestStartCanBeWatched holds a start up where it needs the engine's folder:
// the server says what it is at, to probes and to the doctor, and goes on.
func TestStartCanBeWatched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	release := holdEngine(t, dir)
	p := launch(t, dir)
	testkit.Eventually(t, startTimeMax, "the server says that it starts", func() bool {
		status, body := p.get("admin", "/healthz")
		return status == http.StatusOK && strings.Contains(body, `"status":"starting"`) && strings.Contains(body, `"step":"engine"`)
	})
	if status, body := p.get("admin", "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "starting: engine") {
		t.Errorf("readyz: %d %s", status, body)
	}
	if code, printed := cairn(t, dir, "doctor"); code != 1 || !strings.Contains(printed, "starting: engine") {
		t.Errorf("doctor: %d %s", code, printed)
	}
	release()
	testkit.Eventually(t, startTimeMax, "the server is ready", func() bool {
		status, body := p.get("admin", "/healthz")
		ready, _ := p.get("admin", "/readyz")
		return status == http.StatusOK && strings.Contains(body, `"status":"ok"`) && ready == http.StatusOK
	})
	testkit.Eventually(t, startTimeMax, "the doctor finds nothing wrong", func() bool {
		code, printed := cairn(t, dir, "doctor")
		isWell := code == 0 && strings.Contains(printed, "is ready")
		if !isWell {
			t.Logf("doctor: %d %s", code, printed)
		}
		return isWell
	})
}

// TestStopWhileStartingIsClean asks a server to end before it is up.
func TestStopWhileStartingIsClean(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	defer holdEngine(t, dir)()
	p := launch(t, dir)
	testkit.Eventually(t, startTimeMax, "the server waits for the engine's folder", func() bool {
		_, body := p.get("admin", "/healthz")
		return strings.Contains(body, `"step":"engine"`)
	})
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := p.end(t, slack*15*time.Second); code != 0 {
		t.Errorf("exit code %d:\n%s", code, p.log())
	}
}

// holdEngine takes the engine's folder until the function that it returns is
// called.
func holdEngine(t *testing.T, dir string) (release func()) {
	t.Helper()
	folder := filepath.Join(dir, "engine")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { _ = lock.Close() }
}

// TestNewServerThatIsKilledMissesNothing holds that a folder in which nothing
// was stored yet is not said to have lost something.
func TestNewServerThatIsKilledMissesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, moment := range []time.Duration{0, 150 * time.Millisecond, 400 * time.Millisecond} {
		p := launch(t, dir)
		time.Sleep(moment)
		p.Kill()
	}
	serve(t, dir).Kill()
	p := serve(t, dir)
	if _, body := p.get("admin", "/readyz"); strings.Contains(body, "lost") {
		t.Errorf("/readyz says %s", body)
	}
}
