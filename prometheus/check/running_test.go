package check_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for what comes within seconds on an idle machine.
const patience = 90 * time.Second

// start runs a program until the end of the test, and shows its output if the test
// fails.
func start(t *testing.T, command *exec.Cmd) io.Reader {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout, command.Stderr = writer, writer
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	read, lines := io.Pipe()
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		defer func() { _ = lines.Close() }()
		_, _ = io.Copy(io.MultiWriter(&output, lines), reader)
	}()
	_ = writer.Close()
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		go func() { _, _ = io.Copy(io.Discard, read) }()
		err := command.Wait()
		<-copied
		if t.Failed() {
			t.Logf("%s: %v\n%s", filepath.Base(command.Path), err, &output)
		}
	})
	return read
}

// runInBackground runs a program of Debian until the end of the test, and returns
// the address that it listens on, which a flag names.
func runInBackground(t *testing.T, program string, flags ...string) string {
	t.Helper()
	address := freeAddress(t)
	output := start(t, exec.Command(program, append(flags, "--web.listen-address="+address)...))
	go func() { _, _ = io.Copy(io.Discard, output) }()
	return address
}

// freeAddress returns an address of loopback that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// until tries again and again, and fails the test with the last error.
func until(t testing.TB, try func() error) {
	t.Helper()
	if err := eventually(t.Context(), try); err != nil {
		t.Fatal(err)
	}
}

// eventually tries again and again, and returns the last error.
func eventually(ctx context.Context, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return err
		}
	}
}

// cairn is a running Cairn with an installation.
type cairn struct {
	otlp, stack, admin      string // addresses
	accessKey, ingestionKey string
}

// startCairn runs the program on free ports of loopback.
func startCairn(t *testing.T) *cairn {
	t.Helper()
	program := os.Getenv("CAIRN_TEST_BINARY")
	if program == "" {
		t.Fatal("CAIRN_TEST_BINARY names no program; run make test-prometheus")
	}
	env := append(os.Environ(), "CAIRN_DATA_DIR="+t.TempDir(), "CAIRN_STACK_ADDR=127.0.0.1:0", "CAIRN_OTLP_HTTP_ADDR=127.0.0.1:0",
		"CAIRN_ADMIN_ADDR=127.0.0.1:0", "CAIRN_OTLP_GRPC_ADDR=", "CAIRN_UI_ADDR=", "CAIRN_CLOUD_ADDR=",
		"CAIRN_LOG_FORMAT=json", "CAIRN_STACK_RATE_LIMIT=0")
	command := exec.Command(program, "serve")
	command.Env = env
	addresses := listening(start(t, command), "stack", "otlp-http", "admin")
	bootstrap := exec.CommandContext(t.Context(), program, "bootstrap", "--json")
	bootstrap.Env = env
	out, err := bootstrap.Output()
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ AccessKey, IngestionKey string }
	if err := json.Unmarshal(out, &made); err != nil {
		t.Fatal(err)
	}
	return &cairn{
		otlp: addresses["otlp-http"], stack: addresses["stack"], admin: addresses["admin"],
		accessKey: made.AccessKey, ingestionKey: made.IngestionKey,
	}
}

// listening returns where a program listens, by role, once all of the roles do.
func listening(output io.Reader, roles ...string) map[string]string {
	lines, addresses := bufio.NewScanner(output), map[string]string{}
	for slices.ContainsFunc(roles, func(role string) bool { return addresses[role] == "" }) && lines.Scan() {
		var line struct{ Msg, Role, Addr string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			addresses[line.Role] = line.Addr
		}
	}
	go func() {
		for lines.Scan() { // the program must not wait for its reader
			continue
		}
	}()
	return addresses
}

// newTeam makes a team and a key to send to it.
func (c *cairn) newTeam(t testing.TB, name string) *store {
	t.Helper()
	team := c.create(t, "teams", name, "").ID
	key := c.create(t, "ingestion-keys", "check", team).Key
	return c.storeOf(key, team)
}

// storeOf returns what a key sends to and a team is asked.
func (c *cairn) storeOf(ingestionKey, team string) *store {
	return &store{
		writeURL: "http://" + c.otlp + "/api/v1/write", queryURL: "http://" + c.stack + "/prometheus",
		writeKey: ingestionKey, queryKey: c.accessKey, team: team,
	}
}

type created struct{ ID, Key string }

func (c *cairn) create(t testing.TB, what, name, team string) created {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"name": name})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+c.stack+"/api/v2/"+what, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+c.accessKey)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(teamHeader, team)
	text, err := exchange(request)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Data created }
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", text, err))
	}
	return answer.Data
}
