package stack

// AggFn is the aggregate function of a select item.
type AggFn string

// The aggregate functions. AggNone takes the expression as it is.
const (
	AggAvg           AggFn = "avg"
	AggCount         AggFn = "count"
	AggCountDistinct AggFn = "count_distinct"
	AggLastValue     AggFn = "last_value"
	AggMax           AggFn = "max"
	AggMin           AggFn = "min"
	AggQuantile      AggFn = "quantile"
	AggSum           AggFn = "sum"
	AggAny           AggFn = "any"
	AggNone          AggFn = "none"
	AggIncrease      AggFn = "increase"
)

// AggFns lists the aggregate functions.
func AggFns() []AggFn {
	return []AggFn{AggAvg, AggCount, AggCountDistinct, AggLastValue, AggMax, AggMin, AggQuantile, AggSum, AggAny,
		AggNone, AggIncrease}
}

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

// PeriodAggDelta asks for the change of a gauge over each bucket.
const PeriodAggDelta = "delta"

// MetricValueExpression is the value expression of metric series.
const MetricValueExpression = "Value"

// SelectItem is one series of a chart: an aggregate over the rows that its
// where clause lets through.
type SelectItem struct {
	AggFn           AggFn         `json:"aggFn"`
	ValueExpression string        `json:"valueExpression" required:"false"`
	Alias           string        `json:"alias,omitempty"`
	Level           *float64      `json:"level,omitempty"`
	Where           string        `json:"where" required:"false"`
	WhereLanguage   Language      `json:"whereLanguage" required:"false"`
	NumberFormat    *NumberFormat `json:"numberFormat,omitempty"`
	MetricType      MetricType    `json:"metricType,omitempty"`
	MetricName      string        `json:"metricName,omitempty"`
	PeriodAggFn     string        `json:"periodAggFn,omitempty"`
}

func (s *SelectItem) preset() { s.WhereLanguage = Lucene }

func (s SelectItem) check(p place) {
	oneOf(p.at("aggFn"), s.AggFn, AggFns())
	s.checkValue(p)
	p.at("alias").expression(s.Alias)
	p.at("where").expression(s.Where)
	oneOf(p.at("whereLanguage"), s.WhereLanguage, WhereLanguages())
	s.NumberFormat.check(p)
	s.checkMetric(p)
}

func (s SelectItem) checkValue(p place) {
	value := p.at("valueExpression")
	value.expression(s.ValueExpression)
	if s.AggFn == AggCount {
		value.check(s.ValueExpression == "", "conflict", "must be empty when aggFn is count")
	} else {
		value.check(s.ValueExpression != "", "required", "is required unless aggFn is count")
	}
	if s.Level != nil {
		p.at("level").check(s.AggFn == AggQuantile, "conflict", "is allowed only when aggFn is quantile")
		p.at("level").number(*s.Level, 0, 1)
	}
}

func (s SelectItem) checkMetric(p place) {
	optionalOneOf(p.at("metricType"), s.MetricType, MetricTypes())
	p.at("metricName").expression(s.MetricName)
	optionalOneOf(p.at("periodAggFn"), s.PeriodAggFn, []string{PeriodAggDelta})
	if s.AggFn == AggIncrease {
		p.at("aggFn").check(s.MetricType == MetricSum, "conflict", "increase is allowed only when metricType is sum")
	}
}
