package clickhouse

import (
	"strings"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// aggregation is how the rows of a bucket become one number.
type aggregation struct {
	of      observe.ScannedSeries
	field   string // what is aggregated
	when    string // the rows that count; empty: all
	weight  string // how many events a row stands for; empty: one
	instant string // the time that tells which row is last
}

// sql answers the number, NULL where no row counts.
func (a aggregation) sql() string {
	switch a.of.Aggregate {
	case telemetry.Count:
		return a.count()
	case telemetry.CountDistinct:
		return orNone(a.apply("uniqExact", "", a.field))
	case telemetry.Total:
		return a.apply("sumOrNull", "", weighted(a.field, a.weight))
	case telemetry.Average:
		return a.average()
	case telemetry.Minimum:
		return a.apply("minOrNull", "", a.field)
	case telemetry.Maximum:
		return a.apply("maxOrNull", "", a.field)
	case telemetry.Quantile:
		return a.quantile()
	case telemetry.LastValue:
		return a.apply("argMaxOrNull", "", a.field, a.instant)
	case telemetry.None:
		return a.field
	default:
		return a.apply("anyOrNull", "", a.field)
	}
}

// apply prints an aggregate function over the rows that count.
func (a aggregation) apply(name, params string, args ...string) string {
	if a.when != "" {
		name, args = name+"If", append(args, a.when)
	}
	if params != "" {
		name += "(" + params + ")"
	}
	return name + "(" + strings.Join(args, ", ") + ")"
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
		return a.apply("avgOrNull", "", a.field)
	}
	return a.apply("avgWeightedOrNull", "", a.field, a.weight)
}

func (a aggregation) quantile() string {
	level := printNumber(a.of.Level)
	if a.weight == "" {
		return a.apply("quantileOrNull", level, a.field)
	}
	return a.apply("quantileTDigestWeightedOrNull", level, a.field, a.weight)
}
