package ingest_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

var errAway = fault.New(fault.Unavailable, "the engine is away")

func TestAcceptedRequestsAreStored(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: quickLimits()})
	accept(t, r, teamA, "1 2 3")
	accept(t, r, teamB, "4 5@-1 6")
	accept(t, r, teamA, "7")
	drained(t, r)
	wantOnce(t, r.sink, "1", "2", "3", "4", "5", "6", "7")
}

func TestOutcomeOfAMalformedRequestIsInvalidAndNothingIsKept(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: quickLimits()})
	_, err := r.Accept(t.Context(), teamA, logs("malformed"))
	if fault.KindOf(err) != fault.Invalid || r.log.End() != 1 {
		t.Errorf("Accept = %v, end of the log %d", err, r.log.End())
	}
}

func TestEmptyRequestIsAcceptedAndNotKept(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: quickLimits()})
	accept(t, r, teamA, "")
	if r.log.End() != 1 {
		t.Errorf("end of the log = %d", r.log.End())
	}
}

// enormous decodes as words does, into rows that no batch can take: they hold
// more bytes than rows may, which nobody touches.
type enormous struct{ words }

func (e enormous) Decode(form ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	outcome, err := e.words.Decode(form, payload, received, into)
	if string(payload) == "enormous" {
		body := make([]byte, telemetry.RowsBytesMax+1)
		copy(body, into.Logs.Body.Bytes)
		into.Logs.Body.Bytes = body
	}
	return outcome, err
}

func TestRowsThatNoBatchTakesAreStored(t *testing.T) {
	t.Parallel()
	limits := quickLimits()
	limits.MemoryBytes = 16 << 30
	r := start(t, rigOptions{limits: limits, decoder: enormous{}})
	for _, payload := range []string{"before", "enormous", "behind"} {
		accept(t, r, teamA, payload)
	}
	drained(t, r)
	wantOnce(t, r.sink, "before", "enormous", "behind")
}

func TestBatchClosesByRowsBytesAndAge(t *testing.T) {
	t.Parallel()
	cases := map[string]ingest.Limits{
		"rows":  {BatchRows: 3, BatchAge: time.Hour},
		"bytes": {BatchBytes: 200, BatchAge: time.Hour},
		"age":   {BatchAge: 10 * time.Millisecond},
	}
	for name, limits := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits.FlushTime = time.Millisecond
			r := start(t, rigOptions{limits: limits})
			accept(t, r, teamA, "1 2 3 4")
			testkit.Eventually(t, 5*time.Second, "the batch is stored", func() bool { return len(r.sink.bodies()) == 4 })
		})
	}
}

func TestRequestsShareABatch(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: ingest.Limits{BatchAge: time.Hour}})
	for i := range 50 {
		accept(t, r, teamA, fmt.Sprint(i))
	}
	r.stop()
	if n := r.sink.blocksStored(); n != 1 {
		t.Errorf("%d blocks for 50 requests within a moment", n)
	}
}

func TestStopStoresWhatIsInMemory(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: ingest.Limits{BatchAge: time.Hour}})
	accept(t, r, teamA, "1")
	accept(t, r, teamB, "2")
	r.stop()
	wantOnce(t, r.sink, "1", "2")
	if r.log.Committed() != r.log.End() {
		t.Error("the cursor was not moved")
	}
}

func TestStopDoesNotWaitForAnEngineThatIsAway(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: ingest.Limits{BatchAge: time.Millisecond, FlushTime: 20 * time.Second}})
	r.sink.before = func(int) error { return errAway }
	accept(t, r, teamA, "1")
	testkit.Eventually(t, 5*time.Second, "the insert fails", func() bool {
		r.sink.mu.Lock()
		defer r.sink.mu.Unlock()
		return r.sink.calls > 0
	})
	begun := time.Now()
	r.stop()
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("stopping took %s", took)
	}
}

func TestUnknownOutcomeIsAskedBeforeItIsSentAgain(t *testing.T) {
	t.Parallel()
	s := newSink()
	failed := false
	s.after = func(int) error { // stored, and the answer lost
		if failed {
			return nil
		}
		failed = true
		return errAway
	}
	r := start(t, rigOptions{sink: s, limits: quickLimits()})
	accept(t, r, teamA, "1 2")
	drained(t, r)
	wantOnce(t, s, "1", "2")
	if s.calls != 1 {
		t.Errorf("%d inserts", s.calls)
	}
}

func TestFailedInsertIsSentAgain(t *testing.T) {
	t.Parallel()
	s := newSink()
	s.before = func(call int) error {
		if call < 3 {
			return errAway
		}
		return nil
	}
	r := start(t, rigOptions{sink: s, limits: quickLimits()})
	accept(t, r, teamA, "1 2")
	drained(t, r)
	wantOnce(t, s, "1", "2")
}

func TestRowsOfATeamThatIsGoneAreDropped(t *testing.T) {
	t.Parallel()
	s := newSink()
	s.before = func(int) error { return errors.New("unknown database") }
	r := start(t, rigOptions{sink: s, limits: quickLimits(), teams: teams{gone: teamA}})
	accept(t, r, teamA, "1")
	drained(t, r)
	if len(s.bodies()) != 0 {
		t.Error("rows of a team that is gone are stored")
	}
}
