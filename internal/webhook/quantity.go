package webhook

import (
	"cmp"
	"math"
	"strconv"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// quantity writes numbers in a unit.
type quantity struct {
	factor float64 // makes a stored number one of the base unit
	scale  []unit  // the largest first; none: numbers have no unit
	before string
	after  string
}

// unit is a sign and how much of the base unit it stands for.
type unit struct {
	sign string
	size float64
}

// quantityOf returns how the numbers of a format are written.
func quantityOf(f *stack.NumberFormat) quantity {
	if f == nil {
		return quantity{factor: 1}
	}
	q := quantity{factor: 1}
	if f.Factor != nil {
		q.factor = *f.Factor
	}
	if f.Unit != "" {
		q.after = " " + f.Unit
	}
	switch f.Output {
	case "time", "duration":
		q.scale = durations()
	case "byte":
		q.scale = byteSizes(f.DecimalBytes != nil && *f.DecimalBytes)
	case "percent":
		q.scale = []unit{{" %", 0.01}}
	case "currency":
		q.before, q.scale = cmp.Or(f.CurrencySymbol, "$"), plain()
	default:
		q.scale = plain()
	}
	return q
}

func (q quantity) hasUnit() bool { return len(q.scale) > 0 }

func plain() []unit { return []unit{{"", 1}} }

func durations() []unit {
	return []unit{{" h", 3600}, {" min", 60}, {" s", 1}, {" ms", 1e-3}, {" µs", 1e-6}, {" ns", 1e-9}}
}

func byteSizes(decimal bool) []unit {
	if decimal {
		return []unit{{" TB", 1e12}, {" GB", 1e9}, {" MB", 1e6}, {" kB", 1e3}, {" B", 1}}
	}
	return []unit{{" TiB", 1 << 40}, {" GiB", 1 << 30}, {" MiB", 1 << 20}, {" KiB", 1 << 10}, {" B", 1}}
}

// unitFor returns the largest unit of which there is one, or else the smallest.
func (q quantity) unitFor(v float64) unit {
	base := math.Abs(tidy(v * q.factor))
	for _, u := range q.scale {
		if base >= u.size {
			return u
		}
	}
	if base == 0 && len(q.scale) > 2 {
		return q.scale[2] // 0 s and 0 MiB read better than the smallest unit
	}
	return q.scale[len(q.scale)-1]
}

// full writes a number with all its digits.
func (q quantity) full(v float64) string {
	if !q.hasUnit() {
		return number(v)
	}
	u := q.unitFor(v)
	return q.before + number(tidy(v*q.factor/u.size)) + u.sign + q.after
}

// shown writes a value with about three digits, or as many more as it takes to
// tell it from the thresholds.
func (q quantity) shown(v float64, a stack.Alert) string {
	u := q.unitFor(v)
	inUnit := func(x float64) float64 { return tidy(x * q.factor / u.size) }
	scaled := a
	scaled.Threshold = inUnit(a.Threshold)
	if a.ThresholdMax != nil {
		most := inUnit(*a.ThresholdMax)
		scaled.ThresholdMax = &most
	}
	for count := decimalsFor(inUnit(v)); count <= decimalsMax; count++ {
		text := trimmed(inUnit(v), count)
		if sameOrder(text, inUnit(v), scaled) {
			return q.before + text + u.sign + q.after
		}
	}
	return q.full(v)
}

// decimalsFor is how many decimals make about three digits.
func decimalsFor(v float64) int {
	switch v = math.Abs(v); {
	case v >= 100:
		return 0
	case v >= 10:
		return 1
	default:
		return 2
	}
}

// trimmed writes a number with at most so many decimals.
func trimmed(v float64, decimals int) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 64), 64) // it was just written
	return number(rounded)
}

// tidy takes off what is left of computing.
func tidy(v float64) float64 {
	const digits = 14
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) // it was just written
	return rounded
}

func thresholdText(n alerting.Notice) string {
	return quantityOf(n.Watched.Format).full(n.Alert.Threshold)
}

// thresholdMaxText is empty for a threshold with one end.
func thresholdMaxText(n alerting.Notice) string {
	if n.Alert.ThresholdMax == nil {
		return ""
	}
	return quantityOf(n.Watched.Format).full(*n.Alert.ThresholdMax)
}

// boundText is what the value is compared with.
func boundText(n alerting.Notice) string {
	if most := thresholdMaxText(n); most != "" {
		return thresholdText(n) + " and " + most
	}
	return thresholdText(n)
}

// quantityText returns the value as texts show it, empty without data.
func quantityText(n alerting.Notice) string {
	if n.Value == nil && n.Infinite == alerting.Finite {
		return ""
	}
	return shown(n)
}
