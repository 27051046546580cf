package receive

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Protocols, as metrics and log lines call them.
const (
	ProtocolHTTP        = "http"
	ProtocolGRPC        = "grpc"
	ProtocolRemoteWrite = "remote_write"
)

// Metrics counts requests.
type Metrics struct {
	requests *prometheus.CounterVec
	bytes    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_ingest_requests_total",
			Help: "Requests with telemetry answered, by protocol, signal and outcome (ok, or the kind of the refusal).",
		}, []string{"protocol", "signal", "outcome"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_ingest_received_bytes_total",
			Help: "Bytes of requests with telemetry as they came, by protocol and signal.",
		}, []string{"protocol", "signal"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "cairn_ingest_request_seconds",
			Help:    "Time from the arrival of a request with telemetry to its acknowledgement.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14),
		}, []string{"protocol"}),
	}
	registry.MustRegister(m.requests, m.bytes, m.seconds)
	m.startAtZero()
	return m
}

func (m *Metrics) startAtZero() {
	protocols := []string{ProtocolHTTP, ProtocolGRPC}
	signals := metric.Names(telemetry.Signals())
	metric.StartAtZero(m.requests, protocols, signals, []string{"ok"})
	metric.StartAtZero(m.bytes, protocols, signals)
	written := []string{telemetry.Metrics.String()}
	metric.StartAtZero(m.requests, []string{ProtocolRemoteWrite}, written, []string{"ok"})
	metric.StartAtZero(m.bytes, []string{ProtocolRemoteWrite}, written)
}

// Received counts the bytes of a request.
func (m *Metrics) Received(protocol string, signal telemetry.Signal, bytes int) {
	m.bytes.WithLabelValues(protocol, signal.String()).Add(float64(bytes))
}

// Answered counts a request and how long it took.
func (m *Metrics) Answered(protocol string, signal telemetry.Signal, outcome string, took time.Duration) {
	m.requests.WithLabelValues(protocol, signal.String(), outcome).Inc()
	m.seconds.WithLabelValues(protocol).Observe(took.Seconds())
}
