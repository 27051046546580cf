package ingest_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
	"github.com/cairnstack/cairn/internal/wal/feed"
)

const (
	teamA = "aaaaaaaaaaaaaaaaaaaaaaaa"
	teamB = "bbbbbbbbbbbbbbbbbbbbbbbb"
)

// words decodes payloads such as "1 2 3@-1": log records whose bodies are the
// words, the part behind @ moved by days. Padding makes them larger.
type words struct{ padding string }

func (w words) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	if strings.HasPrefix(string(payload), "malformed") {
		return telemetry.Outcome{}, fault.New(fault.Invalid, "malformed request")
	}
	writer := into.Write(telemetry.DefaultLimits(), received)
	writer.BeginResource()
	origin := writer.EndScope(writer.EndResource(nil), telemetry.Scope{})
	for _, word := range strings.Fields(string(payload)) {
		body, days, _ := strings.Cut(word, "@")
		shift, _ := strconv.Atoi(days)
		writer.BeginLog(len(body))
		writer.EndLog(&telemetry.LogRecord{
			Time: uint64(received.AddDate(0, 0, shift).UnixNano()), Body: []byte(body + w.padding),
		}, origin)
	}
	return writer.End(), nil
}

// sink is an engine in memory. It stores whole blocks, and does what the test
// tells it before and after.
type sink struct {
	mu     sync.Mutex
	blocks map[sinkKey]map[telemetry.BatchID][]string
	calls  int
	still  *sync.RWMutex // held while rows are stored

	hold   map[string]*gate     // what inserts of a team wait for
	before func(call int) error // an error: nothing is stored
	after  func(call int) error // an error: it is stored all the same
}

type sinkKey struct {
	team  string
	table telemetry.Table
}

func newSink() *sink { return &sink{blocks: map[sinkKey]map[telemetry.BatchID][]string{}} }

func (s *sink) clone() *sink {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := newSink()
	for key, blocks := range s.blocks {
		c.blocks[key] = maps.Clone(blocks)
	}
	return c
}

func (s *sink) Insert(_ context.Context, team string, block telemetry.Block, id telemetry.BatchID, token string) error {
	s.mu.Lock()
	s.calls++
	call := s.calls
	before, after := s.before, s.after
	s.mu.Unlock()
	if gate := s.hold[team]; gate != nil {
		_ = gate.wait(call)
	}
	if before != nil {
		if err := before(call); err != nil {
			return err
		}
	}
	s.keep(team, block, id)
	if after != nil {
		return after(call)
	}
	return nil
}

func (s *sink) keep(team string, block telemetry.Block, id telemetry.BatchID) {
	if s.still != nil {
		s.still.RLock()
		defer s.still.RUnlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sinkKey{team, block.Table}
	if s.blocks[key] == nil {
		s.blocks[key] = map[telemetry.BatchID][]string{}
	}
	for _, row := range block.Index {
		s.blocks[key][id] = append(s.blocks[key][id], textOf(block, int(row)))
	}
}

// textOf returns the body of a log record, or the name of a span or of a point's
// metric.
func textOf(block telemetry.Block, row int) string {
	if block.Table == telemetry.SpansTable {
		return string(block.Rows.Texts.Text(block.Rows.Spans.Name[row]))
	}
	kind, isPoint := telemetry.PointKindOf(block.Table)
	if !isPoint {
		return string(block.Rows.Logs.Body.Row(row))
	}
	metric := block.Rows.Metrics()[block.Rows.Points[kind].Metric[row]]
	return string(block.Rows.Texts.Text(metric.Name))
}

func (s *sink) Stored(_ context.Context, team string, table telemetry.Table, low, high telemetry.BatchID) ([]telemetry.BatchID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []telemetry.BatchID
	for id := range s.blocks[sinkKey{team, table}] {
		if slices.Compare(id[:], low[:]) >= 0 && slices.Compare(id[:], high[:]) <= 0 {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (s *sink) Running(context.Context, string) (bool, error) { return false, nil }

// bodies returns what is stored, with how often.
func (s *sink) bodies() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := map[string]int{}
	for _, blocks := range s.blocks {
		for _, bodies := range blocks {
			for _, body := range bodies {
				counts[body]++
			}
		}
	}
	return counts
}

func (s *sink) blocksStored() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, blocks := range s.blocks {
		n += len(blocks)
	}
	return n
}

// teams is every team that is not gone.
type teams struct{ gone string }

func (t teams) Ready(_ context.Context, team string) error {
	if team == t.gone {
		return fault.New(fault.NotFound, "the team does not exist")
	}
	return nil
}

// rig is a pipeline over a real log and a sink in memory.
type rig struct {
	*ingest.Pipeline
	log   *wal.Log
	sink  *sink
	stop  func()
	attic *feed.Attic
}

type rigOptions struct {
	dir     string
	sink    *sink
	limits  ingest.Limits
	wal     wal.Options
	decoder ingest.Decoder
	teams   teams
	wrap    func(ingest.Log) ingest.Log
	logger  *slog.Logger
	index   ingest.SeriesIndex
	shards  ingest.Shards
	now     func() time.Time
}

func quickLimits() ingest.Limits {
	return ingest.Limits{BatchAge: 5 * time.Millisecond, FlushTime: time.Second, CrowdedWait: time.Millisecond, SettlePause: time.Millisecond}
}

// start runs a pipeline until stop is called or t ends.
func start(t *testing.T, o rigOptions) *rig {
	t.Helper()
	r := prepare(t, o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := r.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	}()
	r.stop = sync.OnceFunc(func() {
		cancel()
		<-done
		if err := r.log.Close(context.Background()); err != nil {
			t.Errorf("close the log: %v", err)
		}
		_ = r.attic.Close(context.Background())
	})
	t.Cleanup(r.stop)
	return r
}

func prepare(t *testing.T, o rigOptions) *rig {
	t.Helper()
	if o.dir == "" {
		o.dir = t.TempDir()
	}
	if o.sink == nil {
		o.sink = newSink()
	}
	if o.decoder == nil {
		o.decoder = words{}
	}
	if o.logger == nil {
		o.logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.wal.TotalBytesMax == 0 {
		o.wal.TotalBytesMax = 4 << 30
	}
	log, err := wal.Open(o.dir, o.wal)
	if err != nil {
		t.Fatal(err)
	}
	var fed ingest.Log = feed.New(log, o.wal.TotalBytesMax)
	if o.wrap != nil {
		fed = o.wrap(fed)
	}
	r := &rig{log: log, sink: o.sink, attic: feed.NewAttic(o.dir+"-aside", wal.Options{})}
	r.Pipeline, err = ingest.New(t.Context(), ingest.Options{
		Log: fed, Decoder: o.decoder, Sink: o.sink, Teams: o.teams, Attic: r.attic, Limits: o.limits,
		Notebook: feed.NewNotebook(filepath.Join(o.dir, "unanswered")),
		Metrics:  ingest.NewMetrics(prometheus.NewRegistry()), Logger: o.logger, Now: o.now, Random: rand.Reader, Index: o.index, Shards: o.shards,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func logs(payload string) ingest.Request {
	return ingest.Request{Form: ingest.Form{Signal: telemetry.Logs}, Payload: []byte(payload)}
}

func accept(t *testing.T, r *rig, team, payload string) {
	t.Helper()
	if _, err := r.Accept(t.Context(), team, logs(payload)); err != nil {
		t.Fatalf("Accept %s: %v", payload, err)
	}
}

// drained waits until everything in the log is done.
func drained(t *testing.T, r *rig) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("done up to %d of %d: %+v", r.log.Committed(), r.log.End(), r.State())
		}
	}()
	testkit.Eventually(t, 20*time.Second, "everything is stored", func() bool { return r.log.Committed() == r.log.End() })
}

func wantOnce(t *testing.T, s *sink, words ...string) {
	t.Helper()
	got := s.bodies()
	for _, word := range words {
		if got[word] != 1 {
			t.Errorf("%q is stored %d times", word, got[word])
		}
	}
}

// breakWord changes a byte of the word in the log's files.
func breakWord(t *testing.T, dir, word string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.wal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.Index(b, []byte(word)); at >= 0 {
			b[at] ^= 0xff
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("%q is not in the log", word)
}
