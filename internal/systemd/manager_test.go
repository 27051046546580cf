package systemd_test

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/systemd"
)

// named returns an environment with one variable.
func named(socket string) func(string) (string, bool) {
	return func(name string) (string, bool) { return socket, name == "NOTIFY_SOCKET" }
}

// listen opens the socket of a service manager.
func listen(t *testing.T, socket string) (next func() string) {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return func() string {
		text := make([]byte, 4096)
		n, err := conn.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(text[:n])
	}
}

func TestMessagesReachTheServiceManager(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, socket := range []string{filepath.Join(dir, "notify"), "@cairn-test-" + filepath.Base(filepath.Dir(dir))} {
		next, manager := listen(t, socket), systemd.NewManager(named(socket))
		f := func(err error, want string) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if got := next(); got != want {
				t.Errorf("%s: %q; want %q", socket, got, want)
			}
		}
		f(manager.Starting("engine", 30*time.Second), "STATUS=Starting: engine\nEXTEND_TIMEOUT_USEC=30000000")
		f(manager.Ready("Ready."), "READY=1\nSTATUS=Ready.")
		f(manager.Status("Not ready"), "STATUS=Not ready")
		f(manager.Stopping("requests", time.Second), "STOPPING=1\nSTATUS=Stopping: requests\nEXTEND_TIMEOUT_USEC=1000000")
	}
}

// TestStatusIsOneShortLine: what a database says must not become an assignment.
func TestStatusIsOneShortLine(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(t.TempDir(), "notify")
	next, manager := listen(t, socket), systemd.NewManager(named(socket))
	if err := manager.Status("a\nMAINPID=1\r\n" + strings.Repeat("ü", 1000)); err != nil {
		t.Fatal(err)
	}
	got := next()
	if !strings.HasPrefix(got, "STATUS=a MAINPID=1 ü") || strings.Contains(got, "\n") || len(got) > 600 || strings.ToValidUTF8(got, "?") != got {
		t.Errorf("%q", got)
	}
}

func TestNobodyIsToldWithoutAServiceManager(t *testing.T) {
	t.Parallel()
	for _, socket := range []string{"", "relative", "vsock:2:1"} {
		if manager := systemd.NewManager(named(socket)); manager != nil || manager.Ready("") != nil {
			t.Errorf("%q: %v", socket, manager)
		}
	}
	if err := systemd.NewManager(named(filepath.Join(t.TempDir(), "gone"))).Ready(""); err == nil {
		t.Error("a service manager that is gone was told")
	}
}
