package monitor_test

import (
	"math"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/cairnstack/cairn/internal/app/monitor"
)

// TestPayloadHasWhatTheRegistryHas counts, measures and observes, and reads the
// request back: values, buckets, labels and units are those of the registry, and
// what is not about the server is left out.
func TestPayloadHasWhatTheRegistryHas(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "cairn_things_total", Help: "Things."}, []string{"outcome"})
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "cairn_size_bytes"})
	histogram := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "cairn_time_seconds", Buckets: []float64{1, 2}})
	registry.MustRegister(counter, gauge, histogram, prometheus.NewGauge(prometheus.GaugeOpts{Name: "go_threads"}))
	counter.WithLabelValues("ok").Add(3)
	gauge.Set(math.Inf(1))
	for _, seconds := range []float64{0.5, 1, 1.5, 7, 8} {
		histogram.Observe(seconds)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	started := time.Unix(1_700_000_000, 0)
	payload, err := monitor.Payload(families, monitor.Origin{Version: "1.2.3", Instance: "host:9100", Started: started}, started.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	read, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(payload)
	if err != nil {
		t.Fatal(err)
	}
	resource := read.ResourceMetrics().At(0)
	if name, _ := resource.Resource().Attributes().Get("service.name"); name.Str() != "cairn" {
		t.Errorf("service %q", name.Str())
	}
	metrics := resource.ScopeMetrics().At(0).Metrics()
	if metrics.Len() != 3 {
		t.Fatalf("%d metrics", metrics.Len())
	}
	size, things, took := metrics.At(0), metrics.At(1), metrics.At(2)
	if size.Unit() != "By" || !math.IsInf(size.Gauge().DataPoints().At(0).DoubleValue(), 1) {
		t.Errorf("size: %q, %v", size.Unit(), size.Gauge().DataPoints().At(0).DoubleValue())
	}
	counted := things.Sum().DataPoints().At(0)
	if outcome, _ := counted.Attributes().Get("outcome"); counted.DoubleValue() != 3 || outcome.Str() != "ok" || !things.Sum().IsMonotonic() {
		t.Errorf("things: %v %q", counted.DoubleValue(), outcome.Str())
	}
	observed := took.Histogram().DataPoints().At(0)
	if got := observed.BucketCounts().AsRaw(); took.Unit() != "s" || observed.Count() != 5 || observed.Sum() != 18 || len(got) != 3 || got[0] != 2 || got[1] != 1 || got[2] != 2 {
		t.Errorf("times: %q, %d of %v in %v", took.Unit(), observed.Count(), observed.Sum(), got)
	}
}
