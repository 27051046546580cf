package evaltest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/stack"
)

// waitMax is how long windows wait for a node that says nothing.
const waitMax = 5 * time.Minute

// at returns a time of the day.
func at(clock string) time.Time {
	t, err := time.Parse(time.TimeOnly, clock)
	if err != nil {
		panic(err)
	}
	day := noon().Truncate(24 * time.Hour)
	return day.Add(t.Sub(t.Truncate(24 * time.Hour)))
}

// until moves the clock to a time.
func (w *world) until(at time.Time) { w.clock.Advance(at.Sub(w.clock.Now())) }

// run lets an evaluator work for a while.
func (w *world) run(e *evaluator.Evaluator, d time.Duration) {
	w.t.Helper()
	for range int(d / time.Second) {
		w.clock.Advance(time.Second)
		w.pass(e)
	}
}

// says has a node say that it has stored what it received before a time: of every
// team, and of those for which there is another one.
func (w *world) says(node string, through time.Time, teams map[string]time.Time) {
	w.t.Helper()
	all := alerting.Watermark{Node: node, NodeName: "host of " + node, Through: through, SaidAt: w.clock.Now()}
	list := []alerting.Watermark{all}
	for team, through := range teams {
		all.TeamID, all.Through = team, through
		list = append(list, all)
	}
	w.ok(w.SaveWatermarks(w.t.Context(), list))
}

// stands returns up to when an alert of a team is evaluated, its state, and what it
// shows.
func (w *world) stands(team, n int) string {
	w.t.Helper()
	a, err := w.AlertByID(w.t.Context(), id(team), id(n))
	w.ok(err)
	shown := []string{a.Progress.Through.Format(time.TimeOnly), string(a.State)}
	for _, f := range a.Failures {
		shown = append(shown, f.Type+": "+f.Message)
	}
	return strings.Join(shown, " ")
}

func (w *world) wantStands(team, n int, want string) {
	w.t.Helper()
	if got := w.stands(team, n); got != want {
		w.t.Errorf("at %s alert %d is %q, want %q", w.clock.Now().Format(time.TimeOnly), n, got, want)
	}
}

// TestWindowsWaitForWhatIsNotStored has a node fall behind with the telemetry of a
// team, and another one with that of all.
func TestWindowsWaitForWhatIsNotStored(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(1)
		w.ok(w.CreateTeam(t.Context(), stack.Team{ID: id(9), Name: "other", CreatedAt: noon(), Version: 1}))
		w.alert(20, func(a *stack.AlertSpec) { a.DelaySeconds = 10 })
		other := w.alert(21, func(a *stack.AlertSpec) { a.DelaySeconds = 10 })
		other.TeamID, other.ID = id(9), id(22)
		w.ok(w.CreateAlert(t.Context(), other))
		e := w.evaluator()
		w.says("a", noon(), nil)
		w.pass(e)

		w.until(at("12:01:10"))
		late := map[string]time.Time{id(1): at("12:00:55")}
		w.says("a", at("12:01:08"), late)
		w.says("b", at("12:01:05"), nil) // the ordinary state
		w.pass(e)
		w.wantStands(1, 20, "12:00:00 inactive")
		w.wantStands(9, 22, "12:01:00 firing")

		w.until(at("12:01:20"))
		w.says("a", at("12:01:18"), late)
		w.says("b", at("12:01:19"), nil)
		w.pass(e)
		w.wantStands(1, 20, "12:00:00 inactive "+evaluator.FailureQuery+": telemetry received since 2026-11-01 12:00:55 UTC is not stored yet on host of a")
		if waiting := w.metric("cairn_alerting_evaluations_total"); waiting == 0 {
			t.Error("nothing is counted")
		}

		w.until(at("12:03:30")) // the second window is complete, the third is not
		w.says("a", at("12:03:29"), map[string]time.Time{id(1): at("12:02:10")})
		w.says("b", at("12:03:29"), nil)
		w.pass(e)
		w.wantStands(1, 20, "12:02:00 inactive "+evaluator.FailureQuery+": telemetry received since 2026-11-01 12:02:10 UTC is not stored yet on host of a")
		w.wantStands(9, 22, "12:03:00 inactive")

		w.until(at("12:04:10"))
		w.says("a", at("12:04:09"), nil)
		w.says("b", at("12:03:15"), nil)
		w.pass(e)
		w.wantStands(1, 20, "12:03:00 inactive")
		w.wantStands(9, 22, "12:03:00 inactive")
		w.until(at("12:04:12"))
		w.says("b", at("12:04:10"), nil)
		w.pass(e)
		w.wantStands(9, 22, "12:04:00 inactive")
		want := []string{"01 12:01 inactive>firing 20", "01 12:02 firing>inactive 1"}
		if diff := cmp.Diff(want, w.history(20)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestNothingIsEvaluatedBeforeItIsStored has what is not stored get older and
// younger: a window that is evaluated could be so before that was received, or no
// more than StoredWithin is missing.
func TestNothingIsEvaluatedBeforeItIsStored(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(1)
		delays := []time.Duration{0, 10 * time.Second, 20 * time.Second}
		for i, delay := range delays {
			w.alert(20+i, func(a *stack.AlertSpec) { a.DelaySeconds = int(delay.Seconds()) })
		}
		e := w.evaluator()
		w.pass(e)
		before, evaluated, waited := map[int]time.Time{}, 0, 0
		for second := range 400 {
			w.clock.Advance(time.Second)
			now := w.clock.Now()
			through := now.Add(-time.Duration(second*7%41) * time.Second)
			w.says("a", through, nil)
			w.pass(e)
			for i, delay := range delays {
				a, err := w.AlertByID(t.Context(), id(1), id(20+i))
				w.ok(err)
				end := a.Progress.Through
				if due := end.Add(delay); end.After(before[i]) {
					evaluated++
					if due.After(through) && now.Sub(through) > alerting.StoredWithin {
						t.Errorf("a window that is due at %s was evaluated at %s, with what was stored up to %s", due, now, through)
					}
				} else if now.After(due.Add(time.Minute)) {
					waited++
				}
				before[i] = end
			}
		}
		if evaluated < len(delays)*6 || waited == 0 {
			t.Errorf("%d windows were evaluated, %d had to wait", evaluated, waited)
		}
	})
}

// TestDeadNodeIsWaitedForWithinABound has a node say nothing any more: windows
// wait, go on after a while, and say what they may lack.
func TestDeadNodeIsWaitedForWithinABound(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(1)
		w.alert(20, func(a *stack.AlertSpec) { a.DelaySeconds = 10 })
		e := w.evaluator()
		w.pass(e)
		w.until(at("12:00:50"))
		w.says("a", at("12:00:48"), nil)
		end := at("12:00:50").Add(waitMax)
		for w.clock.Now().Before(end) {
			w.pass(e)
			w.wantStandsAt(20, "12:00:00")
			w.clock.Advance(time.Second)
		}
		w.run(e, alerting.RetryMax)
		w.wantStands(1, 20, "12:06:00 inactive")
		lacking := "01 12:01 incomplete inactive>inactive -"
		want := []string{"01 12:01 error inactive>error -", "01 12:01 inactive>firing 20", lacking, "01 12:02 firing>inactive 1", "01 12:06 recovered error>inactive -"}
		if diff := cmp.Diff(sorted(want), sorted(w.history(20))); diff != "" {
			t.Error(diff)
		}
		entries, err := w.AlertHistory(t.Context(), id(1), id(20), alerting.Span{Limit: 10})
		w.ok(err)
		for _, entry := range entries {
			if entry.Kind == alerting.HistoryIncomplete && entry.Message != "telemetry that host of a received since 2026-11-01 12:00:48 UTC may be missing: it was last heard of at 2026-11-01 12:00:50 UTC" {
				t.Errorf("%q", entry.Message)
			}
		}
		w.ok(w.ReleaseShards(t.Context(), e.Owner))
		next := w.evaluator() // knows that the node is given up
		w.clock.Advance(time.Minute)
		w.pass(next)
		w.wantStands(1, 20, "12:07:00 inactive")
	})
}

func (w *world) wantStandsAt(n int, through string) {
	w.t.Helper()
	if got := w.stands(1, n); !strings.HasPrefix(got, through) {
		w.t.Fatalf("at %s: %s", w.clock.Now().Format(time.TimeOnly), got)
	}
}

// TestNodeThatComesBackIsWaitedFor has a node come back with a log of what it had
// received, before the bound and after it.
func TestNodeThatComesBackIsWaitedFor(t *testing.T) {
	for _, away := range []time.Duration{time.Minute, waitMax + 2*time.Minute} {
		t.Run(fmt.Sprint(away), func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				w.telemetry = burst(1)
				w.alert(20, func(a *stack.AlertSpec) { a.DelaySeconds = 10 })
				e := w.evaluator()
				w.pass(e)
				w.until(at("12:00:50"))
				w.says("a", at("12:00:48"), nil)
				w.run(e, away)
				through := w.stands(1, 20)
				isGivenUp := !strings.HasPrefix(through, "12:00:00")
				if isGivenUp != (away > waitMax) {
					t.Fatal(through)
				}
				w.says("a", at("12:00:40"), nil)
				for range 90 {
					w.clock.Advance(time.Second)
					w.says("a", at("12:00:40"), nil)
					w.pass(e)
				}
				w.wantStandsAt(20, through[:len("12:00:00")])
				w.says("a", w.clock.Now(), nil)
				w.clock.Advance(alerting.RetryMax)
				w.says("a", w.clock.Now(), nil)
				w.pass(e)
				w.wantStands(1, 20, w.clock.Now().Add(-10*time.Second).Truncate(time.Minute).Format(time.TimeOnly)+" inactive")
			})
		})
	}
}

// TestAbsenceCountsWhileSomebodyWatches has everything be away for longer than the
// bound: an evaluator that is back first waits for the others.
func TestAbsenceCountsWhileSomebodyWatches(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(1)
		w.alert(20, nil)
		before := w.evaluator()
		w.pass(before)
		w.ok(w.ReleaseShards(t.Context(), before.Owner))
		w.says("a", at("12:00:28"), nil)
		w.until(at("13:00:00"))
		e := w.evaluator()
		for range int(waitMax / time.Second) {
			w.pass(e)
			w.wantStandsAt(20, "12:00:00")
			w.clock.Advance(time.Second)
		}
		w.says("a", w.clock.Now(), nil)
		w.clock.Advance(alerting.RetryMax)
		w.says("a", w.clock.Now(), nil)
		w.pass(e)
		w.wantStands(1, 20, "13:06:00 inactive")
	})
}
