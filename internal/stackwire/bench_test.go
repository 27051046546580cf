package stackwire_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// connections is how many clients a benchmark has.
const connections = 8

// hammer sends n requests over connections that stay open, and reports
// requests per second, the time under which 99 of 100 replies came, and the
// processor time of a request: of the server, and of a client that does no
// more than it must.
func hammer(b *testing.B, d stacktest.Door, request func(i int) (method, path, body string)) {
	b.Helper()
	hammerFrom(b, d, connections, request)
}

// hammerFrom is hammer with another number of connections.
func hammerFrom(b *testing.B, d stacktest.Door, connections int, request func(i int) (method, path, body string)) {
	b.Helper()
	clients := make([]*bareClient, connections)
	for i := range clients {
		clients[i] = dial(b, d)
	}
	took := make([]time.Duration, b.N)
	var group sync.WaitGroup
	used := processorTime(b)
	b.ResetTimer()
	for worker, client := range clients {
		group.Go(func() {
			for i := worker; i < b.N; i += connections {
				begun := time.Now()
				if err := client.roundTrip(request(i)); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(begun)
			}
		})
	}
	group.Wait()
	b.StopTimer()
	used = processorTime(b) - used
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(used.Microseconds())/float64(b.N), "cpu-µs/req")
}

// processorTime returns what this process has used of the processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// bareClient is a connection of a client that writes requests and reads
// replies without looking into them.
type bareClient struct {
	conn    net.Conn
	replies *bufio.Reader
	target  *url.URL
	headers string
	request []byte
}

func dial(b *testing.B, d stacktest.Door) *bareClient {
	b.Helper()
	target, err := url.Parse(d.Base)
	if err != nil {
		b.Fatal(err)
	}
	conn, err := net.Dial("tcp", target.Host)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	c := &bareClient{conn: conn, replies: bufio.NewReaderSize(conn, 64<<10), target: target}
	c.headers = "Host: " + target.Host + "\r\nContent-Type: application/json\r\n"
	for name, value := range d.Headers {
		c.headers += name + ": " + value + "\r\n"
	}
	return c
}

func (c *bareClient) roundTrip(method, path, body string) error {
	c.request = fmt.Appendf(c.request[:0], "%s %s%s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s", method, c.target.Path, path, c.headers, len(body), body)
	if _, err := c.conn.Write(c.request); err != nil {
		return err
	}
	status, err := c.replies.ReadString('\n')
	if err != nil {
		return err
	}
	length := 0
	for line := ""; line != "\r\n"; {
		if line, err = c.replies.ReadString('\n'); err != nil {
			return err
		}
		if text, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, err = strconv.Atoi(strings.TrimSpace(text))
		}
	}
	if _, failed := c.replies.Discard(length); failed != nil || err != nil || !strings.Contains(status, " 200 ") {
		return fmt.Errorf("%s: %w", status, errors.Join(failed, err))
	}
	return nil
}

// alerting returns a door, the path of an alert on a tile, and a body for it
// with a threshold to fill in.
func alerting(b *testing.B) (stacktest.Door, string, string) {
	b.Helper()
	d := stacktest.New(b, stacktest.Options{}).SelfHosted()
	kept := map[string]string{}
	for _, st := range append([]step{{call: "GET /sources", keep: map[string]string{"logs": "0.id"}}}, watched()...) {
		st.play(b, d, kept)
	}
	body := fill(b, with(alert(), "threshold", `"THRESHOLD"`), kept)
	id := d.Must(b, "POST", "/alerts", fill(b, with(alert()), kept)).Field(b, "id")
	return d, "/alerts/" + id, body
}

func BenchmarkGetAlert(b *testing.B) {
	d, path, _ := alerting(b)
	hammer(b, d, func(int) (string, string, string) { return http.MethodGet, path, "" })
}

// BenchmarkClientGrowth shows how throughput and latency change with the
// number of clients at the same time. Each reads an alert.
func BenchmarkClientGrowth(b *testing.B) {
	d, path, _ := alerting(b)
	for _, clients := range testkit.Sizes(b, "CAIRN_BENCH_CLIENTS", 1, 4, 16, 64, 256) {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			hammerFrom(b, d, clients, func(int) (string, string, string) { return http.MethodGet, path, "" })
		})
	}
}

func BenchmarkPutAlert(b *testing.B) {
	d, path, body := alerting(b)
	parts := bytes.Split([]byte(body), []byte(`"THRESHOLD"`))
	hammer(b, d, func(i int) (string, string, string) {
		return http.MethodPut, path, fmt.Sprintf("%s%d%s", parts[0], i, parts[1])
	})
}

// BenchmarkSaveLargeDashboard replaces a dashboard of 500 tiles.
func BenchmarkSaveLargeDashboard(b *testing.B) {
	h := furnish(b, stacktest.New(b, stacktest.Options{}).SelfHosted())
	body := largeDashboard(b, h)
	id := h.door.Must(b, "POST", "/dashboards", body).Field(b, "id")
	b.SetBytes(int64(len(body)))
	for i := 0; b.Loop(); i++ {
		// Tiles without ids are new ones, so that each save changes all of them.
		h.door.Must(b, "PUT", "/dashboards/"+id, body)
	}
}
