package otlp_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// randomRequests is how many random requests of a signal are compared.
const randomRequests = 100

// options accept records of any age.
func options() otlp.DecodeOptions { return otlp.DecodeOptions{Received: received()} }

type logRow struct {
	Origin                        origin
	Time, Observed                int64
	TraceID, SpanID               string
	Flags                         uint8
	Severity                      uint8
	SeverityText, EventName, Body string
	Attributes                    map[string]string
}

func shownLogs(t *testing.T, rows *telemetry.Rows) []logRow {
	t.Helper()
	var shown []logRow
	logs := &rows.Logs
	for i := range rows.Len() {
		shown = append(shown, logRow{
			Origin: shownOrigin(t, rows, logs.Origin[i]), Time: logs.Time[i], Observed: logs.Observed[i],
			TraceID: hexID(logs.TraceID, i, 16), SpanID: hexID(logs.SpanID, i, 8), Flags: logs.Flags[i],
			Severity: logs.Severity[i], SeverityText: string(rows.Texts.Text(logs.SeverityText[i])),
			EventName: string(rows.Texts.Text(logs.EventName[i])), Body: string(logs.Body.Row(i)),
			Attributes: attributes(t, rows, &logs.Attributes, i),
		})
	}
	return shown
}

func wantLogs(logs plog.Logs) []logRow {
	var want []logRow
	for _, resource := range logs.ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, log := range scope.LogRecords().All() {
				row := wantLog(log)
				row.Origin = wantOrigin(resource.Resource(), resource.SchemaUrl(), scope.Scope(), scope.SchemaUrl())
				want = append(want, row)
			}
		}
	}
	return want
}

func wantLog(log plog.LogRecord) logRow {
	traceID, spanID := log.TraceID(), log.SpanID()
	row := logRow{
		Time: stored(log.Timestamp(), log.ObservedTimestamp()), TraceID: hex.EncodeToString(traceID[:]), SpanID: hex.EncodeToString(spanID[:]),
		Flags: uint8(log.Flags()), EventName: log.EventName(), Body: textOf(log.Body()), Attributes: texts(log.Attributes()),
		Severity: uint8(log.SeverityNumber()), SeverityText: strings.ToLower(log.SeverityText()),
	}
	if log.ObservedTimestamp() != 0 {
		row.Observed = int64(log.ObservedTimestamp()) - row.Time
	}
	return row
}

// TestDecodeLogs compares each row with what pdata reads from the same bytes.
// Severity and JSON bodies have rules of their own and tests of their own.
func TestDecodeLogs(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+randomRequests; seed++ {
		logs := newRandom(seed).logs()
		payload, err := (&plog.ProtoMarshaler{}).MarshalLogs(logs)
		if err != nil {
			t.Fatal(err)
		}
		want := wantLogs(logs)
		for order, request := range map[string][]byte{"first": payload, "last": reordered(payload)} {
			rows := telemetry.NewRows(telemetry.Logs)
			outcome, err := otlp.DecodeLogs(request, options(), rows)
			if err != nil || outcome.Accepted != len(want) || outcome.Rejected+outcome.Truncated != 0 {
				t.Fatalf("seed %d, origin %s: %+v, %v; want %d accepted", seed, order, outcome, err, len(want))
			}
			got := shownLogs(t, rows)
			forgive(want, got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, origin %s (-want +got):\n%s", seed, order, diff)
			}
		}
	}
}

// forgive evens out what severity rules and JSON bodies add.
func forgive(want, got []logRow) {
	for i := range want {
		if want[i].SeverityText == "" || want[i].Severity == 0 || want[i].Severity > 24 {
			want[i].Severity, got[i].Severity = 0, 0
			if want[i].SeverityText == "" {
				got[i].SeverityText = ""
			}
		}
		for key, value := range got[i].Attributes {
			if _, known := want[i].Attributes[key]; !known && strings.HasPrefix(want[i].Body, "{") {
				want[i].Attributes[key] = value
			}
		}
	}
}
