package org_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestParseReportPeriod(t *testing.T) {
	t.Parallel()
	f := func(from, to string, days int, paths ...string) {
		t.Helper()
		got, err := org.ParseReportPeriod(from, to)
		wantPaths(t, from+" "+to, err, paths...)
		if err == nil && (got.Days() != days || got.From.String() != from || got.To.String() != to) {
			t.Errorf("ParseReportPeriod(%s, %s) = %s to %s, %d days", from, to, got.From, got.To, got.Days())
		}
	}
	f("2026-11-01", "2026-12-01", 31)
	f("2026-11-01", "2026-12-02", 0, "to_date")
	f("2026-11-01", "2026-11-01", 1)
	f("2026-11-02", "2026-11-01", 0, "to_date")
	f("2028-02-29", "2028-03-01", 2)
	f("2026-02-29", "2026-03-01", 0, "from_date")
	f("2026-11-31", "2026-12-01", 0, "from_date")
	f("2026-13-01", "2026-00-10", 0, "from_date", "to_date")
	f("", "", 0, "from_date", "to_date")
	f("2026-11-01T00:00:00Z", "2026-11-01", 0, "from_date")
	f("2026-11-1", "2026-11-01", 0, "from_date")
	f("20261101", "2026-11-01", 0, "from_date")
	f(" 2026-11-01", "2026-11-01", 0, "from_date")
	f("0000-01-01", "0000-01-01", 0, "from_date", "to_date")
	f("0001-01-01", "0001-01-01", 1)
	f("9999-12-31", "9999-12-31", 1)
	f("0001-01-01", "9999-12-31", 0, "to_date")
}

func TestReportPeriodErrorsDoNotEcho(t *testing.T) {
	t.Parallel()
	_, err := org.ParseReportPeriod("<script>", "2026-11-01")
	if err == nil || strings.Contains(err.Error(), "script") {
		t.Errorf("error %v", err)
	}
}

func TestDayOf(t *testing.T) {
	t.Parallel()
	f := func(at time.Time, want string) {
		t.Helper()
		d := org.DayOf(at)
		if d.String() != want || at.Before(d.Start()) || !at.Before(d.End()) {
			t.Errorf("DayOf(%s) = %s, want %s", at, d, want)
		}
	}
	f(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), "2026-11-01")
	f(time.Date(2026, 11, 1, 23, 59, 59, 999_999_999, time.UTC), "2026-11-01")
	f(time.Date(2026, 11, 1, 23, 0, 0, 0, time.FixedZone("", -2*3600)), "2026-11-02")
	f(time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC), "1969-12-31")
	f(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), "0001-01-01")
}

func TestLockedAfterThreeDays(t *testing.T) {
	t.Parallel()
	d, _ := org.ParseDay("2026-11-01")
	at := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	if org.Locked(d, at.Add(-1)) || !org.Locked(d, at) {
		t.Error("the day is not locked exactly 72 hours after it ended")
	}
	period := org.Period{From: d, To: d + 1}
	if !period.Contains(d) || !period.Contains(d+1) || period.Contains(d-1) || period.Contains(d+2) {
		t.Error("a period does not contain exactly its days")
	}
}

func FuzzParseReportPeriod(f *testing.F) {
	f.Add("2026-11-01", "2026-12-01")
	f.Add("2026-02-29", "")
	f.Add("2026-11-01T00:00:00.000Z", "0000-00-00")
	f.Fuzz(func(t *testing.T, from, to string) {
		period, err := org.ParseReportPeriod(from, to)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid || len(fault.From(err).Details) == 0 {
				t.Errorf("ParseReportPeriod(%q, %q): %v", from, to, err)
			}
			return
		}
		if period.Days() < 1 || period.Days() > org.ReportDaysMax {
			t.Errorf("a period of %d days", period.Days())
		}
		if period.From.String() != from || period.To.String() != to {
			t.Errorf("%q to %q was read as %s to %s", from, to, period.From, period.To)
		}
	})
}
