package alerting

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Question asks for the values of the windows of an alert from From up to To.
// Windows begin Phase after whole multiples of Step.
type Question struct {
	Alert    stack.Alert
	From, To time.Time
	Step     time.Duration
	Phase    time.Duration
}

// Readout is the answer to the question at Index. With Err the windows stay
// open.
type Readout struct {
	Index   int
	Err     error
	Watched Watched
	GroupBy []string // what the values are grouped by; none: there is one group
	Counts  bool     // a window without rows has the value 0
	Points  []Point
	// NonFinite is how many values were not finite, by the second in which
	// their window begins; nil: none.
	NonFinite map[int64]uint64
	Stats     query.Stats
	Shared    int // questions that the same scan answered
}

// Point is the value of a group in the window that begins at Start. It may be
// infinite.
type Point struct {
	Start time.Time
	Group []string
	Value float64
}

// Reader reads what alerts watch.
type Reader interface {
	// Read answers every question once, through calls of answered from
	// several goroutines.
	Read(ctx context.Context, questions []Question, answered func([]Readout))
	// Sample returns a few of the rows that an alert on a search counted in
	// the window and group, and nothing for other alerts.
	Sample(ctx context.Context, notice Notice) ([]map[string]string, error)
}
