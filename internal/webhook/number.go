package webhook

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// decimalsMax is how many decimals a value is written with before it is
// written with an exponent.
const decimalsMax = 17

// shown returns the value, which is there, with as many decimals as the
// threshold has, or as many more as it takes to tell the value from the
// thresholds: what a text says of them has to be true.
func shown(n alerting.Notice) string {
	if n.Infinite != alerting.Finite {
		return infinity(n.Infinite)
	}
	if q := quantityOf(n.Watched.Format); q.hasUnit() {
		return q.shown(*n.Value, n.Alert)
	}
	if isLong(*n.Value) {
		return number(*n.Value)
	}
	_, decimals, _ := strings.Cut(strconv.FormatFloat(n.Alert.Threshold, 'f', -1, 64), ".")
	for count := len(decimals); count <= decimalsMax; count++ {
		text := strconv.FormatFloat(*n.Value, 'f', count, 64)
		if sameOrder(text, *n.Value, n.Alert) {
			return text
		}
	}
	return strconv.FormatFloat(*n.Value, 'g', -1, 64)
}

// sameOrder reports whether a value as written is above, below or equal to
// each threshold just as the value is.
func sameOrder(text string, value float64, a stack.Alert) bool {
	written, err := strconv.ParseFloat(text, 64)
	if err != nil || cmp.Compare(written, a.Threshold) != cmp.Compare(value, a.Threshold) {
		return false
	}
	return a.ThresholdMax == nil || cmp.Compare(written, *a.ThresholdMax) == cmp.Compare(value, *a.ThresholdMax)
}

// valueText returns the value in full, empty without data.
func valueText(n alerting.Notice) string {
	switch {
	case n.Infinite != alerting.Finite:
		return infinity(n.Infinite)
	case n.Value != nil:
		return number(*n.Value)
	default:
		return ""
	}
}

func infinity(sign alerting.Infinity) string { return number(math.Inf(int(sign))) }

// exponentFrom is the number from which on an exponent is read more easily than
// the digits.
const exponentFrom = 1e21

func isLong(v float64) bool { return math.Abs(v) >= exponentFrom && !math.IsInf(v, 0) }

func number(v float64) string {
	if isLong(v) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
