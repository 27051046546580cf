package otlp_test

import (
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/cairnstack/cairn/bench/otlpgen"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// requestRecords is how many records a request of the benchmarks has.
const requestRecords = 1000

func generator() *otlpgen.Generator {
	return &otlpgen.Generator{Seed: 1, Start: received().Add(-time.Hour), Step: time.Millisecond}
}

func received() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func request(signal telemetry.Signal, g *otlpgen.Generator, first uint64, count int) []byte {
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

// BenchmarkDecode decodes requests of 1000 records; beside it, what pdata
// needs to unmarshal the same requests.
func BenchmarkDecode(b *testing.B) {
	for _, signal := range telemetry.Signals() {
		var payloads [][]byte
		for i := range 20 {
			payloads = append(payloads, request(signal, generator(), uint64(i*requestRecords), requestRecords))
		}
		b.Run(signal.String()+"/ours", func(b *testing.B) {
			rows := telemetry.NewRows(signal)
			opts := otlp.DecodeOptions{Limits: telemetry.DefaultLimits(), Received: received()}
			measure(b, payloads, func(payload []byte) error {
				rows.Reset()
				_, err := otlp.Decode(signal, payload, opts, rows)
				return err
			})
		})
		b.Run(signal.String()+"/pdata", func(b *testing.B) {
			measure(b, payloads, func(payload []byte) error { return unmarshal(signal, payload) })
		})
	}
}

func unmarshal(signal telemetry.Signal, payload []byte) (err error) {
	switch signal {
	case telemetry.Logs:
		_, err = (&plog.ProtoUnmarshaler{}).UnmarshalLogs(payload)
	case telemetry.Traces:
		_, err = (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(payload)
	case telemetry.Metrics:
		_, err = (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(payload)
	}
	return err
}

func measure(b *testing.B, payloads [][]byte, decode func([]byte) error) {
	b.ReportAllocs()
	bytes := 0
	i := 0
	before := cpuSeconds(b)
	for b.Loop() {
		payload := payloads[i%len(payloads)]
		bytes += len(payload)
		if err := decode(payload); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64(i*requestRecords)/(cpuSeconds(b)-before), "rows/cpu-s")
	b.ReportMetric(float64(bytes)/float64(i*requestRecords), "B/row")
}

// cpuSeconds returns what this process has used: on a shared machine the only
// time that means something.
func cpuSeconds(b *testing.B) float64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}
