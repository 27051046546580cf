package main

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serviceManager is the socket of a service manager.
type serviceManager struct {
	t    *testing.T
	conn *net.UnixConn
	path string
}

func startServiceManager(t *testing.T) *serviceManager {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &serviceManager{t: t, conn: conn, path: path}
}

// until returns the messages up to one that has a line.
func (m *serviceManager) until(line string) (all []string) {
	m.t.Helper()
	if err := m.conn.SetReadDeadline(time.Now().Add(slack * 60 * time.Second)); err != nil {
		m.t.Fatal(err)
	}
	for {
		text := make([]byte, 4096)
		n, err := m.conn.Read(text)
		if err != nil {
			m.t.Fatalf("%s is not said: %v, after %q", line, err, all)
		}
		all = append(all, string(text[:n]))
		if strings.Contains("\n"+all[len(all)-1]+"\n", "\n"+line+"\n") {
			return all
		}
	}
}

// TestServiceManagerIsTold holds what systemd relies on: each step of a start
// asks for time, and READY=1 comes when the server is ready, not before. A
// manager that has gone away does no harm.
func TestServiceManagerIsTold(t *testing.T) {
	t.Parallel()
	manager := startServiceManager(t)
	p := launch(t, t.TempDir(), "NOTIFY_SOCKET="+manager.path)
	said := strings.Join(manager.until("READY=1"), "\n")
	if status, body := p.get("admin", "/readyz"); status != http.StatusOK {
		t.Errorf("READY=1 was said of a server that is not ready: %s", body)
	}
	for _, want := range []string{"STATUS=Starting: data folder\nEXTEND_TIMEOUT_USEC=60000000", "STATUS=Starting: engine\n", "STATUS=Ready. Web interface: http://"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q was not said in %q", want, said)
		}
	}
	if environ := environmentOf(t, enginePID(t, p.Process.Pid)); strings.Contains(environ, manager.path) {
		t.Error("the engine can speak to the service manager")
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	manager.until("STOPPING=1")
	_ = manager.conn.Close()
	if code := p.end(t, slack*15*time.Second); code != 0 {
		t.Errorf("exit code %d:\n%s", code, p.log())
	}
}

// environmentOf returns the environment of a process.
func environmentOf(t *testing.T, pid int) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
