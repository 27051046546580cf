package compile

import (
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// splitRangeMin is the length of a time range from which it pays to read its
// two ends apart, so that the column with the whole time is read for them
// alone: another part of a query costs the engine some milliseconds.
const splitRangeMin = time.Hour

// weighedRangeMax is the length of a time range up to which it pays to look
// for the exact time in the key and in the column's index: in a longer one the
// key's buckets leave out all but a little of what can be left out.
const weighedRangeMax = 2 * time.Hour

// During returns the condition that a row is in the range: by the key's
// bucket, rounded outward, so that only those granules are read, and by the
// exact time.
func (c *Compiler) During(r query.TimeRange) string {
	instant := c.Table.Instant
	if r.Duration() > weighedRangeMax {
		instant = "identity(" + instant + ")" // which no index knows
	}
	return strings.Join([]string{
		c.Buckets(r.From.Unix(), r.To.Unix()),
		instant + " >= " + c.BindInstant(r.From.UnixNano()),
		instant + " <= " + c.BindInstant(r.To.UnixNano()),
	}, " AND ")
}

// Buckets returns the condition on the key for seconds, both included.
func (c *Compiler) Buckets(from, to int64) string {
	t := c.Table
	return t.Bucket + " >= " + c.BindSecond(from-from%t.width) + " AND " + t.Bucket + " <= " + c.BindSecond(to-to%t.width)
}

// DuringParts returns conditions that no row meets twice and that together
// mean the range: the whole seconds in it, by the column of seconds alone, and
// what is left of it at its ends, if anything. A short range is one part.
func (c *Compiler) DuringParts(r query.TimeRange) []string {
	if r.Duration() < splitRangeMin {
		return []string{c.During(r)}
	}
	t := c.Table
	first, last := ceilSecond(r.From), r.End().Unix() // the first whole second, and the one that is not whole any more
	inner := c.Buckets(first, last-1) + " AND " + t.Second + " >= " + c.BindSecond(first) + " AND " + t.Second + " < " + c.BindSecond(last)
	var ends []string
	if r.End().Nanosecond() != 0 {
		ends = append(ends, c.endAt(last, r))
	}
	if r.From.Unix() != first {
		ends = append(ends, c.endAt(r.From.Unix(), r))
	}
	if len(ends) == 0 {
		return []string{inner}
	}
	return []string{inner, strings.Join(ends, " OR ")}
}

// endAt returns the condition that a row is in the range and in one second, in
// parentheses.
func (c *Compiler) endAt(second int64, r query.TimeRange) string {
	t := c.Table
	return "(" + strings.Join([]string{
		t.Bucket + " = " + c.BindSecond(second-second%t.width),
		t.Second + " = " + c.BindSecond(second),
		t.Instant + " >= " + c.BindInstant(r.From.UnixNano()),
		t.Instant + " <= " + c.BindInstant(r.To.UnixNano()),
	}, " AND ") + ")"
}

func ceilSecond(t time.Time) int64 {
	if t.Nanosecond() == 0 {
		return t.Unix()
	}
	return t.Unix() + 1
}
