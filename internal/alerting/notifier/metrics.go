package notifier

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/metric"
)

// Metrics measures deliveries. A nil one measures nothing.
type Metrics struct {
	attempts *prometheus.CounterVec
	messages *prometheus.CounterVec
	latency  prometheus.Histogram
	pending  prometheus.Gauge
	dueFor   prometheus.Gauge
}

// NewMetrics makes the metrics and registers them.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_delivery_attempts_total", Help: "Attempts to deliver a message, by what they came to.",
		}, []string{"outcome"}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_delivery_messages_total", Help: "Messages that were delivered or given up.",
		}, []string{"status"}),
		latency: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_delivery_attempt_seconds", Help: "Duration of attempts.",
			Buckets: []float64{0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15},
		}),
		pending: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "cairn_outbox_pending", Help: "Messages that wait for an attempt.",
		}),
		dueFor: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "cairn_outbox_due_seconds", Help: "For how long the longest due message has been due.",
		}),
	}
	metric.StartAtZero(m.attempts, metric.Texts(alerting.Outcomes()))
	metric.StartAtZero(m.messages, metric.Texts([]alerting.MessageStatus{alerting.MessageDelivered, alerting.MessageDead}))
	registry.MustRegister(m.attempts, m.messages, m.latency, m.pending, m.dueFor)
	return m
}

func (m *Metrics) attempt(a alerting.Answer) {
	if m == nil {
		return
	}
	m.attempts.WithLabelValues(string(a.Outcome)).Inc()
	m.latency.Observe(a.Latency.Seconds())
}

func (m *Metrics) settled(msg alerting.Message) {
	if m == nil || msg.Status == alerting.MessagePending {
		return
	}
	m.messages.WithLabelValues(string(msg.Status)).Inc()
}

func (m *Metrics) outbox(f OutboxFigures) {
	if m == nil {
		return
	}
	m.pending.Set(float64(f.Pending))
	m.dueFor.Set(f.DueFor.Seconds())
}
