package stack

import "github.com/cairnstack/cairn/internal/query"

// PeriodAggDelta asks for the change of a gauge over each bucket.
const PeriodAggDelta = "delta"

// MetricValueExpression is the value expression of metric series.
const MetricValueExpression = "Value"

// SelectItem is one series of a chart: an aggregate over the rows that its
// where clause lets through.
type SelectItem struct {
	AggFn           query.Aggregate  `json:"aggFn"`
	ValueExpression string           `json:"valueExpression" required:"false"`
	Alias           string           `json:"alias,omitempty"`
	Level           *float64         `json:"level,omitempty"`
	Where           string           `json:"where" required:"false"`
	WhereLanguage   query.Language   `json:"whereLanguage" required:"false"`
	NumberFormat    *NumberFormat    `json:"numberFormat,omitempty"`
	MetricType      query.MetricType `json:"metricType,omitempty"`
	MetricName      string           `json:"metricName,omitempty"`
	PeriodAggFn     string           `json:"periodAggFn,omitempty"`
	Axis            string           `json:"axis,omitempty" enum:"left,right" doc:"The axis that it is drawn on, in lines over time; left when absent."`
}

func (s *SelectItem) preset() { s.WhereLanguage = query.Lucene }

func (s SelectItem) check(p place) {
	oneOf(p.at("aggFn"), s.AggFn, query.Aggregates())
	s.checkValue(p)
	p.at("alias").expression(s.Alias)
	p.at("where").expression(s.Where)
	oneOf(p.at("whereLanguage"), s.WhereLanguage, query.WhereLanguages())
	s.NumberFormat.check(p)
	s.checkMetric(p)
	optionalOneOf(p.at("axis"), s.Axis, Axes())
}

func (s SelectItem) checkValue(p place) {
	value := p.at("valueExpression")
	value.expression(s.ValueExpression)
	if s.AggFn == query.Count {
		value.check(s.ValueExpression == "", "conflict", "must be empty when aggFn is count")
	} else {
		s.checkNeeded(p)
	}
	if s.Level != nil {
		p.at("level").check(s.AggFn == query.Quantile, "conflict", "is allowed only when aggFn is quantile")
		p.at("level").number(*s.Level, 0, 1)
	}
}

// checkNeeded checks that there is something to aggregate: a metric may be named
// as the expression, too.
func (s SelectItem) checkNeeded(p place) {
	if s.MetricType != "" {
		p.at("metricName").check(s.ValueExpression != "" || s.MetricName != "", "required", "is required when metricType is given")
		return
	}
	p.at("valueExpression").check(s.ValueExpression != "", "required", "is required unless aggFn is count")
}

func (s SelectItem) checkMetric(p place) {
	optionalOneOf(p.at("metricType"), s.MetricType, query.MetricTypes())
	p.at("metricName").expression(s.MetricName)
	optionalOneOf(p.at("periodAggFn"), s.PeriodAggFn, []string{PeriodAggDelta})
	if s.AggFn == query.Increase {
		p.at("aggFn").check(s.MetricType == query.MetricSum, "conflict", "increase is allowed only when metricType is sum")
	}
}
