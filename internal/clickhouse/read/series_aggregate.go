package read

import (
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// aggregation is how the rows of a bucket become one number. Values that are
// not finite take part in no sum, average or quantile; for the others an
// infinity is what it is, and NaN is nothing.
type aggregation struct {
	of        explore.ScannedSeries
	field     string  // what is aggregated
	extreme   string  // the same with its infinities; empty: field has them
	when      string  // the rows that count; empty: all
	weight    string  // how many events a row stands for; empty: one
	instant   string  // the time that says which row is last
	notFinite string  // how many values were not finite; empty: those of field
	states    *states // computed by the shards; nil: all at once
}

// sql returns the number, NULL where no row counts.
func (a aggregation) sql() string {
	switch a.of.Aggregate {
	case query.Count:
		return a.count()
	case query.CountDistinct:
		return orNone(a.apply("uniqExact", "", a.field))
	case query.Total:
		return a.finite().apply("sumOrNull", "", weighted(a.field, a.weight))
	case query.Average:
		return a.average()
	case query.Minimum:
		return a.ordered().apply("minOrNull", "", a.infinite())
	case query.Maximum:
		return a.ordered().apply("maxOrNull", "", a.infinite())
	case query.Quantile:
		return a.finite().quantile()
	case query.LastValue:
		return a.ordered().apply("argMaxOrNull", "", a.infinite(), a.instant)
	case query.None:
		return a.field
	case query.AnyValue, query.Increase:
		return a.ordered().apply("anyOrNull", "", a.infinite())
	}
	return "NULL"
}

// countsNotFinite reports whether values can be not finite: counts have none,
// and what an expression of its own leaves out is its own matter: only its
// result is looked at.
func (a aggregation) countsNotFinite() bool {
	switch a.of.Aggregate {
	case query.Count, query.CountDistinct, query.None:
		return false
	case query.Total, query.Average, query.Minimum, query.Maximum, query.Quantile, query.LastValue, query.AnyValue, query.Increase:
		return true
	}
	return true
}

// isMergeable reports whether the numbers of groups make the number of all.
func isMergeable(s explore.ScannedSeries, scan explore.SeriesScan) bool {
	switch s.Aggregate {
	case query.Count, query.Total, query.Minimum, query.Maximum:
		return true
	case query.Average:
		return scan.SampleRate.Node == nil
	case query.CountDistinct, query.Quantile, query.LastValue, query.AnyValue, query.Increase, query.None:
	}
	return false
}

// isMergeableOfMetric reports whether the numbers of groups of a metric's
// series make the number of all.
func isMergeableOfMetric(a query.Aggregate, points compile.PointKind) bool {
	if points != compile.GaugePoints && points != compile.SumPoints {
		return isOfDistribution(a)
	}
	switch a {
	case query.Count, query.Total, query.Minimum, query.Maximum, query.Average, query.LastValue, query.Increase:
		return true
	case query.CountDistinct, query.Quantile, query.AnyValue, query.None:
	}
	return false
}

// isOfDistribution reports whether buckets of counts tell the number.
func isOfDistribution(a query.Aggregate) bool {
	switch a {
	case query.Quantile, query.Count, query.Total, query.Average:
		return true
	case query.CountDistinct, query.Minimum, query.Maximum, query.LastValue, query.AnyValue, query.Increase, query.None:
	}
	return false
}

// notFiniteSQL returns how many values were not finite.
func (a aggregation) notFiniteSQL() string {
	if a.notFinite != "" {
		return a.notFinite
	}
	return a.among("NOT isFinite("+a.field+")").apply("count", "")
}

// among returns the aggregation over the rows that meet one more condition.
func (a aggregation) among(condition string) aggregation {
	if a.when != "" {
		condition = a.when + " AND " + condition
	}
	a.when = condition
	return a
}

func (a aggregation) finite() aggregation { return a.among("isFinite(" + a.field + ")") }

// ordered leaves out NaN, which is neither less nor greater than anything.
func (a aggregation) ordered() aggregation { return a.among("NOT isNaN(" + a.infinite() + ")") }

func (a aggregation) infinite() string {
	if a.extreme != "" {
		return a.extreme
	}
	return a.field
}

// apply prints an aggregate function over the rows that count.
func (a aggregation) apply(name, params string, args ...string) string {
	if a.when != "" {
		name, args = name+"If", append(args, a.when)
	}
	if params != "" {
		params = "(" + params + ")"
	}
	if a.states != nil {
		return a.states.merged(name, params, strings.Join(args, ", "))
	}
	return name + params + "(" + strings.Join(args, ", ") + ")"
}

// orNone makes NULL of zero: a count of nothing is no number.
func orNone(sql string) string { return "nullIf(" + sql + ", 0)" }

func weighted(field, weight string) string {
	if weight == "" {
		return field
	}
	return field + " * " + weight
}

func (a aggregation) count() string {
	if a.weight != "" {
		return a.apply("sumOrNull", "", a.weight)
	}
	return orNone(a.apply("count", ""))
}

func (a aggregation) average() string {
	if a.weight == "" {
		return a.finite().apply("avgOrNull", "", a.field)
	}
	return a.finite().apply("avgWeightedOrNull", "", a.field, a.weight)
}
