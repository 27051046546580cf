package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// fullDisk mounts a small disk on the data folder, fills it, and starts the
// server there; all in a mount namespace that ends with it.
const fullDisk = `mount -t tmpfs -o size=64m none "$CAIRN_DATA_DIR" || exit 99
head -c 100000000 /dev/zero > "$CAIRN_DATA_DIR/fill" 2>/dev/null
exec "$0" serve`

// TestFirstStartOnFullDiskWaitsForRoom is promise R9 for a folder that is new:
// the server says what it waits for and goes on without help.
func TestFirstStartOnFullDiskWaitsForRoom(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", fullDisk, executable)
	command.SysProcAttr = ownMounts()
	dir := t.TempDir()
	p := launchCommand(t, command, dir)
	testkit.Eventually(t, startTimeMax, "the server says what it waits for", func() bool {
		_, health := p.get("admin", "/healthz")
		_, ready := p.get("admin", "/readyz")
		return strings.Contains(health, `"starting"`) && strings.Contains(ready, "room on the disk")
	})
	testkit.Eventually(t, slack*20*time.Second, "the log names the disk", func() bool { return strings.Contains(p.log(), "the disk is full") })
	if err := os.Remove(filepath.Join("/proc", strconv.Itoa(p.Process.Pid), "root", dir, "fill")); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, startTimeMax, "the server is ready", func() bool {
		status, _ := p.get("admin", "/readyz")
		return status == http.StatusOK
	})
}

func ownMounts() *syscall.SysProcAttr { return proctest.OwnMounts() }
