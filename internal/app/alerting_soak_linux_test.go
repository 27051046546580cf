//go:build soak

package app

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakTenThousandAlerts is promise R10: alerts of a minute that are all due
// at the same instant miss no window, and the last one does not wait long.
func TestSoakTenThousandAlerts(t *testing.T) {
	const lagMax = 5 * time.Second
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
