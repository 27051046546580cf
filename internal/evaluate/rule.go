package evaluate

import "time"

// Comparison says when a value breaches the threshold.
type Comparison string

// The comparisons of a value v with the threshold t and, for ranges, with max.
const (
	Above          Comparison = "above"           // v >= t
	Below          Comparison = "below"           // v < t
	AboveExclusive Comparison = "above_exclusive" // v > t
	BelowOrEqual   Comparison = "below_or_equal"  // v <= t
	Equal          Comparison = "equal"
	NotEqual       Comparison = "not_equal"
	Between        Comparison = "between"     // t <= v <= max
	NotBetween     Comparison = "not_between" // v < t or v > max
)

// Reading says how a window without a value is read.
type Reading string

// The readings.
const (
	ReadZero Reading = "zero" // as the value 0
	ReadKeep Reading = "keep" // the state stays as it is
	ReadFire Reading = "fire" // as a breach
)

// How long a group without values is remembered: at least both.
const (
	ForgetAfter   = 24 * time.Hour
	ForgetWindows = 3
)

// Rule is what an alert's owner decides about its states.
type Rule struct {
	Comparison   Comparison
	Threshold    float64
	ThresholdMax float64 // of ranges
	Windows      int     // how many in a row must breach before a group fires; at least 1
	NoData       Reading
	Grouped      bool
	Renotify     time.Duration // how often a lasting breach is told again; 0: never
}

// Breaches reports whether the value breaches the threshold.
func (r Rule) Breaches(v float64) bool {
	switch r.Comparison {
	case Above:
		return v >= r.Threshold
	case Below:
		return v < r.Threshold
	case AboveExclusive:
		return v > r.Threshold
	case BelowOrEqual:
		return v <= r.Threshold
	case Equal:
		return v == r.Threshold
	case NotEqual:
		return v != r.Threshold
	case Between:
		return r.Threshold <= v && v <= r.ThresholdMax
	default:
		return v < r.Threshold || v > r.ThresholdMax
	}
}

// forgets reports whether a group that has had no value since an instant is
// forgotten with the window.
func (r Rule) forgets(quietSince time.Time, w Window) bool {
	quiet := w.End.Sub(quietSince)
	return r.Grouped && quiet >= ForgetAfter && quiet >= ForgetWindows*w.End.Sub(w.Start)
}
