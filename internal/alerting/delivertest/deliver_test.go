package delivertest_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

func TestMessageIsDeliveredOnceAndWrittenDown(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("thanks")) })
		n := notice(10, 2, hook)
		w.enqueue(n)
		w.enqueue(n) // an evaluator that was not sure
		w.deliver()
		w.deliver()
		list := r.Deliveries()
		if diff := cmp.Diff([]string{n.MessageID(hook)}, ids(list)); diff != "" {
			t.Fatal(diff)
		}
		hooktest.Verify(t, list[0], signingSecret)
		got := w.wantStatus(n, hook, alerting.MessageDelivered)
		if len(got.Log) != 1 || got.Log[0].StatusCode != http.StatusOK || got.Log[0].Body != "thanks" || !got.SettledAt.Equal(w.clock.now()) {
			t.Errorf("%+v", got)
		}
	})
}

// TestEveryReplicaSendsTheSameBytes has two servers that know the interface by
// different addresses try to deliver one message.
func TestEveryReplicaSendsTheSameBytes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusInternalServerError))
		w.outbox.PublicURL = func() string { return "http://writer:8080" }
		w.enqueue(notice(10, 2, hook))
		for i, address := range []string{"http://first:8080", "http://second:8080", "http://third:8080/"} {
			n := w.notifier(fmt.Sprint("replica ", i))
			n.Sender = webhook.NewSender(webhook.Options{
				Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Now: time.Now, PublicURL: func() string { return address },
			})
			w.clock.advance(notifier.DeliverySchedule()[i] + time.Minute)
			n.Deliver(t.Context())
		}
		list := r.Deliveries()
		if len(list) != 3 || !strings.Contains(string(list[0].Body), "http://writer:8080/search/") {
			t.Fatalf("%d deliveries: %s", len(list), list[0].Body)
		}
		for _, d := range list[1:] {
			if d.ID() != list[0].ID() || string(d.Body) != string(list[0].Body) {
				t.Errorf("under %s and %s:\n%s\n%s", list[0].ID(), d.ID(), list[0].Body, d.Body)
			}
		}
	})
}

func TestEveryChannelIsToldUnderItsOwnID(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first, a := w.receiver()
		second, b := w.receiver()
		n := notice(10, 2, a, b)
		w.enqueue(n)
		w.deliver()
		if n.MessageID(a) == n.MessageID(b) || len(first.Deliveries()) != 1 || len(second.Deliveries()) != 1 {
			t.Errorf("%d and %d deliveries", len(first.Deliveries()), len(second.Deliveries()))
		}
	})
}

// TestScheduleIsKept holds the published schedule: ten attempts in about 75
// hours, then the message is dead.
func TestScheduleIsKept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusInternalServerError))
		n := notice(10, 2, hook)
		w.enqueue(n)
		start := w.clock.now()
		for i, wait := range notifier.DeliverySchedule() {
			w.clock.advance(wait - time.Millisecond)
			w.deliver()
			if len(r.Deliveries()) != i {
				t.Fatalf("attempt %d came early", i+1)
			}
			w.clock.advance(time.Millisecond)
			w.deliver()
			if len(r.Deliveries()) != i+1 {
				t.Fatalf("attempt %d did not come", i+1)
			}
		}
		took := w.clock.now().Sub(start)
		if took < 75*time.Hour || took > 76*time.Hour {
			t.Errorf("the schedule takes %s", took)
		}
		got := w.wantStatus(n, hook, alerting.MessageDead)
		if len(got.Log) != 10 || got.Log[0].Failure != "the receiver answered 500" {
			t.Errorf("%d attempts, the last one %+v", len(got.Log), got.Log[0])
		}
		if distinct := len(slices.Compact(slices.Sorted(slices.Values(ids(r.Deliveries()))))); distinct != 1 {
			t.Errorf("%d ids", distinct)
		}
	})
}

func TestRetryAfterIsKept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Retry-After", "600")
			rw.WriteHeader(http.StatusTooManyRequests)
		})
		n, other := notice(10, 2, hook), notice(11, 2, hook)
		w.enqueue(n)
		w.deliver()
		r.Answer(hooktest.Status(http.StatusOK))
		w.enqueue(other)
		w.clock.advance(10*time.Minute - time.Millisecond)
		w.deliver()
		if got := len(r.Deliveries()); got != 1 {
			t.Fatalf("%d attempts although the receiver asked to be left alone", got)
		}
		w.clock.advance(time.Millisecond)
		w.deliver()
		w.wantStatus(n, hook, alerting.MessageDelivered)
		w.wantStatus(other, hook, alerting.MessageDelivered)
	})
}

func TestRefusedMessageIsDeadAndDoesNotHoldOthersUp(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusUnprocessableEntity))
		first, second := notice(10, 2, hook), notice(10, 3, hook)
		w.enqueue(first)
		w.deliver()
		got := w.wantStatus(first, hook, alerting.MessageDead)
		if got.Reason != "the receiver refused the message" || got.Attempts != 1 {
			t.Errorf("%+v", got)
		}
		r.Answer(hooktest.Status(http.StatusOK))
		w.enqueue(second)
		w.deliver()
		w.wantStatus(second, hook, alerting.MessageDelivered)
	})
}

func TestGoneDisablesTheWebhook(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		r.Answer(hooktest.Status(http.StatusInternalServerError))
		waiting, last, later := notice(10, 2, hook), notice(11, 2, hook), notice(12, 2, hook)
		w.enqueue(waiting)
		w.deliver()
		r.Answer(hooktest.Status(http.StatusGone))
		w.enqueue(last)
		w.deliver()
		got, err := w.store.WebhookByID(t.Context(), id(teamNumber), hook)
		w.must(err)
		if !got.DisabledAt.Equal(w.clock.now()) {
			t.Errorf("disabled at %s", got.DisabledAt)
		}
		w.wantStatus(waiting, hook, alerting.MessageDead)
		w.wantStatus(last, hook, alerting.MessageDead)
		sent := len(r.Deliveries())
		w.enqueue(later)
		w.deliver()
		if dead := w.wantStatus(later, hook, alerting.MessageDead); dead.Reason != "the webhook is disabled" || len(r.Deliveries()) != sent {
			t.Errorf("%q after %d more attempts", dead.Reason, len(r.Deliveries())-sent)
		}
	})
}

func TestSilencedAlertIsMutedInTheLedger(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		n.Alert.Silence = &stack.Silence{Until: w.clock.now().Add(time.Minute)}
		w.enqueue(n)
		later := notice(10, 3, hook)
		later.Alert.Silence = n.Alert.Silence
		w.clock.advance(time.Minute)
		w.enqueue(later)
		w.deliver()
		if got := w.wantStatus(n, hook, alerting.MessageMuted); got.Reason != "the alert was silenced" {
			t.Errorf("%q", got.Reason)
		}
		w.wantStatus(later, hook, alerting.MessageDelivered)
		if diff := cmp.Diff([]string{later.MessageID(hook)}, ids(r.Deliveries())); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFullQueueIsWrittenDownAsDead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		w.outbox.PendingMax = 3
		first := make([]alerting.Notice, 0, 4)
		for i := range 4 {
			first = append(first, notice(10+i, 2, hook))
		}
		w.enqueue(first...)
		w.enqueue(notice(20, 2, hook))
		if got := w.wantStatus(first[3], hook, alerting.MessageDead); got.Reason != "too many messages wait for this webhook" {
			t.Errorf("%q", got.Reason)
		}
		w.wantStatus(notice(20, 2, hook), hook, alerting.MessageDead)
		w.deliver()
		if got := len(r.Deliveries()); got != 3 {
			t.Errorf("%d deliveries", got)
		}
	})
}

func TestNoticesAreKeptNoLargerThanNeeded(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		*n.Value = math.NaN()
		n.Alert.Failures = []stack.AlertFailure{{Message: "m"}}
		for range alerting.SampleRowsMax + 1 {
			row := map[string]string{"Body": string(make([]byte, 2*notifier.SampleValueBytesMax))}
			for i := range notifier.SampleColumnsMax {
				row["x"+id(i)] = "v"
			}
			n.Sample = append(n.Sample, row)
		}
		w.enqueue(n)
		w.deliver()
		got := w.wantStatus(n, hook, alerting.MessageDelivered).Notice
		if got.Value != nil || len(got.Alert.Failures) != 0 || len(got.Sample) != alerting.SampleRowsMax ||
			len(got.Sample[0]) != notifier.SampleColumnsMax || len(got.Sample[0]["Body"]) != notifier.SampleValueBytesMax {
			t.Errorf("kept: %+v", got)
		}
		if len(r.Deliveries()) != 1 {
			t.Error("not delivered")
		}
	})
}

func TestNoticesGoWithTheirTransaction(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		err := w.store.InTx(t.Context(), func(ctx context.Context) error {
			w.must(w.outbox.Enqueue(ctx, []alerting.Notice{notice(10, 2, hook)}))
			return errors.New("the evaluator's lease is gone")
		})
		w.deliver()
		if err == nil || len(r.Deliveries()) != 0 {
			t.Errorf("%v, %d deliveries", err, len(r.Deliveries()))
		}
	})
}
