package otlpgen_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/bench/otlpgen"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) { os.Exit(enginetest.Main(m)) }

// yesterday returns a generator whose records are a day old and whose day is
// one.
func yesterday() *otlpgen.Generator {
	return &otlpgen.Generator{Seed: 1, Start: testkit.Today().Add(-20 * time.Hour), Step: time.Millisecond}
}

func request(g *otlpgen.Generator, signal telemetry.Signal, first uint64, count int) []byte {
	switch signal {
	case telemetry.Logs:
		return g.Logs(first, count)
	case telemetry.Traces:
		return g.Traces(first, count)
	case telemetry.Metrics:
		return g.Metrics(first, count)
	}
	panic("unknown signal")
}

// decoded returns the rows of one request.
func decoded(t testing.TB, g *otlpgen.Generator, signal telemetry.Signal, count int) *telemetry.Rows {
	t.Helper()
	rows := telemetry.NewRows(signal)
	opts := otlp.DecodeOptions{Limits: telemetry.DefaultLimits(), Received: time.Now()}
	outcome, err := otlp.Decode(signal, request(g, signal, 0, count), opts, rows)
	if err != nil || outcome.Accepted != count || outcome.Truncated != 0 {
		t.Fatalf("%s: %+v, %v; want %d accepted", signal, outcome, err, count)
	}
	return rows
}

func TestRequests_follow_from_seed_and_numbers(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		first, second := request(yesterday(), signal, 700, 300), request(yesterday(), signal, 700, 300)
		if !bytes.Equal(first, second) {
			t.Errorf("%s: the same numbers make other bytes", signal)
		}
		other := yesterday()
		other.Seed = 2
		if bytes.Equal(first, request(other, signal, 700, 300)) || bytes.Equal(first, request(yesterday(), signal, 701, 300)) {
			t.Errorf("%s: another seed or number makes the same bytes", signal)
		}
	}
}

func TestRequests_say_the_same_with_a_late_origin(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		early, late := yesterday(), yesterday()
		late.Late = true
		want, got := decoded(t, early, signal, 500), decoded(t, late, signal, 500)
		if diff := cmp.Diff(want.Origins(), got.Origins()); diff != "" {
			t.Errorf("%s: origins differ:\n%s", signal, diff)
		}
		if diff := cmp.Diff([]any{want.Logs, want.Spans, want.Points}, []any{got.Logs, got.Spans, got.Points}); diff != "" {
			t.Errorf("%s: rows differ:\n%s", signal, diff)
		}
	}
}

func TestLogs_have_about_390_bytes_each(t *testing.T) {
	t.Parallel()
	if size := len(yesterday().Logs(0, 10_000)) / 10_000; size < 370 || size > 410 {
		t.Errorf("a record has %d bytes", size)
	}
}

func TestLogs_are_numbered(t *testing.T) {
	t.Parallel()
	logs, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(yesterday().Logs(1000, 500))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for _, resource := range logs.ResourceLogs().All() {
		for _, log := range resource.ScopeLogs().At(0).LogRecords().All() {
			number, _ := log.Attributes().Get(otlpgen.NumberKey)
			seen[number.Int()] = true
		}
	}
	if len(seen) != 500 || !seen[1000] || !seen[1499] {
		t.Errorf("%d numbers", len(seen))
	}
}

func TestTraces_are_trees(t *testing.T) {
	t.Parallel()
	traces, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(yesterday().Traces(0, 100*otlpgen.SpansPerTrace))
	if err != nil {
		t.Fatal(err)
	}
	known, parents := map[string]bool{}, map[string]bool{}
	roots := 0
	for _, resource := range traces.ResourceSpans().All() {
		for _, span := range resource.ScopeSpans().At(0).Spans().All() {
			known[span.TraceID().String()+span.SpanID().String()] = true
			if span.ParentSpanID().IsEmpty() {
				roots++
				continue
			}
			parents[span.TraceID().String()+span.ParentSpanID().String()] = true
		}
	}
	for parent := range parents {
		if !known[parent] {
			t.Fatalf("no span has the id %s that another names its parent", parent)
		}
	}
	if len(known) != 800 || roots != 100 {
		t.Errorf("%d spans, %d roots; want 800 and 100", len(known), roots)
	}
}

// TestRequests_come_through sends generated requests all the way into the
// engine and counts them in the views.
func TestRequests_come_through(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	team := "0123456789abcdef01234567"
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), team); err != nil {
		t.Fatal(err)
	}
	store := tables.NewStore(client, tables.StoreOptions{})
	const records = 5000
	for _, signal := range telemetry.Signals() {
		for i, block := range decoded(t, yesterday(), signal, records).Blocks() {
			id := telemetry.BatchID{byte(signal), byte(i)}
			if err := store.InsertRows(t.Context(), team, block, id, fmt.Sprint(signal, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for sql, want := range map[string]uint64{
		"SELECT uniqExact(LogAttributes['record.number']) AS n FROM otel_logs":                             records,
		"SELECT uniqExact(SpanAttributes['record.number']) AS n FROM otel_traces":                          records,
		"SELECT uniqExact(TraceId) AS n FROM otel_traces":                                                  records / otlpgen.SpansPerTrace,
		"SELECT uniqExact(Attributes, ResourceAttributes) AS n FROM otel_metrics_gauge":                    records / 5,
		"SELECT uniqExact(Series, Timestamp) AS n FROM metrics_sum":                                        records / 5,
		"SELECT sum(length(BucketCounts)) AS n FROM otel_metrics_histogram":                                records / 5 * 11,
		"SELECT countIf(Scale = 3 AND PositiveOffset = 4) AS n FROM otel_metrics_exponential_histogram":    records / 5,
		"SELECT sum(length(ValueAtQuantiles.Value)) AS n FROM otel_metrics_summary":                        records / 5 * 3,
		"SELECT countIf(ResourceAttributes['service.name'] != ServiceName) AS n FROM otel_metrics_summary": 0,
	} {
		if got := ask(t, client, team, sql); got != want {
			t.Errorf("%s = %d, want %d", sql, got, want)
		}
	}
}

// ask returns the single number of a query.
func ask(t testing.TB, client *clickhouse.Client, team, sql string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	_, err := client.Query(context.Background(), clickhouse.Query{
		Database: "cairn_" + team, SQL: sql, Result: proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil {
		t.Fatalf("%s: %v", strings.TrimSpace(sql), err)
	}
	return n.Row(0)
}
