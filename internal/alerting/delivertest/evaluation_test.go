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
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
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
	e := &evaluator.Evaluator{
		Tasks: store, Leases: leasesOf(store), Marks: store, Reader: madeUp{}, Outbox: &notifier.OutboxWriter{Store: store, Now: time.Now},
		Owner: fmt.Sprint("evaluator ", os.Getpid()), Logger: slog.New(slog.DiscardHandler),
		Metrics: evaluator.NewMetrics(prometheus.NewRegistry()),
		Clock: func(context.Context) (time.Time, error) {
			return begun.Add(time.Duration(pace() * int64(time.Since(begun)))).UTC(), nil
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

// longVariable makes leases as long as those of a server, and the clock run
// slower, so that others do not have too much to catch up on.
const longVariable = "EVALUATE_LONG"

// walk is how fast the clock runs then: a minute in 500 milliseconds.
const walk = 120

func pace() int64 {
	if os.Getenv(longVariable) != "" {
		return walk
	}
	return haste
}

func leasesOf(store *sqlstore.Store) alerting.LeaseStore {
	if os.Getenv(longVariable) != "" {
		return store
	}
	return shortLeases{store}
}

// shortLeases lets others take over soon.
type shortLeases struct{ *sqlstore.Store }

func (s shortLeases) ClaimShards(ctx context.Context, owner string, _ time.Duration) (int, error) {
	return s.Store.ClaimShards(ctx, owner, processLease)
}

// madeUp reads telemetry that follows from alert and time.
type madeUp struct{}

func (madeUp) Read(_ context.Context, questions []explore.AlertQuestion, answered func([]explore.AlertAnswer)) {
	for i, q := range questions {
		out := explore.AlertAnswer{Index: i, Watch: explore.AlertWatch{Counts: true}}
		for start := q.Range.From; start.Before(q.Range.To); start = start.Add(q.Step) {
			if breaches(q.Alert.ID, start) {
				out.Points = append(out.Points, explore.AlertPoint{Window: start, Value: 20})
			}
		}
		answered([]explore.AlertAnswer{out})
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
	x := newReplicas(t, 3)
	for round := range kills {
		before := len(x.receiver.Deliveries())
		x.disturb(round)
		x.receiver.AwaitCount(t, before+3) // so that kills meet work
	}
	transitions, deliveries := x.finish()
	t.Logf("%d kills, %d transitions, %d deliveries", kills, transitions, deliveries)
}

// replicas are three processes on one database that evaluate alerts and
// deliver what they tell.
type replicas struct {
	*world
	*crowd
	place    string
	receiver *hooktest.Receiver
	hook     string
	alerts   []string
	begun    time.Time // when their clock began
}

func newReplicas(t *testing.T, alerts int, env ...string) *replicas {
	t.Helper()
	x := &replicas{place: storetest.Postgres(t), receiver: hooktest.Start(t)}
	x.world = newWorldAt(t, x.place)
	x.hook, x.begun = x.webhook(x.receiver), x.clock.now()
	x.must(x.store.CreateSavedSearch(t.Context(), stack.SavedSearch{Record: x.record(7)}))
	for i := range alerts {
		x.must(x.store.CreateAlert(t.Context(), x.watching(21+i, x.hook)))
		x.alerts = append(x.alerts, id(21+i))
	}
	x.crowd = newCrowd(t, x.place, append(env, sinceVariable+"="+strconv.FormatInt(x.begun.UnixMilli(), 10))...)
	return x
}

// finish ends the processes, lets others deliver what is left, and compares
// what the receiver got with what the windows hold.
func (x *replicas) finish() (transitions, deliveries int) {
	t := x.crowd.t
	t.Helper()
	x.end()
	newCrowd(t, x.place) // delivers what is left, and evaluates nothing
	told := map[string][]string{}
	for _, alert := range x.alerts {
		told[alert] = x.transitions(alert, x.hook)
		transitions += len(told[alert])
	}
	x.receiver.Await(t, func(list []hooktest.Delivery) bool { return len(firsts(ids(list))) >= transitions })
	all := ids(x.receiver.Deliveries())
	for alert, want := range told {
		got := slices.DeleteFunc(firsts(all), func(id string) bool { return !slices.Contains(want, id) })
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", alert, diff)
		}
	}
	if n := len(firsts(all)); n != transitions {
		t.Errorf("%d ids for %d transitions", n, transitions)
	}
	return transitions, len(all)
}

func (w *world) record(n int) stack.Record {
	return stack.Record{ID: id(n), TeamID: id(teamNumber), CreatedAt: w.clock.now(), UpdatedAt: w.clock.now(), Version: 1}
}

func (w *world) watching(n int, hook string) stack.Alert {
	a := notice(n, 0, hook).Alert
	a.Record, a.AlertStatus, a.NoData = w.record(n), stack.NewAlertStatus(), stack.NoDataZero
	return a
}

// transitions returns the ids of what an alert has told, in order. It fails
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
