package promapi

import (
	"math"
	"strconv"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/prom"
)

// refuse returns an Invalid fault about a parameter.
func refuse(name, format string, args ...any) error {
	return fault.New(fault.Invalid, "invalid parameter %q: %s", name, fault.New(fault.Invalid, format, args...).Message)
}

// The times that can be kept: nanoseconds since 1970 in 64 bits.
func timeMin() time.Time { return time.Unix(0, math.MinInt64) }
func timeMax() time.Time { return time.Unix(0, math.MaxInt64) }

// readTime reads seconds since 1970 or an RFC 3339 text; an empty text is
// unset.
func readTime(name, text string, unset time.Time) (time.Time, error) {
	if text == "" {
		return unset, nil
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return fromSeconds(name, seconds)
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, refuse(name, "a time is seconds since 1970, or RFC 3339 such as 2026-01-31T08:00:00Z")
	}
	return at, nil
}

// fromSeconds rounds to milliseconds, as all times of Prometheus are.
func fromSeconds(name string, seconds float64) (time.Time, error) {
	ms := math.Round(seconds * 1000)
	if math.IsNaN(ms) || math.Abs(ms) > 1<<62 {
		return time.Time{}, refuse(name, "the number of seconds is out of range")
	}
	return time.UnixMilli(int64(ms)).UTC(), nil
}

// readInstant is readTime for a time that is evaluated at, which must be one
// that can be kept.
func readInstant(name, text string, unset time.Time) (time.Time, error) {
	at, err := readTime(name, text, unset)
	if err == nil && (at.Before(timeMin()) || at.After(timeMax())) {
		err = refuse(name, "the time must lie between the years 1678 and 2262")
	}
	return at, err
}

// readDuration reads seconds, or a duration such as 1h30m; an empty text is
// zero.
func readDuration(name, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		ns := seconds * float64(time.Second)
		if math.IsNaN(ns) || math.Abs(ns) >= math.MaxInt64 {
			return 0, refuse(name, "the number of seconds is out of range")
		}
		return time.Duration(ns), nil
	}
	d, err := model.ParseDuration(text)
	if err != nil {
		return 0, refuse(name, "a duration is a number of seconds, or has units such as 1h30m")
	}
	return time.Duration(d), nil
}

// readPositive is readDuration for one that must be more than nothing if it is
// given.
func readPositive(name, text string) (time.Duration, error) {
	d, err := readDuration(name, text)
	if err == nil && text != "" && d <= 0 {
		err = refuse(name, "the duration must be more than zero")
	}
	return d, err
}

// readLimit reads how much a result has at most; zero: all of it.
func readLimit(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 0 {
		return 0, refuse("limit", "a limit is a whole number, not negative")
	}
	return limit, nil
}

// span reads the parameters of a range of time in which something is looked
// for. What lies beyond the times that can be kept is cut off.
func span(start, end string) (from, to time.Time, err error) {
	if from, err = readTime("start", start, time.Time{}); err != nil {
		return from, to, err
	}
	if to, err = readTime("end", end, time.Time{}); err != nil {
		return from, to, err
	}
	if start != "" && end != "" && to.Before(from) {
		return from, to, refuse("end", "the end must not be before the start")
	}
	return within(from), within(to), nil
}

// within leaves the zero time as it is: it means that there is no bound.
func within(at time.Time) time.Time {
	switch {
	case at.IsZero():
		return at
	case at.Before(timeMin()):
		return timeMin()
	case at.After(timeMax()):
		return timeMax()
	}
	return at
}

// matchers reads selectors, each of which must leave something out.
func (a *API) matchers(selectors []string) ([][]*labels.Matcher, error) {
	sets := make([][]*labels.Matcher, 0, len(selectors))
	for _, selector := range selectors {
		set, err := a.parser.ParseMetricSelector(selector)
		if err != nil {
			return nil, refuse("match[]", "%s", err)
		}
		if !selects(set) {
			return nil, refuse("match[]", "a selector needs a matcher that does not match the empty text")
		}
		sets = append(sets, set)
	}
	return sets, nil
}

func selects(set []*labels.Matcher) bool {
	for _, m := range set {
		if !m.Matches("") {
			return true
		}
	}
	return false
}

// selection reads what selectors, a range of time and a limit say.
func (a *API) selection(in Selecting) (s prom.Selection, err error) {
	if s.Limit, err = readLimit(in.Limit); err != nil {
		return s, err
	}
	if s.From, s.To, err = span(in.Start, in.End); err != nil {
		return s, err
	}
	s.Matchers, err = a.matchers(in.Match)
	return s, err
}
