package ingest_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// gate lets inserts pass once it is open.
type gate struct {
	once sync.Once
	open chan struct{}
}

func newGate() *gate { return &gate{open: make(chan struct{})} }

func (g *gate) Open()          { g.once.Do(func() { close(g.open) }) }
func (g *gate) wait(int) error { <-g.open; return nil }

// smallMemory holds a few requests of fatWords.
func smallMemory() ingest.Limits {
	limits := quickLimits()
	limits.MemoryBytes, limits.BatchBytes = 64<<10, 8<<10
	return limits
}

var fatWords = words{padding: strings.Repeat(".", 1000)}

func TestRowsThatFindNoRoomAreReadFromTheLog(t *testing.T) {
	t.Parallel()
	const requests = 400
	g := newGate()
	s := newSink()
	s.before = g.wait
	r := start(t, rigOptions{sink: s, limits: smallMemory(), decoder: fatWords})
	t.Cleanup(g.Open)
	for i := range requests {
		accept(t, r, []string{teamA, teamB}[i%2], fmt.Sprint(i))
	}
	state := r.State()
	if state.LanesBehind != 2 || state.MemoryBytes > 80<<10 {
		t.Errorf("state %+v, want two lanes behind and bounded memory", state)
	}
	g.Open()
	drained(t, r)
	got := s.bodies()
	if len(got) != requests {
		t.Errorf("%d of %d are stored", len(got), requests)
	}
	for body, n := range got {
		if n != 1 {
			t.Errorf("%.10q is stored %d times", body, n)
		}
	}
	testkit.Eventually(t, 5*time.Second, "lanes catch up", func() bool { return r.State().LanesBehind == 0 })
	if state := r.State(); state.MemoryBytes != 0 || state.BacklogBytes != 0 {
		t.Errorf("state %+v after all is stored", state)
	}
}

func TestLanesCatchUpWhileOthersSend(t *testing.T) {
	t.Parallel()
	const senders, requests = 6, 80
	s := newSink()
	s.before = func(int) error { time.Sleep(time.Millisecond); return nil }
	r := start(t, rigOptions{sink: s, limits: smallMemory(), decoder: fatWords})
	var group sync.WaitGroup
	for sender := range senders {
		group.Go(func() {
			for i := range requests {
				team := fmt.Sprintf("%024d", sender%3)
				if _, err := r.Accept(t.Context(), team, logs(fmt.Sprintf("%d-%d", sender, i))); err != nil {
					t.Errorf("Accept: %v", err)
				}
			}
		})
	}
	group.Wait()
	drained(t, r)
	got := s.bodies()
	if len(got) != senders*requests {
		t.Errorf("%d of %d are stored", len(got), senders*requests)
	}
	for body, n := range got {
		if n != 1 {
			t.Errorf("%.10q is stored %d times", body, n)
		}
	}
}

// halting is a decoder that halts at the first request after it is armed.
type halting struct {
	words
	armed           atomic.Bool
	halted, resumed *gate
}

func (h *halting) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	if h.armed.CompareAndSwap(true, false) {
		h.halted.Open()
		_ = h.resumed.wait(0)
	}
	return h.words.Decode(form, payload, received, into)
}

// TestLaneTakesItsRecordsInOrder makes room for a lane while the log is read for
// another one, further on. The lane must not go on there: what it needs from
// before would be left until the next start.
func TestLaneTakesItsRecordsInOrder(t *testing.T) {
	t.Parallel()
	const requests = 60
	s, decoder := newSink(), &halting{words: fatWords, halted: newGate(), resumed: newGate()}
	s.hold = map[string]*gate{teamA: newGate(), teamB: newGate()}
	r := start(t, rigOptions{sink: s, limits: smallMemory(), decoder: decoder})
	t.Cleanup(func() { s.hold[teamA].Open(); s.hold[teamB].Open(); decoder.resumed.Open() })
	for _, team := range []string{teamA, teamB} {
		for i := range requests {
			accept(t, r, team, fmt.Sprintf("%.1s-%d", team, i))
		}
	}
	accept(t, r, teamA, "late")
	if state := r.State(); state.LanesBehind != 2 {
		t.Fatalf("state %+v, want two lanes behind", state)
	}
	decoder.armed.Store(true)
	s.hold[teamB].Open()
	_ = decoder.halted.wait(0) // the log is read for team B
	s.hold[teamA].Open()
	testkit.Eventually(t, 20*time.Second, "all lanes have room", func() bool { return r.State().MemoryBytes == 0 })
	decoder.resumed.Open()
	drained(t, r)
	if got := s.bodies(); len(got) != 2*requests+1 {
		t.Errorf("%d of %d are stored", len(got), 2*requests+1)
	}
}

func TestRestartReadsWhatWasLeft(t *testing.T) {
	t.Parallel()
	const requests = 300
	dir, s := t.TempDir(), newSink()
	s.before = func(int) error { return errAway }
	limits := smallMemory()
	limits.FlushTime = time.Millisecond
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits, decoder: fatWords})
	for i := range requests {
		accept(t, r, fmt.Sprintf("%024d", i%5), fmt.Sprintf("%d@%d", i, -(i%3)))
	}
	r.stop()
	s.before = nil
	r = start(t, rigOptions{dir: dir, sink: s, limits: smallMemory(), decoder: fatWords})
	accept(t, r, teamA, "more")
	drained(t, r)
	if got := s.bodies(); len(got) != requests+1 {
		t.Errorf("%d of %d are stored", len(got), requests+1)
	}
}

// TestNoisyTeamDelaysItself lets one team send far more than the engine takes,
// and wants another team's rows stored soon all the same.
// TestLostRequestIsToldOnce has lanes come to a damaged request many times: it
// is behind others, of lanes that have no room.
func TestLostRequestIsToldOnce(t *testing.T) {
	t.Parallel()
	const requests = 300
	dir, s := t.TempDir(), newSink()
	s.before = func(int) error { return errAway }
	limits := smallMemory()
	limits.FlushTime = time.Millisecond
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits, decoder: fatWords})
	for i := range requests {
		accept(t, r, fmt.Sprintf("%024d", i%5), fmt.Sprintf("word%03d", i))
	}
	r.stop()
	breakWord(t, dir, "word150")
	s.before = func(int) error { time.Sleep(time.Millisecond); return nil }
	var told atomic.Int64
	r = start(t, rigOptions{dir: dir, sink: s, limits: limits, decoder: fatWords, wal: wal.Options{OnLost: func(wal.ID, wal.Position, wal.Position) { told.Add(1) }}})
	drained(t, r)
	if n := told.Load(); n != 1 || len(s.bodies()) != requests-1 || r.log.Stats().LostRecords != 1 {
		t.Errorf("told %d times, %d counted, %d stored", n, r.log.Stats().LostRecords, len(s.bodies()))
	}
}

func TestNoisyTeamDelaysItself(t *testing.T) {
	t.Parallel()
	s := newSink()
	limits := smallMemory()
	limits.Inserts, limits.LaneInserts = 2, 1
	s.before = func(int) error { time.Sleep(200 * time.Millisecond); return nil } // ten inserts a second
	r := start(t, rigOptions{sink: s, limits: limits, decoder: fatWords})
	for i := range 400 { // far more than one insert at a time takes meanwhile
		accept(t, r, teamA, fmt.Sprintf("noise-%d", i))
	}
	if r.State().LanesBehind == 0 {
		t.Fatal("the noisy team is not behind")
	}
	for i := range 5 {
		word := fmt.Sprintf("quiet-%d", i)
		accept(t, r, teamB, word)
		begun := time.Now()
		testkit.Eventually(t, 10*time.Second, "the quiet team's row is stored", func() bool {
			return s.bodies()[word+fatWords.padding] == 1
		})
		t.Logf("stored after %s", time.Since(begun))
	}
	if r.State().LanesBehind == 0 {
		t.Error("the noisy team was not behind all the time")
	}
	s.mu.Lock()
	s.before = nil
	s.mu.Unlock()
	drained(t, r)
}

func TestFullLogIsLimitedAndRecovers(t *testing.T) {
	t.Parallel()
	g := newGate()
	s := newSink()
	s.before = func(int) error {
		select {
		case <-g.open:
			return nil
		default:
			return errAway
		}
	}
	options := wal.Options{SegmentBytesMax: 32 << 10, RecordBytesMax: 8 << 10, TotalBytesMax: 256 << 10}
	r := start(t, rigOptions{sink: s, limits: quickLimits(), wal: options})
	word := func(i int) string { return fmt.Sprintf("%04d%s", i, strings.Repeat("x", 2000)) }
	var stored []string
	var err error
	for i := 0; i < 1000 && err == nil; i++ {
		_, err = r.Accept(t.Context(), teamA, logs(word(i)))
		if err == nil {
			stored = append(stored, word(i))
		}
	}
	if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter <= 0 {
		t.Fatalf("Accept = %v, want limited with a hint", err)
	}
	if bytes := len(stored) * 2000; bytes < 150<<10 || bytes > 256<<10 {
		t.Errorf("the log took %d bytes of 256 KiB", bytes)
	}
	if _, err := r.Accept(t.Context(), teamB, logs("quiet")); err != nil {
		t.Errorf("another team finds no room: %v", err)
	}
	g.Open()
	drained(t, r)
	wantOnce(t, s, append(stored, "quiet")...)
	accept(t, r, teamA, "again")
}

func TestSendersWaitForASlowEngine(t *testing.T) {
	t.Parallel()
	s := newSink()
	s.before = func(int) error { time.Sleep(5 * time.Millisecond); return nil }
	limits := smallMemory()
	limits.CrowdedWait = 10 * time.Second
	r := start(t, rigOptions{sink: s, limits: limits, decoder: fatWords})
	for i := range 200 {
		accept(t, r, teamA, fmt.Sprint(i))
	}
	drained(t, r)
	if s := r.State(); s.LanesBehind != 0 {
		t.Errorf("state %+v", s)
	}
	if got := len(s.bodies()); got != 200 {
		t.Errorf("%d are stored", got)
	}
}

func TestTooManyRequestsAtOnceAreLimited(t *testing.T) {
	t.Parallel()
	limits := quickLimits()
	limits.Requests = 1
	busy, release := make(chan struct{}), make(chan struct{})
	r := start(t, rigOptions{limits: limits, wrap: func(log ingest.Log) ingest.Log { return slowLog{log, busy, release} }})
	done := make(chan error)
	go func() {
		_, err := r.Accept(context.Background(), teamA, logs("1"))
		done <- err
	}()
	<-busy
	_, err := r.Accept(t.Context(), teamA, logs("2"))
	if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter <= 0 {
		t.Errorf("Accept = %v, want limited with a hint", err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the first one: %v", err)
	}
}

func TestOneTeamDoesNotTakeAllRequests(t *testing.T) {
	t.Parallel()
	limits := quickLimits()
	limits.Requests = 30
	busy, release := make(chan struct{}, 100), make(chan struct{})
	r := start(t, rigOptions{limits: limits, wrap: func(log ingest.Log) ingest.Log { return stuckLog{log, busy, release} }})
	var senders sync.WaitGroup
	refused := make(chan error, 100)
	for i := range 30 {
		senders.Go(func() {
			if _, err := r.Accept(context.Background(), teamA, logs(fmt.Sprint(i))); err != nil {
				refused <- err
			}
		})
	}
	if err := <-refused; fault.KindOf(err) != fault.Limited {
		t.Errorf("Accept = %v, want limited", err)
	}
	done := make(chan error)
	go func() {
		_, err := r.Accept(context.Background(), teamB, logs("quiet"))
		done <- err
	}()
	for range 1 + 20 { // team A's and team B's are in the log
		<-busy
	}
	close(release)
	if err := <-done; err != nil {
		t.Errorf("the other team: %v", err)
	}
	senders.Wait()
}

// stuckLog makes appends wait until they are released.
type stuckLog struct {
	ingest.Log
	busy, release chan struct{}
}

func (l stuckLog) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	l.busy <- struct{}{}
	<-l.release
	return l.Log.Append(ctx, meta, payload)
}

type slowLog struct {
	ingest.Log
	busy, release chan struct{}
}

func (l slowLog) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	close(l.busy)
	<-l.release
	return l.Log.Append(ctx, meta, payload)
}
