package evaluate

import (
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// How long a group without values is remembered: at least both.
const (
	ForgetAfter   = 24 * time.Hour
	ForgetWindows = 3
)

// Rule is what an alert's owner decides about its states.
type Rule struct {
	Comparison   stack.ThresholdType
	Threshold    float64
	ThresholdMax float64 // of ranges
	Windows      int     // how many in a row must breach before a group fires; at least 1
	NoData       stack.NoData
	Empty        float64 // the value of a window without rows, with NoDataZero
	Grouped      bool
	Renotify     time.Duration // how often a lasting breach is told again; 0: never
}

// Breaches reports whether the value breaches the threshold.
func (r Rule) Breaches(v float64) bool {
	switch r.Comparison {
	case stack.ThresholdAbove:
		return v >= r.Threshold
	case stack.ThresholdBelow:
		return v < r.Threshold
	case stack.ThresholdAboveExclusive:
		return v > r.Threshold
	case stack.ThresholdBelowOrEqual:
		return v <= r.Threshold
	case stack.ThresholdEqual:
		return v == r.Threshold
	case stack.ThresholdNotEqual:
		return v != r.Threshold
	case stack.ThresholdBetween:
		return r.Threshold <= v && v <= r.ThresholdMax
	case stack.ThresholdNotBetween:
		return v < r.Threshold || v > r.ThresholdMax
	}
	return false
}

// forgets reports whether a group that has had no value since an instant is
// forgotten with the window.
func (r Rule) forgets(quietSince time.Time, w Window) bool {
	quiet := w.End.Sub(quietSince)
	return r.Grouped && quiet >= ForgetAfter && quiet >= ForgetWindows*w.End.Sub(w.Start)
}
