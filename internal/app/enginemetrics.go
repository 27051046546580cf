package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// engineMetrics counts what the engine is asked and how long it takes.
type engineMetrics struct {
	calls   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	rows    prometheus.Counter
}

func newEngineMetrics(registry prometheus.Registerer) *engineMetrics {
	m := &engineMetrics{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_engine_calls_total",
			Help: "Calls to the telemetry engine by role, operation and outcome (ok, or the kind of the failure).",
		}, []string{"role", "operation", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "cairn_engine_call_seconds",
			Help:    "Duration of calls to the telemetry engine.",
			Buckets: prometheus.ExponentialBuckets(0.001, 4, 9),
		}, []string{"role", "operation"}),
		rows: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_engine_rows_read_total",
			Help: "Rows that the telemetry engine read to answer queries.",
		}),
	}
	registry.MustRegister(m.calls, m.seconds, m.rows)
	return m
}

func (m *engineMetrics) observe(call clickhouse.Call) {
	outcome := "ok"
	if call.Err != nil {
		outcome = string(fault.KindOf(call.Err))
	}
	m.calls.WithLabelValues(call.Role.String(), call.Operation, outcome).Inc()
	m.seconds.WithLabelValues(call.Role.String(), call.Operation).Observe(call.Elapsed.Seconds())
	m.rows.Add(float64(call.Stats.RowsRead))
}
