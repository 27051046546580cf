package compile

import (
	"math"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/ql"
)

// timeForms are the forms in which a text may state a time; without a zone it
// is UTC.
func timeForms() []string {
	return []string{
		time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", time.DateOnly,
	}
}

// instant binds the time that a text states: a date, a date and a time of
// day, or a count of seconds, milliseconds, microseconds or nanoseconds since
// the epoch, told apart by its size.
func (c *Compiler) instant(text string, at int) string {
	nanoseconds, ok := readInstant(text)
	if !ok {
		c.Refuse(at, "expected a time such as 2006-01-02T15:04:05Z: the field holds times")
	}
	return c.BindInstant(nanoseconds)
}

func readInstant(text string) (nanoseconds int64, ok bool) {
	if number, isNumber := ql.Number(text); isNumber {
		return epochNanoseconds(number)
	}
	dated := strings.Replace(text, " ", "T", 1)
	for _, form := range timeForms() {
		if t, err := time.Parse(form, dated); err == nil {
			return t.UnixNano(), t.Year() >= 1970 && t.Year() <= 2105
		}
	}
	return 0, false
}

// The largest count of each unit; what is larger is a count of a finer one.
const (
	epochSecondsMax = 1e11
	unitStep        = 1e3
)

func epochNanoseconds(number float64) (int64, bool) {
	if number < 0 || number >= math.MaxInt64 {
		return 0, false
	}
	scale := float64(time.Second)
	for limit := epochSecondsMax; scale > 1 && number >= limit; limit *= unitStep {
		scale /= unitStep
	}
	nanoseconds := number * scale
	return int64(nanoseconds), nanoseconds < math.MaxInt64
}
