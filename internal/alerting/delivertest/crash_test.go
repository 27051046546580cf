package delivertest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
)

var errKilled = errors.New("killed")

// mortal is a store whose process dies at its step-th step: from then on it
// does nothing any more, not even give back what it holds.
type mortal struct {
	*sqlstore.Store
	steps int
}

func (m *mortal) step() error {
	if m.steps--; m.steps < 0 {
		return errKilled
	}
	return nil
}

func (m *mortal) TakeEndpoint(ctx context.Context, e notifier.Endpoint, lease time.Duration) (notifier.Endpoint, bool, error) {
	if err := m.step(); err != nil {
		return e, false, err
	}
	return m.Store.TakeEndpoint(ctx, e, lease)
}

func (m *mortal) DueMessages(ctx context.Context, id string, now time.Time, _ int) ([]alerting.Message, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	return m.Store.DueMessages(ctx, id, now, 1) // one at a time, so that steps are in order
}

func (m *mortal) InTx(ctx context.Context, fn func(context.Context) error) error {
	if err := m.step(); err != nil { // after the send, before the record
		return err
	}
	return m.Store.InTx(ctx, fn)
}

func (m *mortal) UpdateMessage(ctx context.Context, msg alerting.Message) error {
	if err := m.step(); err != nil { // within the record
		return err
	}
	return m.Store.UpdateMessage(ctx, msg)
}

func (m *mortal) LeaveEndpoint(ctx context.Context, e notifier.Endpoint) error {
	if err := m.step(); err != nil {
		return err
	}
	return m.Store.LeaveEndpoint(ctx, e)
}

// TestKilledNotifiersLoseAndDoubleNothing kills notifiers at every step of
// their work. The next one takes over; the receiver gets every message,
// each group in order, and what it gets twice it gets under one id.
func TestKilledNotifiersLoseAndDoubleNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		const alerts, windows, kills = 3, 8, 30
		want := map[int][]string{}
		for n := range windows {
			for alert := range alerts {
				told := notice(10+alert, n, hook)
				w.enqueue(told)
				want[alert] = append(want[alert], told.MessageID(hook))
			}
		}
		rng := rand.New(rand.NewPCG(testkit.Seed(t, 1), 2))
		for range kills {
			n := w.notifier("mortal")
			n.Store, n.Lease = &mortal{Store: w.store, steps: rng.IntN(12)}, time.Millisecond
			n.Deliver(t.Context())
			w.passLease()
		}
		w.deliver()
		all := ids(r.Deliveries())
		for alert := range alerts {
			got := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !slices.Contains(want[alert], id) })
			if diff := cmp.Diff(want[alert], slices.Compact(got)); diff != "" {
				t.Errorf("alert %d (-want +got):\n%s", alert, diff)
			}
		}
		t.Logf("%d messages, %d kills, %d deliveries", alerts*windows, kills, len(all))
	})
}

// passLease lets a lease of a millisecond run out, by whichever clock the
// database goes.
func (w *world) passLease() {
	w.t.Helper()
	w.clock.advance(2 * time.Millisecond)
	before, err := w.store.Clock(w.t.Context())
	w.must(err)
	for now := before; now.Sub(before) < 2*time.Millisecond && w.store.Kind() == sqlstore.KindPostgres; {
		now, err = w.store.Clock(w.t.Context())
		w.must(err)
	}
}

// TestNotifierThatSleptCanNotWrite holds the fence: a notifier that was
// stopped in the middle of an attempt, and goes on after another has taken
// over, changes nothing.
func TestNotifierThatSleptCanNotWrite(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		_, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		sleeper := w.notifier("sleeper")
		sleeper.Lease = time.Millisecond
		sleeper.Sender = sendFunc(func(context.Context, alerting.Envelope) alerting.Answer {
			w.passLease()
			w.deliver()
			return alerting.Answer{Outcome: alerting.OutcomeFailed, Failure: "slept"}
		})
		sleeper.Deliver(t.Context())
		got := w.wantStatus(n, hook, alerting.MessageDelivered)
		if len(got.Log) != 1 || got.Log[0].Failure != "" {
			t.Errorf("the ledger has %+v", got.Log)
		}
	})
}

// TestInterruptedAttemptIsMadeAgain holds that an attempt that was broken off
// by the end of the program counts for nothing.
func TestInterruptedAttemptIsMadeAgain(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		_, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		ctx, cancel := context.WithCancel(t.Context())
		ending := w.notifier("ending")
		ending.Sender = sendFunc(func(context.Context, alerting.Envelope) alerting.Answer {
			cancel()
			return alerting.Answer{Outcome: alerting.OutcomeFailed}
		})
		ending.Deliver(ctx)
		if got := w.wantStatus(n, hook, alerting.MessagePending); got.Attempts != 0 {
			t.Errorf("%d attempts", got.Attempts)
		}
		w.deliver()
		w.wantStatus(n, hook, alerting.MessageDelivered)
	})
}

func TestRemovedWebhookTakesItsMessagesAlong(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		w.must(w.store.DeleteWebhook(t.Context(), id(teamNumber), hook))
		w.enqueue(notice(10, 3, hook))
		w.deliver()
		_, err := w.store.MessageByID(t.Context(), id(teamNumber), n.MessageID(hook))
		if fault.KindOf(err) != fault.NotFound || len(r.Deliveries()) != 0 {
			t.Errorf("%v, %d deliveries", err, len(r.Deliveries()))
		}
	})
}
