package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

// server is the program under measurement.
type server struct {
	command *exec.Cmd
	addrs   map[string]string // by role
	ready   chan error
	installation
}

// installation is what setting up a server has made.
type installation struct {
	TeamID, IngestionKey, AccessKey string

	// Keys are those of all teams, with the first one's.
	Keys []string
}

const startTimeMax = 5 * time.Minute // with many teams on a busy machine

// bootstrap sets an installation up in the folder.
func bootstrap(ctx context.Context, program, dir string, settings ...string) error {
	command := exec.CommandContext(ctx, program, "bootstrap", "--json")
	command.Env, command.Stderr = append(environment(dir), settings...), os.Stderr
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("bootstrap: %w", err)
	}
	return os.WriteFile(madeFile(dir), out, 0o600)
}

func madeFile(dir string) string { return dir + ".json" }

func environment(dir string) []string {
	env := append(os.Environ(), "CAIRN_DATA_DIR="+dir, "CAIRN_LOG_FORMAT=json", "CAIRN_LOG_LEVEL=info", "CAIRN_STACK_RATE_LIMIT=0")
	for _, role := range []string{"STACK", "UI", "CLOUD", "OTLP_GRPC", "OTLP_HTTP", "ADMIN"} {
		env = append(env, "CAIRN_"+role+"_ADDR=127.0.0.1:0")
	}
	return env
}

// withoutMetering is the setting for measurements of anything else.
const withoutMetering = "CAIRN_NO_METERING=true"

// resumeServer serves an installation that is set up.
func resumeServer(ctx context.Context, program, dir string, settings ...string) (*server, error) {
	s := &server{addrs: map[string]string{}, ready: make(chan error, 1)}
	made, err := os.ReadFile(madeFile(dir))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(made, &s.installation); err != nil {
		return nil, err
	}
	s.command = exec.CommandContext(ctx, program, "serve")
	s.command.Env = append(environment(dir), settings...)
	s.command.Cancel = func() error { return s.command.Process.Signal(syscall.SIGTERM) }
	stderr, err := s.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	go s.follow(stderr)
	return s, s.await(ctx)
}

// listeners is how many addresses a server tells.
const listeners = 6

func (s *server) follow(stderr io.Reader) {
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		var line struct{ Level, Msg, Role, Addr string }
		if json.Unmarshal(lines.Bytes(), &line) != nil || line.Level == "ERROR" || line.Level == "WARN" {
			fmt.Fprintln(os.Stderr, lines.Text())
		}
		if line.Msg == "listening" {
			s.addrs[line.Role] = line.Addr
			if len(s.addrs) == listeners {
				s.ready <- nil
			}
		}
	}
	select {
	case s.ready <- errors.New("the server has ended"):
	default:
	}
}

func (s *server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeMax)
	defer cancel()
	select {
	case err := <-s.ready:
		if err != nil {
			return err
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	for ctx.Err() == nil {
		if status, _, err := s.admin(ctx, "/readyz"); err == nil && status == http.StatusOK {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return ctx.Err()
}

func (s *server) stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.command.Wait()
}

func (s *server) admin(ctx context.Context, path string) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.addrs["admin"]+path, nil)
	if err != nil {
		return 0, nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

var outstanding = regexp.MustCompile(`(?m)^cairn_wal_outstanding_records (\S+)$`)

// drain waits until the engine has everything that was acknowledged.
func (s *server) drain(ctx context.Context) error {
	for ctx.Err() == nil {
		_, metrics, err := s.admin(ctx, "/metrics")
		if err != nil {
			return err
		}
		if match := outstanding.FindSubmatch(metrics); match != nil && string(match[1]) == "0" {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ctx.Err()
}

var insertCalls = regexp.MustCompile(`(?m)^cairn_engine_calls_total\{operation="insert",outcome="ok",role="writer"\} (\S+)$`)

// inserts returns how many there have been, 0 where the server does not tell.
func (s *server) inserts(ctx context.Context) float64 {
	_, metrics, err := s.admin(ctx, "/metrics")
	match := insertCalls.FindSubmatch(metrics)
	if err != nil || match == nil {
		return 0
	}
	count, _ := strconv.ParseFloat(string(match[1]), 64) // a number, or 0
	return count
}

// profiles writes the profiles that are wanted, of a server under load.
func (s *server) profiles(ctx context.Context, o options) {
	for path, file := range map[string]string{
		"/debug/pprof/heap": o.heap,
		"/debug/pprof/profile?seconds=" + strconv.Itoa(profileTime): o.profile,
	} {
		if file == "" {
			continue
		}
		if err := s.saveProfile(ctx, path, file); err != nil {
			fmt.Fprintln(os.Stderr, "profile:", err)
		}
	}
}

func (s *server) saveProfile(ctx context.Context, path, file string) error {
	_, b, err := s.admin(ctx, path)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o600)
}
