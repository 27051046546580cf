package query

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The limits of a chart.
const (
	SeriesMax     = 5       // series of one query
	GroupByMax    = 10      // expressions that a series is grouped by
	PointsMax     = 11_000  // buckets of one series
	GroupsMax     = 1000    // groups of one answer; more are left out and counted
	SeriesRowsMax = 200_000 // points of one answer, over all groups
)

// Aggregate is how the rows of a bucket become one number.
type Aggregate string

// The aggregates. None takes the field as it is: an expression that
// already aggregates.
const (
	Count         Aggregate = "count"
	CountDistinct Aggregate = "count_distinct"
	Total         Aggregate = "sum"
	Average       Aggregate = "avg"
	Minimum       Aggregate = "min"
	Maximum       Aggregate = "max"
	Quantile      Aggregate = "quantile"
	LastValue     Aggregate = "last_value"
	AnyValue      Aggregate = "any"
	Increase      Aggregate = "increase"
	None          Aggregate = "none"
)

// Aggregates returns all aggregates.
func Aggregates() []Aggregate {
	return []Aggregate{Average, Count, CountDistinct, LastValue, Maximum, Minimum, Quantile, Total, AnyValue, None, Increase}
}

// Additive reports whether the numbers of several buckets or groups may be
// added up.
func (a Aggregate) Additive() bool { return a == Count || a == Total || a == Increase }

// Language is the language of a condition.
type Language string

// The languages. PromQL is known only as the language of a dashboard's saved
// query.
const (
	Lucene Language = "lucene"
	SQL    Language = "sql"
	PromQL Language = "promql"
)

// WhereLanguages lists the languages of where clauses.
func WhereLanguages() []Language { return []Language{Lucene, SQL} }

// Fill says what stands in a bucket without rows.
type Fill string

// The ways to fill.
const (
	FillNone Fill = "none" // nothing
	FillZero Fill = "zero" // the number 0
)

// SeriesQuery asks for numbers over time.
type SeriesQuery struct {
	Range       TimeRange
	Granularity Granularity // empty: auto
	Fill        Fill        // empty: none
	Groups      int         // how many groups to answer; 0: GroupsMax
	Series      []Series
}

// Series is one line of a chart. Texts are in the languages of
// internal/ql.
type Series struct {
	SourceID   string
	Aggregate  Aggregate
	Level      *float64 // of Quantile; nil: the median
	Field      string
	Where      string
	Language   Language // of Where; empty: Lucene
	GroupBy    []string
	MetricType MetricType // of a metric source
	MetricName string     // of a metric source; empty: Field names it
}

// Check returns an Invalid fault that names every rule that the query breaks.
func (q SeriesQuery) Check() error { return q.CheckUpTo(SeriesMax) }

// CheckUpTo is Check for a query with that many series at most.
func (q SeriesQuery) CheckUpTo(seriesMax int) error {
	if err := q.Range.Check("startTime", "endTime"); err != nil {
		return err
	}
	var rules fault.Rules
	rules.Check(len(q.Series) >= 1, "series", "min_items", "must have at least 1 item")
	rules.Check(len(q.Series) <= seriesMax, "series", "max_items", "must have at most %d items", seriesMax)
	rules.Check(q.Granularity == "" || q.Granularity.Known(), "granularity", "enum", "must be one of %s", Words(Granularities()))
	rules.Check(slices.Contains([]Fill{"", FillNone, FillZero}, q.Fill), "fill", "enum", "must be none or zero")
	rules.Check(q.Groups >= 0 && q.Groups <= GroupsMax, "seriesLimit", "range", "must be between 1 and %d", GroupsMax)
	for i, s := range q.Series {
		s.check(&rules, fmt.Sprintf("series.%d.", i))
	}
	if err := rules.Err(); err != nil {
		return err
	}
	return q.checkPoints()
}

func (q SeriesQuery) checkPoints() error {
	var rules fault.Rules
	rules.Check(q.Buckets().Count <= PointsMax, "granularity", "limit",
		"would make more than %d points per series: choose a coarser granularity or a shorter time range", PointsMax)
	return rules.Err()
}

// Buckets returns the buckets of the answer.
func (q SeriesQuery) Buckets() Buckets { return BucketsOf(q.Range, q.Granularity.Step(q.Range)) }

func (s Series) check(rules *fault.Rules, at string) {
	rules.Check(slices.Contains(Aggregates(), s.Aggregate), at+"aggFn", "enum", "must be one of %s", Words(Aggregates()))
	rules.Check(s.Language == "" || slices.Contains(WhereLanguages(), s.Language), at+"whereLanguage", "enum", "must be lucene or sql")
	rules.Check(len(s.GroupBy) <= GroupByMax, at+"groupBy", "max_items", "must have at most %d items", GroupByMax)
	rules.Check(s.MetricType == "" || slices.Contains(MetricTypes(), s.MetricType), at+"metricDataType", "enum", "must be one of %s", Words(MetricTypes()))
	if s.Level != nil {
		rules.Check(s.Aggregate == Quantile, at+"level", "conflict", "is allowed only when aggFn is quantile")
		rules.Check(*s.Level >= 0 && *s.Level <= 1, at+"level", "range", "must be between 0 and 1")
	}
	if s.Aggregate == Increase {
		rules.Check(s.MetricType == MetricSum, at+"aggFn", "conflict", "increase is allowed only when metricDataType is sum")
	}
}

// MedianLevel is the level of a quantile that names none.
const MedianLevel = 0.5

// QuantileLevel returns the level of the quantile.
func (s Series) QuantileLevel() float64 {
	if s.Level == nil {
		return MedianLevel
	}
	return *s.Level
}

// Words lists the allowed words for a message.
func Words[T ~string](words []T) string {
	text := ""
	for i, word := range words {
		if i > 0 {
			text += ", "
		}
		text += string(word)
	}
	return text
}

// Point is the numbers of one bucket and group. Values has one number for
// each series of the query, NaN where that series has none. A greatest or
// least value may be infinite.
type Point struct {
	Bucket    time.Time
	Group     []string
	Values    []float64
	NonFinite []uint64 // how many values of each series were not finite; nil: none
}

// AddNonFinite adds to how many values of a series were not finite.
func (p *Point) AddNonFinite(series int, count uint64) {
	if count == 0 {
		return
	}
	if p.NonFinite == nil {
		p.NonFinite = make([]uint64, len(p.Values))
	}
	p.NonFinite[series] += count
}

// Put takes over the numbers of a point at the given places.
func (p *Point) Put(places []int, from Point) {
	for i, number := range from.Values {
		p.Values[places[i]] = number
	}
	for i, count := range from.NonFinite {
		p.AddNonFinite(places[i], count)
	}
}

// IsEmpty reports whether a series has neither a number nor values that were
// not finite.
func (p *Point) IsEmpty(series int) bool {
	return !HasNumber(p.Values[series]) && (p.NonFinite == nil || p.NonFinite[series] == 0)
}

// NoValue stands in a Point where a series has no number.
func NoValue() float64 { return math.NaN() }

// HasValue reports whether a number of a Point is one: neither NaN nor
// infinite, which no answer can hold.
func HasValue(number float64) bool { return !math.IsNaN(number) && !math.IsInf(number, 0) }

// HasNumber reports whether there is a number that can be compared: an
// infinite one is.
func HasNumber(number float64) bool { return !math.IsNaN(number) }

// SeriesAnswer is the answer to a SeriesQuery.
type SeriesAnswer struct {
	Points    []Point
	Step      time.Duration
	Scans     []SeriesScan
	Stats     Stats
	Remainder *Remainder // nil: nothing was left out
	NonFinite uint64     // values of all points that were not finite
	Warnings  []Warning
}

// SeriesScan says which series of the query were read together, and what they
// are grouped by.
type SeriesScan struct {
	Series  []int
	GroupBy []string
}

// SeriesStatement is a statement of the engine and the series of the query
// whose numbers it returns.
type SeriesStatement struct {
	Series []int
	SQL    string
}

// Remainder is what an answer leaves out because there are more groups than
// it may hold.
type Remainder struct {
	Groups int       // how many groups were left out
	Values []float64 // for each series the sum over those groups and all buckets, NaN where sums make no sense
}
