package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// mishap is what can happen to a file or a folder of a server that was killed.
type mishap struct {
	name string
	path string // below the data folder
	do   func(path string) error
}

// fileMishaps returns what can happen to a file.
func fileMishaps() map[string]func(path string) error {
	return map[string]func(path string) error{
		"gone":  os.Remove,
		"empty": func(path string) error { return os.Truncate(path, 0) },
		"noise": func(path string) error { return os.WriteFile(path, []byte("this is not what you think\n"), 0o600) },
		"half": func(path string) error {
			stat, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.Truncate(path, stat.Size()/2)
		},
		"folder": func(path string) error {
			return errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "x"), 0o700))
		},
	}
}

// mishaps returns what can happen to each file and folder of a data folder that
// has one purpose; the engine's own, with its tables, are part of the matrix of
// states and faults.
func mishaps(t *testing.T, dir string) (all []mishap) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil || name == ".":
			return err
		case entry.IsDir():
			all = append(all, mishap{name + " gone", name, os.RemoveAll},
				mishap{name + " file", name, func(path string) error {
					return errors.Join(os.RemoveAll(path), os.WriteFile(path, nil, 0o600))
				}})
			if strings.HasPrefix(name, "engine/db/") || name == filepath.Join("engine", "definitions") {
				return fs.SkipDir
			}
			return nil
		}
		for what, do := range fileMishaps() {
			all = append(all, mishap{name + " " + what, name, do})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, mishap{"links followed", "", followLinks})
	slices.SortFunc(all, func(a, b mishap) int { return strings.Compare(a.name, b.name) })
	return all
}

// followLinks makes of the folder what cp -rL makes of it.
func followLinks(dir string) error {
	return errors.Join(exec.Command("cp", "-rL", dir, dir+".copy").Run(), os.RemoveAll(dir), os.Rename(dir+".copy", dir))
}

// killedFolder returns the folder of a server that was killed with telemetry in
// the engine and in the log.
func killedFolder(t *testing.T) string {
	t.Helper()
	c := startCollector(t)
	c.collect(20)
	testkit.Eventually(t, slack*20*time.Second, "definitions are copied", func() bool {
		copies, _ := filepath.Glob(filepath.Join(c.dir, "engine", "definitions", "store", "*", "*", "logs.sql"))
		return len(copies) > 0
	})
	leaveInLog(t, c)
	return c.dir
}

// collect sends requests and waits until they are stored.
func (c *collector) collect(requests int) {
	c.t.Helper()
	c.collectFrom(9, requests)
}

// TestDoctorKnowsWhatKeepsAServerFromStarting damages a data folder in the ways
// that have kept servers from starting, or cost telemetry. The doctor says so,
// the server ends with one line or serves, and what is gone is told.
func TestDoctorKnowsWhatKeepsAServerFromStarting(t *testing.T) {
	t.Parallel()
	dir := killedFolder(t)
	short := []string{
		"cairn.db gone", "cairn.db empty", "cairn.db noise", "cairn.db.lock noise", "cairn.db.lock folder", "control.json folder",
		"engine gone", "engine/config.xml folder", "engine/db/store gone", "engine/db/status folder", "engine/lock folder",
		"installation.json folder", "links followed", "secret.key gone", "secret.key half", "secret.key noise", "wal gone",
	}
	for _, m := range mishaps(t, dir) {
		if slices.Contains(short, m.name) || strings.HasSuffix(m.name, ".wal gone") {
			short = slices.DeleteFunc(short, func(name string) bool { return name == m.name })
			t.Run(m.name, func(t *testing.T) { m.play(t, dir) })
		}
	}
	if len(short) > 0 {
		t.Errorf("there are no such files: %v", short)
	}
}

// play lets a mishap happen to a copy of the folder.
func (m mishap) play(t *testing.T, template string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	takeOver(t, dir, template)
	if err := m.do(filepath.Join(dir, m.path)); err != nil {
		t.Fatalf("%s: %v", m.name, err)
	}
	code, before := cairn(t, dir, "doctor")
	if code == 0 && m.costsTelemetry() && !strings.HasSuffix(m.name, "half") && !strings.HasSuffix(m.name, "file") {
		t.Errorf("%s: the doctor does not foresee that telemetry is gone:\n%s", m.name, before)
	}
	p := launch(t, dir)
	defer p.Kill()
	testkit.Eventually(t, slack*30*time.Second, m.name+": the server serves or ends", func() bool { return p.HasEnded() || p.IsReady() })
	switch {
	case p.HasEnded() && code == 0:
		t.Errorf("%s: the doctor finds nothing, and the server ends:\n%s", m.name, p.log())
	case p.HasEnded():
		m.wantOneLine(t, p.log())
	case m.costsTelemetry():
		if code, after := cairn(t, dir, "doctor"); code == 0 {
			t.Errorf("%s: telemetry is gone and nobody says so:\n%s%s", m.name, before, after)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "secret.key")); m.name == "secret.key gone" && err == nil {
		t.Error("a key is made that opens nothing")
	}
}

// wantOneLine wants a server to say in a line why it does not start.
func (m mishap) wantOneLine(t *testing.T, log string) {
	t.Helper()
	const lineBytesMax = 600
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(log), "\n"), func(line string) bool { return strings.HasPrefix(line, "{") })
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "cairn: ") || len(lines[0]) > lineBytesMax {
		t.Errorf("%s: the server ends with\n%s", m.name, fmt.Sprint(strings.Join(lines, "\n")))
	}
}

// costsTelemetry reports whether acknowledged telemetry is destroyed.
func (m mishap) costsTelemetry() bool {
	isSegment := filepath.Dir(m.path) == "wal" && filepath.Ext(m.path) == ".wal"
	return isSegment || slices.Contains([]string{"wal", "engine", "engine/db", "engine/db/store"}, m.path)
}

// TestTelemetryOfAnotherDatabaseIsKept starts a server with a database that is
// not the folder's. It refuses; and where the folder does not know better,
// telemetry of teams that the database has never had is kept, and told.
func TestTelemetryOfAnotherDatabaseIsKept(t *testing.T) {
	t.Parallel()
	c, other := startCollector(t), t.TempDir()
	leaveInLog(t, c)
	mustCairn(t, other, "bootstrap", "--json")
	for _, name := range []string{"cairn.db", "secret.key"} {
		if err := os.Rename(filepath.Join(other, name), filepath.Join(c.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	_ = errors.Join(os.Remove(filepath.Join(c.dir, "cairn.db-wal")), os.Remove(filepath.Join(c.dir, "cairn.db-shm")))
	for _, command := range [][]string{{"doctor"}, {"serve"}, {"user", "list"}} {
		if code, printed := cairn(t, c.dir, command...); code != 1 || !strings.Contains(printed, "is not the one that this folder was used with") {
			t.Errorf("%v: %d %s", command, code, printed)
		}
	}
	if err := os.Remove(filepath.Join(c.dir, "installation.json")); err != nil {
		t.Fatal(err)
	}
	c.start()
	c.drain(slack * 60 * time.Second)
	if _, body := c.get("admin", "/readyz"); !strings.Contains(body, "requests that could not be stored are kept in ") {
		t.Errorf("readiness: %s", body)
	}
	if code, printed := cairn(t, c.dir, "doctor"); code != 1 || !strings.Contains(printed, "wrong refused telemetry: ") {
		t.Errorf("doctor: %d %s", code, printed)
	}
	kept := ""
	segments, _ := filepath.Glob(filepath.Join(c.dir, "refused", "*.wal"))
	for _, path := range segments {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		kept += string(text)
	}
	for i := range 6 {
		if !strings.Contains(kept, fmt.Sprintf("sender-%d", i)) {
			t.Errorf("request %d is not kept", i)
		}
	}
}

// TestForgottenDatabaseURLIsAskedFor starts a server without the address of the
// PostgreSQL that its folder was used with. It is asked for, and nobody is told
// to remove the folder.
func TestForgottenDatabaseURLIsAskedFor(t *testing.T) {
	t.Parallel()
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	c := &collector{t: t, dir: t.TempDir(), env: []string{"CAIRN_DATABASE_URL=" + cluster.NewDatabase(t)}}
	c.bootstrap()
	known := filepath.Join(c.dir, "installation.json")
	for _, say := range []string{
		"belongs to an installation whose metadata is in PostgreSQL; set --database-url (CAIRN_DATABASE_URL)",
		"if its metadata is in PostgreSQL, set --database-url (CAIRN_DATABASE_URL)",
	} {
		for _, command := range []string{"doctor", "serve"} {
			if code, printed := cairn(t, c.dir, command); code != 1 || !strings.Contains(printed, say) || strings.Contains(printed, "remove everything") {
				t.Errorf("%s: %d %s", command, code, printed)
			}
		}
		text, err := os.ReadFile(known) // as earlier versions wrote it
		if err := errors.Join(err, os.WriteFile(known, []byte(strings.Replace(string(text), `,"kind":"postgres"`, "", 1)), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
