package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// nobody is a user that every system has.
const nobody = 65534

// stoppedFolder returns the folder of a server that has stopped, with telemetry.
func stoppedFolder(t *testing.T) string {
	t.Helper()
	c := startCollector(t)
	c.collect(2)
	c.stop()
	return c.dir
}

// giveAway makes another user the owner of a folder and of everything in it.
func giveAway(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRootLeavesTheFolderOfAnotherUserAlone runs commands that need the engine
// as root on the folder of a service user. They say what to run, and no file of
// root's is left behind. Without root there is nobody to refuse.
func TestRootLeavesTheFolderOfAnotherUserAlone(t *testing.T) {
	t.Parallel()
	dir, out := stoppedFolder(t), filepath.Join(t.TempDir(), "backup")
	if os.Geteuid() != 0 {
		mustCairn(t, dir, "backup", out)
		return
	}
	mustCairn(t, dir, "backup", out)
	giveAway(t, dir)
	refused(t, dir, "belongs to nobody, who could not use what root makes there; run it as nobody: sudo -u nobody cairn backup", "backup", out+"-2")
	empty := t.TempDir()
	giveAway(t, empty)
	refused(t, empty, "sudo -u nobody cairn restore", "restore", out)
	_, _ = cairn(t, dir, "doctor")
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if stat, err := entry.Info(); err == nil && stat.Sys().(*syscall.Stat_t).Uid != nobody {
			t.Errorf("%s belongs to root", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestFilesOfAnotherUserAreNamed starts a server that can't write a file of its
// folder. The doctor and the server say which one, and how to change that.
func TestFilesOfAnotherUserAreNamed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // nobody can make such a file
	}
	dir := stoppedFolder(t)
	logs := filepath.Join(dir, "engine", "db", "data", "system")
	if err := os.MkdirAll(filepath.Join(logs, "query_log", "part"), 0o700); err != nil {
		t.Fatal(err)
	}
	giveAway(t, logs)
	for _, command := range []string{"doctor", "serve"} {
		if printed := cairnWithoutPrivileges(t, dir, command); !strings.Contains(printed, logs+" belongs to nobody and can't be written by root; run: chown -R root "+dir) {
			t.Errorf("%s: %s", command, printed)
		}
	}
}

// TestUnreadableLogIsLeftAlone starts a server that may not read the files of
// its write-ahead log, which hold acknowledged requests. It ends with a line
// that names a file, nothing is renamed, and once the files are readable every
// request is stored.
func TestUnreadableLogIsLeftAlone(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // nobody can make such a file
	}
	c := startCollector(t)
	leaveInLog(t, c)
	before := namesIn(t, filepath.Join(c.dir, "wal"))
	for _, pattern := range []string{"wal/*", "wal/*.wal", "wal/cursor", "wal/lock", "losses.json"} {
		if err := writeIfMissing(filepath.Join(c.dir, "losses.json"), "[]"); err != nil {
			t.Fatal(err)
		}
		chownAll(t, filepath.Join(c.dir, pattern), nobody)
		for _, command := range []string{"doctor", "serve"} {
			t.Run(pattern+" "+command, func(t *testing.T) {
				printed := cairnWithoutPrivileges(t, c.dir, command)
				if !strings.Contains(printed, " belongs to nobody and can't be written by root; run: chown -R root "+c.dir) || !strings.Contains(printed, filepath.Join(c.dir, filepath.Dir(pattern))) {
					t.Error(printed)
				}
			})
		}
		if after := namesIn(t, filepath.Join(c.dir, "wal")); !slices.Equal(before, after) {
			t.Errorf("%s: %v are now %v", pattern, before, after)
		}
		chownAll(t, filepath.Join(c.dir, pattern), 0)
	}
	c.start()
	c.drain(slack * 30 * time.Second)
	if _, body := c.get("admin", "/readyz"); !strings.Contains(body, `"telemetry":"ok"`) {
		t.Errorf("readiness: %s", body)
	}
	if all, different := c.counts(); all != 60 || different != 60 {
		t.Errorf("%d records are stored, %d different ones; want 60", all, different)
	}
}

func writeIfMissing(path, text string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// chownAll makes a user the owner of the files of a pattern.
func chownAll(t *testing.T, pattern string, uid int) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatal(pattern, err)
	}
	for _, path := range paths {
		if err := os.Lchown(path, uid, uid); err != nil {
			t.Fatal(err)
		}
	}
}

// cairnWithoutPrivileges runs a command as a user who has power over the own
// files alone, and wants it to fail.
func cairnWithoutPrivileges(t *testing.T, dir, command string) string {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	limited := exec.CommandContext(t.Context(), "timeout", "60", executable, command)
	limited.Env = append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1")
	limited.SysProcAttr = proctest.OwnUsers()
	out, err := limited.CombinedOutput()
	if limited.ProcessState == nil || limited.ProcessState.ExitCode() != 1 {
		t.Errorf("%s: %v", command, err)
	}
	return string(out)
}

// TestFilesAreTheOwnersAlone starts a server with a umask that takes nothing
// away.
func TestFilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	c.bootstrap()
	c.program = launchCommand(t, exec.CommandContext(t.Context(), "sh", "-c", `umask 000; exec "$0" serve`, executable), c.dir, "CAIRN_OTLP_HTTP_ADDR="+c.addr)
	c.awaitStart()
	c.collect(2)
	c.stop()
	err = filepath.WalkDir(filepath.Join(c.dir, "engine"), func(path string, entry fs.DirEntry, err error) error {
		if stat, err := os.Lstat(path); err == nil && stat.Mode()&fs.ModeSymlink == 0 && stat.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %s", path, stat.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPipesInThePlaceOfFilesAreNamed replaces files by pipes. Nobody waits for
// somebody to write to them.
func TestPipesInThePlaceOfFilesAreNamed(t *testing.T) {
	t.Parallel()
	dir := stoppedFolder(t)
	for _, name := range []string{"installation.json", "secret.key", "losses.json", "control.json", "server.lock", "engine/config.xml"} {
		path := filepath.Join(dir, name)
		_ = os.Rename(path, path+".kept")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"doctor", "serve"} {
			t.Run(name+" "+command, func(t *testing.T) {
				begun := time.Now()
				code, printed := cairn(t, dir, command)
				if code != 1 || !strings.Contains(printed, path+" must be a file and is a pipe; move it away") {
					t.Errorf("%d after %s:\n%s", code, time.Since(begun), printed)
				}
			})
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		_ = os.Rename(path+".kept", path)
	}
	cursor := filepath.Join(dir, "wal", "cursor")
	if err := errors.Join(os.Remove(cursor), syscall.Mkfifo(cursor, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, _ = cairn(t, dir, "doctor")
	serve(t, dir) // it is moved out of the way
}
