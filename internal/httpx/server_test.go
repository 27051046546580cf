package httpx_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
)

type ctx = context.Context

func endless(prefix string) httpx.Operation {
	return httpx.Operation{ID: "endless", Method: http.MethodGet, Path: prefix + "/endless", Produces: []string{"text/plain"}, Timeout: time.Minute}
}

// listen serves on a free port until the test ends and returns the address.
func listen(t *testing.T, server *http.Server) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(httpx.Stamp(listener))
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return "http://" + listener.Addr().String()
}

// speak sends bytes over a connection and returns what comes back until it is
// closed.
func speak(t *testing.T, address, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	data, err := io.ReadAll(bufio.NewReader(conn))
	// A server that has not read everything resets the connection.
	if err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Fatalf("the connection is still open: %v", err)
	}
	return string(data)
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	f := families[0]
	x := f.serve(t)
	address := listen(t, httpx.NewServer(x.api.Handler(), httpx.ServerOptions{
		Logger: discard(), ReadHeaderTimeout: 100 * time.Millisecond, ReadTimeout: 200 * time.Millisecond, IdleTimeout: 100 * time.Millisecond,
	}))
	credential := "Authorization: Basic YWxpY2U6c2VjcmV0LWE=\r\n"
	if got := speak(t, address, "GET /v1/colors HTTP/1.1\r\nHost: x\r\nX-Slow: "); strings.Contains(got, "200 OK") {
		t.Errorf("half a header: %s", got)
	}
	half := "POST /v1/notes HTTP/1.1\r\nHost: x\r\n" + credential + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"title\":"
	if got := speak(t, address, half); !strings.HasPrefix(got, "HTTP/1.1 408 ") || !strings.Contains(got, "REQUEST_TIMEOUT") {
		t.Errorf("half a body: %s", got)
	}
	if got := speak(t, address, "GET /v1/colors HTTP/1.1\r\nHost: x\r\n"+credential+"\r\n"); !strings.HasPrefix(got, "HTTP/1.1 200 ") {
		t.Errorf("an idle connection: %s", got)
	}
}

func TestBrokenOffBodyIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	f := families[0]
	x := f.serve(t)
	address := listen(t, httpx.NewServer(x.api.Handler(), httpx.ServerOptions{Logger: discard()}))
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "POST /v1/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Basic YWxpY2U6c2VjcmV0LWE=\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	_ = conn.(*net.TCPConn).CloseWrite()
	answer, _ := io.ReadAll(conn)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
		t.Errorf("%s", answer)
	}
}

func TestHeadersAboveTheirLimitAreRefused(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	got := x.send("GET", "/colors", "", "X-Long", strings.Repeat("x", 2*httpx.HeaderBytesMaxDefault))
	if got.status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("%d", got.status)
	}
}

// TestRefusedBodiesAreReadWithinLimits holds that a client that is refused gets
// its answer after it has sent its body, and that a body without an end is cut.
func TestRefusedBodiesAreReadWithinLimits(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	address := listen(t, httpx.NewServer(x.api.Handler(), httpx.ServerOptions{Logger: discard()}))
	head := "POST /v1/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	length := httpx.DrainBytesMax / 2
	got := speak(t, address, head+"Connection: close\r\n"+fmt.Sprintf("Content-Length: %d\r\n\r\n", length)+strings.Repeat(" ", length))
	if !strings.HasPrefix(got, "HTTP/1.1 401 ") {
		t.Errorf("a large body: %.100s", got)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n", head, 100*httpx.DrainBytesMax)
	piece, sent := make([]byte, 1<<20), 0
	for ; err == nil && sent < 10*httpx.DrainBytesMax; sent += len(piece) {
		_, err = conn.Write(piece)
	}
	if err == nil || sent < httpx.DrainBytesMax {
		t.Errorf("a body without an end is cut after %d bytes: %v", sent, err)
	}
}

// TestAnswersWithoutAHandlerHaveAnID speaks to the server over bare
// connections, in the ways that the library answers itself.
func TestAnswersWithoutAHandlerHaveAnID(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	address := listen(t, httpx.NewServer(x.api.Handler(), httpx.ServerOptions{Logger: discard()}))
	for request, want := range map[string]string{
		"nonsense\r\n\r\n":                  "400",
		"GET / HTTP/9.9\r\nHost: a\r\n\r\n": "505",
		"GET / HTTP/1.1\r\n\r\n":            "400",
		"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n":                      "431",
		"GET / HTTP/1.1\r\nHost: a b\r\n\r\n":                                                              "400",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n":                                          "400",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: odd\r\n\r\n":                                     "501",
		"POST / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n":                      "417",
		"OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n":                                       "200",
		"GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n":                                    "404",
		"GET /nothing HTTP/1.0\r\n\r\n":                                                                    "404",
		"GET /nothing HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n": "404 404 400",
	} {
		answer := speak(t, address, request)
		var statuses []string
		for _, found := range statusLine.FindAllStringSubmatch(answer, -1) {
			statuses = append(statuses, found[1])
		}
		ids := requestIDLine.FindAllString(answer, -1)
		if strings.Join(statuses, " ") != want || len(ids) != len(statuses) {
			t.Errorf("%.60q: statuses %v, want %s, and %d ids:\n%.600s", request, statuses, want, len(ids), answer)
		}
	}
}

var (
	statusLine    = regexp.MustCompile(`(?m)^HTTP/1\.[01] (\d{3})`)
	requestIDLine = regexp.MustCompile(`(?m)^X-Request-Id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\r$`)
)
