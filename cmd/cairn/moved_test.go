package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestMovedDataFolderIsNoticed is promise R26 for a server that runs: the data folder of a server is
// moved away while telemetry arrives, and back. Meanwhile telemetry is refused;
// afterwards every acknowledged record is there, once, without a restart.
func TestMovedDataFolderIsNoticed(t *testing.T) {
	t.Parallel()
	admin := testkit.FreeAddr()
	c := startCollector(t, "CAIRN_ADMIN_ADDR="+admin)
	c.collect(5) // by a sender that no other is
	s := c.send(2, 5, 5*time.Millisecond)
	testkit.Eventually(t, slack*30*time.Second, "telemetry flows", func() bool { return s.acked.Load() > 200 })
	away := c.dir + "-away"
	if err := os.Rename(c.dir, away); err != nil {
		t.Fatal(err)
	}
	c.wantMoved(admin)
	if err := os.RemoveAll(c.dir); err != nil { // as an operator does
		t.Fatal(err)
	}
	acked := s.acked.Load()
	if err := os.Rename(away, c.dir); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, slack*60*time.Second, "telemetry flows again", func() bool { return s.acked.Load() > acked+200 })
	want := uint64(s.end()) + 50
	c.drain(slack * 60 * time.Second)
	testkit.Eventually(t, startTimeMax, "the server is ready", c.IsReady)
	if all, different := c.counts(); all != want || different != want {
		t.Errorf("acknowledged %d, stored %d, different %d\n%s", want, all, different, c.log())
	}
}

// wantMoved wants the server and the doctor to say that the folder is not at its
// path, and telemetry to be refused.
func (c *collector) wantMoved(admin string) {
	c.t.Helper()
	moved := "the data folder is no longer at " + c.dir
	testkit.Eventually(c.t, slack*5*time.Second, "readiness says that the folder is gone", func() bool {
		status, body := c.get("admin", "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, `"disk":"`+moved) && strings.Contains(body, `"engine":"`)
	})
	if status, header := c.post(bytes.NewReader(numbered(7, 0, 1))); status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		c.t.Errorf("telemetry is answered with %d %v", status, header)
	}
	testkit.Eventually(c.t, slack*5*time.Second, "the engine is held", func() bool { return enginePIDOr(c.Process.Pid, 0) == 0 })
	executable, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	doctor := exec.CommandContext(c.t.Context(), executable, "doctor")
	doctor.Env = append(c.Env, "CAIRN_ADMIN_ADDR="+admin)
	if out, err := doctor.CombinedOutput(); err == nil || !strings.Contains(string(out), moved) || strings.Contains(string(out), "in use by another program") {
		c.t.Errorf("doctor: %v\n%s", err, out)
	}
}

// TestLogThatLeavesItsPathIsNoticed moves, exchanges and empties the folder of the
// write-ahead log while the server runs. Telemetry is refused as long as it is
// not where the next start would look for it, and nothing acknowledged is lost by
// a kill.
func TestLogThatLeavesItsPathIsNoticed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		leave, back string // shell commands in the data folder
		status      int    // of telemetry meanwhile
		requests    uint64 // that are acknowledged in the end
	}{
		"moved":     {"mv wal away", "mv away wal", http.StatusServiceUnavailable, 4 + 1},
		"exchanged": {"cp -a wal other && mv wal away && mv other wal", "mv wal other && mv away wal", http.StatusServiceUnavailable, 4 + 1},
		"emptied":   {"rm wal/*.wal", "true", http.StatusOK, 4 + 1 + 1}, // once the next segment is begun
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startCollector(t)
			server.collectFrom(1, 4)
			server.shell(c.leave)
			server.sendUntil(2, c.status)
			_, said := server.get("admin", "/readyz")
			if isTold := strings.Contains(said, `"disk":"the folder of the write-ahead log is no longer at `); isTold != (c.status != http.StatusOK) {
				t.Errorf("the readiness says %s", said)
			}
			server.shell(c.back)
			server.sendUntil(3, http.StatusOK)
			server.kill()
			server.start()
			server.drain(slack * 30 * time.Second)
			if all, different := server.counts(); all != 10*c.requests || different != all {
				t.Errorf("%d records, %d different ones, want %d", all, different, 10*c.requests)
			}
		})
	}
}

// shell runs a command in the data folder.
func (c *collector) shell(command string) {
	c.t.Helper()
	shell := exec.CommandContext(c.t.Context(), "sh", "-ec", command)
	shell.Dir = c.dir
	if out, err := shell.CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v %s", command, err, out)
	}
}

// sendUntil sends a request of a sender until it is answered so.
func (c *collector) sendUntil(sender, want int) {
	c.t.Helper()
	testkit.Eventually(c.t, slack*20*time.Second, fmt.Sprint("telemetry is answered with ", want), func() bool {
		status, _ := c.post(bytes.NewReader(numbered(sender, 0, 10)))
		return status == want
	})
}

// fewInodes mounts a disk with so few inodes that a test can use them up.
const fewInodes = `mount -t tmpfs -o size=400m,nr_inodes=8000 none "$CAIRN_DATA_DIR" || exit 99`

// TestDiskWithoutInodesRefusesTelemetry uses up the inodes of the disk: telemetry
// is refused with a text that says so, and flows again when there are some.
func TestDiskWithoutInodesRefusesTelemetry(t *testing.T) {
	t.Parallel()
	d := startSlowDisk(t, fewInodes, serveAgain)
	folder := d.path("foreign")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	useUpInodes(folder)
	testkit.Eventually(t, slack*5*time.Second, "readiness says that there are no inodes", func() bool {
		status, body := d.get("admin", "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, `"disk":"the disk is almost full: only `) && strings.Contains(body, " inodes are free")
	})
	if status, header := d.post(bytes.NewReader(noisy("late", 1))); status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Errorf("telemetry is answered with %d %v", status, header)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	d.awaitReady()
	if status, _ := d.post(bytes.NewReader(noisy("0-0-0", 8))); status != http.StatusOK {
		t.Errorf("telemetry is answered with %d", status)
	}
	d.note("0-0-0", 8)
	d.drain(slack * 30 * time.Second)
	d.verify(0)
}

// useUpInodes makes empty files until that fails.
func useUpInodes(folder string) {
	for {
		file, err := os.CreateTemp(folder, "")
		if err != nil {
			return
		}
		_ = file.Close()
	}
}

// TestFolderMovedDuringAStopIsNotMadeAnew moves the data folder away while the
// server stops. Nothing appears at the old path, and the folder serves again
// when it is back.
func TestFolderMovedDuringAStopIsNotMadeAnew(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	for i, delay := range []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond} {
		for j := range 5 {
			if status, _ := c.post(bytes.NewReader(numbered(i, j, 10))); status != http.StatusOK {
				t.Fatalf("request %d: %d", j, status)
			}
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		time.Sleep(delay) // the stop is at another step
		away := c.dir + "-away"
		if err := os.Rename(c.dir, away); err != nil {
			t.Fatal(err)
		}
		c.end(t, slack*20*time.Second)
		if left := listTree(c.dir); len(left) > 0 {
			t.Errorf("after %s there are %v", delay, left)
		}
		if err := errors.Join(os.RemoveAll(c.dir), os.Rename(away, c.dir)); err != nil {
			t.Fatal(err)
		}
		c.start()
		c.drain(slack * 30 * time.Second)
	}
	if all, different := c.counts(); all != 150 || different != 150 {
		t.Errorf("%d records are stored, %d different ones; want 150", all, different)
	}
}

// listTree returns everything at and below a path.
func listTree(root string) (paths []string) {
	_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}
