//go:build artefacts

package exercise_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// waitMax bounds every wait; a busy machine needs a part of it.
const waitMax = 2 * time.Minute

// dist returns the one artefact whose name ends like this.
func dist(t *testing.T, ending string) string {
	t.Helper()
	folder := os.Getenv("CAIRN_DIST")
	if folder == "" {
		t.Fatal("CAIRN_DIST names no folder with a release; run make test-release")
	}
	found, err := filepath.Glob(filepath.Join(folder, "*"+ending))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has %d files that end in %s", folder, len(found), ending)
	}
	return found[0]
}

// run runs a program, which has to succeed, and returns what it prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, exit.Stderr)
		}
		t.Fatalf("%s: %v", name, err)
	}
	return string(out)
}

// server is a Cairn in namespaces of its own: its network has a loopback
// interface and nothing else.
type server struct {
	cmd    *exec.Cmd
	log    *bytes.Buffer
	inside []string // what runs a command of the program beside it
}

// start runs a script as root in new namespaces; it ends in an exec of the
// program, which then has the process's id.
func start(t *testing.T, script string, env []string, args ...string) *server {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("namespaces and other users need root")
	}
	s := &server{log: &bytes.Buffer{}}
	whole := "set -eu; ip link set lo up; " + script
	s.cmd = exec.Command("unshare", append([]string{"--net", "--mount", "sh", "-c", whole, "sh"}, args...)...)
	s.cmd.Env, s.cmd.Stdout, s.cmd.Stderr = env, s.log, s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
		if t.Failed() {
			t.Logf("log of the server:\n%s", s.log)
		}
	})
	return s
}

// enter returns a command that runs in the server's namespaces.
func (s *server) enter(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	target := []string{"--target", strconv.Itoa(s.cmd.Process.Pid), "--net", "--mount", "--"}
	cmd := exec.CommandContext(t.Context(), "nsenter", append(target, args...)...)
	cmd.Env = s.cmd.Env
	return cmd
}

// cairn runs a command of the program beside the server.
func (s *server) cairn(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, err := s.enter(t, append(s.inside, args...)...).Output()
	return string(out), err
}

// curl sends a request, which has to succeed, with the curl of this machine.
func (s *server) curl(t *testing.T, key, url, body string) string {
	t.Helper()
	said, err := s.try(t, key, url, body)
	if err != nil {
		t.Fatalf("%s: %v %s", url, err, said)
	}
	return said
}

func (s *server) try(t *testing.T, key, url, body string) (string, error) {
	t.Helper()
	args := []string{"curl", "--silent", "--show-error", "--fail-with-body", "--max-time", "30", "-H", "Authorization: Bearer " + key, "-H", "Content-Type: application/json", url}
	if body != "" {
		args = append(args, "--data-binary", body)
	}
	cmd := s.enter(t, args...)
	cmd.Env = os.Environ()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// eventually waits until something is true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < waitMax; time.Sleep(200 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("%s: not within %s", what, waitMax)
}

// storesALine holds that a log line which curl sends is found through the API,
// and that the server ends in order.
func (s *server) storesALine(t *testing.T) {
	t.Helper()
	eventually(t, "cairn healthcheck", func() bool {
		if err := s.cmd.Process.Signal(syscall.Signal(0)); err != nil {
			t.Fatal("the server has ended")
		}
		_, err := s.cairn(t, "healthcheck")
		return err == nil
	})
	keys := s.bootstrap(t)
	const line = "a line from curl, for the release"
	body := fmt.Sprintf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":%q}}]}]}]}`, time.Now().UnixNano(), line)
	s.curl(t, keys.IngestionKey, "http://127.0.0.1:4318/v1/logs", body)
	search := fmt.Sprintf(`{"sourceId":%q,"where":"curl"}`, s.logs(t, keys.AccessKey))
	eventually(t, "the line is found", func() bool { // 503 while the team's tables are made
		said, err := s.try(t, keys.AccessKey, "http://127.0.0.1:8000/api/v2/search", search)
		return err == nil && strings.Contains(said, line)
	})
	if page := s.curl(t, "", "http://127.0.0.1:8080/", ""); !strings.Contains(page, "<script") {
		t.Errorf("the web interface is not inside: %s", page)
	}
	s.stop(t)
}

type keys struct{ AccessKey, IngestionKey string }

func (s *server) bootstrap(t *testing.T) (k keys) {
	t.Helper()
	said, err := s.cairn(t, "bootstrap", "--json")
	if err != nil {
		t.Fatal(err, said)
	}
	if err := json.Unmarshal([]byte(said), &k); err != nil || k.AccessKey == "" || k.IngestionKey == "" {
		t.Fatal(err, said)
	}
	return k
}

// logs returns the id of the source with log records.
func (s *server) logs(t *testing.T, key string) string {
	t.Helper()
	var sources struct{ Data []struct{ ID, Kind string } }
	said := s.curl(t, key, "http://127.0.0.1:8000/api/v2/sources", "")
	if err := json.Unmarshal([]byte(said), &sources); err != nil {
		t.Fatal(err)
	}
	for _, source := range sources.Data {
		if source.Kind == "log" {
			return source.ID
		}
	}
	t.Fatalf("no source has log records: %s", said)
	return ""
}

// stop ends the server by SIGTERM, after which its exit code is 0.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("SIGTERM: %v", err)
	}
}
