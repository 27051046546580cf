package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// program is a running cairn in a process of its own.
type program struct{ *proctest.Program }

// startTimeMax is how long a test waits for a start that it is not about: on a busy
// machine the engine's library alone takes seconds to load.
const startTimeMax = slack * time.Minute

// serve starts "cairn serve" on the data folder and waits until it is ready.
func serve(t *testing.T, dir string) *program {
	t.Helper()
	p := launch(t, dir)
	testkit.Eventually(t, startTimeMax, "the server is ready", p.IsReady)
	return p
}

// launch starts "cairn serve" and does not wait.
func launch(t *testing.T, dir string, env ...string) *program {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return launchCommand(t, exec.CommandContext(t.Context(), executable, "serve"), dir, env...)
}

// launchCommand starts a command that ends in "cairn serve".
func launchCommand(t *testing.T, command *exec.Cmd, dir string, env ...string) *program {
	t.Helper()
	command.Env = append(append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1"), env...)
	return &program{proctest.Start(t, command)}
}

func (p *program) addr(role string) string                    { return p.Addr(role) }
func (p *program) log() string                                { return p.Log() }
func (p *program) get(role, path string) (int, string)        { return p.Get(role, path) }
func (p *program) end(t *testing.T, within time.Duration) int { return p.End(t, within) }

func TestKilledEngineComesBack(t *testing.T) {
	t.Parallel()
	p := serve(t, t.TempDir())
	child := enginePID(t, p.Process.Pid)
	if err := syscall.Kill(child, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, slack*5*time.Second, "readiness tells that the engine is away", func() bool {
		status, body := p.get("admin", "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(body, `"engine"`) || enginePIDOr(p.Process.Pid, child) != child
	})
	if status, _ := p.get("cloud", "/v1/openapi.json"); status != http.StatusOK {
		t.Errorf("the cloud API returns %d while the engine is away", status)
	}
	testkit.Eventually(t, slack*10*time.Second, "the engine is back", func() bool {
		status, _ := p.get("admin", "/readyz")
		return status == http.StatusOK
	})
}

func TestKilledServerLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := serve(t, dir)
	child := enginePID(t, p.Process.Pid)
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	again := serve(t, dir) // at once: it waits for the old engine's lock
	testkit.Eventually(t, slack*5*time.Second, "the old engine is gone", func() bool {
		return syscall.Kill(child, 0) != nil || isZombie(child)
	})
	if err := again.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := again.end(t, 15*time.Second); code != 0 {
		t.Errorf("exit code %d after SIGTERM:\n%s", code, again.log())
	}
}

func TestSecondServerOnOneFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, dir)
	second := launch(t, dir)
	code := second.end(t, 10*time.Second)
	if code != 1 || !strings.Contains(second.log(), "another server is using "+dir) {
		t.Errorf("exit code %d:\n%s", code, second.log())
	}
}

func TestPortInUseIsOneLine(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	p := launch(t, t.TempDir(), "CAIRN_STACK_ADDR="+taken.Addr().String())
	code := p.end(t, 10*time.Second)
	if code != 1 || !strings.Contains(p.log(), "cairn: --stack-addr: "+taken.Addr().String()+" is in use by another program") {
		t.Errorf("exit code %d:\n%s", code, p.log())
	}
}

func TestSIGTERMFailsNoRequest(t *testing.T) {
	t.Parallel()
	p := serve(t, t.TempDir())
	address := "http://" + p.addr("cloud") + "/v1/openapi.json"
	var failed, served atomicCount
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() { hammer(address, &served, &failed) })
	}
	testkit.Eventually(t, slack*10*time.Second, "requests are flowing", func() bool { return served.value() > 100 })
	begun := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	code := p.end(t, 10*time.Second)
	clients.Wait()
	t.Logf("stopped in %s after %d requests", time.Since(begun), served.value())
	if code != 0 || failed.value() > 0 {
		t.Errorf("exit code %d, %d failed requests:\n%s", code, failed.value(), p.log())
	}
}

// hammer sends requests until the server takes no more. A connection that the
// kernel refused or reset was never the server's; what the server accepted
// and did not answer is a failure.
func hammer(address string, served, failed *atomicCount) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		response, err := client.Get(address)
		if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET) {
			return
		}
		if err != nil {
			failed.add()
			return
		}
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			failed.add()
		}
		served.add()
	}
}

type atomicCount struct {
	mu sync.Mutex
	n  int
}

func (c *atomicCount) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *atomicCount) value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// enginePID returns the engine's process below the server's.
func enginePID(t *testing.T, parent int) int {
	t.Helper()
	pid := proctest.Engine(parent, 0)
	if pid == 0 {
		t.Fatal("the server has no engine")
	}
	return pid
}

func enginePIDOr(parent, otherwise int) int { return proctest.Engine(parent, otherwise) }

func isZombie(pid int) bool { return proctest.IsGone(pid) }
