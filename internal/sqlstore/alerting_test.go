package sqlstore_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

var (
	_ alerting.TaskStore   = (*sqlstore.Store)(nil)
	_ alerting.LeaseStore  = (*sqlstore.Store)(nil)
	_ alerting.RecordStore = (*sqlstore.Store)(nil)
)

// withAlerts adds alerts to a dashboard of team 1.
func withAlerts(t *testing.T, s *sqlstore.Store, numbers ...int) {
	t.Helper()
	ok(t, s.CreateDashboard(t.Context(), stack.Dashboard{Record: record(10)}))
	for _, n := range numbers {
		ok(t, s.CreateAlert(t.Context(), alert(n, id(10))))
	}
}

// claimed returns the tasks of the owner a, who holds everything.
func claimed(t *testing.T, s *sqlstore.Store) []alerting.Task {
	t.Helper()
	const owner = "a"
	if held, err := s.ClaimShards(t.Context(), owner, time.Hour); err != nil || held != alerting.Shards {
		t.Fatalf("%d shards, %v", held, err)
	}
	return due(t, s, owner, now)
}

func due(t *testing.T, s *sqlstore.Store, owner string, at time.Time) []alerting.Task {
	t.Helper()
	tasks, err := s.DueTasks(t.Context(), owner, at, 100)
	ok(t, err)
	return tasks
}

func save(t *testing.T, s *sqlstore.Store, turn alerting.Turn) bool {
	t.Helper()
	saved := false
	ok(t, s.InTx(t.Context(), func(ctx context.Context) (err error) {
		saved, err = s.SaveTurn(ctx, turn)
		return err
	}))
	return saved
}

// turnOf returns a turn that evaluates the task's next window of a minute.
func turnOf(task alerting.Task) alerting.Turn {
	return alerting.Turn{Task: task, Progress: alerting.Progress{
		Through: now.Add(-time.Minute), OpenSince: now.Add(time.Minute), DueAt: now.Add(time.Minute),
	}}
}

func TestAlertsAreDueWhenTheyAreMadeAndChanged(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		withAlerts(t, s, 20, 21)
		tasks := claimed(t, s)
		if len(tasks) != 2 || tasks[0].Alert.ID != id(20) || tasks[0].Revision != 0 || !tasks[0].Alert.Progress.Through.IsZero() {
			t.Fatalf("%+v", tasks)
		}
		for _, task := range tasks {
			if !save(t, s, turnOf(task)) {
				t.Error("the turn was not saved")
			}
		}
		if left := due(t, s, "a", now); len(left) != 0 {
			t.Errorf("still due: %+v", left)
		}
		got, err := s.AlertByID(t.Context(), id(1), id(20))
		if err != nil || !got.Progress.Through.Equal(now.Add(-time.Minute)) || got.Progress.Lag(now.Add(2*time.Minute)) != time.Minute || got.Version != 1 {
			t.Errorf("%+v, %v", got.Progress, err)
		}
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error { _, err := s.UpdateAlert(ctx, alert(21, id(10))); return err }))
		if left := due(t, s, "a", now); len(left) != 1 || left[0].Alert.ID != id(21) || left[0].Alert.Version != 2 {
			t.Errorf("due after an edit: %+v", left)
		}
		waiting, err := s.EvaluatorLag(t.Context(), "a", now.Add(2*time.Minute))
		ok(t, err)
		if diff := cmp.Diff([]alerting.Waiting{{Interval: got.Interval, Since: now.Add(time.Minute)}}, waiting); diff != "" {
			t.Error(diff)
		}
		failing := turnOf(due(t, s, "a", now)[0])
		failing.Progress = alerting.Progress{OpenSince: now, DueAt: now.Add(time.Hour), Attempts: 3}
		save(t, s, failing)
		waiting, err = s.EvaluatorLag(t.Context(), "a", now.Add(2*time.Minute))
		ok(t, err)
		want := []alerting.Waiting{{Interval: got.Interval, Since: now.Add(time.Minute)}, {Interval: got.Interval, Since: now, Failing: true}}
		if diff := cmp.Diff(want, waiting); diff != "" {
			t.Error(diff)
		}
		if none, err := s.EvaluatorLag(t.Context(), "a", now.Add(-time.Minute)); err != nil || len(none) > 0 {
			t.Errorf("waiting: %v, %v", none, err)
		}
	})
}

func TestTurnIsSavedOnceAndOnlyByTheOwner(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		withAlerts(t, s, 20)
		first := turnOf(claimed(t, s)[0])
		second := first
		if !save(t, s, first) || save(t, s, second) {
			t.Error("a window was evaluated twice, or not at all")
		}
		stale := turnOf(due(t, s, "a", now.Add(time.Hour))[0])
		ok(t, s.ReleaseShards(t.Context(), "a"))
		if held, err := s.ClaimShards(t.Context(), "b", time.Hour); err != nil || held != alerting.Shards {
			t.Fatalf("%d shards, %v", held, err)
		}
		if save(t, s, stale) {
			t.Error("an evaluator wrote after it had lost its shard")
		}
		if !save(t, s, turnOf(due(t, s, "b", now.Add(time.Hour))[0])) {
			t.Error("the new owner can't write")
		}
		late := turnOf(due(t, s, "b", now.Add(time.Hour))[0])
		ok(t, s.DeleteAlert(t.Context(), id(1), id(20)))
		if save(t, s, late) {
			t.Error("a deleted alert was evaluated")
		}
	})
}

func TestTurnWritesEverything(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		withAlerts(t, s, 20)
		value, most := 3.5, 2.5
		window := alerting.Window{Start: now.Add(-time.Minute).Truncate(time.Minute), End: now.Truncate(time.Minute)}
		group := alerting.Group{Key: "k", Values: []alerting.GroupValue{{Name: "host", Value: "a\x00b"}}}
		turn := turnOf(claimed(t, s)[0])
		turn.Changed = true
		turn.Groups = map[string]alerting.GroupState{"k": {Values: group.Values, Group: evaluate.Group{
			State: stack.StateFiring, Breaches: 2, QuietSince: window.Start, ToldAt: window.End}}}
		turn.Status = &stack.AlertStatus{State: stack.StateFiring}
		turn.History = []alerting.HistoryEntry{{Kind: alerting.HistoryTransition, Group: group, Window: window, From: stack.StateInactive,
			To: stack.StateFiring, Value: &value, Threshold: 1, ThresholdMax: &most, RecordedAt: now}}
		turn.Evaluations = []alerting.Evaluation{{Window: window, State: stack.StateFiring, GroupsTotal: 1, Query: 7 * time.Millisecond, At: now,
			Groups: []alerting.GroupResult{{Values: group.Values, Value: &value, Breached: true, State: stack.StateFiring}}}}
		if !save(t, s, turn) {
			t.Fatal("the turn was not saved")
		}
		got := due(t, s, "a", now.Add(time.Hour))[0]
		if diff := cmp.Diff(turn.Groups, got.Groups); diff != "" || got.Alert.State != stack.StateFiring || got.Alert.Version != 2 {
			t.Errorf("%s, version %d (-want +got):\n%s", got.Alert.State, got.Alert.Version, diff)
		}
		history, err := s.AlertHistory(t.Context(), id(1), id(20), alerting.Span{Limit: 10})
		if diff := cmp.Diff(turn.History, history, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		evaluations, err := s.AlertEvaluations(t.Context(), id(1), id(20), alerting.Span{To: window.End.Add(time.Second), Limit: 10})
		if diff := cmp.Diff(turn.Evaluations, evaluations); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if theirs, err := s.AlertHistory(t.Context(), id(2), id(20), alerting.Span{Limit: 10}); err != nil || len(theirs) != 0 {
			t.Errorf("another team reads %v, %v", theirs, err)
		}
		again := turnOf(got)
		again.History = turn.History
		if err := s.InTx(t.Context(), func(ctx context.Context) error { _, err := s.SaveTurn(ctx, again); return err }); err == nil {
			t.Error("a transition was written twice")
		}
		gone := turnOf(got)
		gone.Changed, gone.Groups = true, map[string]alerting.GroupState{}
		if !save(t, s, gone) || len(due(t, s, "a", now.Add(time.Hour))[0].Groups) != 0 {
			t.Error("the group stayed")
		}
	})
}

func TestOldRecordsAreDropped(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		withAlerts(t, s, 20)
		task := claimed(t, s)[0]
		at := func(n int64) alerting.Window {
			start := time.UnixMilli(0).Add(time.Duration(n) * time.Minute)
			return alerting.Window{Start: start, End: start.Add(time.Minute)}
		}
		const last = 64*100 - 1 // its end is a multiple of 64 minutes
		for _, n := range []int64{1, last - alerting.EvaluationsMax - 1, last - alerting.EvaluationsMax, last} {
			turn := turnOf(task)
			turn.Evaluations = []alerting.Evaluation{{Window: at(n), At: now}}
			turn.History = []alerting.HistoryEntry{{Kind: alerting.HistoryTransition, Window: at(n), RecordedAt: now}}
			if !save(t, s, turn) {
				t.Fatal("the turn was not saved")
			}
			task.Revision++
		}
		evaluations, err := s.AlertEvaluations(t.Context(), id(1), id(20), alerting.Span{Limit: 10})
		if err != nil || len(evaluations) != 2 {
			t.Errorf("%d evaluations are left, %v", len(evaluations), err)
		}
		turn := turnOf(task)
		turn.History = []alerting.HistoryEntry{{Kind: alerting.HistoryTransition, Window: at(int64(alerting.HistoryAgeMax/time.Minute) + 2), RecordedAt: now}}
		save(t, s, turn)
		history, err := s.AlertHistory(t.Context(), id(1), id(20), alerting.Span{Limit: 10})
		if err != nil || len(history) != 4 {
			t.Errorf("%d entries are left, %v", len(history), err)
		}
	})
}

func TestShardsAreShared(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		at := now
		o.Now = func() time.Time { return at }
		s := open(t, o)
		claim := func(owner string, want int) {
			t.Helper()
			if held, err := s.ClaimShards(t.Context(), owner, time.Hour); err != nil || held != want {
				t.Errorf("%s holds %d, want %d; %v", owner, held, want, err)
			}
		}
		claim("a", 64)
		claim("b", 0)
		claim("a", 32)
		claim("b", 32)
		claim("c", 0)
		claim("a", 22)
		claim("b", 22)
		claim("c", 20)
		ok(t, s.ReleaseShards(t.Context(), "a"))
		claim("b", 32)
		claim("c", 32)
		if o.URL == "" {
			at = at.Add(2 * time.Hour)
			claim("d", 64) // everybody else is gone
			claim("b", 0)
		}
	})
}

func TestClaimsByManyGiveEachShardOneOwner(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		done := make(chan error)
		for n := range 4 {
			go func() {
				var err error
				for range 20 {
					_, claimErr := s.ClaimShards(context.Background(), fmt.Sprint(n), time.Hour)
					err = cmpErr(err, claimErr)
				}
				done <- err
			}()
		}
		for range 4 {
			ok(t, <-done)
		}
		total := 0
		for range 2 { // the first round gives back what is too much
			total = 0
			for n := range 4 {
				held, err := s.ClaimShards(t.Context(), fmt.Sprint(n), time.Hour)
				ok(t, err)
				total += held
			}
		}
		if total != alerting.Shards {
			t.Errorf("%d shards are held", total)
		}
	})
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
