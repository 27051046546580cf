package tables_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestOriginKeysFollowTheRecords looks for a key of resources while records come,
// are merged and have more keys than are remembered.
func TestOriginKeysFollowTheRecords(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	store := tables.NewStore(client, tables.StoreOptions{})
	database := enginetest.NewTeam(t, client)
	today := testkit.Today().Add(time.Hour)
	insert := func(at time.Time, resource string) {
		t.Helper()
		enginetest.Execute(t, client, fmt.Sprintf("INSERT INTO %s.logs (Timestamp, Resource, Scope) SELECT toDateTime64(%d, 9, 'UTC'), %s, '{}'", database, at.Unix(), resource))
	}
	want := func(what string, first time.Time, lacks bool) {
		t.Helper()
		keys, err := store.OriginKeys(t.Context(), strings.TrimPrefix(database, "cairn_"), telemetry.LogsTable, first, today)
		if err != nil {
			t.Fatal(err)
		}
		if got := keys.Lacks("Resource", "pod"); got != lacks {
			t.Errorf("%s: it is said that no resource has the key: %t", what, got)
		}
		if keys.Lacks("Body", "pod") {
			t.Errorf("%s: something is said of another column", what)
		}
	}
	yesterday := today.AddDate(0, 0, -1)
	want("no records", yesterday, true)
	insert(today, `'{"host":"a"}'`)
	want("records without it", yesterday, true)
	insert(yesterday, `'{"pod":"b"}'`)
	want("a record of yesterday", yesterday, false)
	want("a record of yesterday, asked about today", today, true)
	insert(today, `'{"pod":"c","host":"a"}'`)
	want("a new record", today, false)
	enginetest.Execute(t, client, "OPTIMIZE TABLE "+database+".logs FINAL")
	want("merged parts", today, false)
	enginetest.Execute(t, client, "TRUNCATE TABLE "+database+".logs")
	want("no records any more", yesterday, true)
	insert(today, `concat('{', arrayStringConcat(arrayMap(n -> concat('"k', toString(n), '":""'), range(1001)), ','), '}')`)
	want("a thousand keys", today, false)
}
