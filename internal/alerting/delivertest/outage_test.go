package delivertest_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// TestReceiverThatWasDownGetsEverything is the promise that a receiver that
// is down for 72 hours gets everything when it returns, each group in order,
// and that meanwhile others are told at once.
func TestReceiverThatWasDownGetsEverything(t *testing.T) {
	each(t, func(t *testing.T, w *world) { surviveOutage(t, w, outage{steps: 18, step: 4 * time.Hour, alerts: 2}) })
}

// outage is how long a receiver is down, and how many alerts tell it
// something at each step of that time.
type outage struct {
	steps  int
	step   time.Duration
	alerts int
}

func surviveOutage(t *testing.T, w *world, o outage) {
	t.Helper()
	down, downHook := w.receiver()
	up, upHook := w.receiver()
	down.Answer(hooktest.Status(http.StatusServiceUnavailable))
	want := map[int][]string{}
	for i := range o.steps {
		for alert := range o.alerts {
			n := notice(10+alert, i, downHook, upHook)
			w.enqueue(n)
			want[alert] = append(want[alert], n.MessageID(downHook))
		}
		w.deliver()
		if got := len(up.Deliveries()); got != (i+1)*o.alerts {
			t.Fatalf("after %s the other receiver has %d messages", time.Duration(i)*o.step, got)
		}
		w.clock.advance(o.step)
	}
	failed := len(down.Deliveries())
	down.Answer(hooktest.Status(http.StatusOK))
	w.clock.advance(24 * time.Hour)
	w.deliver()
	for alert := range o.alerts {
		got := slices.DeleteFunc(ids(down.Deliveries()[failed:]), func(id string) bool { return !slices.Contains(want[alert], id) })
		if diff := cmp.Diff(want[alert], got); diff != "" {
			t.Errorf("alert %d (-want +got):\n%s", alert, diff)
		}
	}
	t.Logf("down for %s of virtual time: %d attempts, then all %d messages in order", time.Duration(o.steps)*o.step, failed, o.steps*o.alerts)
}

// TestClockThatWasAheadDelaysNothing writes messages, and tries them in vain, by
// a clock that is then set back: none waits until the clock comes there again.
func TestClockThatWasAheadDelaysNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		fresh, freshHook := w.receiver()
		r.Answer(hooktest.Status(http.StatusBadGateway))
		w.clock.advance(2 * time.Hour)
		for i := range 2 * notifier.BreakerFailures {
			w.enqueue(notice(10+i, 2, hook))
		}
		w.deliver()
		w.enqueue(notice(9, 2, freshHook))
		w.clock.advance(-2 * time.Hour)
		r.Answer(hooktest.Status(http.StatusOK))
		w.deliver()
		if n := len(fresh.Deliveries()); n != 1 {
			t.Errorf("a message that was never tried was told %d times", n)
		}
		w.clock.advance(notifier.DeliverySchedule()[2] + notifier.BreakerMax)
		w.deliver()
		for i := range 2 * notifier.BreakerFailures {
			w.wantStatus(notice(10+i, 2, hook), hook, alerting.MessageDelivered)
		}
	})
}

func TestBreakerLeavesAnEndpointAloneAndTriesItWithOne(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusBadGateway))
		const messages = 20
		for i := range messages {
			w.enqueue(notice(10+i, 2, hook))
		}
		w.deliver()
		opened := len(r.Deliveries())
		if opened < notifier.BreakerFailures || opened >= notifier.BreakerFailures+notifier.EndpointAttemptsMax {
			t.Fatalf("%d attempts before the breaker opened", opened)
		}
		w.clock.advance(notifier.BreakerMax)
		w.deliver()
		if tried := len(r.Deliveries()) - opened; tried != 1 {
			t.Fatalf("%d attempts on trial", tried)
		}
		r.Answer(hooktest.Status(http.StatusOK))
		before := len(r.Deliveries())
		w.clock.advance(notifier.BreakerMax)
		w.deliver()
		if got := len(r.Deliveries()) - before; got != messages {
			t.Errorf("%d of %d were delivered when it came back", got, messages)
		}
	})
}

func TestFailingMessageDoesNotHoldOtherGroupsUp(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusInternalServerError))
		stuck, behind, other := notice(10, 2, hook), notice(10, 3, hook), notice(11, 2, hook)
		other.Group = alerting.Group{Key: "b"}
		w.enqueue(stuck)
		w.deliver()
		r.Answer(hooktest.Status(http.StatusOK))
		w.enqueue(behind, other)
		w.deliver()
		w.wantStatus(behind, hook, alerting.MessagePending)
		w.wantStatus(other, hook, alerting.MessageDelivered)
		w.clock.advance(notifier.DeliverySchedule()[1])
		w.deliver()
		want := []string{stuck.MessageID(hook), other.MessageID(hook), stuck.MessageID(hook), behind.MessageID(hook)}
		if diff := cmp.Diff(want, ids(r.Deliveries())); diff != "" {
			t.Error(diff)
		}
	})
}

func TestChanceMovesRetriesByAtMostFivePercent(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusInternalServerError))
		wait := notifier.DeliverySchedule()[1]
		for alert, chance := range map[int]float64{10: 0, 11: 0.5, 12: 1} {
			n := notice(alert, 2, hook)
			w.enqueue(n)
			notifying := w.notifier("only")
			notifying.Chance = func() float64 { return chance }
			notifying.Deliver(t.Context())
			got := w.message(n, hook).NextAt.Sub(w.clock.now())
			if want := wait + time.Duration((chance-0.5)*0.1*float64(wait)); got != want {
				t.Errorf("chance %v: the next attempt is in %s, want %s", chance, got, want)
			}
		}
	})
}
