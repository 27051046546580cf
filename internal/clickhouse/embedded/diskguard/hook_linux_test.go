//go:build amd64 || arm64

package diskguard

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

// TestHooks calls the hooks as the library does.
func TestHooks(t *testing.T) {
	said := &bytes.Buffer{}
	arm(t, said)
	path := filepath.Join(t.TempDir(), "file")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := invoke(callWrite, file, "hello "); n != 6 {
		t.Errorf("write returned %d", n)
	}
	if n, _ := invoke(callPwrite, file, "world"); n != 5 { // at offset 6
		t.Errorf("pwrite returned %d", n)
	}
	if n, _ := invoke(callFdatasync, file, ""); n != 0 {
		t.Errorf("fdatasync returned %d", n)
	}
	if text, _ := os.ReadFile(path); string(text) != "hello world" {
		t.Errorf("the file has %q", text)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	readOnly, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = readOnly.Close() }()
	if n, errno := invoke(callWrite, readOnly, "x"); n != -1 || errno != syscall.EBADF {
		t.Errorf("a write that is not allowed returned %d, %v", n, errno)
	}
	if said.Len() > 0 {
		t.Errorf("the guard said %q", said)
	}
}

// TestHooksAskAndPassOn fails with an errno of interest on what is no file.
func TestHooksAskAndPassOn(t *testing.T) {
	arm(t, &bytes.Buffer{})
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	if n, errno := invoke(callWrite, full, "x"); n != -1 || errno != syscall.ENOSPC {
		t.Errorf("a write to /dev/full returned %d, %v", n, errno)
	}
}

// arm fills the table of the hooks.
func arm(t *testing.T, said *bytes.Buffer) {
	t.Helper()
	found, err := originals()
	if err != nil {
		t.Fatal(err)
	}
	g := &guard{isDisposable: func(path string) bool { return strings.HasSuffix(path, ".log") }, stderr: said}
	hookTable().originals = found
	hookTable().decide = purego.NewCallback(g.decide)
}

// invoke calls a hook by its C ABI; pwrite writes behind the first six bytes.
func invoke(c call, file *os.File, text string) (int, syscall.Errno) {
	buffer := []byte(text + "\x00")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	n, _, _ := purego.SyscallN(hookEntries()[c], file.Fd(), uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(text)), 6)
	runtime.KeepAlive(buffer)
	var errno func() *int32
	location, _ := purego.Dlsym(purego.RTLD_DEFAULT, "__errno_location")
	purego.RegisterFunc(&errno, location)
	return int(int64(n)), syscall.Errno(*errno())
}

func TestWanted(t *testing.T) {
	t.Parallel()
	vectors := []syscall.Iovec{{Len: 3}, {Len: 4}}
	writev := request{call: callWritev, buffer: uintptr(unsafe.Pointer(&vectors[0])), length: 2}
	write, sync := request{call: callWrite, length: 5}, request{call: callFsync, length: 5}
	if writev.wanted() != 7 || write.wanted() != 5 || sync.wanted() != 0 {
		t.Errorf("%d, %d, %d", writev.wanted(), write.wanted(), sync.wanted())
	}
	runtime.KeepAlive(vectors)
}

// dyingChild makes the test binary a process whose disk fails.
const dyingChild = "CAIRN_TEST_DISK_FAILS"

// TestFailingDiskEndsTheProcess decides about a failed sync in a process of
// its own.
func TestFailingDiskEndsTheProcess(t *testing.T) {
	if path := os.Getenv(dyingChild); path != "" {
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		g := &guard{isDisposable: func(string) bool { return false }, stderr: os.Stderr}
		g.decide(&request{fd: file.Fd(), call: callFdatasync, errno: syscall.EIO})
		t.Fatal("still alive")
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFailingDiskEndsTheProcess$")
	command.Env = append(os.Environ(), dyingChild+"="+filepath.Join(t.TempDir(), "part"))
	out, _ := command.CombinedOutput()
	status, ok := command.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || status.Signal() != syscall.SIGKILL {
		t.Errorf("the process ended with %s", command.ProcessState)
	}
	want := "\n" + Prefix + "the disk fails (fdatasync of "
	if !strings.HasPrefix(string(out), want) || !strings.Contains(string(out), "input/output error") {
		t.Errorf("it said %q, want %q…", out, want)
	}
}

// BenchmarkWrite compares the hook with what it replaces.
func BenchmarkWrite(b *testing.B) {
	null, err := os.OpenFile("/dev/null", os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	found, err := originals()
	if err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 4096)
	for name, function := range map[string]uintptr{"original": found[callWrite], "hook": hookEntries()[callWrite]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _, _ = purego.SyscallN(function, null.Fd(), uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(buffer)))
			}
		})
	}
}
