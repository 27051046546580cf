//go:build soak

package evaltest_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakAlertHistories drives evaluation through long random histories of
// telemetry, edits, silences, failures, crashes and clock jumps beside a
// reference, on both databases: 100 histories on each, or CAIRN_SOAK_ROUNDS.
func TestSoakAlertHistories(t *testing.T) {
	windows, transitions, notices, crashes := 0, 0, 0, 0
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		for seed := range testkit.Size(t, "CAIRN_SOAK_ROUNDS", 100) {
			m := run(t, kind, 1000+uint64(seed), 200)
			for _, r := range m.references {
				windows, transitions = windows+r.windows, transitions+len(r.transitions)
			}
			notices, crashes = notices+len(m.told), crashes+m.crashes
		}
	}
	t.Logf("%d windows, %d transitions, %d notices, %d crashes: no difference to the reference", windows, transitions, notices, crashes)
}

// TestSoakAlertKills kills evaluators with kill -9 while they catch up: every
// transition is in the outbox once. There are 500 kills, or CAIRN_SOAK_KILLS.
func TestSoakAlertKills(t *testing.T) {
	kills, wanted := 0, testkit.Size(t, "CAIRN_SOAK_KILLS", 500)
	for kills < wanted {
		kills += surviveKills(t, 100, 2)
	}
	t.Logf("%d evaluators were killed, and every transition was told once", kills)
}
