package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/wal"
)

// crashed returns a copy of a pipeline's folder as a kill would leave it, with
// the requests acknowledged and stored.
func crashed(t *testing.T, s *sink, payloads ...string) string {
	t.Helper()
	dir := t.TempDir()
	r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
	for _, payload := range payloads {
		accept(t, r, teamA, payload)
	}
	drained(t, r)
	return copyOf(t, dir)
}

func TestRetryAfterACrashIsStoredOnce(t *testing.T) {
	t.Parallel()
	s := newSink()
	dir := crashed(t, s, "1 2", "3")
	for range 2 { // the memory of it survives the next crash too
		r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
		accept(t, r, teamA, "1 2")
		accept(t, r, teamA, "4")
		drained(t, r)
		dir = copyOf(t, dir)
	}
	wantOnce(t, s, "1", "2", "3")
	if got := s.bodies()["4"]; got != 1 {
		t.Errorf("4 is stored %d times: the second one came after a crash", got)
	}
}

func TestRetryOfAnotherTeamIsNoRetry(t *testing.T) {
	t.Parallel()
	s := newSink()
	dir := crashed(t, s, "1")
	r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
	accept(t, r, teamB, "1")
	drained(t, r)
	if got := s.bodies()["1"]; got != 2 {
		t.Errorf("stored %d times", got)
	}
}

func TestSameRequestTwiceIsStoredTwice(t *testing.T) {
	t.Parallel()
	s, dir := newSink(), t.TempDir()
	for range 2 { // across a stop that let every sender know
		r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
		accept(t, r, teamA, "1")
		accept(t, r, teamA, "1")
		drained(t, r)
		r.stop()
	}
	if got := s.bodies()["1"]; got != 4 {
		t.Errorf("stored %d times, want 4", got)
	}
}

// leavingLog lets the sender leave while its request is made durable.
type leavingLog struct {
	ingest.Log
	leave context.CancelFunc
}

func (l leavingLog) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	p, err := l.Log.Append(ctx, meta, payload)
	l.leave()
	return p, err
}

func TestRetryOfASenderThatWasGoneIsStoredOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := start(t, rigOptions{limits: quickLimits(), wrap: func(log ingest.Log) ingest.Log { return leavingLog{log, cancel} }})
	if _, err := r.Accept(ctx, teamA, logs("1")); err != nil {
		t.Fatal(err)
	}
	accept(t, r, teamA, "1")
	drained(t, r)
	wantOnce(t, r.sink, "1")
}

// deafLog makes appends wait until they are released, whether or not their
// senders are there.
type deafLog struct{ stuckLog }

func (l deafLog) Append(ctx context.Context, meta, payload []byte) (ingest.Position, error) {
	return l.stuckLog.Append(context.WithoutCancel(ctx), meta, payload)
}

func TestRetryWhileTheFirstIsBeingKeptIsStoredOnce(t *testing.T) {
	t.Parallel()
	busy, release := make(chan struct{}, 10), make(chan struct{})
	r := start(t, rigOptions{limits: quickLimits(), wrap: func(log ingest.Log) ingest.Log { return deafLog{stuckLog{log, busy, release}} }})
	ctx, giveUp := context.WithCancel(t.Context())
	failures := make(chan error, 2)
	send := func(ctx context.Context) {
		_, err := r.Accept(ctx, teamA, logs("1"))
		failures <- err
	}
	go send(ctx)
	<-busy
	giveUp()
	go send(t.Context())
	select {
	case <-busy:
		t.Error("the retry is appended too")
	case <-time.After(50 * time.Millisecond):
	}
	close(release)
	for range 2 {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
	drained(t, r)
	wantOnce(t, r.sink, "1")
}

// TestDamagedLogCostsWhatItHit breaks a record in the middle of the log.
func TestDamagedLogCostsWhatItHit(t *testing.T) {
	t.Parallel()
	dir, s := t.TempDir(), newSink()
	s.before = func(int) error { return errAway }
	limits := quickLimits()
	limits.FlushTime = time.Millisecond
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits})
	for _, word := range []string{"first", "second", "third"} {
		accept(t, r, teamA, word)
	}
	r.stop()
	breakWord(t, dir, "second")
	s.before = nil
	r = start(t, rigOptions{dir: dir, sink: s, limits: quickLimits()})
	drained(t, r)
	wantOnce(t, s, "first", "third")
	if len(s.bodies()) != 2 {
		t.Errorf("stored %v", s.bodies())
	}
}

func TestRecordThatCantBeDecodedAnyMoreIsSetAside(t *testing.T) {
	t.Parallel()
	dir, s := t.TempDir(), newSink()
	s.before = func(int) error { return errAway }
	limits := quickLimits()
	limits.FlushTime = time.Millisecond
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits})
	accept(t, r, teamA, "1")
	accept(t, r, teamA, "2")
	r.stop()
	s.before = nil
	r = start(t, rigOptions{dir: dir, sink: s, limits: quickLimits(), decoder: picky{}})
	drained(t, r)
	wantOnce(t, s, "2")
	if _, err := os.Stat(dir + "-aside"); err != nil {
		t.Errorf("nothing is set aside: %v", err)
	}
}

// picky decodes everything but "1".
type picky struct{ words }

func (p picky) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	if string(payload) == "1" {
		payload = []byte("malformed")
	}
	return p.words.Decode(form, payload, received, into)
}

// reader is a sender whose fate a test decides.
type reader struct{ gone, missed atomic.Bool }

func (s *reader) Gone() bool { return s.gone.Load() }

func (s *reader) Missed() bool { return s.missed.Load() }

func (s *reader) Answer(telemetry.Outcome) ingest.Receipt {
	if s.Gone() {
		return nil
	}
	return s
}

func acceptFrom(t *testing.T, r *rig, sender ingest.Sender, payload string) error {
	t.Helper()
	request := logs(payload)
	request.Sender = sender
	_, err := r.Accept(t.Context(), teamA, request)
	return err
}

func TestRequestOfASenderThatIsGoneIsNotKept(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: quickLimits()})
	gone := &reader{}
	gone.gone.Store(true)
	if err := acceptFrom(t, r, gone, "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("Accept = %v", err)
	}
	accept(t, r, teamA, "1") // the retry
	drained(t, r)
	wantOnce(t, r.sink, "1")
}

func TestRetryAfterAnAnswerThatWasMissedIsStoredOnce(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: quickLimits()})
	first, second := &reader{}, &reader{}
	for _, sender := range []*reader{first, second} { // two that were answered are two
		if err := acceptFrom(t, r, sender, "1"); err != nil {
			t.Fatal(err)
		}
	}
	first.missed.Store(true)
	accept(t, r, teamA, "1")
	accept(t, r, teamA, "1")
	drained(t, r)
	if got := r.sink.bodies()["1"]; got != 2 {
		t.Errorf("stored %d times, want 2", got)
	}
}

func TestReceiptsEndInTime(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(time.Now())
	r := ingest.NewReceipts(clock.Now)
	missed := &reader{}
	missed.missed.Store(true)
	r.Add(0, missed)
	clock.Advance(time.Minute)
	r.Add(1, &reader{})
	if got := r.Len(); got != 1 || !r.HasMissed(0) {
		t.Errorf("%d receipts after a minute; missed: %t", got, r.HasMissed(0))
	}
	clock.Advance(ingest.RetryMemory)
	if r.HasMissed(0) {
		t.Errorf("a missed answer is remembered after %s", ingest.RetryMemory)
	}
}

func TestReceiptsAreBounded(t *testing.T) {
	t.Parallel()
	r := ingest.NewReceipts(time.Now)
	missed := &reader{}
	missed.missed.Store(true)
	r.Add(0, missed)
	for key := range uint64(2 * ingest.ReceiptsMax) {
		r.Add(key+1, &reader{})
	}
	if got := r.Len(); got > ingest.ReceiptsMax {
		t.Errorf("%d receipts are kept", got)
	}
	if !r.HasMissed(0) || r.HasMissed(1) {
		t.Error("a missed answer is forgotten with its receipt, or one is made up")
	}
}

// slow is a sender that is answered when the test wants it.
type slow struct{ answered chan struct{} }

func (slow) Gone() bool   { return false }
func (slow) Missed() bool { return false }

func (s slow) Answer(telemetry.Outcome) ingest.Receipt {
	<-s.answered
	return s
}

// TestRetryOfARequestThatWaitsForItsAnswerIsStoredOnce kills a pipeline that has
// stored a request and many after it, in other segments, while the answer to the
// first was not written yet.
func TestRetryOfARequestThatWaitsForItsAnswerIsStoredOnce(t *testing.T) {
	t.Parallel()
	s, dir := newSink(), t.TempDir()
	small := wal.Options{CursorLag: time.Millisecond, SegmentBytesMax: 8 << 10, RecordBytesMax: 4 << 10, TotalBytesMax: 1 << 30}
	r := start(t, rigOptions{dir: dir, sink: s, limits: quickLimits(), wal: small})
	sender, done := slow{make(chan struct{})}, make(chan error, 1)
	go func() { done <- acceptFrom(t, r, sender, "first") }()
	for i := range 20 {
		accept(t, r, teamA, fmt.Sprint("other-", i, strings.Repeat("x", 1000)))
	}
	testkit.Eventually(t, 20*time.Second, "everything is stored", func() bool { return len(s.bodies()) == 21 })
	left := copyOf(t, dir)
	close(sender.answered)
	if err := <-done; err != nil {
		t.Error(err)
	}
	drained(t, r)
	again := start(t, rigOptions{dir: left, sink: s, limits: quickLimits(), wal: small})
	accept(t, again, teamA, "first")
	drained(t, again)
	wantOnce(t, s, "first")
}
