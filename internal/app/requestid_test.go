package app_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestEveryListenerStampsItsRefusals sends what no handler gets to see to every
// HTTP listener: the answer has a request id all the same.
func TestEveryListenerStampsItsRefusals(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	requests := map[string]string{
		"no host": "GET / HTTP/1.1\r\n\r\n", "no request": "GARBAGE\r\n\r\n", "no such version": "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
		"large header": "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("a", 1<<20) + "\r\n\r\n",
	}
	for _, role := range []app.Role{app.RoleStack, app.RoleUI, app.RoleCloud, app.RoleOTLPHTTP, app.RoleAdmin} {
		for what, request := range requests {
			if got := sendRaw(t, strings.TrimPrefix(s.URL(role), "http://"), request); !strings.Contains(got, "\r\nX-Request-Id: ") {
				t.Errorf("%s to %s: %.200q", what, role, got)
			}
		}
	}
}

// sendRaw sends bytes and returns what comes back until the server hangs up.
func sendRaw(t *testing.T, address, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(conn, request) }() // the server may answer before the end
	answer, _ := io.ReadAll(conn)
	return string(answer)
}
