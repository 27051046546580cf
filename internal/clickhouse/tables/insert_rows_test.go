package tables_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// storeOf is a store with a fresh team.
type storeOf struct {
	*tables.Store
	client         *clickhouse.Client
	team, database string
}

func newStore(t *testing.T, opts tables.StoreOptions) storeOf {
	t.Helper()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	return storeOf{tables.NewStore(client, opts), client, strings.TrimPrefix(database, "cairn_"), database}
}

// insert stores all blocks of rows.
func (s storeOf) insert(t *testing.T, rows *telemetry.Rows, batch byte) {
	t.Helper()
	for i, block := range rows.Blocks() {
		token := fmt.Sprintf("%d.%d", batch, i)
		if err := s.InsertRows(t.Context(), s.team, block, telemetry.BatchID{batch}, token); err != nil {
			t.Fatalf("InsertRows: %v", err)
		}
	}
}

// rowsOf returns the columns of a view, a list of values for each row.
func (s storeOf) rowsOf(t *testing.T, view, columns, order string) [][]any {
	t.Helper()
	var row proto.ColStr
	var found [][]any
	_, err := s.client.Query(t.Context(), clickhouse.Query{
		Database: s.database, Result: proto.Results{{Name: "row", Data: &row}},
		SQL: "SELECT formatRowNoNewline('JSONCompactEachRow', " + columns + ") AS row FROM " + view + " ORDER BY " + order,
		OnBlock: func(context.Context, proto.Block) error {
			for i := range row.Rows() {
				var values []any
				if err := json.Unmarshal([]byte(row.Row(i)), &values); err != nil {
					return err
				}
				found = append(found, values)
			}
			return nil
		},
	})
	if err != nil {
		t.Fatalf("%s: %v", view, err)
	}
	return found
}

// wantRows compares rows with values in any form that JSON can show.
func wantRows(t *testing.T, want, got [][]any) {
	t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var plain [][]any
	if err := json.Unmarshal(text, &plain); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// shownTime returns a time as the engine shows it.
func shownTime(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05.000000000") }

type object = map[string]string

// write fills rows; fill gets the number of an origin with attributes.
func write(rows *telemetry.Rows, fill func(w *telemetry.Writer, origin uint32)) {
	w := rows.Write(telemetry.Limits{}, enginetest.LogStart())
	list := w.BeginResource()
	list.Text([]byte("service.name"), []byte("cart"))
	list.Text([]byte(`od"d`), []byte("q\"\n\\ é"))
	list.Int([]byte("process.pid"), 42)
	resource := w.EndResource([]byte("https://resource"))
	w.BeginScope().Bool([]byte("tested"), true)
	origin := w.EndScope(resource, telemetry.Scope{
		Name: []byte("scope"), Version: []byte("1.0"), SchemaURL: []byte("https://scope"), Dropped: 3,
	})
	fill(w, origin)
	w.End()
}

func resourceShown() object {
	return object{"service.name": "cart", `od"d`: "q\"\n\\ é", "process.pid": "42"}
}

func nanos(at time.Time) uint64 { return uint64(at.UnixNano()) }

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	bytes, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

const (
	traceHex = "0102030405060708090a0b0c0d0e0f10"
	spanHex  = "a1a2a3a4a5a6a7a8"
)

func TestInsertRows_of_logs_are_read_back_through_the_view(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	at := enginetest.LogStart().Add(123456789)
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		list := w.BeginLog(100)
		list.Text([]byte("text"), []byte("x'y\\"))
		list.Text([]byte("empty"), nil)
		list.Int([]byte("int"), -7)
		list.Float([]byte("float"), 2.5)
		list.Bool([]byte("bool"), false)
		w.EndLog(&telemetry.LogRecord{
			Time: nanos(at), Observed: nanos(at) + 5, Severity: 17, SeverityText: []byte("ERROR"), Body: []byte("it broke 日本"),
			EventName: []byte("crash"), TraceID: unhex(t, traceHex), SpanID: unhex(t, spanHex), Flags: 1,
		}, origin)
		w.BeginLog(1)
		w.EndLog(&telemetry.LogRecord{Time: nanos(at.Add(time.Second)), Body: []byte("plain")}, origin)
	})
	store.insert(t, rows, 1)
	const columns = `Timestamp, TraceId, SpanId, TraceFlags, SeverityText, SeverityNumber, ServiceName, Body, ResourceSchemaUrl,
		ResourceAttributes, ScopeSchemaUrl, ScopeName, ScopeVersion, ScopeAttributes, LogAttributes, EventName`
	wantRows(t, [][]any{
		{
			shownTime(at), traceHex, spanHex, 1, "error", 17, "cart", "it broke 日本", "https://resource", resourceShown(),
			"https://scope", "scope", "1.0", object{"tested": "true"},
			object{"text": "x'y\\", "empty": "", "int": "-7", "float": "2.5", "bool": "false"}, "crash",
		},
		{
			shownTime(at.Add(time.Second)), "", "", 0, "info", 9, "cart", "plain", "https://resource", resourceShown(),
			"https://scope", "scope", "1.0", object{"tested": "true"}, object{}, "",
		},
	}, store.rowsOf(t, "otel_logs", columns, "Timestamp"))
	if got := enginetest.Count(t, store.client, store.database, "SELECT sum(toUInt64(ObservedDelta)) AS n FROM logs"); got != 5 {
		t.Errorf("observed after %d ns, want 5", got)
	}
}

func TestInsertRows_of_spans_are_read_back_through_the_view(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	at := enginetest.LogStart().Add(1)
	rows := telemetry.NewRows(telemetry.Traces)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		w.BeginSpan(100).Int([]byte("SampleRate"), 4)
		w.BeginEvent().Text([]byte("exception.type"), []byte(`E"`))
		w.EndEvent(nanos(at)+7, []byte("exception"))
		w.BeginEvent()
		w.EndEvent(nanos(at)+8, []byte("retry"))
		w.BeginLink().Int([]byte("n"), 1)
		w.EndLink(unhex(t, traceHex), unhex(t, spanHex), []byte("a=b"))
		w.EndSpan(&telemetry.Span{
			Start: nanos(at), End: nanos(at) + 1500, TraceID: unhex(t, traceHex), SpanID: unhex(t, spanHex),
			ParentID: unhex(t, "00000000000000ff"), TraceState: []byte("x=y"), Name: []byte("GET /"), Kind: 2, Status: 2,
			StatusMessage: []byte("failed"),
		}, origin)
		w.BeginSpan(1)
		w.EndSpan(&telemetry.Span{Start: nanos(at.Add(1)), TraceID: unhex(t, traceHex), SpanID: unhex(t, spanHex), Kind: 99}, origin)
	})
	store.insert(t, rows, 1)
	const columns = `Timestamp, TraceId, SpanId, ParentSpanId, TraceState, SpanName, SpanKind, ServiceName, ResourceAttributes,
		ScopeName, ScopeVersion, SpanAttributes, Duration, StatusCode, StatusMessage, Events.Timestamp, Events.Name,
		Events.Attributes, Links.TraceId, Links.SpanId, Links.TraceState, Links.Attributes, SampleRate`
	none := []any{}
	wantRows(t, [][]any{
		{
			shownTime(at), traceHex, spanHex, "00000000000000ff", "x=y", "GET /", "Server", "cart", resourceShown(),
			"scope", "1.0", object{"SampleRate": "4"}, 1500, "Error", "failed",
			[]any{shownTime(at.Add(7)), shownTime(at.Add(8))}, []any{"exception", "retry"},
			[]any{object{"exception.type": `E"`}, object{}},
			[]any{traceHex}, []any{spanHex}, []any{"a=b"}, []any{object{"n": "1"}}, 4,
		},
		{
			shownTime(at.Add(1)), traceHex, spanHex, "", "", "", "Unspecified", "cart", resourceShown(),
			"scope", "1.0", object{}, 0, "Unset", "", none, none, none, none, none, none, none, 1,
		},
	}, store.rowsOf(t, "otel_traces", columns, "Timestamp"))
}

func TestInsertRows_of_metrics_are_read_back_through_the_views(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	at := enginetest.LogStart()
	rows := telemetry.NewRows(telemetry.Metrics)
	write(rows, func(w *telemetry.Writer, origin uint32) { writePoints(t, w, origin, at) })
	store.insert(t, rows, 1)
	const shared = `ResourceAttributes, ResourceSchemaUrl, ScopeName, ScopeVersion, ScopeAttributes, ScopeDroppedAttrCount,
		ScopeSchemaUrl, ServiceName, MetricName, MetricDescription, MetricUnit, Attributes, StartTimeUnix, TimeUnix, Flags`
	const exemplars = `, Exemplars.FilteredAttributes, Exemplars.TimeUnix, Exemplars.Value, Exemplars.SpanId, Exemplars.TraceId`
	head := func(name string) []any {
		return []any{
			resourceShown(), "https://resource", "scope", "1.0", object{"tested": "true"}, 3, "https://scope", "cart",
			name, "what " + name + " is", "s", object{"route": "/x", "n": "2"}, shownTime(at.Add(-time.Hour)), shownTime(at), 1,
		}
	}
	exemplar := []any{[]any{object{"user": "u"}}, []any{shownTime(at)}, []any{0.5}, []any{spanHex}, []any{""}}
	cases := []struct {
		kind, columns string
		want          []any
	}{
		{"gauge", ", Value" + exemplars, append([]any{1.25}, exemplar...)},
		{"sum", ", Value, AggregationTemporality, IsMonotonic" + exemplars, append([]any{7, 2, true}, exemplar...)},
		{
			"histogram", ", Count, Sum, BucketCounts, ExplicitBounds, Min, Max, AggregationTemporality" + exemplars,
			append([]any{6, 9.5, []any{1, 2, 3}, []any{0.1, 1}, 0.01, 5, 1}, exemplar...),
		},
		{
			"exponential_histogram", ", Count, Sum, Scale, ZeroCount, PositiveOffset, PositiveBucketCounts, NegativeOffset, NegativeBucketCounts, Min, Max, AggregationTemporality" + exemplars,
			append([]any{6, 9.5, -2, 1, 3, []any{4, 5}, -3, []any{6}, 0.01, 5, 1}, exemplar...),
		},
		{"summary", ", Count, Sum, ValueAtQuantiles.Quantile, ValueAtQuantiles.Value", []any{6, 9.5, []any{0.5, 0.99}, []any{1, 2}}},
	}
	for _, c := range cases {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			wantRows(t, [][]any{append(head(c.kind), c.want...)}, store.rowsOf(t, "otel_metrics_"+c.kind, shared+c.columns, "TimeUnix"))
		})
	}
}

// writePoints adds a point of each type.
func writePoints(t *testing.T, w *telemetry.Writer, origin uint32, at time.Time) {
	t.Helper()
	head := telemetry.PointHead{Time: nanos(at), Start: nanos(at.Add(-time.Hour)), Flags: 1}
	d := telemetry.Distribution{PointHead: head, Count: 6, Sum: 9.5, Min: 0.01, Max: 5}
	begin := func(kind telemetry.PointKind, name string, temporality int32) uint32 {
		list := w.BeginPoint(1)
		list.Text([]byte("route"), []byte("/x"))
		list.Int([]byte("n"), 2)
		if kind != telemetry.Summary {
			w.BeginExemplar(kind).Text([]byte("user"), []byte("u"))
			w.EndExemplar(kind, &telemetry.Exemplar{Time: nanos(at), Value: 0.5, SpanID: unhex(t, spanHex)})
		}
		return w.Metric(&telemetry.MetricHead{
			Name: []byte(name), Description: []byte("what " + name + " is"), Unit: []byte("s"),
			Temporality: temporality, Monotonic: kind == telemetry.Sum,
		}, origin)
	}
	w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: head, Value: 1.25, HasValue: true}, begin(telemetry.Gauge, "gauge", 0))
	w.EndNumber(telemetry.Sum, &telemetry.NumberPoint{PointHead: head, Value: 7, HasValue: true}, begin(telemetry.Sum, "sum", 2))
	w.EndHistogram(&telemetry.HistogramPoint{
		Distribution: d, Buckets: []uint64{1, 2, 3}, Bounds: []float64{0.1, 1},
	}, begin(telemetry.Histogram, "histogram", 1))
	w.EndExponential(&telemetry.ExponentialPoint{
		Distribution: d, Scale: -2, ZeroCount: 1, PositiveOffset: 3, NegativeOffset: -3,
		Positive: []uint64{4, 5}, Negative: []uint64{6},
	}, begin(telemetry.ExponentialHistogram, "exponential_histogram", 1))
	w.EndSummary(&telemetry.SummaryPoint{
		Distribution: d, Quantiles: []float64{0.5, 0.99}, Values: []float64{1, 2},
	}, begin(telemetry.Summary, "summary", 0))
}

func TestInsertRows_counts_a_token_once_and_finds_its_batch(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		for i := range 10 {
			w.BeginLog(1)
			w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart()) + uint64(i)}, origin)
		}
	})
	block := rows.Blocks()[0]
	here, other := telemetry.BatchID{1, 15: 9}, telemetry.BatchID{2}
	present := func(id telemetry.BatchID) bool {
		found, err := tables.NewTeams(store.client).StoredBatches(t.Context(), store.team, block.Table, id, id)
		if err != nil {
			t.Fatal(err)
		}
		return len(found) == 1
	}
	if present(here) {
		t.Error("a batch is there before it was inserted")
	}
	for range 3 {
		if err := store.InsertRows(t.Context(), store.team, block, here, "token"); err != nil {
			t.Fatal(err)
		}
	}
	if got := enginetest.Count(t, store.client, store.database, "SELECT count() AS n FROM logs"); got != 10 {
		t.Errorf("rows = %d, want 10", got)
	}
	if !present(here) || present(other) {
		t.Error("the batch is not there, or another one is")
	}
}

func TestInsertRows_of_an_unknown_team_or_table_fail(t *testing.T) {
	t.Parallel()
	store := newStore(t, tables.StoreOptions{})
	rows := telemetry.NewRows(telemetry.Logs)
	write(rows, func(w *telemetry.Writer, origin uint32) {
		w.BeginLog(1)
		w.EndLog(&telemetry.LogRecord{Time: nanos(enginetest.LogStart())}, origin)
	})
	block := rows.Blocks()[0]
	if err := store.InsertRows(t.Context(), "../etc", block, telemetry.BatchID{}, "t"); err == nil {
		t.Error("an id that is none was taken")
	}
	if err := store.InsertRows(t.Context(), enginetest.NewTeamID(), block, telemetry.BatchID{}, "t"); err == nil {
		t.Error("a team without a database took rows")
	}
	block.Table = "schema_migrations"
	if err := store.InsertRows(t.Context(), store.team, block, telemetry.BatchID{}, "t"); err == nil {
		t.Error("a table that is none took rows")
	}
}
