package org

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// TimeRange is the time from From up to but without To. A zero end is open.
type TimeRange struct{ From, To time.Time }

// momentCharsMax is longer than any time that is understood.
const momentCharsMax = 40

// ParseTimeRange reads the optional parameters from_date and to_date of the
// audit log: dates, of which the last is included, or RFC 3339 times with
// any fraction. It returns an Invalid fault that names the parameter.
func ParseTimeRange(from, to string) (TimeRange, error) {
	return RangeParameters{"from_date", "to_date"}.Parse(from, to)
}

// RangeParameters are the names of the parameters that bound a time range.
type RangeParameters struct{ From, To string }

// Parse is ParseTimeRange for parameters of other names.
func (n RangeParameters) Parse(from, to string) (TimeRange, error) {
	var rules fault.Rules
	var r TimeRange
	r.From, _ = parseMoment(&rules, n.From, from)
	end, dated := parseMoment(&rules, n.To, to)
	r.To = end
	if dated {
		r.To = end.Add(dayLength)
	}
	bounded := !r.From.IsZero() && !r.To.IsZero()
	rules.Check(!bounded || !r.To.Before(r.From), n.To, "range", "must not be before %s", n.From)
	if err := rules.Err(); err != nil {
		return TimeRange{}, err
	}
	return r, nil
}

// parseMoment returns the time that text tells, and whether it is a date.
func parseMoment(rules *fault.Rules, path, text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	if d, ok := ParseDay(text); ok {
		return d.Start(), true
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || len(text) > momentCharsMax || t.Year() < 1 {
		rules.Break(path, "format", "must be a date of the form YYYY-MM-DD or an RFC 3339 date-time such as 2026-01-31T08:00:00Z")
		return time.Time{}, false
	}
	return t.UTC(), false
}
