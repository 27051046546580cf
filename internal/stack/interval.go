package stack

import "time"

// Interval is how often an alert looks, and how much it looks at.
type Interval string

// Intervals lists the intervals, shortest first.
func Intervals() []Interval { return []Interval{"1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"} }

// Duration returns the length of the interval, zero when it is none of
// Intervals.
func (i Interval) Duration() time.Duration {
	return map[Interval]time.Duration{
		"1m":  time.Minute,
		"5m":  5 * time.Minute,
		"15m": 15 * time.Minute,
		"30m": 30 * time.Minute,
		"1h":  time.Hour,
		"6h":  6 * time.Hour,
		"12h": 12 * time.Hour,
		"1d":  24 * time.Hour,
	}[i]
}
