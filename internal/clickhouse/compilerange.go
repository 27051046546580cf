package clickhouse

import (
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// splitRangeMin is the length of a time range from which it pays to read its
// two ends apart, so that the column with the whole time is read for them
// alone: another part of a query costs the engine some milliseconds.
const splitRangeMin = time.Hour

// weighedRangeMax is the length of a time range up to which it pays to look
// for the exact time in the key and in the column's index: in a longer one the
// key's buckets leave out all but a little of what can be left out.
const weighedRangeMax = 2 * time.Hour

// during returns the condition that a row is in the range: by the key's
// bucket, rounded outward, so that only those granules are read, and by the
// exact time.
func (c *compiler) during(r telemetry.TimeRange) string {
	instant := c.table.instant
	if r.Duration() > weighedRangeMax {
		instant = "identity(" + instant + ")" // which no index knows
	}
	return strings.Join([]string{
		c.buckets(r.From.Unix(), r.To.Unix()),
		instant + " >= " + c.bindInstant(r.From.UnixNano()),
		instant + " <= " + c.bindInstant(r.To.UnixNano()),
	}, " AND ")
}

// buckets returns the condition on the key for seconds, both included.
func (c *compiler) buckets(from, to int64) string {
	t := c.table
	return t.bucket + " >= " + c.bindSecond(from-from%t.width) + " AND " + t.bucket + " <= " + c.bindSecond(to-to%t.width)
}

// duringParts returns conditions that no row meets twice and that together
// mean the range: the whole seconds in it, by the column of seconds alone,
// and its two ends. A short range is one part.
func (c *compiler) duringParts(r telemetry.TimeRange) []string {
	if r.Duration() < splitRangeMin {
		return []string{c.during(r)}
	}
	t := c.table
	first, last := ceilSecond(r.From), r.To.Unix() // the first whole second, and the one that is not whole any more
	inner := c.buckets(first, last-1) + " AND " + t.second + " >= " + c.bindSecond(first) + " AND " + t.second + " < " + c.bindSecond(last)
	ends := c.endAt(last, r)
	if r.From.Unix() != first {
		ends = "(" + ends + ") OR (" + c.endAt(r.From.Unix(), r) + ")"
	}
	return []string{inner, ends}
}

// endAt returns the condition that a row is in the range and in one second.
func (c *compiler) endAt(second int64, r telemetry.TimeRange) string {
	t := c.table
	return strings.Join([]string{
		t.bucket + " = " + c.bindSecond(second-second%t.width),
		t.second + " = " + c.bindSecond(second),
		t.instant + " >= " + c.bindInstant(r.From.UnixNano()),
		t.instant + " <= " + c.bindInstant(r.To.UnixNano()),
	}, " AND ")
}

func ceilSecond(t time.Time) int64 {
	if t.Nanosecond() == 0 {
		return t.Unix()
	}
	return t.Unix() + 1
}
