package tables_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// columnsOf returns the names of the logs' columns for keys, in order.
func (s storeOf) columnsOf(t *testing.T) string {
	t.Helper()
	return strings.Join(texts(t, s.client, "SELECT name AS t FROM system.columns WHERE database = '"+s.database+
		"' AND table = 'logs' AND match(name, '^[a-h]m?_') ORDER BY name"), " ")
}

// keepUp takes steps until the logs have the columns, and all of their parts do.
func (s storeOf) keepUp(t *testing.T, columns string) {
	t.Helper()
	s.keepUpUntil(t, "the logs have the columns "+columns, func() bool {
		return s.columnsOf(t) == columns && s.partsLacking(t, columns) == 0
	})
}

// keepUpUntil takes steps until something holds.
func (s storeOf) keepUpUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	testkit.Eventually(t, 30*time.Second, what, func() bool {
		if err := s.Upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return holds()
	})
}

// partsLacking returns how many parts of the logs lack some of the columns.
func (s storeOf) partsLacking(t *testing.T, columns string) uint64 {
	t.Helper()
	return enginetest.AdminCount(t, s.client, "SELECT count() AS n FROM (SELECT name FROM system.parts_columns WHERE database = '"+s.database+
		"' AND table = 'logs' AND active GROUP BY name HAVING NOT hasAll(groupArray(column), splitByChar(' ', '"+columns+"')))")
}

// makeEarlierColumns gives the logs columns and rows as the version before had
// them: misfits stand in the map, and texts have no index.
func (s storeOf) makeEarlierColumns(t *testing.T) {
	t.Helper()
	for _, sql := range []string{
		"ALTER TABLE %s.logs ADD COLUMN `a_status` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['status']) CODEC(ZSTD(1))",
		"ALTER TABLE %s.logs ADD COLUMN `a_request` String DEFAULT LogAttributes['request'] CODEC(ZSTD(1))",
		"INSERT INTO %s.logs (Timestamp, LogAttributes, a_status, a_request) " +
			"SELECT now64(9) - number, multiIf(number %% 10 = 0, map('status', '007'), number %% 10 = 1, map('status', 'none', 'request', ''), map()), " +
			"multiIf(number %% 10 = 0, 7, number %% 10 = 1, NULL, 200 + number %% 5), if(number %% 10 = 1, '', 'id-' || toString(number)) FROM numbers(3000)",
	} {
		enginetest.Execute(t, s.client, fmt.Sprintf(sql, s.database))
	}
}

func TestUpkeep_brings_columns_of_an_earlier_version_up_to_date(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{ColumnsAge: time.Hour})
	store.makeWide(t)
	enginetest.Execute(t, store.client, "INSERT INTO "+store.database+
		".logs (Timestamp, LogAttributes) SELECT now64(9) - 4000 - number, map('status', ['1e300', '12', 'x'][1 + number % 3], 'request', 'old-' || toString(number)) FROM numbers(3000)")
	store.makeEarlierColumns(t)
	const columns = "Timestamp, LogAttributes"
	if _, err := store.Columns(t.Context(), store.team, telemetry.LogsTable); err != nil {
		t.Fatal(err)
	}
	store.keepUp(t, "a_status am_status b_request")
	for sql, want := range map[string]uint64{
		"SELECT count() AS n FROM logs WHERE am_status = '007' AND a_status = 7":                                           300,
		"SELECT count() AS n FROM logs WHERE am_status = 'none' AND a_status IS NULL":                                      300,
		"SELECT count() AS n FROM logs WHERE am_status = '1e300' AND a_status = 1e300":                                     1000,
		"SELECT count() AS n FROM logs WHERE am_status = '' AND a_status = 12":                                             1000,
		"SELECT count() AS n FROM logs WHERE am_status = ''":                                                               2400 + 1000,
		"SELECT count() AS n FROM logs WHERE b_request = 'id-8'":                                                           1,
		"SELECT count() AS n FROM logs WHERE b_request = 'old-8'":                                                          1,
		"SELECT count() AS n FROM otel_logs WHERE LogAttributes['status'] IN ('007', '204', '12', 'x')":                    300 + 600 + 2000,
		"SELECT count() AS n FROM otel_logs WHERE mapContains(LogAttributes, 'request') AND LogAttributes['request'] = ''": 300,
	} {
		if got := enginetest.Count(t, store.client, store.database, sql); got != want {
			t.Errorf("%s = %d, want %d", sql, got, want)
		}
	}
	before := store.rowsOf(t, "otel_logs", columns, "Timestamp")
	store.insert(t, hotRows(0, 100), 1)
	after := store.rowsOf(t, "otel_logs WHERE LogAttributes['took'] = ''", columns, "Timestamp")
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("rows (-before +after):\n%s", diff)
	}
}

// changing returns log records from a number on whose key has a value of its
// number.
func changing(from, to int, add func(list *telemetry.AttributeWriter, key []byte, i int)) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := from; i < to; i++ {
			add(w.BeginLog(1), []byte("k"), i)
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart().Add(time.Duration(i) * time.Millisecond))}, origin)
		}
	})
	return rows
}

func TestTypeIsChosenAgain(t *testing.T) {
	t.Parallel()
	type adding = func(list *telemetry.AttributeWriter, key []byte, i int)
	code := func(list *telemetry.AttributeWriter, key []byte, i int) { list.Int(key, int64(i%5)) }
	measure := func(list *telemetry.AttributeWriter, key []byte, i int) { list.Float(key, float64(i)/8) }
	id := func(list *telemetry.AttributeWriter, key []byte, i int) { list.Text(key, fmt.Appendf(nil, "id-%d", i)) }
	name := func(list *telemetry.AttributeWriter, key []byte, i int) { list.Text(key, fmt.Appendf(nil, "n%d", i%3)) }
	cases := map[string]struct {
		before, after adding
		columns       string
		kind          tables.HotType
	}{
		"measures_become_names": {measure, name, "b_k", tables.HotName},
		"texts_become_measures": {id, measure, "b_k bm_k", tables.HotNumber},
		"codes_become_names":    {code, name, "a_k", tables.HotName},
	}
	for title, c := range cases {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			store := newStore(t, tables.StoreOptions{HotRows: 500, ColumnsAge: time.Hour, HotLooks: 300})
			store.insert(t, changing(0, 1000, c.before), 1)
			store.promote(t)
			store.insert(t, changing(1000, 2000, c.before), 2)
			for i := range 3 {
				store.insert(t, changing(2000+i*5000, 7000+i*5000, c.after), byte(3+i))
			}
			store.promote(t)
			store.insert(t, changing(17000, 18000, c.after), 6)
			store.expectChanged(t)
			store.keepUp(t, c.columns)
			store.expectChanged(t)
			if got := store.hotOf(t); got != fmt.Sprintf("k:%d", c.kind) {
				t.Errorf("type = %s, want %d", got, c.kind)
			}
		})
	}
}

func (s storeOf) promote(t *testing.T) {
	t.Helper()
	if err := s.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// expectChanged fails the test unless all records have their values.
func (s storeOf) expectChanged(t *testing.T) {
	t.Helper()
	if got, want := enginetest.Count(t, s.client, s.database, "SELECT countIf(LogAttributes['k'] != '') AS n FROM otel_logs"), uint64(18000); got != want {
		t.Errorf("records with a value = %d, want %d", got, want)
	}
	const sql = "SELECT countIf(LogAttributes['k'] IN ('0.125', 'id-1', 'n1', '1')) AS n FROM otel_logs WHERE Timestamp < '%s'"
	at := enginetest.LogStart().Add(2 * time.Second).Format("2006-01-02 15:04:05")
	if got := enginetest.Count(t, s.client, s.database, fmt.Sprintf(sql, at)); got == 0 {
		t.Error("the first records have lost their values")
	}
}
