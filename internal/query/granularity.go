package query

import (
	"slices"
	"strconv"
	"time"
)

// Granularity is the width of time buckets as it is written, such as 5m, or a
// word for a width that follows from the time range.
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

// widths returns every width that has a name, finest first, but some.
func widths(but ...Granularity) []Granularity {
	all := []Granularity{"1s", "15s", "30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"}
	return slices.DeleteFunc(all, func(g Granularity) bool { return slices.Contains(but, g) })
}

// TileGranularities returns what can be asked for where there is time to show:
// the widths and auto.
func TileGranularities() []Granularity { return append(widths("1s", "15s"), GranularityAuto) }

// Granularities returns what can be asked for: TileGranularities and total.
func Granularities() []Granularity { return append(TileGranularities(), GranularityTotal) }

// ViewGranularities returns the widths of materialized views, finest first.
func ViewGranularities() []Granularity { return widths("10m") }

// Known reports whether the granularity is one of Granularities.
func (g Granularity) Known() bool { return slices.Contains(Granularities(), g) }

// Width returns the width that the granularity names; zero when it names none.
func (g Granularity) Width() time.Duration {
	if len(g) < 2 {
		return 0
	}
	unit := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': day}[g[len(g)-1]]
	count, err := strconv.Atoi(string(g[:len(g)-1]))
	if err != nil {
		return 0
	}
	return time.Duration(count) * unit
}

// Step returns the width of the buckets over a range; the granularity must be
// known. The empty one is auto.
func (g Granularity) Step(r TimeRange) time.Duration {
	if g == GranularityTotal {
		return totalStep
	}
	if width := g.Width(); width > 0 {
		return width
	}
	return autoStep(r.Duration())
}

func autoStep(length time.Duration) time.Duration {
	var step time.Duration
	for _, g := range widths("1s", "10m") {
		if step = g.Width(); length <= AutoBucketsMax*step {
			break
		}
	}
	return step
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
