package app

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// timedTasks notes how long each window waited until it was written.
type timedTasks struct {
	*sqlstore.Store
	from time.Time                            // only windows that end later count
	wait func(window time.Time) time.Duration // since the window that ends then was due
	mu   sync.Mutex
	lags []time.Duration
}

// windowsKey is the key of the ends of the windows that a transaction writes.
type windowsKey struct{}

// InTx implements alerting.TaskStore.
func (s *timedTasks) InTx(ctx context.Context, run func(ctx context.Context) error) error {
	var windows []time.Time
	err := s.Store.InTx(context.WithValue(ctx, windowsKey{}, &windows), run)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, window := range windows {
		s.lags = append(s.lags, s.wait(window))
	}
	return err
}

// SaveTurn implements alerting.TaskStore.
func (s *timedTasks) SaveTurn(ctx context.Context, turn alerting.Turn) (bool, error) {
	saved, err := s.Store.SaveTurn(ctx, turn)
	if windows := ctx.Value(windowsKey{}).(*[]time.Time); saved && turn.Progress.Through.After(s.from) {
		*windows = append(*windows, turn.Progress.Through)
	}
	return saved, err
}

// longest returns how long 99 of 100 windows waited, and the last one.
func (s *timedTasks) longest() (p99, last time.Duration) {
	slices.Sort(s.lags)
	return s.lags[len(s.lags)*99/100], s.lags[len(s.lags)-1]
}

func (x *alertBench) evaluator(tasks alerting.TaskStore, now func() time.Time) *evaluator.Evaluator {
	return &evaluator.Evaluator{
		Tasks: tasks, Leases: x.store, Marks: x.store, Reader: x.reader, Outbox: &notifier.OutboxWriter{Store: x.store, Now: now}, Owner: "bench",
		Clock:  func(context.Context) (time.Time, error) { return now(), nil },
		Logger: slog.New(slog.DiscardHandler), Metrics: evaluator.NewMetrics(prometheus.NewRegistry()),
	}
}

// evaluate lets all alerts become due at the same instant, minute by minute.
func (x *alertBench) evaluate(b testing.TB, load alertLoad) (cost alertCost) {
	b.Helper()
	var due time.Time
	tasks := &timedTasks{Store: x.store, wait: func(time.Time) time.Duration { return time.Since(due) }}
	evaluating := x.evaluator(tasks, x.clock.Now)
	for range load.minutes {
		x.fill(b, x.clock.Now(), time.Minute, load.rowsPerMinute)
		x.clock.Advance(time.Minute)
		ownBefore, engineBefore := cpuOf(os.Getpid()), cpuOf(x.engine.State().PID)
		due = time.Now()
		must(b, evaluating.Pass(b.Context()))
		cost.own, cost.engine = cost.own+cpuOf(os.Getpid())-ownBefore, cost.engine+cpuOf(x.engine.State().PID)-engineBefore
	}
	x.wantAllEvaluated(b, load.alerts)
	evaluated := load.alerts * load.minutes
	cost.lag, cost.lagMax = tasks.longest()
	cost.own, cost.engine = cost.own/time.Duration(evaluated), cost.engine/time.Duration(evaluated)
	return cost
}

// wantAllEvaluated fails unless every alert is evaluated through now.
func (x *alertBench) wantAllEvaluated(b testing.TB, want int) {
	b.Helper()
	found := 0
	for _, id := range x.teams {
		alerts, total, err := x.store.AlertsOf(b.Context(), id, resources.Part{Limit: want})
		must(b, err)
		found += total
		for _, a := range alerts {
			if !a.Progress.Through.Equal(x.clock.Now()) || len(a.Failures) > 0 {
				b.Fatalf("an alert is evaluated through %s: %v", a.Progress.Through, a.Failures)
			}
		}
	}
	if found != want {
		b.Fatalf("%d alerts, want %d", found, want)
	}
}
