package main

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// TestServerOutlivesTheReaderOfItsLog holds that a server goes on, and ends in
// order, when the program that its log is piped into has ended or stands still.
func TestServerOutlivesTheReaderOfItsLog(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ isGone bool }{"gone": {true}, "stalled": {false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = read.Close() }()
			admin := testkit.FreeAddr()
			server := serveInto(t, t.TempDir(), write, write, admin)
			if c.isGone {
				_ = read.Close()
			}
			status := func(path string) int {
				client := http.Client{Timeout: 5 * time.Second}
				response, err := client.Get("http://" + admin + path)
				if err != nil {
					return 0
				}
				_ = response.Body.Close()
				return response.StatusCode
			}
			testkit.Eventually(t, startTimeMax, "the server is ready", func() bool { return status("/readyz") == http.StatusOK })
			for range 2000 { // each is a line of the log, far more than a pipe holds
				if got := status("/no/such/page" + strings.Repeat("x", 200)); got != http.StatusNotFound {
					t.Fatalf("status %d", got)
				}
			}
			if err := server.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := wait(server, slack*20*time.Second); err != nil {
				t.Errorf("SIGTERM: %v", err)
			}
		})
	}
}

// TestHangUpEndsTheServerInOrder holds that a closed terminal is like SIGTERM.
func TestHangUpEndsTheServerInOrder(t *testing.T) {
	t.Parallel()
	// Under nohup the signal is ignored, which the server would inherit.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	defer signal.Stop(caught)
	p := serve(t, t.TempDir())
	if err := p.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if code := p.end(t, slack*20*time.Second); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// serveInto starts "cairn serve" with its log in a pipe.
func serveInto(t *testing.T, dir string, out, log *os.File, admin string) *exec.Cmd {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable, "serve")
	command.Env = append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1", "CAIRN_ADMIN_ADDR="+admin)
	command.Stdout, command.Stderr = out, log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	_ = errors.Join(out.Close(), log.Close())
	t.Cleanup(func() { _ = command.Process.Kill() })
	return command
}

// wait returns how a command ended, or kills it when that takes too long.
func wait(command *exec.Cmd, within time.Duration) error {
	kill := time.AfterFunc(within, func() { _ = command.Process.Kill() })
	defer kill.Stop()
	return command.Wait()
}
