package query

// MetricType is the kind of a metric's data points.
type MetricType string

// The metric types.
const (
	MetricGauge                MetricType = "gauge"
	MetricHistogram            MetricType = "histogram"
	MetricSum                  MetricType = "sum"
	MetricSummary              MetricType = "summary"
	MetricExponentialHistogram MetricType = "exponential histogram"
)

// MetricTypes lists the metric types.
func MetricTypes() []MetricType {
	return []MetricType{MetricGauge, MetricHistogram, MetricSum, MetricSummary, MetricExponentialHistogram}
}
