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

// exchange sends text on a new connection and returns all that comes back until
// the server closes it.
func exchange(t *testing.T, addr, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Errorf("%s did not close the connection: %v", addr, err)
	}
	return string(answer)
}

// TestAmbiguousRequestEndsTheConnection holds on every listener that a request
// with two lengths is refused, and that what came behind it, which another
// reader may have taken for its body, is not answered.
func TestAmbiguousRequestEndsTheConnection(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	const (
		smuggled = "GET /smuggled HTTP/1.1\nHost: localhost\n\n"
		last     = "GET /last HTTP/1.1\nHost: localhost\nConnection: close\n\n"
		chunked  = "POST /v1/logs HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n2\nab\n0\n\n"
	)
	twoLengths := strings.Replace(chunked, "Host:", "Content-Length: 5\nHost:", 1)
	for _, role := range []app.Role{app.RoleStack, app.RoleUI, app.RoleCloud, app.RoleOTLPHTTP, app.RoleAdmin} {
		got := exchange(t, s.Addr(role), twoLengths+smuggled)
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, "\r\nConnection: close\r\n") || strings.Count(got, "HTTP/1.1 ") != 1 {
			t.Errorf("%s: two lengths: %s", role, got)
		}
		if !strings.Contains(got, "Transfer-Encoding") || !strings.Contains(got, "X-Request-Id:") {
			t.Errorf("%s: the refusal says nothing: %s", role, got)
		}
		first := "GET /first HTTP/1.1\nHost: localhost\n\n"
		if got := exchange(t, s.Addr(role), first+first+twoLengths+smuggled); strings.Count(got, "HTTP/1.1 ") != 3 ||
			strings.Count(got, "HTTP/1.1 400 ") != 1 || strings.HasPrefix(got, "HTTP/1.1 400 ") {
			t.Errorf("%s: two good requests and a bad one: %s", role, got)
		}
		if got := exchange(t, s.Addr(role), chunked+last); strings.Count(got, "HTTP/1.1 ") != 2 {
			t.Errorf("%s: a chunked request and another: %s", role, got)
		}
	}
}
