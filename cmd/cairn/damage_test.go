package main

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// leaveInLog has the server acknowledge six requests while its engine stands
// still, and kills it.
func leaveInLog(t *testing.T, c *collector) {
	t.Helper()
	// A server that is ready may still be making the team's tables.
	testkit.Eventually(t, slack*30*time.Second, "the team has its tables", func() bool { return c.search() == http.StatusOK })
	if err := proctest.Halt(enginePID(t, c.Process.Pid)); err != nil {
		t.Fatal(err)
	}
	const requests = 6
	for i := range requests {
		if status, _ := c.post(bytes.NewReader(numbered(i, 0, 10))); status != http.StatusOK {
			t.Fatalf("request %d: %d", i, status)
		}
	}
	testkit.Eventually(t, slack*20*time.Second, "the end of the log is saved", c.knowsItsEnd())
	c.kill()
}

// knowsItsEnd returns whether the log's cursor was written since.
func (c *collector) knowsItsEnd() func() bool {
	path := filepath.Join(c.dir, "wal", "cursor")
	before, err := os.ReadFile(path)
	return func() bool {
		now, nowErr := os.ReadFile(path)
		return err == nil && nowErr == nil && !bytes.Equal(before, now)
	}
}

// harmFolder destroys one request and the header of its segment, and puts
// things into the data folder that are none of its files.
func harmFolder(t *testing.T, dir string) {
	t.Helper()
	segments, err := filepath.Glob(filepath.Join(dir, "wal", "*.wal"))
	if err != nil || len(segments) != 1 {
		t.Fatal(segments, err)
	}
	content, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	content[0] ^= 1
	content[bytes.Index(content, []byte("sender-3"))] ^= 1
	unanswered := filepath.Join(dir, "unanswered")
	if err := errors.Join(
		os.WriteFile(segments[0], content, 0o600), os.Remove(unanswered), os.MkdirAll(filepath.Join(unanswered, "x"), 0o700),
		os.MkdirAll(filepath.Join(dir, "wal", "segment.tmp", "x"), 0o700), os.Symlink("/nowhere", filepath.Join(dir, "wal", "cursor.tmp")),
		os.WriteFile(filepath.Join(dir, "wal", "99999999999999999990.wal"), []byte("noise"), 0o600), os.WriteFile(filepath.Join(dir, "refused"), nil, 0o600),
	); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedLogCostsOneRequestAndIsTold damages the write-ahead log of a
// server that was killed. It starts, stores all but the request that was hit,
// and says so once in its log, and until it is acknowledged in its readiness
// and to the doctor.
func TestDamagedLogCostsOneRequestAndIsTold(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	leaveInLog(t, c)
	harmFolder(t, c.dir)
	c.start()
	c.drain(slack * 30 * time.Second)
	const told = "ok; 1 request was lost on "
	if status, body := c.get("admin", "/readyz"); status != http.StatusOK || !strings.Contains(body, told) {
		t.Errorf("readiness: %d %s", status, body)
	}
	if n := c.metric("cairn_wal_lost_records_total"); n != 1 {
		t.Errorf("the metrics count %v lost requests", n)
	}
	if n := strings.Count(c.log(), "records of the write-ahead log are lost"); n != 1 {
		t.Errorf("the log tells it %d times:\n%s", n, c.log())
	}
	c.kill()
	c.start()
	if code, printed := cairn(t, c.dir, "doctor"); code != 1 || !strings.Contains(printed, "wrong telemetry: 1 request was lost on ") {
		t.Errorf("doctor: exit code %d:\n%s", code, printed)
	}
	if _, printed := cairn(t, c.dir, "doctor", "--acknowledge-losses"); !strings.Contains(printed, "ok    telemetry: ") {
		t.Errorf("doctor: %s", printed)
	}
	if _, body := c.get("admin", "/readyz"); !strings.Contains(body, `"telemetry":"ok"`) {
		t.Errorf("readiness: %s", body)
	}
	if all, different := c.counts(); all != 50 || different != 50 {
		t.Errorf("%d records are stored, %d different ones; want 50", all, different)
	}
}

// TestUnreadableFilesOfTheEngineAreTold damages the files of stored telemetry. A
// file that is gone or cut off is noticed by the engine when it starts, which goes
// on without its part; one with other bytes by searches that need it, and these
// say what is wrong. The readiness tells both.
func TestUnreadableFilesOfTheEngineAreTold(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		harm   func(path string) error
		status int    // of a search
		says   string // the readiness
	}{
		"damaged": {flipBytes, http.StatusServiceUnavailable, "could not read stored telemetry"},
		"empty":   {func(path string) error { return os.Truncate(path, 0) }, http.StatusOK, "damaged parts were set aside"},
		"gone":    {os.Remove, http.StatusOK, "damaged parts were set aside"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			server := startCollector(t)
			server.collectFrom(1, 4)
			server.kill()
			for _, path := range partFiles(t, server.dir) {
				if err := c.harm(path); err != nil {
					t.Fatal(err)
				}
			}
			server.start()
			status, text := server.stack("/search", `{"sourceId":"`+server.sources()[0]+`"}`)
			if status != c.status || status != http.StatusOK && !strings.Contains(text, "some of the stored telemetry can't be read") {
				t.Errorf("the search: %d %s", status, text)
			}
			if _, body := server.get("admin", "/readyz"); !strings.Contains(body, c.says) {
				t.Errorf("readiness: %s", body)
			}
		})
	}
}

// partFiles returns the files with the records of the table of logs.
func partFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "engine", "db", "store", "*", "*", "*", "data.bin"))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, path := range all {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(content) > 500 {
			files = append(files, path)
		}
	}
	return files
}

// flipBytes changes bytes all over a file.
func flipBytes(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for i := 40; i < len(content); i += 40 {
		content[i] ^= 0xff
	}
	return os.WriteFile(path, content, 0o600)
}
