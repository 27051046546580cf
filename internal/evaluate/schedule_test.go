package evaluate_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/evaluate"
)

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestWindowsFollowTheSchedule(t *testing.T) {
	t.Parallel()
	minute := evaluate.Schedule{Interval: time.Minute}
	shifted := evaluate.Schedule{Interval: time.Hour, Offset: 20 * time.Minute}
	started := evaluate.Schedule{Interval: 5 * time.Minute, Start: at("2026-11-01T12:01:30.700Z")}
	for name, c := range map[string]struct {
		got  evaluate.Window
		want string
	}{
		"the first window of an alert is the last that was over":  {minute.First(at("2026-11-01T12:00:30Z")), "2026-11-01T11:59:00Z"},
		"an alert made at a boundary looks at what just ended":    {minute.First(at("2026-11-01T12:00:00Z")), "2026-11-01T11:59:00Z"},
		"the window after an end is the next":                     {minute.After(at("2026-11-01T12:00:00Z")), "2026-11-01T12:00:00Z"},
		"a longer interval goes on where nothing was looked at":   {shifted.After(at("2026-11-01T12:07:00Z")), "2026-11-01T11:20:00Z"},
		"an offset moves all windows":                             {shifted.Last(at("2026-11-01T12:25:00Z")), "2026-11-01T11:20:00Z"},
		"a start begins with its whole second":                    {started.After(at("2026-11-01T12:02:00Z")), "2026-11-01T12:01:30Z"},
		"nothing is before the start":                             {started.First(at("2026-10-01T00:00:00Z")), "2026-11-01T12:01:30Z"},
		"nothing is before the start after an edit":               {started.After(at("2026-10-01T00:00:00Z")), "2026-11-01T12:01:30Z"},
		"a window before the start has a negative number's place": {started.Holding(at("2026-11-01T12:01:29Z")), "2026-11-01T11:56:30Z"},
	} {
		if got := c.got.Start.Format(time.RFC3339Nano); got != c.want || c.got.End.Sub(c.got.Start) <= 0 {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := started.Phase(); got != 90*time.Second {
		t.Errorf("phase %s", got)
	}
}

func FuzzWindowsHaveNoGapsAndHoldTheirInstant(f *testing.F) {
	f.Add(int64(1_793_534_400), uint8(0), uint16(0), int64(0))
	f.Add(int64(-5), uint8(3), uint16(7), int64(1_793_534_401))
	intervals := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour}
	f.Fuzz(func(t *testing.T, second int64, interval uint8, offset uint16, start int64) {
		const most = 4_000_000_000
		s := evaluate.Schedule{Interval: intervals[int(interval)%len(intervals)]}
		if s.Offset = time.Duration(offset) * time.Minute % s.Interval; start > 0 {
			s.Offset, s.Start = 0, time.Unix(start%most, 0)
		}
		instant := time.Unix(second%most, 0)
		w := s.Holding(instant)
		if instant.Before(w.Start) || !instant.Before(w.End) {
			t.Errorf("%s is not in %+v", instant, w)
		}
		if next := s.Window(w.Number + 1); !next.Start.Equal(w.End) {
			t.Errorf("a gap between %+v and %+v", w, next)
		}
		if after := s.After(w.End); after.Number != max(w.Number+1, 0) && !s.Start.IsZero() || !after.End.After(w.End) {
			t.Errorf("after %+v comes %+v", w, after)
		}
	})
}
