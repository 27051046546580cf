// Package proctest runs cairn in a process of its own, so that tests can end
// it from outside as systems and people do.
package proctest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// requestTimeMax bounds a request to a server that may be stopped.
const requestTimeMax = 10 * time.Second

// haltTimeMax bounds the wait for a process to stand still.
const haltTimeMax = 30 * time.Second

// Program is a running "cairn serve". Make it with Start.
type Program struct {
	*exec.Cmd
	Read chan struct{} // closed at the end of stderr

	mu     sync.Mutex
	addrs  map[string]string // by role
	stderr bytes.Buffer
	waited sync.Once
}

// Environment returns the variables of a server on the data folder whose
// listeners take any port.
func Environment(dir, library string) []string {
	env := append(os.Environ(), "GORACE=atexit_sleep_ms=0", "CAIRN_DATA_DIR="+dir, "CAIRN_ENGINE_LIB="+library, "CAIRN_LOG_FORMAT=json")
	for _, role := range []string{"STACK", "UI", "CLOUD", "OTLP_GRPC", "OTLP_HTTP", "ADMIN"} {
		env = append(env, "CAIRN_"+role+"_ADDR=127.0.0.1:0")
	}
	return env
}

// Start runs a command that ends in "cairn serve" until t ends, and does not
// wait until it is ready.
func Start(t testing.TB, command *exec.Cmd) *Program {
	t.Helper()
	p := &Program{Cmd: command, addrs: map[string]string{}, Read: make(chan struct{})}
	stderr, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go p.follow(stderr)
	t.Cleanup(p.Kill)
	t.Cleanup(func() { p.tellFailure(t) })
	return p
}

// failureBytesMax is how much of a program's log a failed test shows.
const failureBytesMax = 8 << 10

// tellFailure shows the end of the log, and what the program is at, when its test
// has failed.
func (p *Program) tellFailure(t testing.TB) {
	if !t.Failed() || p.HasEnded() {
		return
	}
	_, ready := p.Get("admin", "/readyz")
	log := p.Log()
	t.Logf("the server says %q, and has logged:\n%s", ready, log[max(0, len(log)-failureBytesMax):])
}

// follow reads the log and notes where each role listens.
func (p *Program) follow(stderr io.Reader) {
	defer close(p.Read)
	lines := bufio.NewScanner(stderr)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Msg, Role, Addr string }
		p.mu.Lock()
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			p.addrs[line.Role] = line.Addr
		}
		fmt.Fprintln(&p.stderr, lines.Text())
		p.mu.Unlock()
	}
}

// Addr returns where a role listens; empty when it does not yet.
func (p *Program) Addr(role string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addrs[role]
}

// Log returns what the program has written so far.
func (p *Program) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// Plain asks for bodies as they are: to pack and unpack what is read over and
// over again while a test waits takes longer than to send it.
var Plain = &http.Transport{DisableCompression: true}

// Get returns status and body of a path; 0 when there was no response.
func (p *Program) Get(role, path string) (int, string) {
	client := &http.Client{Timeout: requestTimeMax, Transport: Plain}
	response, err := client.Get("http://" + p.Addr(role) + path) //nolint:noctx // the client has a timeout
	if err != nil {
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

// IsReady reports whether every part of the server is ready.
func (p *Program) IsReady() bool {
	status, _ := p.Get("admin", "/readyz")
	return status == http.StatusOK
}

// HasEnded reports whether the program has ended.
func (p *Program) HasEnded() bool {
	select {
	case <-p.Read:
		return true
	default:
		return false
	}
}

// Kill ends the program without notice and waits for its end.
func (p *Program) Kill() {
	_ = p.Process.Kill()
	p.wait()
}

func (p *Program) wait() {
	<-p.Read
	p.waited.Do(func() { _ = p.Wait() })
}

// End waits until the program has ended and returns its exit code.
func (p *Program) End(t testing.TB, within time.Duration) int {
	t.Helper()
	select {
	case <-p.Read:
	case <-time.After(within):
		t.Fatalf("still running after %s:\n%s", within, p.Log())
	}
	p.wait()
	return p.ProcessState.ExitCode()
}

// Engine returns the process of the engine below the server, or otherwise.
func Engine(parent, otherwise int) int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		var pid, ppid int
		var name, state string
		if err != nil {
			continue
		}
		if _, err := fmt.Sscanf(string(text), "%d %s %s %d", &pid, &name, &state, &ppid); err == nil && ppid == parent && state != "Z" {
			return pid
		}
	}
	return otherwise
}

// Halt stops a process until SIGCONT and returns once it stands still: on a
// busy machine its threads run on for a while after the signal.
func Halt(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	for deadline := time.Now().Add(haltTimeMax); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if standsStill(pid) {
			return nil
		}
	}
	return fmt.Errorf("process %d still runs %s after SIGSTOP", pid, haltTimeMax)
}

// standsStill reports whether all threads of a process are stopped.
func standsStill(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*/stat", pid))
	for _, path := range threads {
		if text, err := os.ReadFile(path); err == nil && !strings.Contains(string(text), ") T ") {
			return false
		}
	}
	return true
}

// IsGone reports whether a process has ended.
func IsGone(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(text), ") Z ")
}
