package ingest_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/testkit"
)

// wantUnstored wants teams to have telemetry that is not stored since times no
// later than those, and no others.
func wantUnstored(t *testing.T, r *rig, want map[string]time.Time) {
	t.Helper()
	got := r.Unstored()
	for team, since := range got {
		if latest, expected := want[team]; !expected || since.After(latest) {
			t.Errorf("team %q since %s, want no later than %s (%v)", team, since, latest, expected)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestUnstoredNamesTheTeamThatWaits holds inserts of one team, and lets another
// find no room in memory or enough of it.
func TestUnstoredNamesTheTeamThatWaits(t *testing.T) {
	t.Parallel()
	for name, memory := range map[string]int64{"in memory": 0, "left to the log": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSink()
			held := newGate()
			t.Cleanup(held.Open)
			s.hold = map[string]*gate{teamA: held}
			limits := quickLimits()
			limits.MemoryBytes = memory
			r := start(t, rigOptions{sink: s, limits: limits})
			for i := range 20 {
				accept(t, r, teamB, fmt.Sprint("b", i))
			}
			testkit.Eventually(t, 10*time.Second, "all is stored", func() bool { return len(r.Unstored()) == 0 })
			before := time.Now()
			for i := range 20 {
				accept(t, r, teamA, fmt.Sprint("a", i))
			}
			since := r.Unstored()[teamA]
			if since.Before(before.Add(-time.Second)) || since.After(time.Now()) {
				t.Errorf("since %s, sent from %s on", since, before)
			}
			wantUnstored(t, r, map[string]time.Time{teamA: since})
			held.Open()
			drained(t, r)
			wantUnstored(t, r, nil)
		})
	}
}

// TestUnstoredCountsWhatIsParked has a shard die that may have a block.
func TestUnstoredCountsWhatIsParked(t *testing.T) {
	t.Parallel()
	f := newFleet(3)
	f.sinks[0].after = func(int) error {
		f.set(0, true)
		return errShardAway
	}
	r := start(t, rigOptions{shards: f, limits: quickLimits()})
	for i := range 12 {
		accept(t, r, teamA, fmt.Sprint("w", i))
		testkit.Eventually(t, 10*time.Second, "it is stored", func() bool { return len(f.bodies()) == i+1 })
	}
	testkit.Eventually(t, 10*time.Second, "one batch waits", func() bool { return r.State().MemoryBytes == 0 })
	wantUnstored(t, r, map[string]time.Time{teamA: time.Now()})
	f.sinks[0].mu.Lock()
	f.sinks[0].after = nil
	f.sinks[0].mu.Unlock()
	f.set(0, false)
	drained(t, r)
	wantUnstored(t, r, nil)
}

// TestUnstoredOfEarlierLivesIsOfEveryTeam starts over a log with a backlog.
func TestUnstoredOfEarlierLivesIsOfEveryTeam(t *testing.T) {
	t.Parallel()
	dir, s := t.TempDir(), newSink()
	s.before = func(int) error { return errShardAway }
	limits := quickLimits()
	limits.FlushTime = time.Nanosecond
	r := start(t, rigOptions{dir: dir, sink: s, limits: limits})
	accept(t, r, teamA, "early")
	received := time.Now()
	r.stop()
	next := prepare(t, rigOptions{dir: dir, sink: newSink(), limits: limits})
	wantUnstored(t, next, map[string]time.Time{ingest.EveryTeam: received})
	if next.Unstored()[ingest.EveryTeam].Before(received.Add(-time.Minute)) {
		t.Errorf("since %s, received at %s", next.Unstored()[ingest.EveryTeam], received)
	}
	if err := next.log.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := start(t, rigOptions{dir: dir, limits: limits})
	drained(t, again)
	testkit.Eventually(t, 10*time.Second, "nothing is unstored", func() bool { return len(again.Unstored()) == 0 })
}

// TestUnstoredMissesNothing asks while requests come in, a sink that fails, and
// little memory: what is acknowledged and not stored is always counted.
func TestUnstoredMissesNothing(t *testing.T) {
	t.Parallel()
	for run := range testkit.Size(t, "CAIRN_UNSTORED_RUNS", 6) {
		t.Run(fmt.Sprint(run), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(testkit.Seed(t, uint64(run)), 63))
			s := newSink()
			misbehave(s, random)
			limits := quickLimits()
			limits.MemoryBytes = int64(8+run*8) << 10
			r := start(t, rigOptions{sink: s, limits: limits})
			var senders sync.WaitGroup
			for sender := range 4 {
				senders.Go(func() { sendAndLook(t, r, s, []string{teamA, teamB}[sender%2], sender) })
			}
			senders.Wait()
			s.mu.Lock()
			s.before, s.after = nil, nil
			s.mu.Unlock()
			drained(t, r)
			wantUnstored(t, r, nil)
		})
	}
}

// sendAndLook sends requests, and after each wants all of its own that are not
// stored to be counted.
func sendAndLook(t *testing.T, r *rig, s *sink, team string, sender int) {
	sent := map[string]time.Time{}
	for i := range 40 {
		word := fmt.Sprintf("%d.%d", sender, i)
		if _, err := r.Accept(t.Context(), team, logs(word)); err != nil {
			t.Errorf("Accept: %v", err)
			return
		}
		sent[word] = time.Now()
		since, found := r.Unstored()[team]
		stored := s.bodies()
		for word, at := range sent {
			if stored[word] == 0 && (!found || since.After(at)) {
				t.Errorf("%s of %s is not stored, and counted since %s (%v)", word, at, since, found)
			}
		}
	}
}
