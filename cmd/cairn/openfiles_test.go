package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// fewFiles returns a command that may have few files open.
func fewFiles(t *testing.T, limit int, name string) *exec.Cmd {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exec.CommandContext(t.Context(), "sh", "-c", "ulimit -n "+strconv.Itoa(limit)+`; exec "$0" "$1"`, executable, name)
}

// TestFewOpenFilesAreNamed runs the doctor and a server that may have few files
// open. Both say so, and a server that would lack them does not start.
func TestFewOpenFilesAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	doctor := fewFiles(t, 100, "doctor")
	doctor.Env = append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1")
	if out, err := doctor.CombinedOutput(); err == nil || !strings.Contains(string(out), "wrong open files: only 100 open files are allowed; a server needs 256, and 1024 or more are recommended; raise the limit: ulimit -n 65536") {
		t.Errorf("doctor: %v %s", err, out)
	}
	p := launchCommand(t, fewFiles(t, 256, "serve"), dir)
	testkit.Eventually(t, startTimeMax, "the server is ready", p.IsReady)
	if !strings.Contains(p.log(), "few files may be open at a time; raise the limit") {
		t.Errorf("the log does not say it:\n%s", p.log())
	}
	p.Kill()
	for _, limit := range []int{12, 16, 24, 255} {
		few := launchCommand(t, fewFiles(t, limit, "serve"), t.TempDir())
		testkit.Eventually(t, slack*30*time.Second, "the server ends", few.HasEnded)
		if log := few.log(); !strings.Contains(log, "cairn: only "+strconv.Itoa(limit)+" open files are allowed; a server needs 256") {
			t.Errorf("with %d files: %s", limit, log)
		}
	}
}

// TestDoctorTellsTheMemoryOfTheRunningEngine asks the doctor, who has another
// default, about a server with a size of its own.
func TestDoctorTellsTheMemoryOfTheRunningEngine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := launch(t, dir, "CAIRN_ENGINE_MEMORY=777MiB")
	testkit.Eventually(t, startTimeMax, "the server is ready", p.IsReady)
	if _, printed := cairn(t, dir, "doctor"); !strings.Contains(printed, "ok    engine memory: 777 MiB, ") {
		t.Errorf("doctor: %s", printed)
	}
	if code, printed := cairn(t, dir, "serve"); code != 1 || !strings.Contains(printed, "another server is using "+dir+" (process "+strconv.Itoa(p.Process.Pid)+")") {
		t.Errorf("a second server: %d %s", code, printed)
	}
	if code, printed := cairn(t, dir, "--config", "/nowhere", "version"); code != 2 || !strings.Contains(printed, "cairn: --config: open /nowhere") {
		t.Errorf("an option file that is not there: %d %s", code, printed)
	}
}
