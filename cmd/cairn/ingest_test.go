package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit"
)

// collector is a server in a process of its own that is set up, and that can
// be killed and started again at the same OTLP address.
type collector struct {
	t    *testing.T
	dir  string
	env  []string
	addr string // OTLP/HTTP
	key  string // for ingestion
	*program
	team, accessKey string
}

func startCollector(t *testing.T, env ...string) *collector {
	t.Helper()
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	c.env = append(env, "CAIRN_OTLP_HTTP_ADDR="+c.addr)
	c.bootstrap()
	c.start()
	return c
}

// start runs the server and waits until it is ready.
func (c *collector) start() {
	c.t.Helper()
	c.program = launch(c.t, c.dir, c.env...)
	c.awaitStart()
}

// awaitStart waits until the server is ready.
func (c *collector) awaitStart() {
	c.t.Helper()
	testkit.Eventually(c.t, startTimeMax, "the server is ready", func() bool {
		status, _ := c.get("admin", "/readyz")
		return status == http.StatusOK
	})
}

// kill ends the server without notice.
func (c *collector) kill() {
	c.t.Helper()
	c.Kill()
}

func (c *collector) bootstrap() {
	c.t.Helper()
	executable, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	command := exec.CommandContext(c.t.Context(), executable, "bootstrap", "--json")
	command.Env = append(append(os.Environ(), asCairn+"=1", "GORACE=atexit_sleep_ms=0", "CAIRN_DATA_DIR="+c.dir), c.env...)
	out, err := command.Output()
	if err != nil {
		c.t.Fatal(err)
	}
	c.adopt(out)
}

// adopt takes over what a bootstrap printed.
func (c *collector) adopt(printed []byte) {
	c.t.Helper()
	var made struct{ TeamID, IngestionKey, AccessKey string }
	if err := json.Unmarshal(printed, &made); err != nil {
		c.t.Fatal(err)
	}
	c.team, c.key, c.accessKey = made.TeamID, made.IngestionKey, made.AccessKey
}

var outstanding = regexp.MustCompile(`(?m)^cairn_wal_outstanding_records (\S+)$`)

// drain waits until the engine has everything.
func (c *collector) drain(within time.Duration) {
	c.t.Helper()
	testkit.Eventually(c.t, within, "the engine has everything", func() bool {
		_, metrics := c.get("admin", "/metrics")
		match := outstanding.FindStringSubmatch(metrics)
		return match != nil && match[1] == "0"
	})
}

// counts stops the server and asks its engine how many records of the team
// there are, and how many different ones.
func (c *collector) counts() (all, different uint64) {
	c.t.Helper()
	numbers := c.ask("SELECT count() FROM logs", "SELECT uniqExact(Body) FROM logs")
	return numbers[0], numbers[1]
}

// ask stops the server and returns the numbers that queries on its team's
// tables have.
func (c *collector) ask(queries ...string) (numbers []uint64) {
	c.t.Helper()
	c.stop()
	engine := c.openEngine()
	defer func() { _ = engine.Stop(context.Background()) }()
	client := clickhouse.Open(engine, clickhouse.ClientOptions{})
	defer func() { _ = client.Close() }()
	for _, query := range queries {
		var n proto.ColUInt64
		_, err := client.Query(c.t.Context(), clickhouse.Query{
			Database: "cairn_" + c.team, SQL: "SELECT toUInt64(n) AS n FROM (" + strings.Replace(query, " FROM", " AS n FROM", 1) + ")",
			Result: proto.Results{{Name: "n", Data: &n}},
		})
		if err != nil {
			c.t.Fatal(err)
		}
		numbers = append(numbers, n.Row(0))
	}
	return numbers
}

// stop lets the server end in order.
func (c *collector) stop() {
	c.t.Helper()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		c.t.Fatal(err)
	}
	if code := c.end(c.t, slack*15*time.Second); code != 0 {
		c.t.Errorf("exit code %d:\n%s", code, c.log())
	}
}

// What it may take to count the records of a long scenario.
const (
	countTimeMax  = 10 * time.Minute
	countBytesMax = 4 << 30
)

// openEngine runs the engine of a server that has stopped.
func (c *collector) openEngine() *embedded.Engine {
	c.t.Helper()
	executable, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	engine, err := embedded.Start(c.t.Context(), embedded.Options{
		Dir: filepath.Join(c.dir, "engine"), Library: engineLibrary(c.t), Executable: executable,
		ChildArgs: []string{"engine-child"}, ChildEnv: append(os.Environ(), asCairn+"=1", "GORACE=atexit_sleep_ms=0"),
		MemoryBytes: countBytesMax, Ceiling: clickhouse.Limits{Time: countTimeMax, MemoryBytes: countBytesMax},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return engine
}

// senders send numbered records until they are told to stop. Each request is
// sent again until it is acknowledged, as exporters do.
type senders struct {
	collector *collector
	rows      int           // per request
	pause     time.Duration // between requests of one sender
	acked     atomic.Int64  // records
	retries   atomic.Int64
	refused   atomic.Int64
	overheard atomic.Int64 // records whose sender gave up while the answer came
	isMixed   bool         // see sendMixed
	stop      chan struct{}

	first          int            // the number of the first sender
	requests       []atomic.Int64 // that were acknowledged, by sender
	isOfAllSignals bool           // see ofSignal
	group          sync.WaitGroup
	acks           acks
}

func (c *collector) send(count, rows int, pause time.Duration) *senders {
	s := &senders{collector: c, rows: rows, pause: pause, stop: make(chan struct{})}
	s.begin(count)
	return s
}

func (s *senders) begin(count int) {
	s.requests = make([]atomic.Int64, count)
	for i := range count {
		s.group.Go(func() { s.run(s.first + i) })
	}
}

// end lets every sender finish its request.
func (s *senders) end() int64 {
	close(s.stop)
	s.group.Wait()
	return s.acked.Load()
}

func (s *senders) run(sender int) {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for request := 0; ; request++ {
		made := time.Now()
		next := s.body(sender, request)
		built := time.Now()
		for !s.tryRequest(client, next()) {
			s.retries.Add(1)
			time.Sleep(20 * time.Millisecond)
		}
		s.acked.Add(int64(s.rows))
		s.requests[sender-s.first].Add(1)
		s.acks.note(sender, made, built)
		select {
		case <-s.stop:
			return
		case <-time.After(s.pause):
		}
	}
}

func (s *senders) try(client *http.Client, body []byte) bool {
	return s.tryRequest(client, s.exported(body))
}

// exported returns a request of OTLP.
func (s *senders) exported(body []byte) *http.Request {
	request, _ := http.NewRequest(http.MethodPost, "http://"+s.collector.addr+"/v1/logs", bytes.NewReader(body))
	request.Header.Set("Authorization", s.collector.key)
	return request
}

func (s *senders) tryRequest(client *http.Client, request *http.Request) bool {
	if request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/x-protobuf")
	}
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	if response.StatusCode == http.StatusTooManyRequests {
		s.refused.Add(1)
	}
	return err == nil && (response.StatusCode == http.StatusOK || response.StatusCode == http.StatusNoContent)
}

// numbered returns a request whose records have bodies that occur once.
func numbered(sender, request, rows int) []byte { return padded(sender, request, rows, "/checkout") }

// padded is numbered with a text in every record.
func padded(sender, request, rows int, text string) []byte {
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "sender-"+strconv.Itoa(sender))
	records := resource.ScopeLogs().AppendEmpty().LogRecords()
	records.EnsureCapacity(rows)
	now := pcommon.NewTimestampFromTime(time.Now())
	for row := range rows {
		record := records.AppendEmpty()
		record.SetTimestamp(now)
		record.SetSeverityNumber(plog.SeverityNumberInfo)
		record.Body().SetStr(fmt.Sprintf("%d-%d-%d", sender, request, row))
		record.Attributes().PutStr("path", text)
	}
	b, _ := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
	return b
}

// killAndSend kills the server, the engine or both, so many times, while
// senders are at work, and wants everything acknowledged stored once.
func killAndSend(t *testing.T, c *collector, s *senders, kills int) {
	t.Helper()
	random := rand.New(rand.NewPCG(testkit.Seed(t, uint64(kills)), 7))
	for i := range kills {
		before := s.acked.Load()
		testkit.Eventually(t, slack*30*time.Second, "records flow", func() bool { return s.acked.Load() > before })
		time.Sleep(time.Duration(random.IntN(1200)) * time.Millisecond)
		engine := enginePIDOr(c.Process.Pid, 0)
		if i%3 > 0 && engine != 0 {
			_ = syscall.Kill(engine, syscall.SIGKILL)
		}
		if i%3 != 1 {
			c.kill()
			c.start()
		}
	}
	acked := s.end()
	c.drain(slack * 60 * time.Second)
	all, different := c.mixedCounts()
	t.Logf("%d kills, %d records acknowledged, %d retries; stored %d, different %d", kills, acked, s.retries.Load(), all, different)
	if all != uint64(acked) || different != uint64(acked) {
		t.Errorf("acknowledged %d, stored %d, different %d", acked, all, different)
	}
}

// TestKilledServerAndEngineKeepWhatIsAcknowledged is promise R1 in short.
func TestKilledServerAndEngineKeepWhatIsAcknowledged(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	killAndSend(t, c, c.sendMixed(4, 100, 10*time.Millisecond), 10)
}
