//go:build soak

package evaltest_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// TestSoakAlertHistories drives evaluation through long random histories of
// telemetry, edits, silences, failures, crashes and clock jumps beside a
// reference, on both databases.
func TestSoakAlertHistories(t *testing.T) {
	windows, transitions, notices, crashes := 0, 0, 0, 0
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		for seed := range uint64(100) {
			m := run(t, kind, 1000+seed, 200)
			for _, r := range m.references {
				windows, transitions = windows+r.windows, transitions+len(r.transitions)
			}
			notices, crashes = notices+len(m.told), crashes+m.crashes
		}
	}
	t.Logf("%d windows, %d transitions, %d notices, %d crashes: no difference to the reference", windows, transitions, notices, crashes)
}

// TestSoakAlertKills kills evaluators with kill -9 while they catch up: every
// transition is in the outbox once.
func TestSoakAlertKills(t *testing.T) {
	kills := 0
	for kills < 500 {
		kills += surviveKills(t, 100, 2)
	}
	t.Logf("%d evaluators were killed, and every transition was told once", kills)
}
