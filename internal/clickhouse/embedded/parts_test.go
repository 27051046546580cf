package embedded_test

import (
	"crypto/rand"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

func TestOutputKeepsTheLastLinesCut(t *testing.T) {
	t.Parallel()
	out := embedded.NewOutput()
	for i := range 100 {
		_, _ = fmt.Fprintf(out, "line %d", i)
		_, _ = fmt.Fprint(out, strings.Repeat("x", 10_000), "\n\n3. ? @ 0x000000000ef1e3de\n")
	}
	_, _ = fmt.Fprint(out, "unfinished")
	kept := out.Kept()
	if len(kept) != 20 || !strings.HasPrefix(kept[0], "line 80x") || !strings.HasPrefix(kept[19], "line 99x") {
		t.Fatalf("kept %d lines from %.10q", len(kept), kept[0])
	}
	for _, line := range kept {
		if len(line) > 4096 {
			t.Fatalf("a line of %d bytes is kept", len(line))
		}
	}
	if got := out.LastLine(); got != "unfinished" {
		t.Errorf("LastLine = %q", got)
	}
}

func TestOutputTellsALastWordFromALogLine(t *testing.T) {
	t.Parallel()
	out := embedded.NewOutput()
	_, _ = fmt.Fprintln(out, "2026.01.01 00:00:00 <Error> TCPHandler: Code: 33. DB::Exception: a client hung up")
	if got := out.Exception(); got != "" {
		t.Errorf("a log line is taken for the last word: %q", got)
	}
	_, _ = fmt.Fprint(out, "Received exception:\nCode: 210. DB::Exception: no port\n\n:) ")
	if got := out.Exception(); got != "Code: 210. DB::Exception: no port" {
		t.Errorf("Exception = %q", got)
	}
}

func TestFreePortPrefersTheOldOneAndStaysLow(t *testing.T) {
	t.Parallel()
	port, err := embedded.FreePort(t.Context(), rand.Reader, 0)
	if err != nil || port < 12000 || port >= 32768 {
		t.Fatalf("FreePort = %d, %v", port, err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	other, err := embedded.FreePort(t.Context(), rand.Reader, port)
	if err != nil || other == port {
		t.Fatalf("FreePort with a taken preference = %d, %v", other, err)
	}
	again, err := embedded.FreePort(t.Context(), rand.Reader, other)
	if err != nil || again != other {
		t.Fatalf("FreePort with a free preference = %d, %v; want %d", again, err, other)
	}
}

func TestFreePortGivesUp(t *testing.T) {
	t.Parallel()
	port, err := embedded.FreePort(t.Context(), rand.Reader, 0)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	stubborn := strings.NewReader(strings.Repeat(string([]byte{byte((port - 12000) >> 8), byte(port - 12000)}), 64))
	if got, err := embedded.FreePort(t.Context(), stubborn, 0); err == nil {
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
