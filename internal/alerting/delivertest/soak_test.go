//go:build soak

package delivertest_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakDeliveryKill is promise R2 for delivery: 500 kills.
func TestSoakDeliveryKill(t *testing.T) { killNotifiers(t, testkit.Size(t, "CAIRN_SOAK_KILLS", 500)) }

// TestSoakAlertingKill is promise R2 over the whole way: 500 kills.
func TestSoakAlertingKill(t *testing.T) { killAll(t, testkit.Size(t, "CAIRN_SOAK_KILLS", 500)) }

// TestSoakReceiverDown is promise R8: a receiver that is down for 72 hours of
// virtual time, with something to tell every hour.
func TestSoakReceiverDown(t *testing.T) {
	alerts := testkit.Size(t, "CAIRN_SOAK_ALERTS", 20)
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			surviveOutage(t, newWorld(t, kind), outage{steps: 72, step: time.Hour, alerts: alerts})
		})
	}
}

// TestSoakReplicas is promise R12: of three processes with leases as long as
// those of a server, one after the other is stopped; the others take over in
// time, and what it decides when it goes on is not written.
func TestSoakReplicas(t *testing.T) {
	const takeOverMax = 15 * time.Second
	rounds, slowest := testkit.Size(t, "CAIRN_SOAK_ROUNDS", 20), time.Duration(0)
	x := newReplicas(t, 30, longVariable+"=1")
	x.awaitThrough(t, x.begun.Add(5*time.Minute), time.Minute)
	for round := range rounds {
		asleep := x.all[round%len(x.all)].Process
		_ = asleep.Signal(syscall.SIGSTOP)
		begun := time.Now()
		stoppedAt := x.begun.Add(walk * time.Since(x.begun))
		x.awaitThrough(t, stoppedAt.Add(time.Minute), time.Minute)
		slowest = max(slowest, time.Since(begun))
		_ = asleep.Signal(syscall.SIGCONT)
		x.awaitThrough(t, x.begun.Add(walk*time.Since(x.begun)), time.Minute)
	}
	transitions, deliveries := x.finish()
	t.Logf("%d times a replica was stopped and continued: all alerts went on after at most %s; %d transitions, each under one id in %d deliveries",
		rounds, slowest.Round(time.Millisecond), transitions, deliveries)
	if slowest > takeOverMax {
		t.Errorf("the others took over after %s", slowest)
	}
}

// awaitThrough waits until every alert is evaluated through an instant.
func (x *replicas) awaitThrough(t *testing.T, instant time.Time, within time.Duration) {
	t.Helper()
	testkit.Eventually(t, within, "every alert is evaluated", func() bool {
		for _, alert := range x.alerts {
			a, err := x.store.AlertByID(t.Context(), id(teamNumber), alert)
			x.must(err)
			if a.Progress.Through.Before(instant) {
				return false
			}
		}
		return true
	})
}
