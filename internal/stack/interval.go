package stack

import (
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// Interval is how often an alert looks, and how much it looks at.
type Interval string

// Intervals lists the intervals, shortest first.
func Intervals() []Interval { return []Interval{"1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"} }

// Duration returns the length of the interval, zero when it is none of
// Intervals.
func (i Interval) Duration() time.Duration {
	if !slices.Contains(Intervals(), i) {
		return 0
	}
	return i.Granularity().Width()
}

// Granularity returns the granularity whose buckets are the alert's windows.
func (i Interval) Granularity() query.Granularity { return query.Granularity(i) }
