package explore

import (
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// valueField is the name that stands for the value of a metric's point.
const valueField = "Value"

// fieldOf returns what a series aggregates. The field of a metric may name
// the metric instead of its value.
func fieldOf(path string, series query.Series) (Expr, error) {
	isMetric := series.MetricType != ""
	if series.Aggregate == query.Count && !isMetric {
		return Expr{Path: path + "field"}, nil
	}
	if isMetric && (series.MetricName == "" || strings.TrimSpace(series.Field) == "") {
		return Expr{Path: path + "field"}, checkMetricName(path, series)
	}
	if strings.TrimSpace(series.Field) == "" {
		var rules fault.Rules
		rules.Break(path+"field", "required", "is required unless aggFn is count")
		return Expr{}, rules.Err()
	}
	return expression(path+"field", series.Field, series.Aggregate == query.None)
}

func checkMetricName(path string, series query.Series) error {
	var rules fault.Rules
	rules.Check(metricName(series) != "", path+"metricName", "required", "is required for a metric source")
	return rules.Err()
}

// metricName returns the metric of a series: its name, or else its field.
func metricName(series query.Series) string {
	if series.MetricType == "" || series.MetricName != "" {
		return series.MetricName
	}
	if series.Field == valueField {
		return ""
	}
	return series.Field
}
