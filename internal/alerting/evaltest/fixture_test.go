package evaltest_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

// id returns a stack id made of n.
func id(n int) string { return fmt.Sprintf("%024x", n) }

func noon() time.Time { return time.Date(2026, 11, 1, 12, 0, 30, 0, time.UTC) }

// world is a store with a team and a saved search that alerts watch, telemetry
// that a function makes up, and a clock that moves when the test says so.
type world struct {
	*sqlstore.Store
	t         *testing.T
	clock     *testkit.Clock
	telemetry func(a stack.Alert, start time.Time) map[string]float64 // by groups; "" without
	registry  *prometheus.Registry

	mu      sync.Mutex
	refuse  map[string]error // alerts that can't be read
	told    []alerting.Notice
	owners  int
	crash   func(commit func() error) error // what becomes of a transaction
	blocked chan struct{}                   // closed: reads go on
	reading chan struct{}                   // closed by a read that is blocked
}

func newWorld(t *testing.T, kind string) *world {
	t.Helper()
	w := &world{t: t, clock: testkit.NewClock(noon()), refuse: map[string]error{}}
	o := storetest.Options(t, kind)
	o.Now, o.StatementTimeout, o.TxTimeout = w.clock.Now, time.Minute, time.Minute
	var err error
	if w.Store, err = sqlstore.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.ok(w.Close()) })
	record := stack.Record{ID: id(2), TeamID: id(1), CreatedAt: noon(), UpdatedAt: noon(), Version: 1}
	w.ok(w.CreateTeam(t.Context(), stack.Team{ID: id(1), Name: "team", CreatedAt: noon(), Version: 1}))
	w.ok(w.CreateSavedSearch(t.Context(), stack.SavedSearch{Record: record}))
	return w
}

// each runs the test on both databases.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, kind))
		})
	}
}

func (w *world) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// alert makes an alert that counts, above 10 in a minute.
func (w *world) alert(n int, change func(*stack.AlertSpec)) stack.Alert {
	w.t.Helper()
	now := w.clock.Now()
	a := stack.Alert{
		Record: stack.Record{ID: id(n), TeamID: id(1), CreatedAt: now, UpdatedAt: now, Version: 1}, AlertStatus: stack.NewAlertStatus(),
		AlertSpec: stack.AlertSpec{Source: stack.AlertOnSearch, SavedSearchID: id(2), Threshold: 10, ThresholdType: stack.ThresholdAbove, Interval: "1m",
			Channels: []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: id(3)}}},
	}
	if change != nil {
		change(&a.AlertSpec)
	}
	w.ok(w.CreateAlert(w.t.Context(), a))
	return a
}

func (w *world) edit(a stack.Alert) {
	w.t.Helper()
	w.ok(w.Store.InTx(w.t.Context(), func(ctx context.Context) error { _, err := w.UpdateAlert(ctx, a); return err }))
}

// evaluator makes one more evaluator.
func (w *world) evaluator() *evaluator.Evaluator {
	w.owners++
	w.registry = prometheus.NewRegistry()
	return &evaluator.Evaluator{
		Tasks: w, Leases: w, Marks: w, WaitMax: waitMax, Reader: w, Outbox: w, Owner: fmt.Sprint("evaluator ", w.owners), Logger: slog.New(slog.DiscardHandler),
		Clock:   func(context.Context) (time.Time, error) { return w.clock.Now(), nil },
		Metrics: evaluator.NewMetrics(w.registry),
	}
}

func (w *world) pass(e *evaluator.Evaluator) {
	w.t.Helper()
	w.ok(e.Pass(w.t.Context()))
}

type noticesKey struct{}

var errCrash = errors.New("the process is gone")

// InTx implements alerting.TaskStore: what is told counts when the
// transaction is committed, and the test may let it end otherwise.
func (w *world) InTx(ctx context.Context, fn func(context.Context) error) error {
	var told []alerting.Notice
	commit := func() error {
		err := w.Store.InTx(ctx, func(ctx context.Context) error { return fn(context.WithValue(ctx, noticesKey{}, &told)) })
		if err == nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.told = append(w.told, told...)
		}
		return err
	}
	if w.crash != nil {
		return w.crash(commit)
	}
	return commit()
}

// Enqueue implements alerting.Outbox.
func (w *world) Enqueue(ctx context.Context, notices []alerting.Notice) error {
	told := ctx.Value(noticesKey{}).(*[]alerting.Notice)
	*told = append(*told, notices...)
	return nil
}

// Read implements alerting.Reader: two alerts share a scan.
func (w *world) Read(_ context.Context, questions []explore.AlertQuestion, answered func([]explore.AlertAnswer)) {
	if w.blocked != nil && len(questions) > 0 {
		close(w.reading)
		<-w.blocked
	}
	var batch []explore.AlertAnswer
	for i, q := range questions {
		batch = append(batch, w.readout(i, q))
		if len(batch) == 2 || i == len(questions)-1 {
			answered(batch)
			batch = nil
		}
	}
}

func (w *world) readout(i int, q explore.AlertQuestion) explore.AlertAnswer {
	r := explore.AlertAnswer{Index: i, Err: w.refuse[q.Alert.ID], Watch: explore.AlertWatch{Counts: true}, SharedBy: 2}
	if q.Alert.GroupBy != "" {
		r.Watch.GroupBy = []string{q.Alert.GroupBy}
	}
	if r.Err != nil {
		return r
	}
	for at := q.Range.From; at.Before(q.Range.To); at = at.Add(q.Step) {
		for group, value := range w.telemetry(q.Alert, at) {
			p := explore.AlertPoint{Window: at, Value: value}
			if r.Watch.GroupBy != nil {
				p.Group = []string{group}
			}
			r.Points = append(r.Points, p)
		}
	}
	return r
}

// Sample implements alerting.Reader.
func (w *world) Sample(context.Context, alerting.Notice) ([]map[string]string, error) {
	return []map[string]string{{"Body": "x"}}, nil
}

// history returns the alert's history, oldest first, as lines.
func (w *world) history(n int) []string {
	w.t.Helper()
	entries, err := w.AlertHistory(w.t.Context(), id(1), id(n), alerting.Span{Limit: 100_000})
	w.ok(err)
	lines := make([]string, len(entries))
	for i, h := range entries {
		value := "-"
		if h.Value != nil {
			value = fmt.Sprint(*h.Value)
		}
		group := ""
		if len(h.Group.Values) > 0 {
			group = h.Group.Values[0].Value + " "
		}
		kind := ""
		if h.Kind != alerting.HistoryTransition {
			kind = string(h.Kind) + " "
		}
		lines[len(entries)-1-i] = fmt.Sprintf("%s %s%s%s>%s %s", h.Window.End.Format("02 15:04"), kind, group, h.From, h.To, value)
	}
	return lines
}

func unavailable() error { return fault.New(fault.Unavailable, "the engine is away") }

// metric returns the value of a metric of the last evaluator.
func (w *world) metric(name string) float64 {
	w.t.Helper()
	families, err := w.registry.Gather()
	w.ok(err)
	total := 0.0
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, m := range family.GetMetric() {
			total += m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return total
}
