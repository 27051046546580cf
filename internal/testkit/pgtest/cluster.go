package pgtest

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// Bounds of starting and stopping a cluster, generous for busy machines.
const (
	startTimeout     = 2 * time.Minute
	startAttemptsMax = 3
	logTailBytes     = 600
)

// The only role of a cluster. Passwords are checked, so that tests can hold a
// wrong one against it.
const (
	role     = "cairn"
	password = "cairn-test"
)

//go:embed keeper.sh
var keeperScript string

// Cluster is a running PostgreSQL server on an address of loopback.
// It ends with Stop, and also when the process that started it dies.
type Cluster struct {
	addr      string
	dir       string
	keeper    *exec.Cmd
	lifeline  io.WriteCloser
	said      *bufio.Reader // by the keeper
	databases atomic.Int64
	models    sync.Map // of *model by name
}

// Start makes a cluster in a temporary folder and waits until it returns.
func Start() (*Cluster, error) {
	bin, err := findPrograms(debianPrograms, exec.LookPath)
	if err != nil {
		return nil, err
	}
	for range startAttemptsMax - 1 {
		if cluster, err := startOnce(bin); err == nil {
			return cluster, nil
		}
	}
	return startOnce(bin)
}

// Dir returns the folder that holds the cluster.
func (c *Cluster) Dir() string { return c.dir }

// Stop ends the server, removes its folder and waits for both.
func (c *Cluster) Stop() error {
	err := c.lifeline.Close()
	return errors.Join(err, c.keeper.Wait())
}

// startOnce starts the keeper: a shell that makes the cluster, says so, and
// takes it down again when the lifeline on its standard input closes. The
// kernel closes it when this process dies, however it dies.
func startOnce(bin string) (*Cluster, error) {
	owner, err := serverOwner(os.Geteuid())
	if err != nil {
		return nil, err
	}
	addr := testkit.FreeAddr()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	dir, err := makeDir(owner)
	if err != nil {
		return nil, err
	}
	keeper := exec.Command("/bin/sh", "-c", keeperScript, "keeper", bin, dir, host, port, role, password) //nolint:noctx // lives until Stop
	keeper.Dir = dir
	keeper.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// A group of its own keeps Ctrl-C from ending the keeper before its work.
	keeper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: owner}
	return launch(&Cluster{addr: addr, dir: dir, keeper: keeper})
}

func launch(c *Cluster) (*Cluster, error) {
	lifeline, err := c.keeper.StdinPipe()
	if err != nil {
		return nil, err
	}
	c.lifeline = lifeline
	said, err := c.keeper.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.keeper.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	overdue := time.AfterFunc(startTimeout, c.kill)
	defer overdue.Stop()
	c.said = bufio.NewReader(said)
	if line, _ := c.said.ReadString('\n'); line != "ready\n" {
		failure := fmt.Errorf("can't start PostgreSQL in %s: %s", c.dir, c.logTail())
		return nil, errors.Join(failure, c.Stop(), os.RemoveAll(c.dir))
	}
	return c, nil
}

// Halt ends the server as an operator would, and keeps its data.
func (c *Cluster) Halt() error { return c.tell("stop", "stopped\n") }

// Resume starts the server again after Halt, on the same address.
func (c *Cluster) Resume() error { return c.tell("start", "ready\n") }

// tell gives the keeper an order and waits until it was carried out.
func (c *Cluster) tell(order, want string) error {
	overdue := time.AfterFunc(startTimeout, c.kill)
	defer overdue.Stop()
	if _, err := io.WriteString(c.lifeline, order+"\n"); err != nil {
		return err
	}
	if line, err := c.said.ReadString('\n'); line != want {
		return errors.Join(fmt.Errorf("PostgreSQL in %s does not %s: %s", c.dir, order, c.logTail()), err)
	}
	return nil
}

// Signal sends a signal to every process of the server.
func (c *Cluster) Signal(signal syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(c.dir, "pg", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	failed := syscall.Kill(pid, signal)
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for child := range strings.FieldsSeq(string(children)) {
		if n, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(n, signal) // it may have ended
		}
	}
	return errors.Join(failed, err)
}

// kill ends the keeper with all that it started.
func (c *Cluster) kill() { _ = syscall.Kill(-c.keeper.Process.Pid, syscall.SIGKILL) }

func (c *Cluster) logTail() string {
	text, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text[max(0, len(text)-logTailBytes):]))
}
