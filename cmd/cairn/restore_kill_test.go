package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/testkit"
)

// smallBackup makes an installation with some records and a backup of it, and
// returns the backup's folder and the installation's key file.
func smallBackup(t *testing.T) (made, key string) {
	t.Helper()
	made = filepath.Join(t.TempDir(), "backup")
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	c.env = []string{"CAIRN_OTLP_HTTP_ADDR=" + c.addr}
	c.adopt([]byte(mustCairn(t, c.dir, "bootstrap", "--json")))
	c.start()
	makeHook(t, c, "https://example.com/hook") // so that the backup has something sealed
	s := c.send(1, 20, time.Millisecond)
	testkit.Eventually(t, slack*30*time.Second, "records flow", func() bool { return s.acked.Load() > 200 })
	s.end()
	mustCairn(t, c.dir, "backup", made)
	c.stop()
	return made, filepath.Join(c.dir, "secret.key")
}

// folderWithKey returns a folder that a restore may fill.
func folderWithKey(t *testing.T, key string) string {
	t.Helper()
	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.key"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRestoreIsAllOrNothing kills restores at several steps and has others
// fail, and restores again into the same folders.
func TestRestoreIsAllOrNothing(t *testing.T) {
	t.Parallel()
	made, key := smallBackup(t)
	t.Run("a failed one leaves the folder as it was", func(t *testing.T) {
		t.Parallel()
		dir := folderWithKey(t, key)
		older := olderWithWrongCount(t, made)
		if printed := mustCairn(t, dir, "backup", "verify", older); !strings.Contains(printed, "made by an older version, without a checksum of its manifest") {
			t.Errorf("verify: %s", printed)
		}
		code, printed := cairn(t, dir, "restore", older)
		if code != 1 || !strings.Contains(printed, "restore the telemetry of team") {
			t.Errorf("exit code %d: %s", code, printed)
		}
		if got := namesIn(t, dir); !slices.Equal(got, []string{"secret.key", "server.lock"}) {
			t.Errorf("the folder has %v", got)
		}
		mustCairn(t, dir, "restore", made)
		wantSameBackup(t, dir, made)
	})
	for _, step := range []string{"server.lock", "restore.unfinished", "engine/lock", "engine/db", "cairn.db", "cairn.db-wal"} {
		t.Run("killed when "+filepath.Base(step)+" appears", func(t *testing.T) {
			t.Parallel()
			dir := folderWithKey(t, key)
			killRestoreAt(t, dir, made, step)
			wantHalfRefused(t, dir)
			mustCairn(t, dir, "restore", made)
			wantSameBackup(t, dir, made)
		})
	}
}

// olderWithWrongCount copies the backup as one of format 1, which has no
// checksum of its manifest, and adds a row to the number of a table.
func olderWithWrongCount(t *testing.T, made string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(path, os.DirFS(made)); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(path, "manifest.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"format": 2`), []byte(`"format": 1`), 1)
	teams := bytes.Index(text, []byte(`"retentionDays"`))
	rows := teams + bytes.Index(text[teams:], []byte(`"rows": 2`)) + len(`"rows": `)
	text[rows] = '3'
	if err := os.WriteFile(manifest, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(manifest + ".sha256"); err != nil {
		t.Fatal(err)
	}
	return path
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// killRestoreAt starts a restore and kills it when a file appears.
func killRestoreAt(t *testing.T, dir, made, step string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), slack*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, executable, "restore", made)
	command.Env = append(os.Environ(), asCairn+"=1", "CAIRN_DATA_DIR="+dir, "CAIRN_ENGINE_LIB="+engineLibrary(t))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for ctx.Err() == nil {
		if _, err := os.Stat(filepath.Join(dir, step)); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatalf("the restore was over before %s was seen: %v", step, err)
	}
	_ = command.Wait()
}

// wantHalfRefused wants the server and the doctor to say what is the matter,
// unless the folder is still empty.
func wantHalfRefused(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "restore.unfinished")); err != nil {
		if rest := slices.DeleteFunc(namesIn(t, dir), func(name string) bool {
			return name == "secret.key" || name == "server.lock" || name == "restore.unfinished.new" || strings.HasPrefix(name, ".probe-")
		}); len(rest) > 0 {
			t.Errorf("without a mark the folder has %v", rest)
		}
		return
	}
	refused(t, dir, "was interrupted: run cairn restore again", "serve")
	if code, printed := cairn(t, dir, "doctor"); code != 1 || !strings.Contains(printed, "was interrupted: run cairn restore again") {
		t.Errorf("doctor: exit code %d: %s", code, printed)
	}
}

// wantSameBackup wants a backup of the folder to have what made has.
func wantSameBackup(t *testing.T, dir, made string) {
	t.Helper()
	again := filepath.Join(t.TempDir(), "again")
	mustCairn(t, dir, "backup", again)
	m, copied := manifestOf(t, made), manifestOf(t, again)
	if diff := cmp.Diff(m.Metadata, copied.Metadata) + cmp.Diff(m.Teams, copied.Teams); diff != "" {
		t.Errorf("what was restored differs (-backup +restored):\n%s", diff)
	}
}
