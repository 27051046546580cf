package clickhouse_test

import (
	"crypto/rand"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

func TestOutputKeepsTheLastLinesCut(t *testing.T) {
	t.Parallel()
	out, last := clickhouse.NewOutput()
	for i := range 100 {
		_, _ = fmt.Fprintf(out, "line %d", i)
		_, _ = fmt.Fprint(out, strings.Repeat("x", 10_000), "\n\n")
	}
	_, _ = fmt.Fprint(out, "unfinished")
	lines := strings.Split(last(), "\n")
	if len(lines) != 21 || !strings.HasPrefix(lines[0], "line 80x") || lines[20] != "unfinished" {
		t.Fatalf("kept %d lines from %.10q to %q", len(lines), lines[0], lines[len(lines)-1])
	}
	for _, line := range lines {
		if len(line) > 4096 {
			t.Fatalf("a line of %d bytes is kept", len(line))
		}
	}
}

func TestFreePortPrefersTheOldOneAndStaysLow(t *testing.T) {
	t.Parallel()
	port, err := clickhouse.FreePort(t.Context(), rand.Reader, 0)
	if err != nil || port < 12000 || port >= 32768 {
		t.Fatalf("FreePort = %d, %v", port, err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	other, err := clickhouse.FreePort(t.Context(), rand.Reader, port)
	if err != nil || other == port {
		t.Fatalf("FreePort with a taken preference = %d, %v", other, err)
	}
	again, err := clickhouse.FreePort(t.Context(), rand.Reader, other)
	if err != nil || again != other {
		t.Fatalf("FreePort with a free preference = %d, %v; want %d", again, err, other)
	}
}

func TestFreePortGivesUp(t *testing.T) {
	t.Parallel()
	port, err := clickhouse.FreePort(t.Context(), rand.Reader, 0)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	stubborn := strings.NewReader(strings.Repeat(string([]byte{byte((port - 12000) >> 8), byte(port - 12000)}), 64))
	if got, err := clickhouse.FreePort(t.Context(), stubborn, 0); err == nil {
		t.Fatalf("FreePort = %d, want an error after 64 tries", got)
	}
}

func TestLoginsDoNotPrintTheirPassword(t *testing.T) {
	t.Parallel()
	login := clickhouse.Login{User: "u", Password: "hunter2"}
	target := clickhouse.Target{}
	target.Logins[clickhouse.Admin] = login
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{login, target, login.LogValue()} {
			if text := fmt.Sprintf(format, value); strings.Contains(text, "hunter2") {
				t.Errorf("%s prints %s", format, text)
			}
		}
	}
}
