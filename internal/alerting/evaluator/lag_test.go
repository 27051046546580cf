package evaluator_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/stack"
)

// idleStore has nothing to do, and windows that wait.
type idleStore struct {
	alerting.TaskStore
	alerting.LeaseStore
	alerting.WatermarkStore
	waiting []alerting.Waiting
}

func (s *idleStore) ClaimShards(context.Context, string, time.Duration) (int, error) { return 0, nil }

func (s *idleStore) DueTasks(context.Context, string, time.Time, int) ([]alerting.Task, error) {
	return nil, nil
}

func (s *idleStore) Watermarks(context.Context) ([]alerting.Watermark, error) { return nil, nil }

func (s *idleStore) EvaluatorLag(context.Context, string, time.Time) ([]alerting.Waiting, error) {
	return s.waiting, nil
}

func TestLogWarnsOfWindowsThatWaitTwoIntervals(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	var log bytes.Buffer
	store := &idleStore{}
	evaluating := &evaluator.Evaluator{
		Tasks: store, Leases: store, Marks: store, Owner: "a", Clock: func(context.Context) (time.Time, error) { return now, nil },
		Logger: slog.New(slog.NewTextHandler(&log, nil)), Metrics: evaluator.NewMetrics(prometheus.NewRegistry()),
	}
	pass := func(want string, waiting ...alerting.Waiting) {
		t.Helper()
		log.Reset()
		now, store.waiting = now.Add(time.Minute), waiting
		if err := evaluating.Pass(t.Context()); err != nil || !strings.Contains(log.String(), want) || want == "" && log.Len() > 0 {
			t.Errorf("%s, %v, want %q", log.String(), err, want)
		}
	}
	wait := func(interval stack.Interval, long time.Duration) alerting.Waiting {
		return alerting.Waiting{Interval: interval, Since: now.Add(time.Minute - long)}
	}
	pass("")
	pass("", wait("1m", 2*time.Minute), wait("1h", 2*time.Hour))
	pass("lag=2m1s", wait("1m", 121*time.Second), wait("1h", time.Hour))
	pass("lag=10m1s", wait("1m", time.Minute), wait("5m", 601*time.Second))
}

func TestLagOfFailingAlertsHasItsOwnMetric(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	registry := prometheus.NewRegistry()
	store := &idleStore{waiting: []alerting.Waiting{
		{Interval: "1m", Since: now.Add(-90 * time.Second)}, {Interval: "1m", Since: now.Add(-time.Hour), Failing: true},
	}}
	evaluating := &evaluator.Evaluator{
		Tasks: store, Leases: store, Marks: store, Owner: "a", Clock: func(context.Context) (time.Time, error) { return now, nil },
		Logger: slog.New(slog.DiscardHandler), Metrics: evaluator.NewMetrics(registry),
	}
	if err := evaluating.Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"cairn_alerting_lag_seconds": 90, "cairn_alerting_failing_lag_seconds": 3600} {
		if got := gaugeOf(t, registry, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func gaugeOf(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}
