package otlp_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// FuzzDecodeJSON holds that text is read into as many rows as are accepted, or
// refused as invalid and leaves no trace.
func FuzzDecodeJSON(f *testing.F) {
	for _, text := range []string{
		`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1","body":{"stringValue":"x"},"attributes":[{"key":"k","value":{"intValue":"7"}}]}]}]}]}`,
		`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"5bf92f3577b34da6a3ce929d0e0e4737","spanId":"00f067aa0ba902b7","name":"n","kind":"SPAN_KIND_SERVER"}]}]}]}`,
		`{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","sum":{"isMonotonic":true,"dataPoints":[{"asInt":"1","timeUnixNano":"2"}]}}]}]}]}`,
		`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"arrayValue":{"values":[{"kvlistValue":{"values":[]}}]}}}]}]}]}`,
		`{"resourceLogs":null}`, `[]`, `{"resourceLogs":[{`, `{"unknown":1}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, signal := range telemetry.Signals() {
			rows := telemetry.NewRows(signal)
			outcome, err := otlp.DecodeJSON(signal, []byte(text), options(), rows)
			if err != nil && (fault.KindOf(err) != fault.Invalid || rows.Len() != 0) {
				t.Fatalf("a malformed request is %v and leaves %d rows", err, rows.Len())
			}
			if err == nil && rows.Len() != outcome.Accepted {
				t.Fatalf("%d rows, %d accepted", rows.Len(), outcome.Accepted)
			}
		}
	})
}
