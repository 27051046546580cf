package app

import "testing"

// TestAlertsDueTogetherMissNoWindow is promise R10 in short: alerts that are
// all due at the same instant are all evaluated, window by window.
func TestAlertsDueTogetherMissNoWindow(t *testing.T) {
	t.Parallel()
	x := newAlertBench(t)
	const alerts = 40
	x.watchAll(t, alerts)
	cost := x.evaluate(t, alertLoad{alerts: alerts, minutes: 2, rowsPerMinute: 500})
	t.Logf("the last of %d alerts was evaluated after %s", alerts, cost.lagMax)
}
