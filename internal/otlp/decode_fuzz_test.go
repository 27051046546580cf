package otlp_test

import (
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// recordsOf returns how many records pdata finds in a request.
func recordsOf(signal telemetry.Signal, payload []byte) (int, error) {
	switch signal {
	case telemetry.Logs:
		logs, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(payload)
		if err != nil {
			return 0, err
		}
		return logs.LogRecordCount(), nil
	case telemetry.Traces:
		traces, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(payload)
		if err != nil {
			return 0, err
		}
		return traces.SpanCount(), nil
	case telemetry.Metrics:
		metrics, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(payload)
		if err != nil {
			return 0, err
		}
		return metrics.DataPointCount(), nil
	}
	panic("unknown signal")
}

func seeds(f *testing.F, signal telemetry.Signal) {
	f.Helper()
	for seed := range uint64(20) {
		r := newRandom(seed)
		var payload []byte
		var err error
		switch signal {
		case telemetry.Logs:
			payload, err = (&plog.ProtoMarshaler{}).MarshalLogs(r.logs())
		case telemetry.Traces:
			payload, err = (&ptrace.ProtoMarshaler{}).MarshalTraces(r.traces())
		case telemetry.Metrics:
			payload, err = (&pmetric.ProtoMarshaler{}).MarshalMetrics(r.metrics())
		}
		if err != nil {
			f.Fatal(err)
		}
		f.Add(payload)
		f.Add(reordered(payload))
	}
	f.Add([]byte{0x0a, 0x04, 0x12, 0x02, 0x12, 0x00})
	f.Add([]byte{0x0b, 0x0b, 0x0c, 0x0c})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
}

// agree decodes a request and compares with pdata: whatever pdata takes we
// take, with the same number of records, but for groups, which pdata does not
// skip right; whatever is refused leaves no trace.
func agree(t *testing.T, signal telemetry.Signal, payload []byte) {
	t.Helper()
	want, refusal := recordsOf(signal, payload)
	rows := telemetry.NewRows(signal)
	outcome, err := otlp.Decode(signal, payload, options(), rows)
	if err != nil {
		if refusal == nil && !strings.Contains(err.Error(), "group") {
			t.Fatalf("refused what pdata takes: %v", err)
		}
		if fault.KindOf(err) != fault.Invalid {
			t.Fatalf("a malformed request is %v", err)
		}
		if rows.Len() != 0 || rows.Texts.Len() != 1 || rows.Keys.Len() != 1 {
			t.Fatalf("a refused request left %d rows", rows.Len())
		}
		return
	}
	if got := outcome.Accepted + outcome.Rejected; refusal == nil && got != want {
		t.Fatalf("%d records, pdata has %d", got, want)
	}
	if rows.Len() != outcome.Accepted {
		t.Fatalf("%d rows, %d accepted", rows.Len(), outcome.Accepted)
	}
	blocks := 0
	for _, block := range rows.Blocks() {
		blocks += block.Len()
	}
	if blocks != rows.Len() {
		t.Fatalf("blocks hold %d of %d rows", blocks, rows.Len())
	}
}

func FuzzDecodeLogs(f *testing.F) {
	seeds(f, telemetry.Logs)
	f.Fuzz(func(t *testing.T, payload []byte) { agree(t, telemetry.Logs, payload) })
}

func FuzzDecodeTraces(f *testing.F) {
	seeds(f, telemetry.Traces)
	f.Fuzz(func(t *testing.T, payload []byte) { agree(t, telemetry.Traces, payload) })
}

func FuzzDecodeMetrics(f *testing.F) {
	seeds(f, telemetry.Metrics)
	f.Fuzz(func(t *testing.T, payload []byte) { agree(t, telemetry.Metrics, payload) })
}

// TestDecode_of_mutated_requests is a short form of the fuzz tests.
func TestDecode_of_mutated_requests_agrees_with_pdata(t *testing.T) {
	t.Parallel()
	for _, signal := range telemetry.Signals() {
		payload := request(signal, generator(), 0, 10)
		r := newRandom(testkit.Seed(t, uint64(signal)))
		for range 500 {
			mutated := append([]byte(nil), payload...)
			for range 1 + r.IntN(3) {
				mutated[r.IntN(len(mutated))] = byte(r.IntN(256))
			}
			agree(t, signal, mutated[:1+r.IntN(len(mutated))])
			agree(t, signal, mutated)
		}
	}
}
