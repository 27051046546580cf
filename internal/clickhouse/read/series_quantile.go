package read

import (
	"fmt"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
)

// A quantile is exact as long as all values fit into a sample. Of more values
// each is rounded to a few binary digits first, so that there are few
// different ones to count however many there are: a quantile is then as far
// off as one value, 0.2 % at most. The engine's
// own sketches are not used: its sample, its t-digest and its GK sketch are
// more than one percent off in the tail of latencies.
const (
	// sampleSize is how many values the engine's quantile keeps.
	sampleSize = 8192
	// quantileDigits is how many binary digits behind the first one are kept:
	// rounding to the nearest is off by 2^-(quantileDigits+1) at most.
	quantileDigits = 8
	mantissaDigits = 52
	// roundedMax is the largest number that does not round to infinity.
	roundedMax = "1.7e308"
)

// quantile returns the quantile of the values that count.
func (a aggregation) quantile() string {
	level := compile.PrintNumber(a.of.Level)
	count := a.apply("count", "")
	return fmt.Sprintf("if(%s <= %d, %s, %s)", count, sampleSize, a.smallQuantile(level, count), a.largeQuantile(level))
}

// smallQuantile is exact for up to sampleSize values.
func (a aggregation) smallQuantile(level, count string) string {
	if a.weight == "" {
		return a.apply("quantileOrNull", level, a.field)
	}
	pairs := a.apply("groupArray", fmt.Sprint(sampleSize), "(assumeNotNull("+a.field+"), "+a.weight+")")
	return fmt.Sprintf("if(%[1]s = 0, NULL, arrayReduce('quantileExactWeightedInterpolated(%[2]s)', tupleElement(%[3]s, 1), tupleElement(%[3]s, 2)))",
		count, level, pairs)
}

func (a aggregation) largeQuantile(level string) string {
	weight := a.weight
	if weight == "" {
		weight = "1"
	}
	return a.apply("quantileExactWeightedInterpolatedOrNull", level, rounded(a.field), weight)
}

// rounded returns a finite number with quantileDigits binary digits.
func rounded(field string) string {
	const half = uint64(1) << (mantissaDigits - quantileDigits - 1)
	const kept = ^(half<<1 - 1)
	bits := "reinterpretAsUInt64(greatest(least(assumeNotNull(" + field + "), " + roundedMax + "), -" + roundedMax + "))"
	return fmt.Sprintf("reinterpretAsFloat64(bitAnd(%s + %d, %d))", bits, half, kept)
}
