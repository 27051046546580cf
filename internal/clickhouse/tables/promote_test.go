package tables_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// hotRows returns log records from a number on, with keys of every kind.
func hotRows(from, to int) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := from; i < to; i++ {
			list := w.BeginLog(1)
			list.Text([]byte("route"), fmt.Appendf(nil, "/r%d", i%7))
			list.Text([]byte("request"), fmt.Appendf(nil, "id-%d", i))
			list.Int([]byte("status"), int64(200+i%5))
			list.Float([]byte("took"), float64(i)/4)
			list.Bool([]byte("hit"), i%2 == 0)
			if i%100 == 0 {
				list.Text([]byte("rare"), []byte("x"))
			}
			list.Text([]byte("no`column'"), []byte("y"))
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart().Add(time.Duration(i) * time.Millisecond))}, origin)
		}
	})
	return rows
}

func hotOptions() tables.StoreOptions {
	return tables.StoreOptions{HotRows: 500, HotShare: 0.05, ColumnsAge: time.Hour}
}

// hotOf returns the hot columns of the logs as text.
func (s storeOf) hotOf(t *testing.T) string {
	t.Helper()
	columns, err := s.Columns(t.Context(), s.team, telemetry.LogsTable)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, hot := range columns.Hot {
		texts = append(texts, fmt.Sprintf("%s:%d", hot.Key, hot.Type))
	}
	return strings.Join(texts, " ")
}

const allHot = "hit:0 request:1 route:0 status:0 took:2"

func TestPromoteKeys_keeps_old_rows_right(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	store.insert(t, hotRows(0, 1000), 1)
	const columns = "Timestamp, LogAttributes"
	before := store.rowsOf(t, "otel_logs", columns, "Timestamp")
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := store.hotOf(t); got != allHot {
		t.Fatalf("hot columns = %s, want %s", got, allHot)
	}
	if diff := cmp.Diff(before, store.rowsOf(t, "otel_logs", columns, "Timestamp")); diff != "" {
		t.Fatalf("old rows (-before +after):\n%s", diff)
	}

	store.insert(t, hotRows(1000, 2000), 2)
	whole := newStore(t, tables.StoreOptions{HotRows: math.MaxInt})
	whole.insert(t, hotRows(0, 2000), 1)
	if diff := cmp.Diff(whole.rowsOf(t, "otel_logs", columns, "Timestamp"), store.rowsOf(t, "otel_logs", columns, "Timestamp")); diff != "" {
		t.Errorf("rows (-without +with hot columns):\n%s", diff)
	}
	for sql, want := range map[string]uint64{
		"SELECT count() AS n FROM logs WHERE `a_route` = '/r3'":                                            286,
		"SELECT count() AS n FROM logs WHERE `a_status` = '204'":                                           400,
		"SELECT toUInt64(assumeNotNull(sum(`a_took`)) * 4) AS n FROM logs":                                 1999 * 1000,
		"SELECT count() AS n FROM logs WHERE mapContains(LogAttributes, 'route')":                          1000,
		"SELECT count() AS n FROM logs WHERE LogAttributes['rare'] = 'x'":                                  20,
		"SELECT count() AS n FROM otel_logs WHERE LogAttributes['request'] IN ('id-7', 'id-1007')":         2,
		"SELECT count() AS n FROM logs WHERE `a_request` = 'id-7' AND LogAttributes['no`column\\''] = 'y'": 1,
		"SELECT uniqExact(arraySort(mapKeys(LogAttributes))) AS n FROM otel_logs":                          2,
	} {
		if got := enginetest.Count(t, store.client, store.database, sql); got != want {
			t.Errorf("%s = %d, want %d", sql, got, want)
		}
	}
}

func TestPromoteKeys_is_done_while_rows_come_in(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- store.Run(ctx) }()
	for i := range 20 {
		store.insert(t, hotRows(i*200, i*200+200), byte(i))
	}
	testkit.Eventually(t, 10*time.Second, "the keys have columns", func() bool { return store.hotOf(t) == allHot })
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run = %v", err)
	}
	want := map[string]uint64{"count()": 4000, "uniqExact(LogAttributes['request'])": 4000, "countIf(LogAttributes['status'] = '203')": 800}
	for expression, n := range want {
		if got := enginetest.Count(t, store.client, store.database, "SELECT "+expression+" AS n FROM otel_logs"); got != n {
			t.Errorf("%s = %d, want %d", expression, got, n)
		}
	}
}

// logLines is a log that hands on its lines.
type logLines chan string

func (l logLines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestPromoteKeys_logs_what_keeps_keys_from_their_columns(t *testing.T) {
	t.Parallel()
	lines := make(logLines, 10)
	options := hotOptions()
	options.Logger = slog.New(slog.NewTextHandler(lines, nil))
	store := newStore(t, options)
	store.insert(t, hotRows(0, 600), 1)
	if err := store.client.Exec(t.Context(), "DROP DATABASE "+store.database); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- store.Run(ctx) }()
	select {
	case line := <-lines:
		if !strings.Contains(line, "frequent attribute keys get no column") || !strings.Contains(line, "error=") {
			t.Errorf("the log says %s", line)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was logged")
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run = %v", err)
	}
}

func TestPromoteKeys_of_two_servers_at_once(t *testing.T) {
	t.Parallel()
	first := newStore(t, hotOptions())
	second := first
	second.Store = tables.NewStore(first.client, hotOptions())
	first.insert(t, hotRows(0, 600), 1)
	second.insert(t, hotRows(600, 1200), 2)
	errs := make(chan error, 2)
	for _, store := range []storeOf{first, second} {
		go func() { errs <- store.PromoteKeys(t.Context()) }()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	second.insert(t, hotRows(1200, 1800), 3)
	if got := enginetest.Count(t, first.client, first.database, "SELECT uniqExact(LogAttributes['request']) AS n FROM otel_logs"); got != 1800 {
		t.Errorf("rows = %d, want 1800", got)
	}
}

func TestPromoteKeys_stops_at_the_most_columns(t *testing.T) {
	t.Parallel()
	opts := hotOptions()
	opts.HotMax = 2
	store := newStore(t, opts)
	store.insert(t, hotRows(0, 1000), 1)
	for range 2 {
		if err := store.PromoteKeys(t.Context()); err != nil {
			t.Fatal(err)
		}
		store.insert(t, hotRows(1000, 2000), 2)
	}
	if got := store.hotOf(t); got != "hit:0 request:1" {
		t.Errorf("hot columns = %s, want the first two", got)
	}
}

func TestPromoteKeys_waits_for_enough_rows(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	store.insert(t, hotRows(0, 499), 1)
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := store.hotOf(t); got != "" {
		t.Errorf("hot columns = %s, want none", got)
	}
}

func TestPromoteKeys_of_rare_ones_that_questions_are_about(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	store.Asked(store.team, telemetry.LogsTable, "rare")
	store.Asked(store.team, telemetry.LogsTable, "none")
	store.insert(t, hotRows(0, 1000), 1)
	store.promote(t)
	if got, want := store.hotOf(t), "hit:0 rare:1 request:1 route:0 status:0 took:2"; got != want {
		t.Errorf("hot columns = %s, want %s", got, want)
	}
}

func TestPromoteKeys_of_spans(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	rows := telemetry.NewRows(telemetry.Traces)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := range 1000 {
			w.BeginSpan(1).Text([]byte("route"), fmt.Appendf(nil, "/r%d", i%7))
			w.EndSpan(&telemetry.Span{Start: nanos(enginetest.LogStart()) + uint64(i), TraceID: unhex(t, traceHex), SpanID: unhex(t, spanHex)}, origin)
		}
	})
	store.insert(t, rows, 1)
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	store.insert(t, rows, 2)
	if got := enginetest.Count(t, store.client, store.database, "SELECT count() AS n FROM otel_traces WHERE SpanAttributes['route'] = '/r1'"); got != 2*143 {
		t.Errorf("spans = %d, want %d", got, 2*143)
	}
	if got := enginetest.Count(t, store.client, store.database, "SELECT count() AS n FROM spans WHERE mapContains(SpanAttributes, 'route')"); got != 1000 {
		t.Errorf("spans with the key in their map = %d, want 1000", got)
	}
}

// TestHotColumns_give_back_every_value puts values that a column can't hold
// under hot keys.
func TestHotColumns_give_back_every_value(t *testing.T) {
	t.Parallel()
	store := newStore(t, hotOptions())
	store.insert(t, hotRows(0, 1000), 1)
	if err := store.PromoteKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	values := []func(list *telemetry.AttributeWriter, key []byte){
		func(list *telemetry.AttributeWriter, key []byte) { list.Text(key, nil) },
		func(list *telemetry.AttributeWriter, key []byte) { list.Text(key, []byte("007")) },
		func(list *telemetry.AttributeWriter, key []byte) { list.Text(key, []byte("no number")) },
		func(list *telemetry.AttributeWriter, key []byte) { list.Bool(key, true) },
	}
	for _, number := range []float64{
		0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e-3, 1e-4, 1e-5, 1e-7, 123456789.125, 1e15, 1e16, 1 << 53, 1e21, 1e300, 5e-324,
		math.Pi, math.Inf(1), math.Inf(-1), math.NaN(), 0.30000000000000004, 4503599627370497.5,
	} {
		values = append(values, func(list *telemetry.AttributeWriter, key []byte) { list.Float(key, number) })
	}
	for _, number := range []int64{0, -1, 1<<53 - 1, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		values = append(values, func(list *telemetry.AttributeWriter, key []byte) { list.Int(key, number) })
	}
	odd := telemetry.NewRows(telemetry.Logs)
	write(odd, func(w *telemetry.Writer, origin uint32) {
		for i, add := range values {
			list := w.BeginLog(1)
			for _, key := range []string{"route", "request", "status", "took", "hit"} {
				add(list, []byte(key))
			}
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart().Add(time.Hour)) + uint64(i)}, origin)
		}
	})
	store.insert(t, odd, 2)
	whole := newStore(t, tables.StoreOptions{HotRows: math.MaxInt})
	whole.insert(t, odd, 2)
	from := "(SELECT * FROM otel_logs WHERE Timestamp >= toDateTime64(" + fmt.Sprint(enginetest.LogStart().Add(time.Hour).Unix()) + ", 9, 'UTC'))"
	const columns = "Timestamp, LogAttributes"
	if diff := cmp.Diff(whole.rowsOf(t, from, columns, "Timestamp"), store.rowsOf(t, from, columns, "Timestamp")); diff != "" {
		t.Errorf("rows (-without +with hot columns):\n%s", diff)
	}
	numbers := "SELECT count() AS n FROM logs WHERE `a_took` IS NOT NULL AND Timestamp >= toDateTime64(" + fmt.Sprint(enginetest.LogStart().Add(time.Hour).Unix()) + ", 9, 'UTC')"
	if got, want := enginetest.Count(t, store.client, store.database, numbers), uint64(22+6+1); got != want {
		t.Errorf("numbers = %d, want %d: all but texts and a truth value", got, want)
	}
}

func TestSetRetention(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	ttl := func(table string) uint64 {
		sql := fmt.Sprintf("SELECT toUInt64(extract(engine_full, 'toIntervalDay\\\\((\\\\d+)\\\\)')) AS n FROM system.tables WHERE database = '%s' AND name = '%s'", store.database, table)
		return enginetest.AdminCount(t, store.client, sql)
	}
	if err := store.SetRetention(t.Context(), store.team, telemetry.Metrics, 7); err != nil {
		t.Fatal(err)
	}
	got := map[string]uint64{}
	for _, table := range telemetry.Tables() {
		got[string(table)] = ttl(string(table))
	}
	want := map[string]uint64{
		"logs": 30, "spans": 30, "metrics_gauge": 7, "metrics_sum": 7, "metrics_histogram": 7,
		"metrics_exponential_histogram": 7, "metrics_summary": 7, "metric_metadata": 7, "series": 8,
	}
	got["series"] = ttl("series")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("days (-want +got):\n%s", diff)
	}
	kept, err := store.Retention(t.Context(), store.team)
	if diff := cmp.Diff(map[telemetry.Signal]int{telemetry.Logs: 30, telemetry.Traces: 30, telemetry.Metrics: 7}, kept); diff != "" || err != nil {
		t.Errorf("Retention: %v, days (-want +got):\n%s", err, diff)
	}
	for _, days := range []int{0, -1, telemetry.RetentionDaysMax + 1} {
		if err := store.SetRetention(t.Context(), store.team, telemetry.Logs, days); err == nil {
			t.Errorf("%d days were taken", days)
		}
	}
}

func TestSetRetention_removes_what_is_older(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for days := range 5 {
			w.BeginLog(1)
			w.EndLog(&telemetry.LogRecord{Time: nanos(time.Now().AddDate(0, 0, -days))}, origin)
		}
	})
	store.insert(t, rows, 1)
	if err := store.SetRetention(t.Context(), store.team, telemetry.Logs, 2); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 20*time.Second, "the older days are gone", func() bool {
		return enginetest.Count(t, store.client, store.database, "SELECT count() AS n FROM logs") <= 3
	})
	if got := enginetest.Count(t, store.client, store.database, "SELECT count() AS n FROM logs"); got < 2 {
		t.Errorf("rows = %d, want those of the last two days", got)
	}
}

func TestPromotionOnAClusterIsValidSQL(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	hot := []tables.HotColumn{
		tables.NewHotColumn("http.route", tables.HotName), tables.NewHotColumn("took", tables.HotNumber),
	}
	for _, table := range []telemetry.Table{telemetry.LogsTable, telemetry.SpansTable} {
		statements, err := tables.RenderPromotion("cairn_0123456789abcdef01234567", "stones", table, hot)
		if err != nil {
			t.Fatal(err)
		}
		if len(statements) != 3 {
			t.Errorf("%s: %d statements, want the stored table, the one over all servers and the view", table, len(statements))
		}
		for _, sql := range statements {
			if !strings.Contains(sql, "ON CLUSTER `stones`") {
				t.Errorf("this runs on one server of the cluster only: %s", sql)
			}
			explainAST(t, client, sql)
		}
	}
}

// explainAST fails the test unless the engine can parse a statement.
func explainAST(t *testing.T, client *clickhouse.Client, sql string) {
	t.Helper()
	var tree proto.ColStr
	_, err := client.Query(t.Context(), clickhouse.Query{
		SQL: "EXPLAIN AST " + sql, Result: proto.Results{{Name: "explain", Data: &tree}},
		OnBlock: func(context.Context, proto.Block) error { return nil },
	})
	if err != nil {
		t.Errorf("%s\n%v", sql, err)
	}
}

func TestEveryTableHasItsView(t *testing.T) {
	t.Parallel()
	for _, table := range []telemetry.Table{telemetry.LogsTable, telemetry.SpansTable} {
		statements, err := tables.RenderPromotion("cairn_0123456789abcdef01234567", "", table, nil)
		if err != nil || len(statements) != 2 || !strings.HasPrefix(statements[1], "CREATE OR REPLACE VIEW ") {
			t.Errorf("%s: %v, %v", table, statements, err)
		}
	}
}
