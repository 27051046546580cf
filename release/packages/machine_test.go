package packages_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// How long a machine has to boot, and how long anything in it has to come true.
const (
	bootMax  = time.Minute
	comesMax = time.Minute
	lookEach = 100 * time.Millisecond
)

// root returns a clean Debian in a folder of its own.
func root(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, "tar", "--extract", "--gzip", "--numeric-owner", "--file", os.Getenv("CAIRN_TEST_ROOT"), "--directory", dir)
	return dir
}

// machine is a Debian that has booted, with its own processes and network.
type machine struct {
	t      *testing.T
	root   string
	leader string // its process 1, as seen from here
}

// boot starts systemd in a clean root.
func boot(t *testing.T) *machine {
	t.Helper()
	m := &machine{t: t, root: root(t)}
	spawn := exec.Command("systemd-nspawn", "--directory", m.root, "--boot", "--private-network", "--register=no", "--keep-unit", "--quiet",
		"--machine", "cairn-packages", "--console=pipe")
	spawn.Env = append(os.Environ(), "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1")
	console, err := os.Create(filepath.Join(t.TempDir(), "console"))
	if err != nil {
		t.Fatal(err)
	}
	spawn.Stdout, spawn.Stderr = console, console
	if err := spawn.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.halt(spawn, console) })
	ctx, cancel := context.WithTimeout(t.Context(), bootMax)
	defer cancel()
	for m.leader == "" || m.try("systemctl", "is-active", "multi-user.target") != nil {
		if !pause(ctx) {
			text, _ := os.ReadFile(console.Name())
			t.Fatalf("the machine does not boot:\n%s", text)
		}
		m.leader = childOf(spawn.Process.Pid)
	}
	return m
}

// halt kills the machine: nothing in it is needed any more.
func (m *machine) halt(spawn *exec.Cmd, console *os.File) {
	if m.leader != "" {
		_ = exec.Command("kill", "-KILL", m.leader).Run()
	} else {
		_ = spawn.Process.Kill()
	}
	_ = spawn.Wait()
	_ = console.Close()
}

// childOf returns the first child of a process, if it has one.
func childOf(pid int) string {
	task := exec.Command("ps", "--no-headers", "-o", "pid", "--ppid", itoa(pid))
	out, _ := task.Output()
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(first)
}

// command returns a command in the machine.
func (m *machine) command(ctx context.Context, args ...string) *exec.Cmd {
	inside := []string{"--target", m.leader, "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--",
		"env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive"}
	return exec.CommandContext(ctx, "nsenter", append(inside, args...)...)
}

func (m *machine) try(args ...string) error { return m.command(m.t.Context(), args...).Run() }

// run returns what a command in the machine prints.
func (m *machine) run(args ...string) string {
	m.t.Helper()
	out, err := m.command(m.t.Context(), args...).CombinedOutput()
	if err != nil {
		journal, _ := m.command(m.t.Context(), "journalctl", "--no-pager", "-n", "40", "-o", "cat").Output()
		m.t.Fatalf("%s: %v\n%s\n%s", strings.Join(args, " "), err, out, journal)
	}
	return string(out)
}

// want holds that a command prints a text.
func (m *machine) want(text string, args ...string) {
	m.t.Helper()
	if got := m.run(args...); strings.TrimSpace(got) != text {
		m.t.Errorf("%s: %q; want %q", strings.Join(args, " "), got, text)
	}
}

// property returns a property of the service.
func (m *machine) property(name string) string {
	m.t.Helper()
	return strings.TrimSpace(m.run("systemctl", "show", "--value", "--property", name, "cairn.service"))
}

// comes waits until something holds.
func (m *machine) comes(what string, holds func() bool) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), comesMax)
	defer cancel()
	for !holds() {
		if !pause(ctx) {
			m.t.Fatal("does not come true: " + what)
		}
	}
}

func pause(ctx context.Context) bool {
	select {
	case <-time.After(lookEach):
		return true
	case <-ctx.Done():
		return false
	}
}
