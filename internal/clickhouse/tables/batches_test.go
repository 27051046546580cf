package tables_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestStoredBatchesAnswersTheIDsInRange(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	for _, batch := range []byte{1, 2, 3, 4} {
		if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(10, batch), string('a'+rune(batch))); err != nil {
			t.Fatal(err)
		}
	}
	all := storedBatches(t, client, database, telemetry.BatchID{}, highestBatch())
	if len(all) != 4 {
		t.Fatalf("%d batches, want 4", len(all))
	}
	if diff := cmp.Diff(all[1:3], storedBatches(t, client, database, all[1], all[2])); diff != "" {
		t.Error(diff)
	}
	if got := storedBatches(t, client, database, telemetry.BatchID{0xff}, highestBatch()); len(got) != 0 {
		t.Errorf("%v beyond the last", got)
	}
}

func highestBatch() telemetry.BatchID {
	return telemetry.BatchID([]byte(strings.Repeat("\xff", len(telemetry.BatchID{}))))
}

func storedBatches(t *testing.T, client *clickhouse.Client, database string, low, high telemetry.BatchID) []telemetry.BatchID {
	t.Helper()
	ids, err := tables.NewTeams(client).StoredBatches(t.Context(), strings.TrimPrefix(database, "cairn_"), telemetry.LogsTable, low, high)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestInsertRunningSeesAnInsertAtWork(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	if err := client.Exec(t.Context(), "CREATE TABLE "+database+".slow (n UInt8) ENGINE = MergeTree ORDER BY n"); err != nil {
		t.Fatal(err)
	}
	token := enginetest.NewTeamID()
	done := make(chan error, 1)
	go func() {
		done <- client.Exec(t.Context(), "INSERT INTO "+database+".slow SELECT sleepEachRow(0.2) FROM numbers(10)",
			clickhouse.Setting{Name: "insert_deduplication_token", Value: token + "-1"})
	}()
	testkit.Eventually(t, 5*time.Second, "the insert is seen", func() bool { return isRunning(t, client, token) })
	if isRunning(t, client, "x"+token) {
		t.Error("another token's insert is at work")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if isRunning(t, client, token) {
		t.Error("an insert that has ended is at work")
	}
}

func isRunning(t *testing.T, client *clickhouse.Client, token string) bool {
	t.Helper()
	running, err := tables.NewTeams(client).InsertRunning(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return running
}
