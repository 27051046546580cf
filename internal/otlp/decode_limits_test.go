package otlp_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// decodeLogs returns the rows of one log record.
func decodeLogs(t *testing.T, limits telemetry.Limits, fill func(plog.LogRecord)) (*telemetry.Rows, telemetry.Outcome) {
	t.Helper()
	logs := plog.NewLogs()
	fill(logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty())
	payload, err := (&plog.ProtoMarshaler{}).MarshalLogs(logs)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, telemetry.Logs, limits, payload)
}

// decodeSpan returns the rows of one span.
func decodeSpan(t *testing.T, limits telemetry.Limits, fill func(ptrace.Span)) (*telemetry.Rows, telemetry.Outcome) {
	t.Helper()
	traces := ptrace.NewTraces()
	span := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID(pcommon.TraceID{1})
	span.SetSpanID(pcommon.SpanID{1})
	fill(span)
	payload, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, telemetry.Traces, limits, payload)
}

// decodeMetric returns the rows of one metric.
func decodeMetric(t *testing.T, limits telemetry.Limits, fill func(pmetric.Metric)) (*telemetry.Rows, telemetry.Outcome) {
	t.Helper()
	metrics := pmetric.NewMetrics()
	fill(metrics.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty())
	payload, err := (&pmetric.ProtoMarshaler{}).MarshalMetrics(metrics)
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, telemetry.Metrics, limits, payload)
}

func decode(t *testing.T, signal telemetry.Signal, limits telemetry.Limits, payload []byte) (*telemetry.Rows, telemetry.Outcome) {
	t.Helper()
	rows := telemetry.NewRows(signal)
	outcome, err := otlp.Decode(signal, payload, otlp.DecodeOptions{Limits: limits, Received: received()}, rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows, outcome
}

// wantReasons compares the reasons of an outcome.
func wantReasons(t *testing.T, outcome telemetry.Outcome, want map[telemetry.Reason]int) {
	t.Helper()
	if diff := cmp.Diff(want, outcome.Reasons()); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

func TestDecode_limits_of_spans(t *testing.T) {
	t.Parallel()
	rows, outcome := decodeSpan(t, telemetry.Limits{Events: 2, Links: 3, Attributes: 1}, func(span ptrace.Span) {
		for range 5 {
			event := span.Events().AppendEmpty()
			event.Attributes().PutStr("a", "1")
			event.Attributes().PutStr("b", "2")
			span.Links().AppendEmpty()
		}
	})
	wantReasons(t, outcome, map[telemetry.Reason]int{telemetry.CutEvents: 3, telemetry.CutLinks: 2, telemetry.CutAttributes: 2})
	if rows.Spans.Events.RowEnd[0] != 2 || rows.Spans.Links.RowEnd[0] != 3 {
		t.Errorf("%d events, %d links", rows.Spans.Events.RowEnd[0], rows.Spans.Links.RowEnd[0])
	}
}

func TestDecode_rejects_spans_without_valid_ids(t *testing.T) {
	t.Parallel()
	cases := map[string]func(ptrace.Span){
		"no_trace_id": func(span ptrace.Span) { span.SetTraceID(pcommon.TraceID{}) },
		"no_span_id":  func(span ptrace.Span) { span.SetSpanID(pcommon.SpanID{}) },
	}
	for name, fill := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, outcome := decodeSpan(t, telemetry.Limits{}, func(span ptrace.Span) {
				span.Attributes().PutStr("a", "b")
				span.Events().AppendEmpty()
				fill(span)
			})
			wantReasons(t, outcome, map[telemetry.Reason]int{telemetry.RejectedID: 1})
			if rows.Len() != 0 || len(rows.Spans.Attributes.Key) != 0 || len(rows.Spans.Events.Time) != 0 {
				t.Error("a rejected span left something")
			}
		})
	}
}

func TestDecode_limits_of_points(t *testing.T) {
	t.Parallel()
	limits := telemetry.Limits{Buckets: 4, Exemplars: 2}
	cases := map[string]struct {
		fill func(pmetric.Metric)
		want map[telemetry.Reason]int
	}{
		"histogram_buckets": {func(m pmetric.Metric) {
			point := m.SetEmptyHistogram().DataPoints().AppendEmpty()
			point.BucketCounts().FromRaw(make([]uint64, 5))
			point.ExplicitBounds().FromRaw(make([]float64, 4))
		}, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}},
		"histogram_buckets_at_the_limit": {func(m pmetric.Metric) {
			point := m.SetEmptyHistogram().DataPoints().AppendEmpty()
			point.BucketCounts().FromRaw(make([]uint64, 4))
			point.ExplicitBounds().FromRaw(make([]float64, 3))
		}, map[telemetry.Reason]int{}},
		"histogram_without_buckets": {func(m pmetric.Metric) {
			m.SetEmptyHistogram().DataPoints().AppendEmpty().SetCount(3)
		}, map[telemetry.Reason]int{}},
		"histogram_bounds_that_contradict": {func(m pmetric.Metric) {
			point := m.SetEmptyHistogram().DataPoints().AppendEmpty()
			point.BucketCounts().FromRaw(make([]uint64, 3))
			point.ExplicitBounds().FromRaw(make([]float64, 3))
		}, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}},
		"exponential_buckets": {func(m pmetric.Metric) {
			point := m.SetEmptyExponentialHistogram().DataPoints().AppendEmpty()
			point.Positive().BucketCounts().FromRaw(make([]uint64, 3))
			point.Negative().BucketCounts().FromRaw(make([]uint64, 2))
		}, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}},
		"quantiles": {func(m pmetric.Metric) {
			point := m.SetEmptySummary().DataPoints().AppendEmpty()
			for range 5 {
				point.QuantileValues().AppendEmpty()
			}
		}, map[telemetry.Reason]int{telemetry.RejectedBuckets: 1}},
		"exemplars": {func(m pmetric.Metric) {
			point := m.SetEmptyGauge().DataPoints().AppendEmpty()
			point.SetIntValue(1)
			for range 5 {
				point.Exemplars().AppendEmpty()
			}
		}, map[telemetry.Reason]int{telemetry.CutExemplars: 3}},
		"no_value": {func(m pmetric.Metric) {
			m.SetEmptySum().DataPoints().AppendEmpty()
		}, map[telemetry.Reason]int{telemetry.RejectedValue: 1}},
		"no_value_and_says_so": {func(m pmetric.Metric) {
			point := m.SetEmptySum().DataPoints().AppendEmpty()
			point.SetFlags(pmetric.DefaultDataPointFlags.WithNoRecordedValue(true))
		}, map[telemetry.Reason]int{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, outcome := decodeMetric(t, limits, c.fill)
			wantReasons(t, outcome, c.want)
			if rows.Len() != outcome.Accepted {
				t.Errorf("%d rows, outcome %+v", rows.Len(), outcome)
			}
		})
	}
}

func TestDecode_rejects_bad_records_and_keeps_the_rest(t *testing.T) {
	t.Parallel()
	logs := plog.NewLogs()
	records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for i := range 10 {
		record := records.AppendEmpty()
		record.Body().SetStr(fmt.Sprint("record ", i))
		record.Attributes().PutInt("i", int64(i))
		record.SetTimestamp(pcommon.Timestamp(received().UnixNano()))
		if i%3 == 0 {
			record.SetTimestamp(1)
		}
	}
	payload, err := (&plog.ProtoMarshaler{}).MarshalLogs(logs)
	if err != nil {
		t.Fatal(err)
	}
	rows, outcome := decode(t, telemetry.Logs, telemetry.DefaultLimits(), payload)
	wantReasons(t, outcome, map[telemetry.Reason]int{telemetry.RejectedPast: 4})
	var got []string
	for _, row := range shownLogs(t, rows) {
		got = append(got, row.Body+" "+row.Attributes["i"])
	}
	want := []string{"record 1 1", "record 2 2", "record 4 4", "record 5 5", "record 7 7", "record 8 8"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestDecode_of_a_deep_value_cuts_it(t *testing.T) {
	t.Parallel()
	rows, outcome := decodeLogs(t, telemetry.Limits{Depth: 3}, func(log plog.LogRecord) {
		value := log.Attributes().PutEmpty("deep")
		for range 6 {
			value = value.SetEmptySlice().AppendEmpty()
		}
		value.SetStr("bottom")
	})
	wantReasons(t, outcome, map[telemetry.Reason]int{telemetry.CutDepth: 1})
	if got := shownLogs(t, rows)[0].Attributes["deep"]; got != "[[[null]]]" {
		t.Errorf("deep = %s", got)
	}
}

func TestDecode_of_object_bodies_makes_attributes(t *testing.T) {
	t.Parallel()
	rows, _ := decodeLogs(t, telemetry.Limits{}, func(log plog.LogRecord) {
		body := log.Body().SetEmptyMap()
		body.PutStr("level", "error")
		body.PutEmptyMap("http").PutInt("status", 503)
		body.PutEmptySlice("tags").AppendEmpty().SetStr("x")
	})
	got := shownLogs(t, rows)[0]
	if want := `{"level":"error","http":{"status":503},"tags":["x"]}`; got.Body != want {
		t.Errorf("body = %s, want %s", got.Body, want)
	}
	want := map[string]string{"level": "error", "http.status": "503", "tags": `["x"]`}
	if diff := cmp.Diff(want, got.Attributes); diff != "" || got.SeverityText != "error" {
		t.Errorf("severity %s, attributes (-want +got):\n%s", got.SeverityText, diff)
	}
}
