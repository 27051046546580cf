package evaluate

import "time"

// Schedule cuts time into the windows of an alert. Windows are as long as the
// interval, without gaps, and numbered; they begin at whole multiples of the
// interval since 1970 plus Offset, or, where there is a Start, at that and
// never before it. Starts count by their whole second.
type Schedule struct {
	Interval time.Duration
	Offset   time.Duration
	Start    time.Time // zero: none
}

// Window is the time from Start up to but not including End.
type Window struct {
	Number int64
	Start  time.Time
	End    time.Time
}

// Phase returns how long after a whole multiple of the interval since 1970 the
// windows begin.
func (s Schedule) Phase() time.Duration {
	return time.Duration(s.origin().UnixNano() % s.Interval.Nanoseconds())
}

// Window returns the window with the number.
func (s Schedule) Window(number int64) Window {
	start := s.origin().Add(time.Duration(number) * s.Interval)
	return Window{Number: number, Start: start, End: start.Add(s.Interval)}
}

// Holding returns the window that the instant falls into. Before Start its
// number is negative.
func (s Schedule) Holding(at time.Time) Window {
	since := at.Sub(s.origin())
	number := int64(since / s.Interval)
	if since%s.Interval < 0 {
		number--
	}
	return s.Window(number)
}

// First returns the window that a new alert looks at first: the last one that
// was over when the alert was made, or the one at Start.
func (s Schedule) First(made time.Time) Window {
	return s.Window(s.allowed(s.Holding(made).Number - 1))
}

// After returns the first window that ends after the instant. After the end
// of a window that is the next one; after an edit of the schedule it is the
// one in which the time that was not looked at begins.
func (s Schedule) After(through time.Time) Window {
	return s.Window(s.allowed(s.Holding(through).Number))
}

// Last returns the last window that is over at the instant.
func (s Schedule) Last(at time.Time) Window { return s.Window(s.Holding(at).Number - 1) }

// allowed returns the number, or 0 where that is before Start.
func (s Schedule) allowed(number int64) int64 {
	if s.Start.IsZero() {
		return number
	}
	return max(number, 0)
}

func (s Schedule) origin() time.Time {
	if !s.Start.IsZero() {
		return time.Unix(s.Start.Unix(), 0).UTC()
	}
	return time.Unix(0, 0).UTC().Add(s.Offset)
}
