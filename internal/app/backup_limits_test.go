package app_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// noise returns texts of a mebibyte that can't be packed well, so that a
// backup with them does not fit into the buffers of a connection.
func noise(count int) []string {
	texts, random := make([]string, count), rand.NewChaCha8([32]byte{})
	for i := range texts {
		part := make([]byte, 3<<18)
		_, _ = random.Read(part)
		texts[i] = base64.StdEncoding.EncodeToString(part)
	}
	return texts
}

// stall asks for a backup and does not read what comes after its head.
func stall(t *testing.T, s *apptest.Server) {
	t.Helper()
	dialer := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		// A small window and small segments keep the server's own buffer small.
		failed := raw.Control(func(fd uintptr) {
			err = errors.Join(
				syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096),
				syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536))
		})
		return errors.Join(err, failed)
	}}
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL(app.RoleAdmin), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /backup HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 0\r\n\r\n", tokenOf(t, s))
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil || !strings.Contains(line, "200 OK") {
		t.Fatalf("%q, %v", line, err)
	}
}

// tokenOf returns the token in the data folder.
func tokenOf(t *testing.T, s *apptest.Server) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Config.DataDir, "control.json"))
	if err != nil {
		t.Fatal(err)
	}
	var control struct{ Token string }
	if err := json.Unmarshal(text, &control); err != nil {
		t.Fatal(err)
	}
	return control.Token
}

// backUp makes a backup into a folder of its own and returns how that ended.
func backUp(t *testing.T, s *apptest.Server) clitest.Outcome {
	t.Helper()
	parent := t.TempDir()
	got := clitest.Run(t, nil, "backup", filepath.Join(parent, "backup"), "--data-dir", s.Config.DataDir)
	if left, _ := os.ReadDir(parent); got.Code != cli.ExitOK && len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return got
}

// wantOneAtATime leaves a reader behind that has stopped reading.
func wantOneAtATime(t *testing.T, s *apptest.Server) {
	t.Helper()
	stall(t, s)
	if got := backUp(t, s); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "the server refused with 409") ||
		!strings.Contains(got.Stderr, "another backup is being made") {
		t.Errorf("%+v", got)
	}
}

// logLines keeps what a server logs.
type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logLines) has(part string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), part)
}

// leavingEngine is an engine that can be away.
type leavingEngine struct {
	clickhouse.Endpoint
	away atomic.Bool
}

func (e *leavingEngine) Target() (clickhouse.Target, error) {
	if e.away.Load() {
		return clickhouse.Target{}, fault.New(fault.Unavailable, "the engine is away")
	}
	return e.Endpoint.Target()
}

// TestBackupWaitsOnlySoLong hits the limits of a backup: for a reader that has
// stopped reading, and for telemetry that is acknowledged and not stored.
func TestBackupWaitsOnlySoLong(t *testing.T) {
	t.Parallel()
	engine, lines := &leavingEngine{}, &logLines{}
	s, _ := startServer(t, func(o *app.Options) {
		engine.Endpoint = o.Engine
		o.Engine, o.Logger = engine, slog.New(slog.NewTextHandler(lines, nil))
		o.Backup = app.BackupLimits{Settle: time.Millisecond, Stall: time.Millisecond}
	})
	if got := post(t, s, protoOf(t, noise(2)...), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	testkit.Eventually(t, time.Minute, "the records are stored", func() bool {
		return strings.Contains(testkit.Scenario{Path: "/metrics"}.Send(t, s.URL(app.RoleAdmin)).Body, "\ncairn_wal_outstanding_records 0\n")
	})
	stall(t, s)
	testkit.Eventually(t, 3*time.Minute, "the stalled reader is cut off", func() bool {
		return lines.has("the backup was not finished") && lines.has("i/o timeout")
	})
	engine.away.Store(true)
	defer engine.away.Store(false) // or the stop would wait for it
	if got := post(t, s, protoOf(t, "late"), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	const want = "telemetry that was acknowledged is still not in the engine after 1ms"
	var got clitest.Outcome
	testkit.Eventually(t, time.Minute, "the first backup is over", func() bool {
		got = backUp(t, s)
		return !strings.Contains(got.Stderr, "409")
	})
	if got.Code != cli.ExitFail || !strings.Contains(got.Stderr, want) {
		t.Errorf("%+v, want %q", got, want)
	}
}
