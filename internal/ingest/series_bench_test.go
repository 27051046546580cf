package ingest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// BenchmarkSeriesLimit looks at requests of ten thousand known series each, of a
// team that has a million.
func BenchmarkSeriesLimit(b *testing.B) {
	const known, each = 1_000_000, 10_000
	admit := ingest.AdmitSeries(known, time.Now)
	requests := make([]*telemetry.Rows, known/each)
	for i := range requests {
		words := make([]string, each)
		for j := range words {
			words[j] = fmt.Sprintf("metric_%d_%d", i, j)
		}
		requests[i] = telemetry.NewRows(telemetry.Metrics)
		if _, err := (gauges{}).Decode(ingest.Form{}, []byte(strings.Join(words, " ")), time.Now(), requests[i]); err != nil {
			b.Fatal(err)
		}
		if refused := admit(requests[i]); len(refused) > 0 {
			b.Fatal("known series are refused")
		}
	}
	i := 0
	for b.Loop() {
		admit(requests[i%len(requests)])
		i++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(i)/each, "ns/point")
}
