package ingest_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// fleet is an engine of several shards in memory.
type fleet struct {
	mu     sync.Mutex
	sinks  []*sink
	away   map[int]bool
	number int // of those that are shown
}

func newFleet(n int) *fleet {
	f := &fleet{away: map[int]bool{}, number: n}
	for range n + 3 {
		f.sinks = append(f.sinks, newSink())
	}
	return f
}

// Shards returns those that are shown.
func (f *fleet) Shards(context.Context) ([]ingest.Shard, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	shards := make([]ingest.Shard, f.number)
	for i := range shards {
		shards[i] = ingest.Shard{Number: uint32(i + 1), Sink: member{f.sinks[i], f, i}, IsAway: f.away[i]}
	}
	return shards, nil
}

func (f *fleet) set(shard int, away bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.away[shard] = away
}

func (f *fleet) isAway(shard int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.away[shard]
}

// member is a shard that answers nothing while it is away.
type member struct {
	*sink
	fleet *fleet
	index int
}

var errShardAway = fault.New(fault.Unavailable, "the shard is away")

func (m member) Insert(ctx context.Context, team string, block telemetry.Block, id telemetry.BatchID, token string) error {
	if m.fleet.isAway(m.index) {
		return fmt.Errorf("%w: %w", ingest.ErrUnsent, errShardAway)
	}
	return m.sink.Insert(ctx, team, block, id, token)
}

func (m member) Stored(ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID) ([]telemetry.BatchID, error) {
	if m.fleet.isAway(m.index) {
		return nil, errShardAway
	}
	if table == "" {
		return nil, fault.New(fault.Internal, "unknown table")
	}
	return m.sink.Stored(ctx, team, table, low, high)
}

func (m member) Running(context.Context, string) (bool, error) {
	if m.fleet.isAway(m.index) {
		return false, errShardAway
	}
	return false, nil
}

// bodies returns what all shards have, with how often.
func (f *fleet) bodies() map[string]int {
	counts := map[string]int{}
	for _, sink := range f.sinks {
		for body, n := range sink.bodies() {
			counts[body] += n
		}
	}
	return counts
}

// spanWords decodes payloads such as "t1/a t2/b": spans of traces.
type spanWords struct{ words }

func (w spanWords) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	if form.Signal != telemetry.Traces {
		return w.words.Decode(form, payload, received, into)
	}
	writer := into.Write(telemetry.DefaultLimits(), received)
	writer.BeginResource()
	origin := writer.EndScope(writer.EndResource(nil), telemetry.Scope{})
	for _, word := range strings.Fields(string(payload)) {
		trace, _, _ := strings.Cut(word, "/")
		id := sha256.Sum256([]byte(trace))
		writer.BeginSpan(1)
		writer.EndSpan(&telemetry.Span{
			Start: uint64(received.UnixNano()), End: uint64(received.UnixNano()), TraceID: id[:16], SpanID: id[16:24], Name: []byte(word),
		}, origin)
	}
	return writer.End(), nil
}

func TestShards_get_whole_blocks_in_turn_and_traces_together(t *testing.T) {
	t.Parallel()
	f := newFleet(3)
	r := start(t, rigOptions{shards: f, decoder: spanWords{}, limits: quickLimits()})
	for i := range 30 {
		accept(t, r, teamA, fmt.Sprint("log", i))
		drained(t, r)
	}
	var words []string
	for trace := range 60 {
		words = append(words, fmt.Sprintf("t%d/a t%d/b", trace, trace))
	}
	for _, half := range [][]string{words[:30], words[30:]} {
		acceptSpans(t, r, strings.Join(half, " "))
	}
	drained(t, r)
	for i, sink := range f.sinks[:3] {
		logs, spans := 0, 0
		for body := range sink.bodies() {
			trace, _, isSpan := strings.Cut(body, "/")
			if !isSpan {
				logs++
				continue
			}
			spans++
			if bodies := sink.bodies(); bodies[trace+"/a"] != 1 || bodies[trace+"/b"] != 1 {
				t.Errorf("shard %d has a part of trace %s", i+1, trace)
			}
		}
		if logs != 10 || spans < 20 {
			t.Errorf("shard %d has %d logs and %d spans", i+1, logs, spans)
		}
	}
}

// spansOf returns the payload of some spans, whose traces differ.
func spansOf(run, n int) string {
	var words []string
	for i := range n {
		words = append(words, fmt.Sprintf("t%d.%d/a", run, i))
	}
	return strings.Join(words, " ")
}

func acceptSpans(t *testing.T, r *rig, payload string) {
	t.Helper()
	if _, err := r.Accept(t.Context(), teamA, ingest.Request{Form: ingest.Form{Signal: telemetry.Traces}, Payload: []byte(payload)}); err != nil {
		t.Fatal(err)
	}
}

// TestShards_batches_that_are_divided_are_larger holds batches of spans to as many rows
// for each shard as those of one engine have, as far as there is memory for them, and to
// the time that they wait for these.
func TestShards_batches_that_are_divided_are_larger(t *testing.T) {
	t.Parallel()
	const rows = 30
	limits := ingest.Limits{BatchRows: rows, BatchAge: time.Second, SmallAge: 2 * time.Second, SmallRows: 3}
	for name, c := range map[string]struct {
		shards, parts int
		age           time.Duration
	}{
		"one":   {1, 1, limits.BatchAge},
		"two":   {2, 2, limits.SmallAge},
		"three": {3, 3, limits.SmallAge},
		"seven": {7, 3, limits.SmallAge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFleet(c.shards)
				r := start(t, rigOptions{shards: f, decoder: spanWords{}, limits: limits})
				acceptSpans(t, r, spansOf(0, 1)) // tells how many shards there are
				drained(t, r)
				for k := range c.parts {
					acceptSpans(t, r, spansOf(k+1, rows))
					synctest.Wait()
					want := 1
					if k == c.parts-1 {
						want += c.parts * rows
					}
					if got := len(f.bodies()); got != want {
						t.Fatalf("%d spans are stored after %d blocks, want %d", got, k+1, want)
					}
				}
				begun := time.Now()
				acceptSpans(t, r, spansOf(9, rows-1))
				testkit.Eventually(t, time.Minute, "they are stored", func() bool { return len(f.bodies()) == c.parts*rows+rows })
				if took := time.Since(begun); took < c.age || took > c.age+100*time.Millisecond {
					t.Errorf("a batch of %d spans is stored after %s, want %s", rows-1, took, c.age)
				}
			})
		})
	}
}

// TestShards_store_the_parts_of_a_block_at_the_same_time has each shard wait until all of
// them are at work.
func TestShards_store_the_parts_of_a_block_at_the_same_time(t *testing.T) {
	t.Parallel()
	f := newFleet(3)
	var together sync.WaitGroup
	together.Add(3)
	for _, sink := range f.sinks[:3] {
		sink.before = func(call int) error {
			if call == 1 {
				together.Done()
			}
			together.Wait()
			return nil
		}
	}
	r := start(t, rigOptions{shards: f, decoder: spanWords{}, limits: quickLimits()})
	acceptSpans(t, r, spansOf(0, 60))
	drained(t, r)
	if got := len(f.bodies()); got != 60 {
		t.Errorf("%d of 60 spans are stored", got)
	}
}

func TestShards_a_block_that_a_lost_shard_may_have_waits_and_holds_nobody_up(t *testing.T) {
	t.Parallel()
	f := newFleet(3)
	var once atomic.Bool
	f.sinks[0].after = func(int) error { // stored, and nobody knows
		if once.CompareAndSwap(false, true) {
			f.set(0, true)
			return errShardAway
		}
		return nil
	}
	limits := quickLimits()
	limits.LaneInserts, limits.Inserts = 1, 1
	r := start(t, rigOptions{shards: f, limits: limits})
	var words []string
	for i := range 40 {
		words = append(words, fmt.Sprint("w", i))
		accept(t, r, teamA, words[i])
		testkit.Eventually(t, 10*time.Second, "it is stored", func() bool { return len(f.bodies()) == i+1 })
	}
	if !once.Load() {
		t.Fatal("no shard was lost")
	}
	if r.log.Committed() == r.log.End() {
		t.Error("the log gave up what the lost shard may have")
	}
	f.set(0, false)
	drained(t, r)
	for _, word := range words {
		if n := f.bodies()[word]; n != 1 {
			t.Errorf("%q is stored %d times", word, n)
		}
	}
}

// misbehave makes a shard fail at random, before or after it stores.
func misbehave(s *sink, random *rand.Rand) {
	var mu sync.Mutex
	fails := func(int) error {
		mu.Lock()
		defer mu.Unlock()
		if random.IntN(5) == 0 {
			return errShardAway
		}
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.after = fails, fails
}

func (f *fleet) heal() {
	for i, s := range f.sinks {
		f.set(i, false)
		s.mu.Lock()
		s.before, s.after = nil, nil
		s.mu.Unlock()
	}
}

func TestShards_over_several_lives_everything_is_stored_once(t *testing.T) {
	t.Parallel()
	for run := range testkit.Size(t, "CAIRN_SHARD_RUNS", 12) {
		t.Run(fmt.Sprint(run), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(testkit.Seed(t, uint64(run)), 9))
			liveAndLive(t, random)
		})
	}
}

// liveAndLive runs one pipeline after the other over a log, each with shards that
// come and go, and another number of them.
func liveAndLive(t *testing.T, random *rand.Rand) {
	t.Helper()
	f, dir := newFleet(2+random.IntN(2)), t.TempDir()
	var words []string
	for life := range 4 {
		for i, s := range f.sinks {
			misbehave(s, rand.New(rand.NewPCG(random.Uint64(), uint64(i))))
		}
		limits := quickLimits()
		limits.FlushTime = time.Duration(1 + random.IntN(20)*int(time.Millisecond))
		r := start(t, rigOptions{dir: dir, shards: f, decoder: spanWords{}, limits: limits})
		for i := range 30 {
			words = append(words, f.act(t, r, random, fmt.Sprintf("%d.%d", life, i))...)
		}
		if life == 3 {
			f.heal()
			drained(t, r)
		}
		r.stop()
		f.mu.Lock()
		f.number = min(f.number+random.IntN(2), len(f.sinks))
		f.mu.Unlock()
	}
	got := f.bodies()
	for _, word := range words {
		if got[word] != 1 {
			t.Errorf("%q is stored %d times", word, got[word])
		}
	}
}

// act sends a request, and lets a shard come or go.
func (f *fleet) act(t *testing.T, r *rig, random *rand.Rand, name string) []string {
	t.Helper()
	if random.IntN(4) == 0 {
		f.set(random.IntN(2), random.IntN(2) == 0)
	}
	words := []string{"a" + name, "b" + name}
	form := ingest.Form{Signal: telemetry.Logs}
	if random.IntN(2) == 0 {
		form.Signal = telemetry.Traces
		words = []string{"t" + name + "/a", "u" + name + "/a", "v" + name + "/a", "t" + name + "/b"}
	}
	if _, err := r.Accept(t.Context(), teamA, ingest.Request{Form: form, Payload: []byte(strings.Join(words, " "))}); err != nil {
		t.Fatal(err)
	}
	return words
}

func TestShards_a_lost_shard_keeps_a_restarted_pipeline_from_nothing_new(t *testing.T) {
	t.Parallel()
	f, dir := newFleet(3), t.TempDir()
	limits := quickLimits()
	limits.FlushTime = time.Nanosecond
	for i := range 3 {
		f.set(i, true)
	}
	r := start(t, rigOptions{dir: dir, shards: f, limits: limits})
	accept(t, r, teamA, "early")
	r.stop()
	f.set(1, false)
	f.set(2, false)
	r = start(t, rigOptions{dir: dir, shards: f, limits: limits})
	for i := range 20 {
		accept(t, r, teamA, fmt.Sprint("new", i))
	}
	testkit.Eventually(t, 10*time.Second, "what is new is stored", func() bool { return len(f.bodies()) == 20 })
	f.set(0, false)
	drained(t, r)
	for word, n := range f.bodies() {
		if n != 1 {
			t.Errorf("%q is stored %d times", word, n)
		}
	}
	if f.bodies()["early"] != 1 {
		t.Error("what an earlier life has left is not stored")
	}
}
