package query

import (
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// TimeRange is the time between two instants, both included.
type TimeRange struct{ From, To time.Time }

// Until returns the time from an instant up to, not including, another.
func Until(from, to time.Time) TimeRange { return TimeRange{From: from, To: to.Add(-time.Nanosecond)} }

// The years that stored times can fall into.
const (
	yearMin = 1970
	yearMax = 2105
)

// Check returns an Invalid fault unless the range begins before it ends and
// lies in the time that the engine stores. Names are those of the two fields.
func (r TimeRange) Check(fromName, toName string) error {
	var rules fault.Rules
	checkInstant(&rules, fromName, r.From)
	checkInstant(&rules, toName, r.To)
	rules.Check(!r.To.Before(r.From), toName, "range", "must not be before %s", fromName)
	return rules.Err()
}

func checkInstant(rules *fault.Rules, name string, t time.Time) {
	year := t.UTC().Year()
	rules.Check(year >= yearMin && year <= yearMax, name, "range", "must be a time from %d to %d", yearMin, yearMax)
}

// End returns the first instant after the range.
func (r TimeRange) End() time.Time { return r.To.Add(time.Nanosecond) }

// Duration returns how long the range is.
func (r TimeRange) Duration() time.Duration { return r.To.Sub(r.From) }

// Stats is what an answer cost the engine.
type Stats struct {
	RowsRead  uint64
	BytesRead uint64
	Elapsed   time.Duration
}

// Add counts another query in.
func (s *Stats) Add(other Stats) {
	s.RowsRead += other.RowsRead
	s.BytesRead += other.BytesRead
	s.Elapsed += other.Elapsed
}
