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
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// timedTasks notes how long each alert waited until its turn was written.
type timedTasks struct {
	*sqlstore.Store
	mu   sync.Mutex
	due  time.Time // when all alerts became due
	lags []time.Duration
}

// turnsKey is the key of how many turns a transaction has.
type turnsKey struct{}

// InTx implements alerting.TaskStore.
func (s *timedTasks) InTx(ctx context.Context, run func(ctx context.Context) error) error {
	turns := 0
	err := s.Store.InTx(context.WithValue(ctx, turnsKey{}, &turns), run)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.lags = append(s.lags, slices.Repeat([]time.Duration{time.Since(s.due)}, turns)...)
	}
	return err
}

// SaveTurn implements alerting.TaskStore.
func (s *timedTasks) SaveTurn(ctx context.Context, turn alerting.Turn) (bool, error) {
	*ctx.Value(turnsKey{}).(*int)++
	return s.Store.SaveTurn(ctx, turn)
}

func (x *alertBench) evaluator(tasks alerting.TaskStore) *alerting.Evaluator {
	return &alerting.Evaluator{
		Tasks: tasks, Leases: x.store, Reader: x.reader, Outbox: &alerting.OutboxWriter{Store: x.store, Now: x.clock.Now}, Owner: "bench",
		Clock:  func(context.Context) (time.Time, error) { return x.clock.Now(), nil },
		Logger: slog.New(slog.DiscardHandler), Metrics: alerting.NewEvaluatorMetrics(prometheus.NewRegistry()),
	}
}

// evaluate lets all alerts become due at the same instant, minute by minute.
func (x *alertBench) evaluate(b testing.TB, load alertLoad) (cost alertCost) {
	b.Helper()
	tasks := &timedTasks{Store: x.store}
	evaluator := x.evaluator(tasks)
	for range load.minutes {
		x.fill(b, x.clock.Now(), time.Minute, load.rowsPerMinute)
		x.clock.Advance(time.Minute)
		ownBefore, engineBefore := cpuOf(os.Getpid()), cpuOf(x.engine.State().PID)
		tasks.due = time.Now()
		must(b, evaluator.Pass(b.Context()))
		cost.own, cost.engine = cost.own+cpuOf(os.Getpid())-ownBefore, cost.engine+cpuOf(x.engine.State().PID)-engineBefore
	}
	x.wantAllEvaluated(b, load.alerts)
	evaluated := load.alerts * load.minutes
	slices.Sort(tasks.lags)
	cost.lag, cost.lagMax = tasks.lags[len(tasks.lags)*99/100], tasks.lags[len(tasks.lags)-1]
	cost.own, cost.engine = cost.own/time.Duration(evaluated), cost.engine/time.Duration(evaluated)
	return cost
}

// wantAllEvaluated fails unless every alert is evaluated through now.
func (x *alertBench) wantAllEvaluated(b testing.TB, want int) {
	b.Helper()
	found := 0
	for _, id := range x.teams {
		alerts, total, err := x.store.AlertsOf(b.Context(), id, observe.Part{Limit: want})
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
