package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// gauges decodes payloads such as "a b": a point of a gauge for each word, which
// is its name and all of its series.
type gauges struct{}

func (gauges) Decode(_ ingest.Form, payload []byte, received time.Time, into *telemetry.Rows) (telemetry.Outcome, error) {
	writer := into.Write(telemetry.DefaultLimits(), received)
	writer.BeginResource()
	origin := writer.EndScope(writer.EndResource(nil), telemetry.Scope{})
	for _, word := range strings.Fields(string(payload)) {
		metric := writer.Metric(&telemetry.MetricHead{Name: []byte(word)}, origin)
		writer.BeginPoint(len(word))
		point := telemetry.NumberPoint{PointHead: telemetry.PointHead{Time: uint64(received.UnixNano())}, HasValue: true}
		writer.EndNumber(telemetry.Gauge, &point, metric)
	}
	return writer.End(), nil
}

func points(words ...string) ingest.Request {
	return ingest.Request{Form: ingest.Form{Signal: telemetry.Metrics}, Payload: []byte(strings.Join(words, " "))}
}

// idOf returns the series of a word.
func idOf(t *testing.T, word string) uint64 {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Metrics)
	if _, err := (gauges{}).Decode(ingest.Form{}, []byte(word), time.Now(), rows); err != nil {
		t.Fatal(err)
	}
	return rows.Points[telemetry.Gauge].Series[0]
}

// index is an index of series in memory.
type index struct {
	mu     sync.Mutex
	series map[string]map[uint64]telemetry.Day
	err    error
	asked  int
}

func (x *index) ActiveSeries(_ context.Context, team string, from telemetry.Day, each func([]uint64, []telemetry.Day)) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.asked++
	if x.err != nil {
		return x.err
	}
	for id, day := range x.series[team] {
		if day >= from {
			each([]uint64{id}, []telemetry.Day{day})
		}
	}
	return nil
}

func (x *index) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.err = err
}

func (x *index) times() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.asked
}

func limited(series int) ingest.Limits {
	limits := quickLimits()
	limits.Series = series
	return limits
}

// sendPoints sends words and returns how many of them were refused.
func sendPoints(t *testing.T, r *rig, team string, words ...string) int {
	t.Helper()
	o, err := r.Accept(t.Context(), team, points(words...))
	if err != nil {
		t.Fatal(err)
	}
	if o.Accepted+o.Rejected != len(words) || o.Count(telemetry.RejectedSeries) != o.Rejected {
		t.Errorf("%v: %d accepted, %d rejected: %s", words, o.Accepted, o.Rejected, o.Message())
	}
	return o.Rejected
}

func TestNewSeriesBeyondTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	r := start(t, rigOptions{limits: limited(3), decoder: gauges{}, index: &index{}})
	for _, step := range []struct {
		words   string
		refused int
	}{
		{"a b", 0}, {"a c", 0}, {"d", 1}, {"a d b e c", 2}, {"d d a", 2}, {"a b c", 0},
	} {
		if got := sendPoints(t, r, teamA, strings.Fields(step.words)...); got != step.refused {
			t.Errorf("%s: %d refused, want %d", step.words, got, step.refused)
		}
	}
	if got := sendPoints(t, r, teamB, "d", "e"); got != 0 {
		t.Errorf("another team: %d refused", got)
	}
	o, err := r.Accept(t.Context(), teamA, points("a", "new"))
	if want := "new series beyond the limit of the team, which is 3 active series: 1"; err != nil || o.Message() != want || o.Places != `a new series of "new"` {
		t.Errorf("%v %q %q", err, o.Message(), o.Places)
	}
	drained(t, r)
	if got := r.sink.bodies(); got["a"] != 6 || got["b"] != 3 || got["c"] != 3 || got["d"] != 1 || got["new"] != 0 {
		t.Errorf("stored: %v", got)
	}
	if s := r.SeriesState(); s.Active != 5 || s.Max != 3 || s.Fullest != 1 {
		t.Errorf("%+v", s)
	}
	r.ForgetTeam(teamA)
	if got := sendPoints(t, r, teamA, "x", "y"); got != 0 {
		t.Errorf("after the team is forgotten: %d refused", got)
	}
}

func TestConcurrentSendersStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	const most, senders, each = 50, 8, 40
	r := start(t, rigOptions{limits: limited(most), decoder: gauges{}, index: &index{}})
	var group sync.WaitGroup
	for sender := range senders {
		group.Go(func() {
			for i := range each {
				if _, err := r.Accept(t.Context(), teamA, points("old", fmt.Sprintf("s%d", (sender*7+i)%(2*most)))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	drained(t, r)
	stored := r.sink.bodies()
	if len(stored) != most || stored["old"] != senders*each {
		t.Errorf("%d series are stored, and the old one %d times", len(stored), stored["old"])
	}
}

// TestSeriesAreKnownAfterARestart starts anew with requests that are stored, in
// the log, or both, and with one whose series were refused.
func TestSeriesAreKnownAfterARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "wal")
	engine, seen := newSink(), &index{series: map[string]map[uint64]telemetry.Day{}}
	engine.before = func(int) error { return errors.New("away") }
	limits := limited(3)
	limits.FlushTime, limits.Refusals = time.Millisecond, 1<<30
	first := start(t, rigOptions{dir: dir, sink: engine, limits: limits, decoder: gauges{}, index: seen})
	today := telemetry.DayOf(time.Now().UnixNano())
	seen.mu.Lock()
	seen.series[teamA] = map[uint64]telemetry.Day{idOf(t, "stored"): today, idOf(t, "yesterday"): today - 1, idOf(t, "gone"): today - 2}
	seen.mu.Unlock()
	if got := sendPoints(t, first, teamA, "logged", "refused"); got != 1 {
		t.Fatalf("%d refused", got)
	}
	first.stop()

	engine.before = nil
	second := start(t, rigOptions{dir: dir, sink: engine, limits: limited(3), decoder: gauges{}, index: seen})
	if got := sendPoints(t, second, teamA, "stored", "yesterday", "logged"); got != 0 {
		t.Errorf("%d known series are refused", got)
	}
	if got := sendPoints(t, second, teamA, "refused", "gone"); got != 2 {
		t.Errorf("%d new series are refused, want 2", got)
	}
	drained(t, second)
	if got := engine.bodies(); got["logged"] != 2 || got["refused"] != 0 || got["stored"] != 1 {
		t.Errorf("stored: %v", got)
	}
}

// TestOldSeriesAreAcceptedWhileTheIndexIsAway holds that nothing old is refused
// because nobody knows whether it is.
func TestOldSeriesAreAcceptedWhileTheIndexIsAway(t *testing.T) {
	t.Parallel()
	today := telemetry.DayOf(time.Now().UnixNano())
	seen := &index{err: errors.New("away"), series: map[string]map[uint64]telemetry.Day{teamA: {idOf(t, "old"): today}}}
	r := start(t, rigOptions{limits: limited(1), decoder: gauges{}, index: seen})
	if got := sendPoints(t, r, teamA, "old", "new"); got != 0 {
		t.Errorf("%d refused", got)
	}
	seen.fail(nil)
	asked := seen.times()
	testkit.Eventually(t, 10*time.Second, "the index is read", func() bool { return seen.times() > asked })
	testkit.Eventually(t, 10*time.Second, "the limit holds", func() bool { return sendPoints(t, r, teamA, "old", fmt.Sprintf("newer%d", time.Now().UnixNano())) == 1 })
	if got := sendPoints(t, r, teamA, "old", "new"); got != 0 {
		t.Errorf("%d of what was accepted is refused", got)
	}
}

// TestSeriesAreForgottenAfterTwoMidnights moves the clock.
func TestSeriesAreForgottenAfterTwoMidnights(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	at := time.Now()
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); at = at.Add(d) }
	r := start(t, rigOptions{limits: limited(2), decoder: gauges{}, index: &index{}, now: clock})
	for _, step := range []struct {
		days, refused int
		words         string
	}{
		{0, 0, "a b"}, {1, 0, "a b"}, {0, 1, "c"}, {1, 0, "a"}, {0, 1, "c a b"}, {1, 0, "b"}, {1, 0, "c b"}, {0, 1, "a"}, {3, 0, "x y"}, {0, 2, "b c"},
	} {
		pass(time.Duration(step.days) * 24 * time.Hour)
		if got := sendPoints(t, r, teamA, strings.Fields(step.words)...); got != step.refused {
			t.Errorf("%+v: %d refused", step, got)
		}
	}
}
