package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// post sends a body and returns status and headers.
func (c *collector) post(body io.Reader, headers ...string) (int, http.Header) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, "http://"+c.addr+"/v1/logs", body)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Authorization", c.key)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Logf("post: %v", err)
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header
}

// stack calls the stack API: a GET, or a POST of a body.
func (c *collector) stack(path, body string) (int, string) {
	c.t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(c.t.Context(), method, "http://"+c.program.addr("stack")+"/api/v2"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+c.accessKey)
	request.Header.Set("Content-Type", "application/json")
	response, err := (&http.Client{Transport: proctest.Plain}).Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(text)
}

// sources returns the ids of the team's sources.
func (c *collector) sources() (ids []string) {
	c.t.Helper()
	var list struct{ Data []struct{ ID string } }
	status, text := c.stack("/sources", "")
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Data) == 0 {
		c.t.Fatalf("the sources are not there: %d %v", status, err)
	}
	for _, source := range list.Data {
		ids = append(ids, source.ID)
	}
	return ids
}

// search asks for the latest log records and returns the status.
func (c *collector) search() int {
	c.t.Helper()
	status, _ := c.stack("/search", fmt.Sprintf(`{"sourceId":%q}`, c.sources()[0]))
	return status
}

// metric sums a metric of the server over its labels.
func (c *collector) metric(name string) (sum float64) {
	c.t.Helper()
	_, text := c.get("admin", "/metrics")
	lines := regexp.MustCompile(`(?m)^` + name + `(?:\{[^}]*\})? (\S+)$`)
	for _, match := range lines.FindAllStringSubmatch(text, -1) {
		value, err := strconv.ParseFloat(match[1], 64)
		if err != nil {
			c.t.Fatal(err)
		}
		sum += value
	}
	return sum
}

// TestEngineAwayFillsTheLogThenRefuses is promise R7 in short: with the engine
// stopped, requests are acknowledged until the log is full, then refused with
// a hint, and charts are refused at once; when it goes on, charts come back and
// everything acknowledged is stored once.
func TestEngineAwayFillsTheLogThenRefuses(t *testing.T) {
	t.Parallel()
	const rows = 4000
	text := strings.Repeat("engine away ", 300) // so that few rows and requests fill the log
	c := startCollector(t, "CAIRN_WAL_BYTES_MAX=134217728")
	engine, source := enginePID(t, c.Process.Pid), c.sources()[0]
	if status, _ := c.post(bytes.NewReader(numbered(1, 0, rows))); status != http.StatusOK { // makes the tables
		t.Fatalf("status %d", status)
	}
	c.awaitCharts(source)
	if err := proctest.Halt(engine); err != nil {
		t.Fatal(err)
	}
	first := c.refusesCharts(source)
	acked, status, header := rows, 0, http.Header{}
	for request := 0; request < 400; request++ {
		status, header = c.post(bytes.NewReader(padded(0, request, rows, text)))
		if status != http.StatusOK {
			break
		}
		acked += rows
	}
	if status != http.StatusTooManyRequests || header.Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q at the end of the log", status, header.Get("Retry-After"))
	}
	if used := c.metric("cairn_wal_disk_bytes"); used < 80<<20 {
		t.Errorf("the log took only %.0f bytes of 128 MiB", used)
	}
	if status, _ := c.get("cloud", "/v1/openapi.json"); status != http.StatusOK {
		t.Errorf("the cloud API returns %d while the engine is away", status)
	}
	later := c.refusesCharts(source)
	if err := syscall.Kill(engine, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	t.Logf("charts were refused within %s, later within %s, and came back within %s", first, later, c.awaitCharts(source))
	c.drain(slack * 90 * time.Second)
	all, different := c.counts()
	t.Logf("%d records acknowledged; stored %d, different %d", acked, all, different)
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

// onSmallDisk makes a server's data folder a disk of its own.
const onSmallDisk = `mount -t tmpfs -o size=400m none "$CAIRN_DATA_DIR" || exit 99
"$0" bootstrap --json > "$CAIRN_DATA_DIR/made" || exit 98
exec "$0" serve`

// TestFullDiskStopsAcksAndRecovers is promise R9 in short.
func TestFullDiskStopsAcksAndRecovers(t *testing.T) {
	t.Parallel()
	c := startOnSmallDisk(t)
	acked, _ := c.surviveFullDisk(0)
	if stored := int(c.metric("cairn_ingest_rows_stored_total")); stored != acked {
		t.Errorf("acknowledged %d, stored %d", acked, stored)
	}
}

// surviveFullDisk fills the disk, sends records until they are refused, makes
// room again, and waits until records flow. It returns how many records were
// acknowledged and how many requests refused.
func (c *collector) surviveFullDisk(round int) (acked, refused int) {
	c.t.Helper()
	const rows = 1000
	send := func(request int) (int, http.Header) {
		return c.post(bytes.NewReader(numbered(round, request, rows)))
	}
	if status, _ := send(0); status != http.StatusOK {
		c.t.Fatalf("status %d", status)
	}
	c.drain(slack * 20 * time.Second)
	if status := c.search(); status != http.StatusOK { // makes the sources, which are written
		c.t.Fatalf("a search returns %d", status)
	}
	fill := filepath.Join("/proc", strconv.Itoa(c.Process.Pid), "root", c.dir, "fill")
	fillDisk(c.t, fill)
	acked = rows
	for request := 1; request < 60 && refused < 10; request++ {
		status, header := send(request)
		switch {
		case status == http.StatusOK: // what fits into the last block
			acked += rows
		case status == http.StatusServiceUnavailable && header.Get("Retry-After") != "":
			refused++
		default:
			c.t.Errorf("status %d, Retry-After %q on a full disk", status, header.Get("Retry-After"))
		}
	}
	if refused == 0 {
		c.t.Error("acks go on although the disk is full")
	}
	if status, _ := c.get("admin", "/healthz"); status != http.StatusOK {
		c.t.Errorf("health is %d", status)
	}
	if status := c.search(); status != http.StatusOK {
		c.t.Errorf("a search returns %d on a full disk", status)
	}
	if err := os.Remove(fill); err != nil {
		c.t.Fatal(err)
	}
	testkit.Eventually(c.t, slack*30*time.Second, "acks come again", func() bool {
		status, _ := send(60)
		return status == http.StatusOK
	})
	c.drain(slack * 60 * time.Second)
	return acked + rows, refused
}

func fillDisk(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := file.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

func startOnSmallDisk(t *testing.T) *collector {
	t.Helper()
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", onSmallDisk, executable)
	command.SysProcAttr = ownMounts()
	c.program = launchCommand(t, command, c.dir, "CAIRN_OTLP_HTTP_ADDR="+c.addr)
	testkit.Eventually(t, startTimeMax, "the server is ready", func() bool {
		status, _ := c.get("admin", "/readyz")
		return status == http.StatusOK
	})
	made, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(c.Process.Pid), "root", c.dir, "made"))
	if err != nil {
		t.Fatal(err)
	}
	c.adopt(made)
	return c
}

// bombs are small requests that want much.
func bombs(t *testing.T) map[string]func(c *collector) int {
	t.Helper()
	zip, zst := zipOfZeros(64), zstdOfZeros(t, 64)
	post := func(body []byte, headers ...string) func(c *collector) int {
		return func(c *collector) int { status, _ := c.post(bytes.NewReader(body), headers...); return status }
	}
	return map[string]func(c *collector) int{
		"gzip of 64 MiB":       post(zip, "Content-Encoding", "gzip"),
		"gzip of 1 GiB":        post(bytes.Repeat(zip, 16), "Content-Encoding", "gzip"), // one after the other
		"gzip that lies":       post(lying(zip), "Content-Encoding", "gzip"),
		"zstd of 64 MiB":       post(zst, "Content-Encoding", "zstd"),
		"deep JSON":            post([]byte(strings.Repeat(`{"a":`, 1_000_000)), "Content-Type", "application/json"),
		"deep JSON lists":      post([]byte(strings.Repeat(`[`, 5_000_000)), "Content-Type", "application/json"),
		"deep value":           post(logWithAttribute(deepValue(100_000))),
		"a million attributes": post(manyAttributes(1_000_000)),
		"30 MiB":               post(make([]byte, 30<<20)),
		"huge header":          post(nil, "X-Huge", strings.Repeat("x", 100<<10)),
	}
}

// zipOfZeros returns so many mebibytes of zeros, packed.
func zipOfZeros(mebibytes int) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	zeros := make([]byte, 1<<20)
	for range mebibytes {
		_, _ = w.Write(zeros)
	}
	_ = w.Close()
	return packed.Bytes()
}

// lying returns a gzip stream that claims to have a byte in it.
func lying(zip []byte) []byte {
	length := len(zip) - 4
	return append(zip[:length:length], 1, 0, 0, 0)
}

func zstdOfZeros(t *testing.T, mebibytes int) []byte {
	t.Helper()
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range mebibytes {
		_, _ = w.Write(zeros)
	}
	_ = w.Close()
	return packed.Bytes()
}

// packedBombs are gzip streams to be sent over gRPC.
func packedBombs() map[string][]byte {
	var malformed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&malformed, gzip.BestSpeed)
	_, _ = w.Write(bytes.Repeat([]byte{0xff}, 10<<20))
	_ = w.Close()
	zeros := zipOfZeros(64)
	return map[string][]byte{
		"gzip of 64 MiB": zeros,
		"gzip that lies": lying(zeros),
		"malformed":      malformed.Bytes(),
	}
}

// export sends a gzip stream over gRPC and returns the code.
func (c *collector) export(packed []byte) codes.Code {
	c.t.Helper()
	conn, err := grpc.NewClient(c.program.addr("otlp-grpc"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(c.t.Context(), "authorization", c.key)
	err = conn.Invoke(ctx, "/opentelemetry.proto.collector.logs.v1.LogsService/Export", packed, new([]byte),
		grpc.ForceCodec(packedCodec{}))
	return status.Code(err)
}

// packedCodec sends bytes as they are; the receiver tells gzip by its first
// bytes, as it does for messages that say so.
type packedCodec struct{}

func (packedCodec) Name() string                  { return "proto" }
func (packedCodec) Marshal(v any) ([]byte, error) { return v.([]byte), nil }
func (packedCodec) Unmarshal([]byte, any) error   { return nil }

func field(number protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), b)
}

// logWithAttribute returns a request with one record and one attribute.
func logWithAttribute(value []byte) []byte {
	attribute := append(field(1, []byte("k")), field(2, value)...)
	return field(1, field(2, field(2, field(6, attribute))))
}

// deepValue returns a list in a list in a list. It is written from its end,
// because every list begins with the length of what follows.
func deepValue(depth int) []byte {
	const listBytesMax = 16 // two tags and two lengths
	buffer := make([]byte, listBytesMax*depth+listBytesMax)
	at := len(buffer)
	put := func(b []byte) { at -= len(b); copy(buffer[at:], b) }
	put(field(1, []byte("x")))
	for range depth {
		for _, number := range []protowire.Number{1, 5} {
			put(protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.BytesType), uint64(len(buffer)-at)))
		}
	}
	return buffer[at:]
}

func manyAttributes(count int) []byte {
	var attributes []byte
	for i := range count {
		attribute := append(field(1, []byte(strconv.Itoa(i))), field(2, field(1, []byte("x")))...)
		attributes = append(attributes, field(6, attribute)...)
	}
	return field(1, field(2, field(2, attributes)))
}

// peakBytes returns the largest memory that a process has had.
func peakBytes(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(text)
	kilobytes, _ := strconv.ParseInt(string(match[1]), 10, 64)
	return kilobytes << 10
}

// What a bomb may cost.
const (
	bombBytesMax = slack * 64 << 20
	bombTimeMax  = slack * time.Second
)

// TestBombsAreRefused is promise R13 in short.
func TestBombsAreRefused(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	corpus := bombs(t)
	c.warmUp()
	before := peakBytes(t, c.Process.Pid)
	for range 3 {
		c.explode(corpus)
	}
	c.explodePacked()
	one := peakBytes(t, c.Process.Pid) - before
	c.explodeAtOnce(corpus)
	all := peakBytes(t, c.Process.Pid) - before
	t.Logf("memory %d MiB, then %d MiB more, and %d MiB with all at once", before>>20, one>>20, all>>20)
	if one > bombBytesMax || all > 2*bombBytesMax {
		t.Errorf("the bombs took %d MiB, and %d MiB at once", one>>20, all>>20)
	}
	begun := time.Now()
	records := field(1, field(2, bytes.Repeat([]byte{0x12, 0x00}, 5_000_000)))
	if status, _ := c.post(bytes.NewReader(records)); status != http.StatusOK || time.Since(begun) > 5*bombTimeMax {
		t.Errorf("five million records: status %d after %s", status, time.Since(begun))
	}
	if lines := strings.Count(c.log(), "telemetry is refused"); lines > 1 {
		t.Errorf("%d lines of log", lines)
	}
}

// warmUp lets the server take what ordinary requests take, several at once.
func (c *collector) warmUp() {
	c.t.Helper()
	var group sync.WaitGroup
	for sender := range 4 {
		group.Go(func() {
			for request := range 10 {
				if status, _ := c.post(bytes.NewReader(numbered(sender, request, 5000))); status != http.StatusOK {
					c.t.Errorf("status %d", status)
				}
			}
		})
	}
	group.Wait()
	c.drain(slack * 20 * time.Second)
}

// explode sends every bomb and returns the longest time that a refusal took.
func (c *collector) explode(corpus map[string]func(c *collector) int) (slowest time.Duration) {
	c.t.Helper()
	for name, send := range corpus {
		begun := time.Now()
		status := send(c)
		took := time.Since(begun)
		if status != http.StatusOK && (status < 400 || status > 499) || took > bombTimeMax && status != http.StatusOK {
			c.t.Errorf("%s: status %d after %s", name, status, took)
		}
		if status != http.StatusOK {
			slowest = max(slowest, took)
		}
	}
	return slowest
}

// explodePacked sends bombs over gRPC.
func (c *collector) explodePacked() {
	c.t.Helper()
	for name, bomb := range packedBombs() {
		begun := time.Now()
		code := c.export(bomb)
		if code != codes.ResourceExhausted && code != codes.InvalidArgument || time.Since(begun) > bombTimeMax {
			c.t.Errorf("%s over gRPC: %s after %s", name, code, time.Since(begun))
		}
	}
}

// explodeAtOnce sends every bomb at the same time.
func (c *collector) explodeAtOnce(corpus map[string]func(c *collector) int) {
	var group sync.WaitGroup
	for _, send := range corpus {
		group.Go(func() { send(c) })
	}
	group.Wait()
}

// TestSlowClientsDoNotDelayOthers is promise R14 in short.
func TestSlowClientsDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	const slow = 200
	c := startCollector(t)
	for range slow {
		conn, err := net.Dial("tcp", c.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		_, _ = fmt.Fprintf(conn, "POST /v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/x-protobuf\r\nContent-Length: 19000000\r\n\r\nslow", c.key)
	}
	for request := range 20 {
		begun := time.Now()
		if status, _ := c.post(bytes.NewReader(numbered(0, request, 100))); status != http.StatusOK || time.Since(begun) > slack*2*time.Second {
			t.Errorf("status %d after %s", status, time.Since(begun))
		}
	}
}
