package promwrite_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/prometheus/prompb"
	writev2 "github.com/prometheus/prometheus/prompb/io/prometheus/write/v2"

	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// requestSeries is how many series a request of the benchmarks has, as many as
// Prometheus sends at a time.
const requestSeries = 2000

// BenchmarkDecode decodes requests of 2000 series with a sample each; beside it,
// what the generated code needs to unmarshal the same requests.
func BenchmarkDecode(b *testing.B) {
	var requests [2][][]byte
	for i := range 10 {
		for version, payload := range payloads(b, scrape(i*requestSeries, requestSeries)) {
			requests[version] = append(requests[version], payload)
		}
	}
	generated := []func([]byte) error{
		func(payload []byte) error { return new(prompb.WriteRequest).Unmarshal(payload) },
		func(payload []byte) error { return new(writev2.Request).Unmarshal(payload) },
	}
	for i, version := range versions() {
		b.Run(version.name+"/ours", func(b *testing.B) {
			rows, decoder := telemetry.NewRows(telemetry.Metrics), new(promwrite.Decoder)
			measure(b, requests[i], func(payload []byte) error {
				rows.Reset()
				_, err := version.decode(decoder, payload, options(), rows)
				return err
			})
		})
		b.Run(version.name+"/generated", func(b *testing.B) { measure(b, requests[i], generated[i]) })
	}
}

func measure(b *testing.B, payloads [][]byte, decode func([]byte) error) {
	b.ReportAllocs()
	i := 0
	before := cpuSeconds(b)
	for b.Loop() {
		if err := decode(payloads[i%len(payloads)]); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(1e6*(cpuSeconds(b)-before)/float64(i*requestSeries), "cpu-s/Msample")
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
