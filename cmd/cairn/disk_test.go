package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// fullDisk mounts a small disk on the data folder, fills it, and starts the
// server there; all in a mount namespace that ends with it.
const fullDisk = `mount -t tmpfs -o size=64k none "$CAIRN_DATA_DIR" || exit 99
head -c 1000000 /dev/zero > "$CAIRN_DATA_DIR/fill" 2>/dev/null
exec "$0" serve`

func TestFullDiskIsOneLine(t *testing.T) {
	t.Parallel()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", fullDisk, executable)
	command.Env = append(os.Environ(), asCairn+"=1", "CAIRN_DATA_DIR="+t.TempDir(), "CAIRN_ENGINE_LIB="+engineLibrary(t))
	command.SysProcAttr = ownMounts()
	out, err := command.CombinedOutput()
	if code := command.ProcessState.ExitCode(); code != 1 {
		t.Fatalf("exit code %d (%v):\n%s", code, err, out)
	}
	if got := strings.TrimSpace(string(out)); !strings.HasPrefix(got, "cairn: --data-dir: the disk is full") || strings.Contains(got, "\n") {
		t.Errorf("not one clear line:\n%s", got)
	}
}

// ownMounts asks for a mount namespace, and without root for a user namespace
// in which mounting is allowed.
func ownMounts() *syscall.SysProcAttr {
	if os.Getuid() == 0 {
		return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	}
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}
