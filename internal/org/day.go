package org

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	dayFormat = "2006-01-02"
	dayLength = 24 * time.Hour

	// ReportDaysMax is how many days a report may cover, both ends included.
	ReportDaysMax = 31

	// LockDelay is how long after its end a day may still be restated.
	LockDelay = 72 * time.Hour
)

// Day is a day in UTC, counted from 1970-01-01.
type Day int

// DayOf returns the day in which t lies.
func DayOf(t time.Time) Day {
	seconds := t.Unix()
	days := seconds / int64(dayLength/time.Second)
	if seconds%int64(dayLength/time.Second) < 0 {
		days--
	}
	return Day(days)
}

// ParseDay reads a calendar date of the form YYYY-MM-DD, and returns false
// for anything else.
func ParseDay(text string) (Day, bool) {
	t, err := time.Parse(dayFormat, text)
	if err != nil || t.Year() < 1 {
		return 0, false
	}
	return DayOf(t), true
}

// Start returns the day's first moment.
func (d Day) Start() time.Time { return time.Unix(int64(d)*int64(dayLength/time.Second), 0).UTC() }

// End returns the first moment after the day.
func (d Day) End() time.Time { return (d + 1).Start() }

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return d.Start().Format(dayFormat) }

// Locked reports whether the cost of the day is final: LockDelay after its
// end.
func Locked(d Day, now time.Time) bool { return !now.Before(d.End().Add(LockDelay)) }

// Period is the days from From to To, both included.
type Period struct{ From, To Day }

// Days returns how many days the period has.
func (p Period) Days() int { return int(p.To-p.From) + 1 }

// Contains reports whether d is a day of the period.
func (p Period) Contains(d Day) bool { return p.From <= d && d <= p.To }

// ParseReportPeriod reads the parameters from_date and to_date of a report.
// It returns an Invalid fault that names the parameter unless both are
// calendar dates of the form YYYY-MM-DD and the period has 1 to
// ReportDaysMax days.
func ParseReportPeriod(from, to string) (Period, error) {
	var rules fault.Rules
	first, firstOK := parseDate(&rules, "from_date", from)
	last, lastOK := parseDate(&rules, "to_date", to)
	if firstOK && lastOK {
		rules.Check(first <= last, "to_date", "range", "must not be before from_date")
		rules.Check(last-first < ReportDaysMax, "to_date", "range",
			"must not be more than %d days after from_date", ReportDaysMax-1)
	}
	if err := rules.Err(); err != nil {
		return Period{}, err
	}
	return Period{From: first, To: last}, nil
}

func parseDate(rules *fault.Rules, path, text string) (Day, bool) {
	if text == "" {
		rules.Break(path, "required", "is required")
		return 0, false
	}
	d, ok := ParseDay(text)
	rules.Check(ok, path, "format", "must be a calendar date of the form YYYY-MM-DD")
	return d, ok
}
