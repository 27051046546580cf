//go:build soak

package app

import (
	"context"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// lagMax is how long 99 of 100 windows may wait after they are due.
const lagMax = 5 * time.Second

// TestSoakTenThousandAlerts is promise R10: alerts of a minute that are all due
// at the same instant miss no window, and the last one does not wait long.
func TestSoakTenThousandAlerts(t *testing.T) {
	load := alertLoad{alerts: testkit.Size(t, "CAIRN_SOAK_ALERTS", benchAlerts), minutes: testkit.Size(t, "CAIRN_SOAK_WINDOWS", 10), rowsPerMinute: 6_000}
	x := newAlertBench(t)
	x.watchAll(t, load.alerts)
	cost := x.evaluate(t, load)
	t.Logf("%d alerts, %d windows each, none missed: 99 of 100 evaluated after %s, the last one after %s; CPU per alert %s = %s here + %s in the engine",
		load.alerts, load.minutes, cost.lag.Round(time.Millisecond), cost.lagMax.Round(time.Millisecond), cost.own+cost.engine, cost.own, cost.engine)
	if cost.lag > lagMax {
		t.Errorf("one alert in a hundred waited for %s or longer, more than %s", cost.lag, lagMax)
	}
}

// TestSoakAlertsLive is promise R10 by the clock on the wall: the evaluator runs
// as in a server while log records come in, and every window of every alert is
// written once, soon after it is due.
func TestSoakAlertsLive(t *testing.T) {
	const delay = stack.DelaySecondsDefault * time.Second
	alerts, minutes := testkit.Size(t, "CAIRN_SOAK_ALERTS", benchAlerts), testkit.Size(t, "CAIRN_SOAK_MINUTES", 5)
	x := newAlertBench(t)
	x.delaySeconds = stack.DelaySecondsDefault
	x.watchAll(t, alerts)
	from := time.Now().Truncate(time.Minute).Add(time.Minute)
	tasks := &timedTasks{Store: x.store, from: from, wait: func(window time.Time) time.Duration { return time.Since(window.Add(delay)) }}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- x.evaluator(tasks, time.Now).Run(ctx) }()
	x.store100(t, from.Add(time.Duration(minutes)*time.Minute+delay+2*lagMax))
	cancel()
	must(t, <-ended)
	p99, longest := tasks.longest()
	t.Logf("%d alerts for %d minutes: %d windows written; 99 of 100 within %s of their time, the last one within %s",
		alerts, minutes, len(tasks.lags), p99.Round(time.Millisecond), longest.Round(time.Millisecond))
	if want := alerts * minutes; len(tasks.lags) != want {
		t.Errorf("%d windows were written, want %d", len(tasks.lags), want)
	}
	if p99 > lagMax {
		t.Errorf("one window in a hundred waited for %s or longer, more than %s", p99, lagMax)
	}
}

// store100 stores a hundred log records a second until the instant.
func (x *alertBench) store100(t *testing.T, until time.Time) {
	t.Helper()
	const every = 5 * time.Second
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for at := range ticks.C {
		x.fill(t, at.Add(-every), every, int(100*every.Seconds()))
		if at.After(until) {
			return
		}
	}
}
