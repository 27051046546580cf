package tables_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestCPUTimeIsBookedOnTheTeam(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	since := testkit.Hour()
	if err := client.Exec(t.Context(), "SELECT sum(cityHash64(number)) + (SELECT count() FROM `"+database+"`.logs) FROM numbers(20000000)"); err != nil {
		t.Fatal(err)
	}
	epoch, used, err := tables.NewTeams(client).CPUTime(t.Context(), since)
	if err != nil || epoch == "" {
		t.Fatalf("epoch %q, %v", epoch, err)
	}
	var micros int64
	for _, u := range used {
		if "cairn_"+u.TeamID == database && !u.Hour.Before(since) {
			micros += u.Micros
		}
	}
	if micros < 1000 {
		t.Errorf("%d µs are booked on the team, want the query's time", micros)
	}
	again, _, err := tables.NewTeams(client).CPUTime(t.Context(), since)
	if err != nil || again != epoch {
		t.Errorf("the epoch changed without a start: %q, %q, %v", epoch, again, err)
	}
}
