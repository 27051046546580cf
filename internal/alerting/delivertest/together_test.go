package delivertest_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

// run runs notifiers until the test calls what it returns.
func run(t *testing.T, notifiers ...*notifier.Notifier) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, n := range notifiers {
		n.Poll = 5 * time.Millisecond
		all.Go(func() {
			if err := n.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	return sync.OnceFunc(func() { cancel(); all.Wait() })
}

// TestNotifiersTogetherDoubleNothing runs three notifiers on one database:
// each message goes out once.
func TestNotifiersTogetherDoubleNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const hooks, messages = 6, 10
		r := hooktest.Start(t)
		for i := range hooks {
			hook := w.webhook(r)
			for n := range messages {
				w.enqueue(notice(10+i*messages+n, 2, hook))
			}
		}
		stop := run(t, w.notifier("a"), w.notifier("b"), w.notifier("c"))
		defer stop()
		r.AwaitCount(t, hooks*messages)
		stop()
		seen := map[string]int{}
		for _, id := range ids(r.Deliveries()) {
			seen[id]++
		}
		if len(seen) != hooks*messages || len(r.Deliveries()) != len(seen) {
			t.Errorf("%d deliveries of %d messages", len(r.Deliveries()), len(seen))
		}
	})
}

// TestSlowEndpointDelaysNobody holds that receivers that never answer keep
// others from nothing.
func TestSlowEndpointDelaysNobody(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const slowOnes = 20
		release := make(chan struct{})
		slow := hooktest.Start(t)
		slow.Answer(func(http.ResponseWriter, *http.Request) { <-release })
		for range slowOnes {
			w.enqueue(notice(10, 2, w.webhook(slow)))
		}
		n := w.notifier("only")
		stop := run(t, n)
		defer stop()
		slow.AwaitCount(t, slowOnes)
		quick, hook := w.receiver()
		for i := range 10 {
			w.enqueue(notice(100+i, 2, hook))
		}
		quick.AwaitCount(t, 10)
		close(release)
	})
}

func TestEndpointHasBoundedAttemptsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		var now, most atomic.Int64
		full := make(chan struct{})
		var once sync.Once
		r.Answer(func(_ http.ResponseWriter, request *http.Request) {
			n := now.Add(1)
			defer now.Add(-1)
			most.Store(max(most.Load(), n))
			if n == notifier.EndpointAttemptsMax {
				once.Do(func() { close(full) })
			}
			select {
			case <-full:
			case <-request.Context().Done():
			}
		})
		for i := range 30 {
			w.enqueue(notice(10+i, 2, hook))
		}
		w.deliver()
		if most.Load() != notifier.EndpointAttemptsMax {
			t.Errorf("%d attempts at once", most.Load())
		}
	})
}

func TestStopLetsAttemptsUnderWayFinish(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		arrived, release := make(chan struct{}), make(chan struct{})
		r.Answer(func(http.ResponseWriter, *http.Request) { close(arrived); <-release })
		stop := run(t, w.notifier("only"))
		<-arrived
		done := make(chan struct{})
		go func() { defer close(done); stop() }()
		close(release)
		<-done
		w.wantStatus(n, hook, alerting.MessageDelivered)
	})
}

func TestDeliveriesAreMeasured(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		failing := hooktest.Start(t)
		failing.Answer(hooktest.Status(http.StatusInternalServerError))
		w.enqueue(notice(10, 2, hook), notice(11, 2, w.webhook(failing)))
		registry := prometheus.NewRegistry()
		n := w.notifier("only")
		n.Metrics = notifier.NewMetrics(registry)
		stop := run(t, n)
		r.AwaitCount(t, 1)
		failing.AwaitCount(t, 1)
		stop()
		families, err := registry.Gather()
		w.must(err)
		lines := map[string]int{}
		for _, f := range families {
			lines[f.GetName()] = len(f.GetMetric())
		}
		want := map[string]int{
			"cairn_delivery_attempts_total": len(alerting.Outcomes()), "cairn_delivery_messages_total": 2, "cairn_delivery_attempt_seconds": 1,
			"cairn_outbox_pending": 1, "cairn_outbox_due_seconds": 1,
		}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOldMessagesAreRemoved(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		r, hook := w.receiver()
		n := notice(10, 2, hook)
		w.enqueue(n)
		w.deliver()
		w.clock.advance(notifier.LedgerAgeMax + time.Second)
		w.enqueue(notice(10, 3, hook))
		stop := run(t, w.notifier("only"))
		defer stop()
		r.AwaitCount(t, 2)
		for deadline := time.Now().Add(patience); ; {
			_, err := w.store.MessageByID(t.Context(), id(teamNumber), n.MessageID(hook))
			if fault.KindOf(err) == fault.NotFound {
				return
			}
			if w.must(err); time.Now().After(deadline) {
				t.Fatalf("the message is still there after %s", notifier.LedgerAgeMax)
			}
		}
	})
}
