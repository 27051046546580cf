package tables_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

const logRowCount = 20_000

// explainText returns the plan of a query with the indexes that it uses.
func explainText(t *testing.T, client *clickhouse.Client, database, sql string) string {
	t.Helper()
	var line proto.ColStr
	var plan strings.Builder
	_, err := client.Query(t.Context(), clickhouse.Query{
		Database: database, SQL: "EXPLAIN indexes = 1, projections = 1 " + sql,
		Result: proto.Results{{Name: "explain", Data: &line}},
		OnBlock: func(context.Context, proto.Block) error {
			for i := range line.Rows() {
				plan.WriteString(line.Row(i) + "\n")
			}
			return nil
		},
	})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return plan.String()
}

func TestLogsTable(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(logRowCount, 1), "first"); err != nil {
		t.Fatalf("Insert: %v", err)
	}

	t.Run("a_word_is_found_through_the_text_index", func(t *testing.T) {
		t.Parallel()
		sql := "SELECT count() AS n FROM logs WHERE hasAllTokens(BodyWords, ['granite'])"
		if got := enginetest.Count(t, client, database, sql); got != logRowCount/1000 {
			t.Errorf("rows = %d, want %d", got, logRowCount/1000)
		}
		if plan := explainText(t, client, database, sql); !strings.Contains(plan, "Name: body_words") {
			t.Errorf("the plan does not use body_words:\n%s", plan)
		}
	})

	t.Run("words_with_digits_stay_out_of_the_index", func(t *testing.T) {
		t.Parallel()
		if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs WHERE hasAllTokens(BodyWords, ['12ms'])"); got != 0 {
			t.Errorf("rows = %d, want 0", got)
		}
		if got := enginetest.Count(t, client, database, "SELECT count() AS n FROM logs WHERE Body ILIKE '%12ms%'"); got != logRowCount {
			t.Errorf("rows by ILIKE = %d, want %d", got, logRowCount)
		}
	})

	t.Run("counts_per_minute_come_from_the_projection", func(t *testing.T) {
		t.Parallel()
		if plan := explainText(t, client, database, countPerMinute); !strings.Contains(plan, "ReadFromMergeTree (per_minute)") {
			t.Errorf("the plan does not use per_minute:\n%s", plan)
		}
		if got := enginetest.Count(t, client, database, countPerMinute); got == 0 {
			t.Error("no rows")
		}
	})

	t.Run("a_trace_is_found_through_the_bloom_filter", func(t *testing.T) {
		t.Parallel()
		sql := "SELECT count() AS n FROM logs WHERE TraceId = unhex('ffffffffffffffffffffffffffffffff')"
		if plan := explainText(t, client, database, sql); !strings.Contains(plan, "Name: trace_id") {
			t.Errorf("the plan does not use trace_id:\n%s", plan)
		}
	})

	t.Run("a_batch_is_found_by_its_id", func(t *testing.T) {
		t.Parallel()
		sql := "SELECT count() AS n FROM logs WHERE batch_id = unhex('01000000000000000000000000000001')"
		if got := enginetest.Count(t, client, database, sql); got != logRowCount {
			t.Errorf("rows = %d, want %d", got, logRowCount)
		}
		if plan := explainText(t, client, database, sql); !strings.Contains(plan, "Name: batch_range") {
			t.Errorf("the plan does not use batch_range:\n%s", plan)
		}
	})

	t.Run("a_time_range_reads_its_granules_only", func(t *testing.T) {
		t.Parallel()
		from := enginetest.LogStart().Add(10 * time.Second).Format(time.DateTime)
		plan := explainText(t, client, database, "SELECT Body FROM otel_logs WHERE Timestamp >= '"+from+"'")
		if !strings.Contains(plan, "Name: timestamp_range") {
			t.Errorf("the plan does not use timestamp_range:\n%s", plan)
		}
	})
}

func TestOtelLogsShowsOpenTelemetryNames(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	if err := client.Insert(t.Context(), database, "logs", enginetest.LogRows(3, 1), "first"); err != nil {
		t.Fatalf("Insert: %v", err)
	}
	var row proto.ColStr
	var got []string
	_, err := client.Query(t.Context(), clickhouse.Query{
		Database: database,
		SQL: `SELECT concat(toString(Timestamp), ' ', TraceId, ' ', SpanId, '|', ServiceName, ' ', SeverityText, ' ',
				ResourceAttributes['host.name'], ' ', LogAttributes['http.route'], ' ', toString(length(ScopeAttributes))) AS row
			FROM otel_logs WHERE ServiceName = 'cart' ORDER BY Timestamp LIMIT 10`,
		Result: proto.Results{{Name: "row", Data: &row}},
		OnBlock: func(context.Context, proto.Block) error {
			for i := range row.Rows() {
				got = append(got, row.Row(i))
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	day := enginetest.LogStart().Format(time.DateOnly)
	want := []string{
		day + " 05:00:00.000000000  |cart info stone-1 /pay 0",
		day + " 05:00:00.002000000 00000000000000000000000000000002 |cart warn stone-1 /pay 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

func TestOtelLogsHasTheColumnsOfTheField(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	database := enginetest.NewTeam(t, client)
	var columns proto.Results
	_, err := client.Query(t.Context(), clickhouse.Query{
		Database: database, SQL: "DESCRIBE TABLE otel_logs", Result: columns.Auto(),
		OnBlock: func(context.Context, proto.Block) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	name, kind := columns[0].Data.(*proto.ColStr), columns[1].Data.(*proto.ColStr)
	got := map[string]string{}
	for i := range name.Rows() {
		got[name.Row(i)] = kind.Row(i)
	}
	const lc, attributes = "LowCardinality(String)", "Map(LowCardinality(String), String)"
	want := map[string]string{
		"Timestamp": "DateTime64(9, 'UTC')", "TimestampTime": "DateTime('UTC')", "TraceId": "String", "SpanId": "String",
		"TraceFlags": "UInt8", "SeverityText": lc, "SeverityNumber": "UInt8", "ServiceName": lc, "Body": "String",
		"ResourceSchemaUrl": lc, "ResourceAttributes": attributes, "ScopeSchemaUrl": lc, "ScopeName": lc,
		"ScopeVersion": lc, "ScopeAttributes": attributes, "LogAttributes": attributes, "EventName": lc,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns differ (-want +got):\n%s", diff)
	}
}
