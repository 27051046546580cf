package tables_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// idDays is how many days the tests index.
const idDays = 3

// idOptions let days be indexed as soon as they are over.
func idOptions() tables.StoreOptions {
	return tables.StoreOptions{IDsQuiet: time.Nanosecond, IDsRows: 1, HotRows: 500, ColumnsAge: time.Hour}
}

// dayBefore returns the start of a day, some days before today.
func dayBefore(days int) time.Time {
	return testkit.Today().AddDate(0, 0, -days)
}

// traceOf returns the trace id of a number in hexadecimal.
func traceOf(number int) string { return fmt.Sprintf("%032x", number) }

// fillDays stores 3,000 records in each of the last days and of today, ten to a
// trace, 28 seconds apart.
func (s storeOf) fillDays(t *testing.T) {
	t.Helper()
	for day := range idDays + 1 {
		enginetest.Execute(t, s.client, fmt.Sprintf(
			"INSERT INTO %s.logs (Timestamp, TraceId, LogAttributes) SELECT toDateTime64(%d + number * 28, 9, 'UTC'), "+
				"unhex(leftPad(lower(hex(toUInt32(1 + %d + intDiv(number, 10)))), 32, '0')), map('request', concat('id-', toString(%d + number))) FROM numbers(3000)",
			s.database, dayBefore(day).Unix(), day*1000, day*10_000))
	}
	if _, err := s.Columns(t.Context(), s.team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
}

// find returns where the records with a trace id can be.
func (s storeOf) find(t *testing.T, ids ...tables.ID) tables.IDPlaces {
	t.Helper()
	places, err := s.FindIDs(t.Context(), s.team, telemetry.LogsTable, ids)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// index takes steps until the days before today are indexed.
func (s storeOf) index(t *testing.T, ids ...tables.ID) {
	t.Helper()
	testkit.Eventually(t, 30*time.Second, "the days are indexed", func() bool {
		if err := s.Upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(s.find(t, ids...).Days) == idDays
	})
}

// wantPlaces fails the test unless the places are the days before today, without
// some, and the times.
func wantPlaces(t *testing.T, got tables.IDPlaces, without int, times ...time.Time) {
	t.Helper()
	var want tables.IDPlaces
	for day := idDays; day > 0; day-- {
		if day != without {
			want.Days = append(want.Days, telemetry.DayOf(dayBefore(day).UnixNano()))
		}
	}
	for _, at := range times {
		want.Seconds = append(want.Seconds, at.Truncate(5*time.Minute).Unix())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestIDsAreIndexedWhenTheirDayIsOver(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	if got := store.find(t, tables.TraceID(traceOf(2003))); len(got.Days)+len(got.Seconds) > 0 {
		t.Fatalf("places before anything is indexed: %+v", got)
	}
	store.index(t, tables.TraceID(traceOf(1)))
	// Trace 2003 is records 20 to 29 of the day before yesterday: 560 to 812 s.
	at := dayBefore(2).Add(560 * time.Second)
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(2003))), 0, at, at.Add(5*time.Minute))
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(3))), 0) // today's
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0)
	if got := store.find(t, tables.TraceID(traceOf(2003)), tables.KeyID("request", "id-1")); len(got.Days) > 0 {
		t.Errorf("places of ids under a key without a column: %+v", got)
	}
}

func TestKeysAreIndexedAfterTheirPromotion(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.index(t, tables.TraceID(traceOf(1)))
	store.insert(t, hotRows(0, 1000), 1)
	store.promote(t)
	store.index(t, tables.KeyID("request", "id-20001"))
	wantPlaces(t, store.find(t, tables.KeyID("request", "id-20001")), 0, dayBefore(2))
	at := dayBefore(2).Add(560 * time.Second)
	wantPlaces(t, store.find(t, tables.KeyID("request", "id-20001"), tables.TraceID(traceOf(2003))), 0, dayBefore(2), at, at.Add(5*time.Minute))
	testkit.Eventually(t, 30*time.Second, "the first indexes are dropped", func() bool {
		if err := store.Upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return store.builds(t) == idDays
	})
}

// builds returns how many runs the index of the logs has.
func (s storeOf) builds(t *testing.T) uint64 {
	t.Helper()
	return enginetest.AdminCount(t, s.client, "SELECT uniqExact(partition_id) AS n FROM system.parts WHERE active AND table = 'ids' AND database = '"+s.database+"'")
}

// lateTrace is a trace that comes late.
const lateTrace = 9999

// lateRow is a record of that trace at the start of a day.
func lateRow(day time.Time) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	id := [16]byte{14: lateTrace >> 8, 15: lateTrace & 0xff}
	write(rows, func(w *telemetry.Writer, origin uint32) {
		w.BeginLog(1)
		w.EndLog(&telemetry.LogRecord{Time: nanos(day), TraceID: id[:]}, origin)
	})
	return rows
}

func TestLateRecordsMakeTheIndexOfTheirDayUseless(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.index(t, tables.TraceID(traceOf(1)))
	store.insert(t, lateRow(dayBefore(2)), 1)
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 2)
	enginetest.Execute(t, store.client, "OPTIMIZE TABLE "+store.database+".logs FINAL")
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 2)
	store.index(t, tables.TraceID(traceOf(1)))
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0, dayBefore(2))
}

// TestMergesAndMutationsLeaveTheIndex rewrites records, but changes none.
func TestMergesAndMutationsLeaveTheIndex(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.insert(t, lateRow(dayBefore(2)), 1)
	store.index(t, tables.TraceID(traceOf(1)))
	for _, sql := range []string{
		"OPTIMIZE TABLE %s.logs FINAL", "OPTIMIZE TABLE %s.ids FINAL",
		"ALTER TABLE %s.logs MATERIALIZE INDEX trace_id SETTINGS mutations_sync = 2",
	} {
		enginetest.Execute(t, store.client, fmt.Sprintf(sql, store.database))
		wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0, dayBefore(2))
	}
}

// watched returns the same team's store, whose calls are told to observe.
func (s storeOf) watched(t *testing.T, observe func(clickhouse.Call)) storeOf {
	t.Helper()
	client := clickhouse.Open(enginetest.Start(t), clickhouse.ClientOptions{Observe: observe})
	t.Cleanup(func() { _ = client.Close() })
	other := storeOf{tables.NewStore(client, idOptions()), client, s.team, s.database}
	if _, err := other.Columns(t.Context(), s.team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
	return other
}

func TestRecordsThatComeWhileTheirDayIsIndexed(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{"index", "mark"} {
		t.Run("before_the_end_of_"+operation, func(t *testing.T) {
			t.Parallel()
			store := newStore(t, idOptions())
			store.fillDays(t)
			came := false
			builder := store.watched(t, func(call clickhouse.Call) {
				if call.Operation == operation && !came {
					came = true
					store.insert(t, lateRow(dayBefore(1)), 1)
				}
			})
			if err := builder.Upkeep(t.Context()); err != nil || !came {
				t.Fatalf("came %t: %v", came, err)
			}
			if got := store.find(t, tables.TraceID(traceOf(lateTrace))); len(got.Days) > 0 {
				t.Errorf("places: %+v", got)
			}
			store.index(t, tables.TraceID(traceOf(1)))
			wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0, dayBefore(1))
		})
	}
}

func TestIndexThatWasInterruptedIsNotUsed(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	ctx, cancel := context.WithCancel(t.Context())
	builder := store.watched(t, func(call clickhouse.Call) {
		if call.Operation == "index" {
			cancel()
		}
	})
	if err := builder.Upkeep(ctx); err == nil {
		t.Error("a run that was interrupted says nothing")
	}
	if got := store.builds(t); got != 1 {
		t.Fatalf("runs = %d, want the one that was interrupted", got)
	}
	if got := store.find(t, tables.TraceID(traceOf(1003))); len(got.Days) > 0 {
		t.Errorf("places: %+v", got)
	}
	store.index(t, tables.TraceID(traceOf(1)))
	if got := store.builds(t); got != idDays {
		t.Errorf("runs = %d, want one for each day", got)
	}
}

// TestIndexThatWasDroppedMeanwhileIsNotUsed lets somebody take the index for
// one that failed when it knows the first column.
func TestIndexThatWasDroppedMeanwhileIsNotUsed(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.insert(t, hotRows(0, 1000), 1)
	store.promote(t)
	store.index(t, tables.KeyID("request", "x"))
	store.insert(t, lateRow(dayBefore(2)), 2)
	dropped := false
	builder := store.watched(t, func(call clickhouse.Call) {
		if call.Operation == "index" && !dropped {
			dropped = true
			last := texts(t, store.client, "SELECT max(partition_id) AS t FROM system.parts WHERE active AND table = 'ids' AND database = '"+store.database+
				"' AND startsWith(partition_id, '1-"+dayBefore(2).Format("20060102")+"-')")
			enginetest.Execute(t, store.client, "ALTER TABLE "+store.database+".ids DROP PARTITION ID '"+last[0]+"'")
		}
	})
	err := builder.Upkeep(t.Context())
	if err == nil || !dropped {
		t.Errorf("dropped %t: %v", dropped, err)
	}
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 2)
	store.index(t, tables.TraceID(traceOf(lateTrace)))
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0, dayBefore(2))
}

// TestIndexThatLostRowsIsNotUsed drops each part of an index, as the engine
// does when it finds one broken.
func TestIndexThatLostRowsIsNotUsed(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.index(t, tables.TraceID(traceOf(1)))
	parts := texts(t, store.client, "SELECT name AS t FROM system.parts WHERE active AND table = 'ids' AND database = '"+store.database+
		"' AND startsWith(partition_id, '1-"+dayBefore(2).Format("20060102")+"-')")
	for _, part := range parts {
		enginetest.Execute(t, store.client, "ALTER TABLE "+store.database+".ids DETACH PART '"+part+"'")
		wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 2)
		enginetest.Execute(t, store.client, "ALTER TABLE "+store.database+".ids ATTACH PART '"+part+"'")
		wantPlaces(t, store.find(t, tables.TraceID(traceOf(lateTrace))), 0)
	}
	if len(parts) == 0 {
		t.Error("the index has no parts")
	}
}

func TestTwoServersIndexAtOnce(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	other := store.watched(t, nil)
	for range idDays + 1 {
		var group sync.WaitGroup
		for _, s := range []storeOf{store, other} {
			group.Go(func() {
				if err := s.Upkeep(t.Context()); err != nil && !strings.Contains(err.Error(), "merge") {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	store.index(t, tables.TraceID(traceOf(1)))
	at := dayBefore(2).Add(560 * time.Second)
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(2003))), 0, at, at.Add(5*time.Minute))
}

// TestIDsInManyPlacesAreNotLookedUp has one id in every five minutes of a day.
func TestIDsInManyPlacesAreNotLookedUp(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	enginetest.Execute(t, store.client, fmt.Sprintf("INSERT INTO %s.logs (Timestamp, TraceId) SELECT toDateTime64(%d + number * 300, 9, 'UTC'), unhex('%s') FROM numbers(288)",
		store.database, dayBefore(1).Unix(), traceOf(lateTrace)))
	store.index(t, tables.TraceID(traceOf(1)))
	if got := store.find(t, tables.TraceID(traceOf(lateTrace))); len(got.Days)+len(got.Seconds) > 0 {
		t.Errorf("places: %d days, %d buckets", len(got.Days), len(got.Seconds))
	}
}

func TestIDsOfSmallTablesAreNotLookedUp(t *testing.T) {
	t.Parallel()
	options := idOptions()
	options.IDsRows = 3000*(idDays+1) + 1
	store := newStore(t, options)
	store.fillDays(t)
	var asked atomic.Int64
	store = storeOf{tables.NewStore(store.watched(t, func(clickhouse.Call) { asked.Add(1) }).client, options), store.client, store.team, store.database}
	for range 3 {
		store.find(t, tables.TraceID(traceOf(1)))
	}
	if got := asked.Load(); got > 3 {
		t.Errorf("%d statements for three look-ups, want those of the first", got)
	}
}

func TestIDsOfEarlierTables(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	store := storeOf{tables.NewStore(client, idOptions()), client, enginetest.NewTeamID(), ""}
	store.database = "cairn_" + store.team
	if err := tables.MakeOldTeam(t.Context(), client, store.team, 5); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.NewTeams(client).DropTeam(context.Background(), store.team) })
	store.fillDays(t)
	if _, err := store.FindIDs(t.Context(), store.team, telemetry.LogsTable, []tables.ID{tables.TraceID(traceOf(1))}); err == nil {
		t.Error("an index that is not there was asked")
	}
	if err := store.Upkeep(t.Context()); err != nil {
		t.Errorf("Upkeep: %v", err)
	}
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), store.team); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Columns(t.Context(), store.team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
	store.index(t, tables.TraceID(traceOf(1)))
}

func TestIndexGoesWithItsRecords(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.index(t, tables.TraceID(traceOf(1)))
	enginetest.Execute(t, store.client, "ALTER TABLE "+store.database+".logs DROP PARTITION '"+dayBefore(2).Format(time.DateOnly)+"'")
	wantPlaces(t, store.find(t, tables.TraceID(traceOf(2003))), 2)
	if err := store.Upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := store.builds(t); got != idDays-1 {
		t.Errorf("runs = %d, want those of the days that have records", got)
	}
}

// TestRestoredTeamIsIndexedAnew dumps a team with an index, and loads it.
func TestRestoredTeamIsIndexedAnew(t *testing.T) {
	t.Parallel()
	store := newStore(t, idOptions())
	store.fillDays(t)
	store.index(t, tables.TraceID(traceOf(1)))
	dumped, files := dumpTeam(t, store.Store, store.team)
	restored := storeOf{tables.NewStore(store.client, idOptions()), store.client, enginetest.NewTeamID(), ""}
	restored.database, dumped.ID = "cairn_"+restored.team, restored.team
	t.Cleanup(func() { _ = restored.DropTeam(context.Background(), restored.team) })
	if err := restored.PrepareTeam(t.Context(), dumped); err != nil {
		t.Fatal(err)
	}
	for _, table := range dumped.Tables {
		if table.Count == 0 {
			continue
		}
		if err := restored.LoadTable(t.Context(), restored.team, table, strings.NewReader(string(files[table.Name]))); err != nil {
			t.Fatal(err)
		}
	}
	if err := restored.FinishTeam(t.Context(), dumped); err != nil {
		t.Fatal(err)
	}
	if got := restored.find(t, tables.TraceID(traceOf(2003))); len(got.Days) > 0 {
		t.Errorf("places before the days are indexed: %+v", got)
	}
	if _, err := restored.Columns(t.Context(), restored.team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
	restored.index(t, tables.TraceID(traceOf(1)))
}
