package delivertest_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// sinceVariable makes a notifier's process evaluate alerts too, by a clock
// that began at these milliseconds and runs fast.
const sinceVariable = "EVALUATE_SINCE"

// haste is how fast that clock runs: a minute in 50 milliseconds.
const haste = 1200

// evaluateSince evaluates until ctx ends. A failure, such as a lease that
// another took, ends the pass and nothing else.
func evaluateSince(ctx context.Context, store *sqlstore.Store, since string) {
	millis, _ := strconv.ParseInt(since, 10, 64)
	begun := time.UnixMilli(millis)
	e := &alerting.Evaluator{
		Tasks: store, Leases: shortLeases{store}, Reader: madeUp{}, Outbox: &alerting.OutboxWriter{Store: store, Now: time.Now},
		Owner: fmt.Sprint("evaluator ", os.Getpid()), Logger: slog.New(slog.DiscardHandler),
		Metrics: alerting.NewEvaluatorMetrics(prometheus.NewRegistry()),
		Clock: func(context.Context) (time.Time, error) {
			return begun.Add(haste * time.Since(begun)).UTC(), nil
		},
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := e.Pass(ctx); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		<-tick.C
	}
}

// shortLeases lets others take over soon.
type shortLeases struct{ *sqlstore.Store }

func (s shortLeases) ClaimShards(ctx context.Context, owner string, _ time.Duration) (int, error) {
	return s.Store.ClaimShards(ctx, owner, processLease)
}

// madeUp reads telemetry that follows from alert and time.
type madeUp struct{}

func (madeUp) Read(_ context.Context, questions []alerting.Question, answered func([]alerting.Readout)) {
	for i, q := range questions {
		out := alerting.Readout{Index: i, Counts: true}
		for start := q.From; start.Before(q.To); start = start.Add(q.Step) {
			if breaches(q.Alert.ID, start) {
				out.Points = append(out.Points, alerting.Point{Start: start, Value: 20})
			}
		}
		answered([]alerting.Readout{out})
	}
}

func (madeUp) Sample(context.Context, alerting.Notice) ([]map[string]string, error) { return nil, nil }

func breaches(alertID string, start time.Time) bool {
	h := fnv.New32()
	_, _ = fmt.Fprint(h, alertID, start.Unix())
	return h.Sum32()%3 == 0
}

// TestProcessesThatEvaluateAndDeliverAreKilled is the promise about crashes
// over the whole way: every window is evaluated once, and each of its
// transitions reaches the receiver under exactly one id.
func TestProcessesThatEvaluateAndDeliverAreKilled(t *testing.T) {
	t.Parallel()
	killAll(t, 30)
}

func killAll(t *testing.T, kills int) {
	t.Helper()
	place := pgtest.NewDatabase(t)
	w := newWorldAt(t, place)
	r := hooktest.Start(t)
	hook := w.webhook(r)
	w.must(w.store.CreateSavedSearch(t.Context(), stack.SavedSearch{Record: w.record(7)}))
	alerts := []string{id(21), id(22), id(23)}
	for i := range alerts {
		w.must(w.store.CreateAlert(t.Context(), w.watching(21+i, hook)))
	}
	c := newCrowd(t, place, sinceVariable+"="+strconv.FormatInt(w.clock.now().UnixMilli(), 10))
	for round := range kills {
		before := len(r.Deliveries())
		c.disturb(round)
		r.AwaitCount(t, before+3) // so that kills meet work
	}
	c.end()
	newCrowd(t, place) // delivers what is left, and evaluates nothing
	var want []string
	for _, alert := range alerts {
		want = append(want, w.transitions(alert, hook)...)
	}
	r.Await(t, func(list []hooktest.Delivery) bool { return len(firsts(ids(list))) >= len(want) })
	for _, alert := range alerts {
		told := w.transitions(alert, hook)
		got := slices.DeleteFunc(firsts(ids(r.Deliveries())), func(id string) bool { return !slices.Contains(told, id) })
		if diff := cmp.Diff(told, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", alert, diff)
		}
	}
	if n := len(firsts(ids(r.Deliveries()))); n != len(want) {
		t.Errorf("%d ids for %d transitions", n, len(want))
	}
	t.Logf("%d kills, %d transitions, %d deliveries", kills, len(want), len(r.Deliveries()))
}

func (w *world) record(n int) stack.Record {
	return stack.Record{ID: id(n), TeamID: id(teamNumber), CreatedAt: w.clock.now(), UpdatedAt: w.clock.now(), Version: 1}
}

func (w *world) watching(n int, hook string) stack.Alert {
	a := notice(n, 0, hook).Alert
	a.Record, a.AlertStatus, a.NoData = w.record(n), stack.NewAlertStatus(), stack.NoDataZero
	return a
}

// transitions answers the ids of what an alert has told, in order. It fails
// the test unless that follows from what the windows hold.
func (w *world) transitions(alertID, hook string) []string {
	w.t.Helper()
	history, err := w.store.AlertHistory(w.t.Context(), id(teamNumber), alertID, alerting.Span{Limit: historyMax})
	w.must(err)
	a, err := w.store.AlertByID(w.t.Context(), id(teamNumber), alertID)
	w.must(err)
	slices.Reverse(history)
	told := make([]string, len(history))
	for i, entry := range history {
		until := a.Progress.Through
		if i+1 < len(history) {
			until = history[i+1].Window.Start
		}
		for start := entry.Window.Start; start.Before(until); start = start.Add(time.Minute) {
			if breaches(alertID, start) != (entry.To == stack.StateFiring) {
				w.t.Errorf("%s is %s in the window that begins at %s", alertID, entry.To, start)
			}
		}
		n := alerting.Notice{Kind: alerting.NoticeTransition, To: entry.To, Window: entry.Window}
		n.Alert.ID = alertID
		told[i] = n.MessageID(hook)
	}
	return told
}

// historyMax is more than any test makes.
const historyMax = 100_000
