package main

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite" // the driver

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// verdict is a state of an installation, on which the doctor and a start have to
// agree.
type verdict struct {
	name string
	// set brings about the state of a folder, and returns variables of its own.
	set func(t *testing.T, dir string) []string
	say string // by the doctor and by the server; empty: all is well
	// limited asks for a root that has no power over files.
	limited bool
	// late is a state that the server may find only after it is ready.
	late bool
}

// TestDoctorAndStartAgree puts a data folder into states in which a server does
// not become ready, and wants the doctor to say beforehand what the server says.
func TestDoctorAndStartAgree(t *testing.T) {
	t.Parallel()
	template := stoppedFolder(t)
	for _, v := range verdicts() {
		t.Run(v.name, func(t *testing.T) { v.play(t, template) })
	}
}

func verdicts() []verdict {
	all := []verdict{
		{name: "healthy", set: func(*testing.T, string) []string { return nil }},
		{name: "healthy without power", set: func(*testing.T, string) []string { return nil }, limited: true},
		{name: "schema of a newer version", set: newerSchema, say: "start a newer cairn"},
		{name: "PostgreSQL without the right to make tables", set: poorUser, say: "GRANT USAGE, CREATE ON SCHEMA public TO poor"},
		{name: "library is a text", set: library(func(*testing.T, string) []byte { return []byte("text") }), say: "lib.so is not a whole engine library (it is no library)"},
		{name: "library is cut off", set: library(cutLibrary), say: "lib.so is not a whole engine library (it is cut off)"},
		{name: "library is another", set: library(ownProgram), say: "lib.so is not a whole engine library (it is another library)"},
		{name: "folder is a link to nothing", set: dataDir(func(dir string) string { return dir + "-link" }), say: "-link is a link to /nowhere/x, which can't be reached"},
		{name: "folder below a link to nothing", set: dataDir(func(dir string) string { return dir + "-link/data" }), say: "--data-dir: "},
		{name: "folder can't be made", set: dataDir(func(string) string { return "/proc/x/data" }), say: "--data-dir: can't make the folder"},
		{name: "folder below a file", set: dataDir(func(dir string) string { return dir + "/cairn.db/data" }), say: "--data-dir: can't make the folder"},
		{name: "folder in a folder of another", set: foreignParent, say: "--data-dir: can't make the folder", limited: true},
		{name: "one address for two", set: addresses("127.0.0.1"), say: "-addr has 127.0.0.1:"},
		{name: "one port for two", set: addresses("0.0.0.0"), say: "-addr has 127.0.0.1:"},
		{name: "part of another", set: foreignPart, say: " belongs to nobody and can't be written by root; run: chown -R root ", limited: true, late: true},
		{name: "part without rights", set: barredPart, say: " can't be read and written by its owner root; run: chmod -R u+rwX ", limited: true, late: true},
		{name: "database can't be written", set: readOnlyDatabase, say: "cairn.db can't be ", limited: true},
	}
	for _, name := range []string{"wal", "engine", "engine/db", "engine/db/metadata", "engine/db/data", "engine/db/store", "server.lock", "cairn.db"} {
		all = append(all, verdict{name: name + " is a link to nothing", set: replace(name, func(path string) error {
			return os.Symlink("/nowhere/x", path)
		}), say: "/" + name + " is a link to /nowhere/x, which can't be reached"})
	}
	for _, name := range []string{"engine", "engine/db", "engine/db/metadata", "engine/db/data", "engine/db/store"} {
		all = append(all, verdict{name: name + " is a file", set: replace(name, func(path string) error {
			return os.WriteFile(path, nil, 0o600)
		}), say: "/" + name + " must be a folder and is a file; move it away"})
	}
	return all
}

// play compares what the doctor says with what a server does.
func (v verdict) play(t *testing.T, template string) {
	t.Helper()
	if v.limited && os.Geteuid() != 0 {
		return // there is no other user
	}
	dir := filepath.Join(t.TempDir(), "data")
	takeOver(t, dir, template)
	env := v.set(t, dir)
	doctor := v.command(t, "doctor")
	doctor.Env = append(append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1"), env...)
	out, err := doctor.CombinedOutput()
	said := string(out)
	p := launchCommand(t, v.command(t, "serve"), dir, env...)
	defer p.Kill()
	testkit.Eventually(t, slack*60*time.Second, "the server serves or ends", func() bool {
		return p.HasEnded() || p.IsReady() && !v.late || v.late && strings.Contains(p.log(), v.say)
	})
	if v.late && (err == nil || !strings.Contains(said, v.say)) {
		t.Errorf("want %q of the doctor:\n%s", v.say, said)
	}
	if v.late {
		return
	}
	if isReady := !p.HasEnded(); isReady != (err == nil) || isReady != (v.say == "") {
		t.Errorf("ready %v, doctor %v\n%s%s", isReady, err, said, p.log())
	}
	if !strings.Contains(said, v.say) || v.say != "" && !strings.Contains(p.log(), v.say) {
		t.Errorf("want %q from both:\n%s\n%s", v.say, said, p.log())
	}
}

// command runs cairn, as a root without power over files if so asked.
func (v verdict) command(t *testing.T, name string) *exec.Cmd {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if !v.limited {
		return exec.CommandContext(t.Context(), executable, name)
	}
	return exec.CommandContext(t.Context(), "setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner", executable, name)
}

// replace puts something else where a file or folder is.
func replace(name string, put func(path string) error) func(*testing.T, string) []string {
	return func(t *testing.T, dir string) []string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.RemoveAll(path), put(path)); err != nil {
			t.Fatal(err)
		}
		return nil
	}
}

// dataDir asks for another folder. Beside the right one there is a link that
// leads nowhere.
func dataDir(path func(dir string) string) func(*testing.T, string) []string {
	return func(t *testing.T, dir string) []string {
		t.Helper()
		if err := os.Symlink("/nowhere/x", dir+"-link"); err != nil {
			t.Fatal(err)
		}
		return []string{"CAIRN_DATA_DIR=" + path(dir)}
	}
}

func foreignParent(t *testing.T, dir string) []string {
	t.Helper()
	parent := dir + "-parent"
	if err := errors.Join(os.Mkdir(parent, 0o700), os.Chown(parent, nobody, nobody), os.Chmod(parent, 0o555)); err != nil {
		t.Fatal(err)
	}
	return []string{"CAIRN_DATA_DIR=" + filepath.Join(parent, "data")}
}

// library asks for another engine library.
func library(content func(t *testing.T, dir string) []byte) func(*testing.T, string) []string {
	return func(t *testing.T, dir string) []string {
		t.Helper()
		path := filepath.Join(filepath.Dir(dir), "lib.so")
		if err := os.WriteFile(path, content(t, dir), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"CAIRN_ENGINE_LIB=" + path}
	}
}

func cutLibrary(t *testing.T, _ string) []byte {
	t.Helper()
	file, err := os.Open(engineLibrary(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	b := make([]byte, 8<<20)
	if _, err := file.ReadAt(b, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

func ownProgram(t *testing.T, _ string) []byte {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// addresses gives two listeners one port.
func addresses(second string) func(*testing.T, string) []string {
	return func(t *testing.T, _ string) []string {
		t.Helper()
		_, port, err := net.SplitHostPort(testkit.FreeAddr())
		if err != nil {
			t.Fatal(err)
		}
		return []string{"CAIRN_STACK_ADDR=" + net.JoinHostPort("127.0.0.1", port), "CAIRN_UI_ADDR=" + net.JoinHostPort(second, port)}
	}
}

// aPart returns the folder of a part of a table.
func aPart(t *testing.T, dir string) string {
	t.Helper()
	parts, err := filepath.Glob(filepath.Join(dir, "engine", "db", "store", "*", "*", "*", "columns.txt"))
	if err != nil || len(parts) == 0 {
		t.Fatal("no part of a table", err)
	}
	return filepath.Dir(parts[0])
}

func foreignPart(t *testing.T, dir string) []string {
	t.Helper()
	part := aPart(t, dir)
	if err := errors.Join(os.Chown(part, nobody, nobody), os.Chmod(part, 0o700)); err != nil {
		t.Fatal(err)
	}
	return nil
}

func barredPart(t *testing.T, dir string) []string {
	t.Helper()
	part := aPart(t, dir)
	if err := os.Chmod(part, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(part, fs.FileMode(0o700)) })
	return nil
}

func readOnlyDatabase(t *testing.T, dir string) []string {
	t.Helper()
	if err := os.Chmod(filepath.Join(dir, "cairn.db"), 0o400); err != nil {
		t.Fatal(err)
	}
	return nil
}

func newerSchema(t *testing.T, dir string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "cairn.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), "INSERT INTO schema_versions (version_id, is_applied) VALUES (999, 1); UPDATE schema_support SET least = 999")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return nil
}

// poorUser asks for a database in which the user may connect and no more.
func poorUser(t *testing.T, dir string) []string {
	t.Helper()
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	address := cluster.NewDatabase(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	for _, statement := range []string{"CREATE ROLE poor LOGIN PASSWORD 'cairn-test'", "REVOKE CREATE ON SCHEMA public FROM PUBLIC"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"CAIRN_DATA_DIR=" + dir + "-new", "CAIRN_DATABASE_URL=" + strings.Replace(address, "cairn:", "poor:", 1)}
}

// TestReadinessSaysThatTheDatabaseCantBeWritten takes the right to write the
// database from a server that runs.
func TestReadinessSaysThatTheDatabaseCantBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // there is no power to take
	}
	dir := t.TempDir()
	p := launchCommand(t, verdict{limited: true}.command(t, "serve"), dir)
	testkit.Eventually(t, startTimeMax, "the server is ready", p.IsReady)
	if err := os.Chmod(filepath.Join(dir, "cairn.db"), 0o400); err != nil {
		t.Fatal(err)
	}
	if status, body := p.get("admin", "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, `"database":"cairn.db can't be written`) {
		t.Errorf("readiness: %d %s", status, body)
	}
	if err := os.Chmod(filepath.Join(dir, "cairn.db"), 0o600); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, slack*10*time.Second, "the server is ready again", p.IsReady)
}
