package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/testkit"
)

// residentBytes returns the memory that a process has now.
func residentBytes(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(text)
	kilobytes, _ := strconv.ParseInt(string(match[1]), 10, 64)
	return kilobytes << 10
}

// What a burst of large requests may leave, and for how long.
const (
	burstBytesMax = slack * slack * 64 << 20 // the race detector keeps memory of its own
	burstTimeMax  = time.Minute
)

// TestLargeRequestsLeaveTheMemory holds that the memory that a burst of large
// requests takes is given back when it is over.
func TestLargeRequestsLeaveTheMemory(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	c.warmUp()
	before := residentBytes(t, c.Process.Pid)
	c.burst()
	c.drain(slack * 60 * time.Second)
	after, now, begun := residentBytes(t, c.Process.Pid), int64(0), time.Now()
	t.Cleanup(func() {
		t.Logf("memory %d MiB before, %d MiB after the burst, %d MiB %s later", before>>20, after>>20, now>>20, time.Since(begun).Round(time.Second))
	})
	testkit.Eventually(t, burstTimeMax+(slack-1)*10*time.Second, "the memory is given back", func() bool {
		now = residentBytes(t, c.Process.Pid)
		return now < before+burstBytesMax
	})
}

// burst sends large requests over both protocols, several at once, again when
// they are refused.
func (c *collector) burst() {
	c.t.Helper()
	text := strings.Repeat("a large request ", 1000)
	var group sync.WaitGroup
	for sender := range 6 {
		body := padded(sender, 0, 1050, text) // about 17 MiB
		group.Go(func() {
			for request := range 4 {
				c.sendLarge(sender+request, append(body, field(1, nil)...))
			}
		})
	}
	group.Wait()
}

func (c *collector) sendLarge(n int, body []byte) {
	for range 100 {
		if n%2 == 0 && c.export(body) == codes.OK {
			return
		}
		if n%2 == 1 {
			if status, _ := c.post(bytes.NewReader(body)); status == http.StatusOK {
				return
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.t.Error("a large request is refused again and again")
}

// writeAll sends a request over a bare connection, whole before it reads, and
// returns the status line.
func writeAll(addr, head string, bodyBytes int) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := fmt.Fprintf(conn, "%s\r\nHost: x\r\nContent-Length: %d\r\n\r\n", head, bodyBytes); err != nil {
		return "", err
	}
	if _, err := conn.Write(make([]byte, bodyBytes)); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

// TestTooLargeBodiesAreAnswered holds that clients that write their whole body
// before they read get an answer, and not a broken connection.
func TestTooLargeBodiesAreAnswered(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	auth := "\r\nAuthorization: Bearer "
	cases := map[string]struct{ role, head, want string }{
		"telemetry":          {"otlp-http", "POST /v1/logs HTTP/1.1\r\nContent-Type: application/x-protobuf" + auth + c.key, "413"},
		"without a key":      {"otlp-http", "POST /v1/logs HTTP/1.1", "401"},
		"of a strange type":  {"otlp-http", "POST /v1/logs HTTP/1.1\r\nContent-Type: text/plain" + auth + c.key, "415"},
		"to no route":        {"otlp-http", "POST /v2/logs HTTP/1.1", "404"},
		"stack API":          {"stack", "POST /api/v2/dashboards HTTP/1.1\r\nContent-Type: application/json" + auth + c.accessKey, "413"},
		"stack API, no key":  {"stack", "POST /api/v2/dashboards HTTP/1.1\r\nContent-Type: application/json", "401"},
		"cloud API, no key":  {"cloud", "POST /v1/organizations/x/services HTTP/1.1\r\nContent-Type: application/json", "401"},
		"interface, no form": {"ui", "POST /ui/api/session HTTP/1.1\r\nContent-Type: application/json", "4"},
	}
	for name, k := range cases {
		for _, size := range []int{33 << 20, 50 << 20} {
			line, err := writeAll(c.program.addr(k.role), k.head, size)
			if err != nil || !strings.HasPrefix(line, "HTTP/1.1 "+k.want) {
				t.Errorf("%s, %d MiB: %q, %v", name, size>>20, line, err)
			}
		}
	}
	t.Run("go", c.refusesLargeFromGo)
	t.Run("grpc", c.refusesLargeFromGRPC)
	t.Run("node", c.refusesLargeFromNode)
	t.Run("expect_100-continue", c.refusesBeforeTheBody)
}

func (c *collector) refusesLargeFromGo(t *testing.T) {
	if status, _ := c.post(bytes.NewReader(make([]byte, 30<<20))); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of known length: %d", status)
	}
	if status, _ := c.post(io.MultiReader(bytes.NewReader(make([]byte, 30<<20)))); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body in chunks: %d", status)
	}
}

func (c *collector) refusesLargeFromGRPC(t *testing.T) {
	conn := c.dialGRPC()
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", c.key)
	err := conn.Invoke(ctx, "/opentelemetry.proto.collector.logs.v1.LogsService/Export", make([]byte, 50<<20), new([]byte), grpc.ForceCodec(packedCodec{}))
	if status.Code(err) != codes.ResourceExhausted || !strings.Contains(err.Error(), "message larger than max") {
		t.Errorf("a large message: %v", err)
	}
}

// nodeSender writes a whole body before it looks for an answer.
const nodeSender = `
const [host, port, key] = process.argv.slice(1)
const headers = {authorization: key, 'content-type': 'application/x-protobuf', 'content-length': 50 << 20}
const q = require('http').request({host, port, path: '/v1/logs', method: 'POST', headers}, (r) => { console.log(r.statusCode); r.resume() })
q.on('error', (e) => console.log(e.code))
q.end(Buffer.alloc(50 << 20))
`

func (c *collector) refusesLargeFromNode(t *testing.T) {
	host, port, _ := net.SplitHostPort(c.addr)
	for range 3 {
		out, err := exec.CommandContext(t.Context(), "node", "-e", nodeSender, host, port, c.key).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != "413" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// refusesBeforeTheBody wants a client that asks first to be refused without
// sending anything.
func (c *collector) refusesBeforeTheBody(t *testing.T) {
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(slack * 10 * time.Second))
	_, _ = fmt.Fprintf(conn, "POST /v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/x-protobuf\r\n"+
		"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", c.key, 50<<20)
	answer, err := io.ReadAll(conn)
	if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 413 ")) || bytes.Contains(answer, []byte("100 Continue")) {
		t.Errorf("%.200s, %v", answer, err)
	}
}
