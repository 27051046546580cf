package otlp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// asJSON returns a random request in both encodings.
func asJSON(t *testing.T, signal telemetry.Signal, seed uint64) (encoded, text []byte) {
	t.Helper()
	r := newRandom(testkit.Seed(t, seed))
	var errs [2]error
	switch signal {
	case telemetry.Logs:
		logs := r.logs()
		encoded, errs[0] = (&plog.ProtoMarshaler{}).MarshalLogs(logs)
		text, errs[1] = (&plog.JSONMarshaler{}).MarshalLogs(logs)
	case telemetry.Traces:
		traces := r.traces()
		encoded, errs[0] = (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
		text, errs[1] = (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
	case telemetry.Metrics:
		metrics := r.metrics()
		encoded, errs[0] = (&pmetric.ProtoMarshaler{}).MarshalMetrics(metrics)
		text, errs[1] = (&pmetric.JSONMarshaler{}).MarshalMetrics(metrics)
	}
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	return encoded, text
}

func TestDecodeJSON_reads_what_protobuf_says(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		for seed := range uint64(20) {
			encoded, text := asJSON(t, signal, seed)
			want, got := telemetry.NewRows(signal), telemetry.NewRows(signal)
			wantOutcome, err := otlp.Decode(signal, encoded, options(), want)
			if err != nil {
				t.Fatal(err)
			}
			outcome, err := otlp.DecodeJSON(signal, text, options(), got)
			if err != nil {
				t.Fatalf("%s %d: %v", signal, seed, err)
			}
			if diff := cmp.Diff(wantOutcome.Reasons(), outcome.Reasons()); diff != "" || got.Len() != want.Len() {
				t.Fatalf("%s %d: %d rows, want %d; reasons:\n%s", signal, seed, got.Len(), want.Len(), diff)
			}
			if diff := cmp.Diff(shown(t, want), shown(t, got)); diff != "" {
				t.Fatalf("%s %d (-protobuf +json):\n%s", signal, seed, diff)
			}
		}
	}
}

// shown returns rows of any signal in plain texts.
func shown(t *testing.T, rows *telemetry.Rows) any {
	t.Helper()
	switch rows.Signal {
	case telemetry.Logs:
		return shownLogs(t, rows)
	case telemetry.Traces:
		return shownSpans(t, rows)
	case telemetry.Metrics:
		var points [telemetry.PointKinds][]pointRow
		for kind := range telemetry.PointKinds {
			points[kind] = shownPoints(t, rows, kind)
		}
		return points
	}
	panic("unknown signal")
}

func TestDecodeJSON_of_a_plain_request(t *testing.T) {
	t.Parallel()
	const text = `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"cart"}}]},
		"scopeLogs":[{"scope":{"name":"s"},"logRecords":[{"timeUnixNano":"1772366400000000000","severityText":"WARN",
		"traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"eee19b7ec3c1b174","body":{"stringValue":"hello"},
		"attributes":[{"key":"n","value":{"intValue":"7"}}]}]}]}]}`
	rows := telemetry.NewRows(telemetry.Logs)
	if _, err := otlp.DecodeJSON(telemetry.Logs, []byte(text), options(), rows); err != nil {
		t.Fatal(err)
	}
	want := []logRow{{
		Origin: origin{Service: "cart", ScopeName: "s", Resource: map[string]string{"service.name": "cart"}, Scope: map[string]string{}},
		Time:   1772366400000000000, TraceID: "5b8efff798038103d269b633813fc60c", SpanID: "eee19b7ec3c1b174",
		Severity: 13, SeverityText: "warn", Body: "hello", Attributes: map[string]string{"n": "7"},
	}}
	if diff := cmp.Diff(want, shownLogs(t, rows)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestDecodeJSON_refuses(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return `{"resourceLogs":[{"resource":{"attributes":[{"key":"k","value":` +
			strings.Repeat(`{"arrayValue":{"values":[`, levels) + strings.Repeat(`]}}`, levels) + `}]}}]}`
	}
	cases := map[string]struct{ text, want string }{
		"no_json":         {"hello", "malformed JSON logs request"},
		"an_open_object":  {`{"resourceLogs":[{`, "malformed JSON logs request"},
		"deep_values":     {nested(1000), "JSON nests deeper than 144 levels"},
		"a_deep_text":     {strings.Repeat("[", 1<<20), "JSON nests deeper than 144 levels"},
		"many_objects":    {`{"resourceLogs":[` + strings.Repeat(`{},`, 500_000) + `{}]}`, "too many values in one JSON request: send fewer records at once, or protobuf"},
		"many_numbers":    {`{"resourceLogs":[` + strings.Repeat(`0,`, 2_000_001) + `0]}`, "too many values in one JSON request: send fewer records at once, or protobuf"},
		"an_id_in_base64": {`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"traceId":"!!"}]}]}]}`, "malformed JSON logs request"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := telemetry.NewRows(telemetry.Logs)
			_, err := otlp.DecodeJSON(telemetry.Logs, []byte(c.text), options(), rows)
			if f := fault.From(err); f.Kind != fault.Invalid || f.Message != c.want {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
	t.Run("but_takes_values_at_the_depth", func(t *testing.T) {
		t.Parallel()
		rows := telemetry.NewRows(telemetry.Logs)
		if _, err := otlp.DecodeJSON(telemetry.Logs, []byte(nested(telemetry.DepthMax)), options(), rows); err != nil {
			t.Error(err)
		}
	})
}
