package tables_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// ids returns log records of which one in so many has an id, under the key k.
func ids(from, to, every int) *telemetry.Rows {
	return changing(from, to, func(list *telemetry.AttributeWriter, key []byte, i int) {
		if i%every == 0 {
			list.Text(key, fmt.Appendf(nil, "id-%d", i))
		}
	})
}

// indexesOf returns the names of the logs' indexes for keys, in order.
func (s storeOf) indexesOf(t *testing.T) string {
	t.Helper()
	return strings.Join(texts(t, s.client, "SELECT name AS t FROM system.data_skipping_indices WHERE database = '"+s.database+
		"' AND table = 'logs' AND match(name, '^[a-h]_') ORDER BY name"), ", ")
}

// keepIndexes takes steps of upkeep until the logs have the indexes.
func (s storeOf) keepIndexes(t *testing.T, want string) {
	t.Helper()
	s.keepUpUntil(t, "the logs have the indexes "+want, func() bool { return s.indexesOf(t) == want })
}

// makeWide has the engine write parts as if they were large.
func (s storeOf) makeWide(t *testing.T) {
	t.Helper()
	enginetest.Execute(t, s.client, "ALTER TABLE "+s.database+".logs MODIFY SETTING min_bytes_for_wide_part = 0")
}

// TestTextsOfFewRowsHaveNoIndex holds that only texts that many rows have are
// indexed, whatever rows had them before.
func TestTextsOfFewRowsHaveNoIndex(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{HotRows: 500, ColumnsAge: time.Hour})
	store.makeWide(t)
	store.insert(t, ids(0, 10_000, 30), 1)
	store.promote(t)
	if got := store.hotOf(t); got != "" {
		t.Fatalf("columns of keys that one row in thirty has = %s, want none", got)
	}
	store.Asked(store.team, telemetry.LogsTable, "k")
	store.promote(t)
	if got, want := store.hotOf(t), fmt.Sprintf("k:%d", tables.HotText); got != want {
		t.Fatalf("columns of keys that were asked about = %s, want %s", got, want)
	}
	store.insert(t, ids(10_000, 12_000, 30), 2)
	store.keepUp(t, "a_k")
	if got := store.indexesOf(t); got != "" {
		t.Errorf("indexes = %s, want none", got)
	}
	for i := range 4 {
		store.insert(t, ids(12_000+i*5000, 17_000+i*5000, 1), byte(3+i))
	}
	store.keepUp(t, "b_k")
	store.keepIndexes(t, "b_k")
	const sql = "SELECT count() AS n FROM otel_logs WHERE LogAttributes['k'] LIKE 'id-%'"
	if got, want := enginetest.Count(t, store.client, store.database, sql), uint64(334+66+20_000); got != want {
		t.Errorf("records with an id = %d, want %d", got, want)
	}
}

// TestIndexesOfAnEarlierVersionAreDropped gives a column the indexes over
// resources and scopes that it once had.
func TestIndexesOfAnEarlierVersionAreDropped(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{HotRows: 500, ColumnsAge: time.Hour})
	store.insert(t, ids(0, 1000, 1), 1)
	store.promote(t)
	for _, origin := range []string{"Resource", "Scope"} {
		enginetest.Execute(t, store.client, fmt.Sprintf("ALTER TABLE %s.logs ADD INDEX `a_k %[2]s` simpleJSONExtractString(%[2]s, 'k') TYPE minmax GRANULARITY 1", store.database, origin))
	}
	store.insert(t, ids(1000, 2000, 1), 2)
	store.keepIndexes(t, "a_k")
	store.keepUp(t, "a_k")
}
