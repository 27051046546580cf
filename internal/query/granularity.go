package query

import (
	"slices"
	"time"
)

// Granularity is the width of a chart's buckets as it is written: one of
// Granularities.
type Granularity string

// GranularityAuto picks the width by the time range; GranularityTotal makes one
// bucket of the whole range, for numbers, tables and pies.
const (
	GranularityAuto  Granularity = "auto"
	GranularityTotal Granularity = "total"
)

// totalStep is wider than any range: everything since 1970 is in its first
// bucket, and it still fits into 32 bits of seconds.
const totalStep = 36_500 * day

// AutoBucketsMax is how many buckets auto makes at most, as long as the
// widest of them is wide enough.
const AutoBucketsMax = 60

const day = 24 * time.Hour

// Granularities returns the widths that can be asked for, auto and total.
func Granularities() []Granularity {
	return []Granularity{
		"30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d", GranularityAuto, GranularityTotal,
	}
}

// autoSteps returns the widths that auto picks from, finest first.
func autoSteps() []time.Duration {
	return []time.Duration{
		15 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, day, 2 * day, 7 * day, 30 * day,
	}
}

// Known reports whether the granularity is one of Granularities.
func (g Granularity) Known() bool { return slices.Contains(Granularities(), g) }

// Step returns the width of the buckets over a range; the granularity must be
// known. The empty one is auto.
func (g Granularity) Step(r TimeRange) time.Duration {
	if g == GranularityAuto || g == "" {
		return autoStep(r.Duration())
	}
	if g == GranularityTotal {
		return totalStep
	}
	if days, found := cutDays(string(g)); found {
		return days
	}
	step, err := time.ParseDuration(string(g))
	if err != nil {
		return autoStep(r.Duration())
	}
	return step
}

func autoStep(length time.Duration) time.Duration {
	steps := autoSteps()
	for _, step := range steps {
		if length <= AutoBucketsMax*step {
			return step
		}
	}
	return steps[len(steps)-1]
}

func cutDays(text string) (time.Duration, bool) {
	last := len(text) - 1
	if last < 1 || text[last] != 'd' {
		return 0, false
	}
	days, err := time.ParseDuration(text[:last] + "h")
	return 24 * days, err == nil
}

// Buckets are the buckets of equal width that a range touches. They begin at
// whole multiples of their width since 1970-01-01 UTC.
type Buckets struct {
	First time.Time
	Step  time.Duration
	Count int
}

// BucketsOf returns the buckets of a width, of whole seconds, that a range
// touches.
func BucketsOf(r TimeRange, step time.Duration) Buckets {
	seconds := int64(step / time.Second)
	first, last := r.From.Unix()/seconds, r.To.Unix()/seconds
	return Buckets{First: time.Unix(first*seconds, 0).UTC(), Step: step, Count: int(last - first + 1)}
}

// At returns when a bucket begins, counted from zero.
func (b Buckets) At(i int) time.Time { return b.First.Add(time.Duration(i) * b.Step) }
