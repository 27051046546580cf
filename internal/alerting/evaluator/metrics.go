package evaluator

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/stack"
)

// outcomeWaiting counts looks at windows that wait for telemetry.
const outcomeWaiting = "waiting"

// Metrics counts what an evaluator does. Make it with
// NewEvaluatorMetrics.
type Metrics struct {
	shards      prometheus.Gauge
	lag         prometheus.Gauge
	failingLag  prometheus.Gauge
	missed      prometheus.Counter
	scans       prometheus.Counter
	lost        prometheus.Counter
	evaluations *prometheus.CounterVec
	transitions *prometheus.CounterVec
	delay       prometheus.Histogram
}

// NewMetrics makes the metrics and registers them.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	const prefix = "cairn_alerting_"
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Name: prefix + name, Help: help})
	}
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
	}
	vector := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, []string{label})
	}
	m := &Metrics{
		shards:      gauge("shards", "Shards of alerts that this process evaluates."),
		lag:         gauge("lag_seconds", "How long the oldest window has been waiting to be evaluated; alerts whose query fails do not count."),
		failingLag:  gauge("failing_lag_seconds", "How long the oldest window of an alert whose query fails has been waiting to be evaluated."),
		missed:      counter("missed_windows_total", "Windows that were never evaluated because they lay too far back."),
		scans:       counter("scans_total", "Scans of the engine for alerts."),
		lost:        counter("turns_lost_total", "Evaluations that were not written: the alert was changed, deleted or evaluated by another process meanwhile."),
		evaluations: vector("evaluations_total", "Windows of alerts, by outcome (evaluated, failed, waiting: for telemetry that is not stored).", "outcome"),
		transitions: vector("transitions_total", "Changes of groups of alerts, by the state that they went to.", "to"),
		delay: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: prefix + "window_delay_seconds", Help: "Time from when a window could have been evaluated until it was looked at.",
			Buckets: []float64{0.5, 1, 2, 3, 5, 10, 30, 60, 300, 3600},
		}),
	}
	metric.StartAtZero(m.evaluations, []string{"evaluated", "failed", outcomeWaiting})
	metric.StartAtZero(m.transitions, metric.Texts(stack.AlertStates()))
	registry.MustRegister(m.shards, m.lag, m.failingLag, m.missed, m.scans, m.lost, m.evaluations, m.transitions, m.delay)
	return m
}

// looked counts a look at an alert.
func (m *Metrics) looked(l look, a explore.AlertAnswer) {
	if a.Err != nil {
		m.evaluations.WithLabelValues("failed").Inc()
		return
	}
	m.delay.Observe(max(0, l.lag().Seconds()))
}

// saved counts what was written, and what was not because somebody was
// faster.
func (m *Metrics) saved(turns []alerting.Turn, written []bool) {
	for i, turn := range turns {
		if !written[i] {
			m.lost.Inc()
			continue
		}
		for _, e := range turn.Evaluations {
			if e.ErrorType == "" {
				m.evaluations.WithLabelValues("evaluated").Inc()
			}
		}
		for _, h := range turn.History {
			m.changed(h)
		}
	}
}

func (m *Metrics) changed(h alerting.HistoryEntry) {
	switch h.Kind {
	case alerting.HistorySkipped:
		m.missed.Add(float64(h.Windows))
	case alerting.HistoryTransition, alerting.HistoryError:
		m.transitions.WithLabelValues(string(h.To)).Inc()
	case alerting.HistoryRecovered, alerting.HistoryIncomplete:
	}
}

// lateIntervals is how many intervals of its alert a window may wait before the
// log tells of it. warnEvery keeps the log short.
const (
	lateIntervals = 2
	warnEvery     = time.Minute
)

// measureLag tells how far evaluation is behind.
func (e *Evaluator) measureLag(ctx context.Context, now time.Time) error {
	waiting, err := e.Tasks.EvaluatorLag(ctx, e.Owner, now)
	if err != nil {
		return err
	}
	lag, failing, late := longestWait(waiting, now)
	e.Metrics.lag.Set(lag.Seconds())
	e.Metrics.failingLag.Set(failing.Seconds())
	if late > 0 && now.Sub(e.warned).Abs() >= warnEvery {
		e.warned = now
		e.Logger.WarnContext(ctx, "alerts are evaluated late", "lag", late.String())
	}
	return nil
}

// longestWait returns the longest wait of windows that only need their turn, of
// those whose query fails, and of the former that wait too long.
func longestWait(waiting []alerting.Waiting, now time.Time) (lag, failing, late time.Duration) {
	for _, w := range waiting {
		wait := now.Sub(w.Since)
		if w.Failing {
			failing = max(failing, wait)
			continue
		}
		lag = max(lag, wait)
		if wait > lateIntervals*w.Interval.Duration() {
			late = max(late, wait)
		}
	}
	return lag, failing, late
}
