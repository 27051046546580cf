package explore

import (
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

// The limits of exemplars.
const (
	// ExemplarsMax is how many exemplars a tile has at most.
	ExemplarsMax = 300
	// ExemplarsPerBucketMax is how many of them are close to each other in time.
	ExemplarsPerBucketMax = 5
	// ExemplarLabelsMax is how many labels an exemplar has at most.
	ExemplarLabelsMax = 32
	// ExemplarLabelBytesMax is how long the value of a label may be; the rest is cut.
	ExemplarLabelBytesMax = 256
	// exemplarsTimeout is how long a tile waits for its exemplars.
	exemplarsTimeout = 10 * time.Second
)

// Exemplar is a measured value whose trace is known.
type Exemplar struct {
	Time    time.Time
	Value   float64
	TraceID string
	SpanID  string            // empty: not known
	Labels  map[string]string // of its series, and its own
}

// ExemplarSpread says how exemplars are chosen where there are many: the
// greatest values of each Width of time, of each group in turn, each trace once
// for a group.
type ExemplarSpread struct {
	Width     time.Duration
	PerBucket int
}

// spreadOf returns how the exemplars of a range are spread if they come from
// several reads, which share what a tile has.
func spreadOf(r query.TimeRange, reads int) ExemplarSpread {
	per := max(1, ExemplarsPerBucketMax/reads)
	buckets := max(1, ExemplarsMax/(per*reads)-1) // one more where the range ends
	return ExemplarSpread{Width: max(time.Second, r.Duration()/time.Duration(buckets)), PerBucket: per}
}

// ExemplarScan asks for exemplars of the points of a metric.
type ExemplarScan struct {
	Target
	ExemplarSpread
	Metric  string
	Where   Expr
	GroupBy []Expr
}

// GroupedExemplar is an exemplar and the group of its point.
type GroupedExemplar struct {
	Exemplar
	Group []string
}

// ExemplarResult is the answer to an ExemplarScan, in the order of time.
type ExemplarResult struct {
	Exemplars []GroupedExemplar
	Stats     query.Stats
}

// CutLabel returns the value of a label as far as it is shown.
func CutLabel(value string) string {
	if len(value) <= ExemplarLabelBytesMax {
		return value
	}
	return strings.ToValidUTF8(value[:ExemplarLabelBytesMax], "") + "…"
}
