package evaltest_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

// TestStoppedEvaluatorCannotWrite stops an evaluator after it has read its
// alerts. Another takes its shards over; when the first goes on, nothing that
// it decided is written or told.
func TestStoppedEvaluatorCannotWrite(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.telemetry = burst(60)
		w.alert(20, nil)
		stopped, next := w.evaluator(), w.evaluator()
		w.pass(stopped)
		w.clock.Advance(time.Minute)
		w.blocked, w.reading = make(chan struct{}), make(chan struct{})
		done := make(chan error)
		go func() { done <- stopped.Pass(t.Context()) }()
		<-w.reading
		if w.Kind() == sqlstore.KindPostgres { // whose clock is not the test's
			w.ok(w.ReleaseShards(t.Context(), stopped.Owner))
		}
		w.clock.Advance(2 * evaluator.LeaseTTL)
		held, err := w.ClaimShards(t.Context(), next.Owner, time.Hour)
		if err != nil || held != alerting.Shards {
			t.Fatalf("%d shards, %v", held, err)
		}
		close(w.blocked)
		w.ok(<-done)
		w.blocked = nil
		if got := w.history(20); len(got) != 0 || len(w.told) != 0 {
			t.Errorf("the stopped evaluator wrote %q and told %d", got, len(w.told))
		}
		w.pass(next)
		if got := w.history(20); len(got) != 1 || len(w.told) != 1 {
			t.Errorf("the next evaluator wrote %q and told %d", got, len(w.told))
		}
	})
}

// TestManyEvaluatorsEvaluateEachWindowOnce lets three evaluators share the
// alerts while shards change hands.
func TestManyEvaluatorsEvaluateEachWindowOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const alerts, minutes = 12, 20
		w.telemetry = func(_ stack.Alert, start time.Time) map[string]float64 {
			return map[string]float64{"": float64(start.Unix() / 60 % 2 * 20)} // every window changes the state
		}
		for n := range alerts {
			w.alert(20+n, nil)
		}
		evaluators := []*evaluator.Evaluator{w.evaluator(), w.evaluator(), w.evaluator()}
		for minute := range minutes {
			w.clock.Advance(time.Minute)
			if minute == minutes/2 {
				w.ok(w.ReleaseShards(t.Context(), evaluators[0].Owner))
				evaluators[0] = w.evaluator()
			}
			var together sync.WaitGroup
			for _, e := range evaluators {
				together.Go(func() {
					if err := e.Pass(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			together.Wait()
		}
		for range 2 { // what changed hands in the last minute
			for _, e := range evaluators {
				w.clock.Advance(time.Second)
				w.pass(e)
			}
		}
		seen := map[string]int{}
		for _, n := range w.told {
			seen[fmt.Sprint(n.Alert.ID, n.Window.End)]++
		}
		for n := range alerts {
			evaluations, err := w.AlertEvaluations(t.Context(), id(1), id(20+n), alerting.Span{Limit: 100})
			if history := w.history(20 + n); err != nil || len(evaluations) != minutes+1 || len(history) < minutes || len(history) > minutes+1 {
				t.Errorf("alert %d: %d windows, %d changes, %v", n, len(evaluations), len(history), err)
			}
		}
		for key, times := range seen {
			if times != 1 {
				t.Errorf("%s was told %d times", key, times)
			}
		}
	})
}
