package tables_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// countPerMinute is what the projection holds.
const countPerMinute = `SELECT count() AS n FROM logs WHERE toStartOfMinute(Time) >= now() - INTERVAL 3 DAY
	AND ServiceName = 'cart' AND SeverityText = 'error'`

// TestSmallPartsAreFoundBeforeAndAfterMerges has a part with skip indexes and
// small ones without, until they are merged; and then a merged part beside a
// small one, which must not stay apart.
func TestSmallPartsAreFoundBeforeAndAfterMerges(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	const large, small, parts = 6000, 1200, 3
	enginetest.Execute(t, client, "ALTER TABLE "+database+".logs MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1")
	enginetest.InsertLogs(t, client, database, large, 0)
	for i := range parts {
		enginetest.InsertLogs(t, client, database, small, byte(1+i))
	}
	wantIndexed(t, client, database, 1)
	wantLogsFound(t, client, database, large/1000+parts*(small/1000), (large+parts*small)/6)
	enginetest.Execute(t, client, "OPTIMIZE TABLE "+database+".logs FINAL SETTINGS optimize_throw_if_noop = 1")
	wantParts(t, client, database, 1)
	wantIndexed(t, client, database, 1)
	wantLogsFound(t, client, database, large/1000+parts*(small/1000), (large+parts*small)/6)
	enginetest.InsertLogs(t, client, database, small, 100)
	enginetest.Execute(t, client, "OPTIMIZE TABLE "+database+".logs FINAL SETTINGS optimize_throw_if_noop = 1")
	wantParts(t, client, database, 1)
	wantLogsFound(t, client, database, large/1000+(parts+1)*(small/1000), (large+(parts+1)*small)/6)
	for sql, name := range map[string]string{
		"SELECT count() AS n FROM logs WHERE hasAllTokens(BodyWords, ['granite'])": "Name: body_words",
		countPerMinute: "ReadFromMergeTree (per_minute)",
	} {
		if plan := explainText(t, client, database, sql); !strings.Contains(plan, name) {
			t.Errorf("after merges the plan has no %q:\n%s", name, plan)
		}
	}
}

// wantLogsFound looks for records by a word, without the index, by their trace,
// and as counts per minute.
func wantLogsFound(t *testing.T, client *clickhouse.Client, database string, words, errors uint64) {
	t.Helper()
	for sql, want := range map[string]uint64{
		"SELECT count() AS n FROM logs WHERE hasAllTokens(BodyWords, ['granite'])": words,
		"SELECT count() AS n FROM logs WHERE Body LIKE '%Granite%'":                words,
		"SELECT uniqExact(batch_id) AS n FROM logs WHERE TraceId = unhex('00000000000000000000000000000007')": enginetest.Count(
			t, client, database, "SELECT uniqExact(batch_id) AS n FROM logs"),
		countPerMinute: errors,
	} {
		if got := enginetest.Count(t, client, database, sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
}

func wantParts(t *testing.T, client *clickhouse.Client, database string, want uint64) {
	t.Helper()
	if got := enginetest.Count(t, client, database, "SELECT uniqExact(_part) AS n FROM logs"); got != want {
		t.Errorf("%d parts, want %d", got, want)
	}
}

// wantIndexed wants so many parts of the logs to have skip indexes.
func wantIndexed(t *testing.T, client *clickhouse.Client, database string, want uint64) {
	t.Helper()
	got := enginetest.AdminCount(t, client, "SELECT count() AS n FROM system.parts WHERE active AND table = 'logs' AND database = '"+
		database+"' AND secondary_indices_compressed_bytes > 0")
	if got != want {
		t.Errorf("%d parts have skip indexes, want %d", got, want)
	}
}
