package httpx

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics counts the requests of all listeners that it is handed to.
type Metrics struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight *prometheus.GaugeVec
}

// NewMetrics makes the metrics and registers them. It panics when they are
// registered there already.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_http_requests_total",
			Help: "Requests answered, by API, route, method and status code.",
		}, []string{"api", "route", "method", "code"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "cairn_http_request_duration_seconds",
			Help:    "Time from the first byte of the request's handling to the end of its answer.",
			Buckets: []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30},
		}, []string{"api", "route", "method"}),
		inFlight: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "cairn_http_requests_in_flight",
			Help: "Requests that are being handled now.",
		}, []string{"api"}),
	}
	registry.MustRegister(m.requests, m.duration, m.inFlight)
	return m
}

// unroutedLabel stands for every path that is no route, so that clients can't
// make new series.
const unroutedLabel = "unrouted"

func (m *Metrics) begin(api string) {
	if m != nil {
		m.inFlight.WithLabelValues(api).Inc()
	}
}

func (m *Metrics) end(api string, r *http.Request, req *request, took time.Duration) {
	if m == nil {
		return
	}
	route, method := req.route, methodLabel(r.Method)
	if route == "" {
		route = unroutedLabel
	}
	m.inFlight.WithLabelValues(api).Dec()
	m.requests.WithLabelValues(api, route, method, strconv.Itoa(req.status)).Inc()
	m.duration.WithLabelValues(api, route, method).Observe(took.Seconds())
}

func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "OTHER"
	}
}
