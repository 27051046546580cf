package evaltest_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// burst returns telemetry whose value is 20 in so many minutes after noon, and
// 1 otherwise.
func burst(minutes int) func(stack.Alert, time.Time) map[string]float64 {
	return func(_ stack.Alert, start time.Time) map[string]float64 {
		minute := int(start.Sub(noon().Truncate(time.Hour)).Minutes())
		if minute >= 0 && minute < minutes {
			return map[string]float64{"": 20}
		}
		return map[string]float64{"": 1}
	}
}

func TestAlertFiresAndResolvesInItsTime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(2)
		w.alert(20, func(a *stack.AlertSpec) { a.DelaySeconds = 10 })
		e := w.evaluator()
		state := func(want stack.AlertState, through string, lag time.Duration) {
			t.Helper()
			w.pass(e)
			a, err := w.AlertByID(t.Context(), id(1), id(20))
			w.ok(err)
			if got := a.Progress.Through.Format("15:04"); a.State != want || got != through || a.Progress.Lag(w.clock.Now()) != lag {
				t.Errorf("at %s: %s through %s, lag %s", w.clock.Now().Format("15:04:05"), a.State, got, a.Progress.Lag(w.clock.Now()))
			}
		}
		state(stack.StateInactive, "12:00", 0) // the window before it was made
		w.clock.Advance(39 * time.Second)      // 12:01:09: late data may come
		state(stack.StateInactive, "12:00", 0)
		w.clock.Advance(time.Second)
		state(stack.StateFiring, "12:01", 0)
		w.clock.Advance(2 * time.Minute)
		state(stack.StateInactive, "12:03", 0)
		want := []string{"01 12:01 inactive>firing 20", "01 12:03 firing>inactive 1"}
		if diff := cmp.Diff(want, w.history(20)); diff != "" {
			t.Error(diff)
		}
		if len(w.told) != 2 || len(w.told[0].Sample) != 1 || w.told[0].Alert.State != stack.StateFiring || w.told[1].To != stack.StateInactive {
			t.Errorf("told: %+v", w.told)
		}
		evaluations, err := w.AlertEvaluations(t.Context(), id(1), id(20), alerting.Span{Limit: 10})
		if err != nil || len(evaluations) != 4 || *evaluations[2].Groups[0].Value != 20 || !evaluations[2].Groups[0].Breached {
			t.Errorf("%+v, %v", evaluations, err)
		}
	})
}

func TestDowntimeLeavesNoTrace(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		flapping := func(_ stack.Alert, start time.Time) map[string]float64 {
			return map[string]float64{"": float64(start.Unix() / 60 * 7 % 23)}
		}
		w.telemetry = flapping
		for n, interval := range []stack.Interval{"1m", "5m", "1h"} {
			w.alert(20+n, func(a *stack.AlertSpec) { a.Interval = interval })
		}
		other := newWorld(t, w.Kind())
		other.telemetry = flapping
		for n, interval := range []stack.Interval{"1m", "5m", "1h"} {
			other.alert(20+n, func(a *stack.AlertSpec) { a.Interval = interval })
		}
		awake, down := other.evaluator(), w.evaluator()
		w.pass(down)
		for range 6 * 30 { // three hours in minutes; one of them is down for all of it
			other.clock.Advance(time.Minute)
			other.pass(awake)
		}
		w.clock.Advance(3 * time.Hour)
		w.pass(down)
		for n := range 3 {
			if diff := cmp.Diff(other.history(20+n), w.history(20+n)); diff != "" || len(w.history(20)) == 0 {
				t.Errorf("alert %d (-awake +down):\n%s", n, diff)
			}
		}
		if len(w.told) != len(other.told) || w.metric("cairn_alerting_missed_windows_total") != 0 {
			t.Errorf("%d notices, want %d", len(w.told), len(other.told))
		}
	})
}

func TestWindowsBeyondTheHorizonAreSkippedAndSaid(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(0)
		w.alert(20, nil)
		e := w.evaluator()
		w.pass(e)
		w.clock.Advance(alerting.CatchUpMax + 10*time.Minute)
		w.pass(e)
		history := w.history(20)
		if len(history) != 1 || history[0] != "01 12:10 skipped inactive>inactive -" {
			t.Errorf("%q", history)
		}
		if missed := w.metric("cairn_alerting_missed_windows_total"); missed != 10 {
			t.Errorf("%g windows are missed", missed)
		}
		evaluations, err := w.AlertEvaluations(t.Context(), id(1), id(20), alerting.Span{Limit: 10_000})
		if err != nil || len(evaluations) < alerting.EvaluationsMax {
			t.Errorf("%d windows are evaluated, %v", len(evaluations), err)
		}
	})
}

func TestFailedQueryLeavesTheWindowOpen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(5)
		w.alert(20, nil)
		w.alert(21, nil)
		e := w.evaluator()
		w.pass(e)
		w.refuse[id(20)] = unavailable()
		w.clock.Advance(time.Minute)
		shown := func() stack.Alert {
			t.Helper()
			w.pass(e)
			a, err := w.AlertByID(t.Context(), id(1), id(20))
			w.ok(err)
			return a
		}
		first := shown()
		if first.State != stack.StateInactive || len(first.Failures) != 1 || first.Failures[0].Type != evaluator.FailureQuery || first.Failures[0].Message != "the engine is away" {
			t.Errorf("after one failure: %+v", first.AlertStatus)
		}
		if again := shown(); again.Version != first.Version {
			t.Error("a window was tried again at once")
		}
		w.clock.Advance(alerting.RetryMin)
		shown()
		w.clock.Advance(2 * alerting.RetryMin)
		if a := shown(); a.State != stack.StateError || a.StateBeforeError != stack.StateInactive || a.Progress.Lag(w.clock.Now()) < 15*time.Second {
			t.Errorf("after %d failures: %+v", alerting.ErrorAfter, a.AlertStatus)
		}
		evaluations, err := w.AlertEvaluations(t.Context(), id(1), id(20), alerting.Span{Limit: 1})
		if err != nil || evaluations[0].ErrorType != evaluator.FailureQuery || evaluations[0].Attempts != alerting.ErrorAfter {
			t.Errorf("%+v, %v", evaluations, err)
		}
		if other, err := w.AlertByID(t.Context(), id(1), id(21)); err != nil || other.State != stack.StateFiring {
			t.Errorf("another alert of the scan: %s, %v", other.State, err)
		}
		delete(w.refuse, id(20))
		w.clock.Advance(alerting.RetryMax)
		if a := shown(); a.State != stack.StateFiring || len(a.Failures) != 0 || a.StateBeforeError != "" {
			t.Errorf("after the engine is back: %+v", a.AlertStatus)
		}
		want := []string{"01 12:01 error inactive>error -", "01 12:01 inactive>firing 20", "01 12:02 recovered error>firing -"}
		if diff := cmp.Diff(want, w.history(20)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestAlertOnWhatIsGoneIsInErrorAtOnce holds that an alert whose source was
// deleted says so without waiting for further attempts.
func TestAlertOnWhatIsGoneIsInErrorAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(5)
		w.alert(20, nil)
		e := w.evaluator()
		w.pass(e)
		w.refuse[id(20)] = fault.New(fault.NotFound, "the source was deleted")
		w.clock.Advance(time.Minute)
		w.pass(e)
		a, err := w.AlertByID(t.Context(), id(1), id(20))
		w.ok(err)
		if a.State != stack.StateError || len(a.Failures) != 1 || a.Failures[0].Type != evaluator.FailureInvalid || a.Failures[0].Message != "the source was deleted" {
			t.Errorf("%+v", a.AlertStatus)
		}
	})
}

// TestSlowQueryIsNoAbsenceOfTheEngine has an alert show that its query takes
// too long, in the words of the engine's fault.
func TestSlowQueryIsNoAbsenceOfTheEngine(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(5)
		w.alert(20, nil)
		e := w.evaluator()
		w.pass(e)
		w.refuse[id(20)] = fault.Wrap(fault.Invalid, context.DeadlineExceeded, "the query took longer than 30 s")
		w.clock.Advance(time.Minute)
		for range alerting.ErrorAfter {
			w.pass(e)
			w.clock.Advance(alerting.RetryMax)
		}
		a, err := w.AlertByID(t.Context(), id(1), id(20))
		w.ok(err)
		if a.State != stack.StateError || len(a.Failures) != 1 || a.Failures[0].Type != evaluator.FailureTimeout || a.Failures[0].Message != "the query took longer than 30 s" {
			t.Errorf("%+v", a.AlertStatus)
		}
	})
}

func TestEditsTakeEffectAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = func(a stack.Alert, _ time.Time) map[string]float64 {
			if a.GroupBy == "" {
				return map[string]float64{"": 20}
			}
			return map[string]float64{"a": 20, "b": 1}
		}
		a := w.alert(20, func(a *stack.AlertSpec) { a.Interval = "1d" })
		e := w.evaluator()
		w.pass(e)
		a.Interval, a.GroupBy = "1m", "host"
		w.edit(a)
		w.pass(e)
		a.GroupBy = "pod"
		w.edit(a)
		w.clock.Advance(time.Minute)
		w.pass(e)
		got := w.history(20)
		if len(got) != 5 || got[0] != "01 00:00 inactive>firing 20" || got[1] != "01 00:01 a inactive>firing 20" {
			t.Errorf("%q", got)
		}
		tail := []string{"01 12:01 a firing>inactive -", "01 12:01 a inactive>firing 20"}
		if diff := cmp.Diff(tail, sorted(got[len(got)-2:])); diff != "" {
			t.Errorf("%q\n%s", got, diff)
		}
	})
}

func sorted(lines []string) []string {
	slices.Sort(lines)
	return lines
}
