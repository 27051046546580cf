package prom

import (
	"cmp"
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// Points reads the points of teams, and the index of their series. What the
// caller of the context may not see is not there.
type Points interface {
	// Metrics returns the metrics that have series on the days of a time.
	Metrics(ctx context.Context, scan MetricScan) ([]Metric, error)
	// Foreign returns those that did not come under Prometheus' names, also such as the
	// caller may not see.
	Foreign(ctx context.Context, teamID string, span Span) ([]Metric, error)
	// Series returns the series of metrics on the days of a time, each once.
	Series(ctx context.Context, scan SeriesScan) ([]StoredSeries, error)
	// Numbers reads a number of each point, in any order.
	Numbers(ctx context.Context, scan PointScan, take func(Numbers) error) error
	// Lists reads the cumulative buckets of histograms or the quantiles of
	// summaries, in any order.
	Lists(ctx context.Context, scan PointScan, take func(Lists) error) error
	// Keys returns the upper bounds of buckets, or the quantiles, that the points
	// of each series have.
	Keys(ctx context.Context, scan PointScan) (map[uint64][]float64, error)
	// Natives reads exponential and native histograms, in any order.
	Natives(ctx context.Context, scan PointScan, take func(Native) error) error
	// Grid evaluates a function of counters or numbers at each step, and adds up
	// the results of the series of each group.
	Grid(ctx context.Context, scan GridScan) (GridResult, error)
	// Exemplars reads the exemplars of points.
	Exemplars(ctx context.Context, scan ExemplarScan, take func(Exemplar) error) error
	// Descriptions returns what was sent about metrics, the newest first.
	Descriptions(ctx context.Context, teamID, metric string) ([]Description, error)
}

// Span is a time with both its ends.
type Span struct{ From, To time.Time }

// MetricScan asks for metrics.
type MetricScan struct {
	TeamID string
	Span
	// Name is the name of the metrics that came under Prometheus' names; empty:
	// all of them.
	Name string
}

// Metric is a metric of a team.
type Metric struct {
	Kind        telemetry.PointKind
	Name        string
	Unit        string
	Description string
	Exact       bool // it came by remote write, under its own labels
	Delta       bool
	Monotonic   bool
}

// SeriesScan asks for series.
type SeriesScan struct {
	TeamID string
	Span
	Names []string // of metrics
	// Equal is labels that series under exact labels have.
	Equal []Pair
	// Limit is how many series to return at most; more are an Invalid fault.
	Limit int
}

// Pair is the name and the value of a label.
type Pair struct{ Name, Value string }

// StoredSeries is a series of points. Attributes, Resource and Scope are JSON
// objects with text values, empty for none.
type StoredSeries struct {
	ID uint64
	Metric
	Attributes   string
	Resource     string
	ScopeName    string
	ScopeVersion string
	Scope        string
}

// Field says which number of a point is meant.
type Field uint8

// The fields.
const (
	FieldValue  Field = iota // gauge, sum
	FieldCount               // histogram, summary
	FieldSum                 // histogram, summary
	FieldKeys                // buckets of a histogram, quantiles of a summary
	FieldNative              // exponential histogram
)

// PointScan asks for points of one type.
type PointScan struct {
	TeamID string
	Span
	Kind  telemetry.PointKind
	Field Field
	Names []string // of the series' metrics
	IDs   []uint64
	// All says that points of other series of these metrics do no harm: their ids lie
	// between those of the IDs, and there are few of them.
	All bool
	// Loose says that points of the hours at both ends do no harm, either.
	Loose bool
	// Starts asks for the times at which counters began, Begun whether some began in
	// the time.
	Starts, Begun bool
	// PerSeries is how many points a series has, about; zero: not known.
	PerSeries int
	// Limit is how many points may be read; more are ErrTooManySamples.
	Limit int
}

// GridScan asks for a function at each step. Of a group that has no series at a
// step, there is no result.
type GridScan struct {
	PointScan
	Function    string   // of Prometheus; empty: the last sample
	Aggregate   string   // of Prometheus; empty: each series on its own
	Groups      []uint32 // of the IDs
	First, Last time.Time
	Step        time.Duration
	Window      time.Duration // before each step, without its beginning
}

// GridResult is the results of a GridScan. Unfit says that the engine can't do
// it: there are numbers that are not finite, markers that end a series, or
// counters that say that they began in the time.
type GridResult struct {
	Rows  []GridRow
	Unfit bool
}

// GridRow is the results of a group, step by step.
type GridRow struct {
	Group  uint32
	Values []float64
	Absent []bool
}

// pointEvery is how often a series is supposed to have a point.
const pointEvery = 10 * time.Second

// Rows returns how many points there may be.
func (s PointScan) Rows() int {
	return len(s.IDs) * cmp.Or(s.PerSeries, int(s.To.Sub(s.From)/pointEvery+1))
}

// MayExceed reports whether there may be more points than the limit.
func (s PointScan) MayExceed() bool { return s.Rows() > s.Limit }

// Numbers is numbers of the points of a series, column by column and in any order,
// valid during the call. Times are in milliseconds; Start is empty unless it was
// asked for, and zero where it is not known. A point that says that there is no
// value is a stale marker.
type Numbers struct {
	Series uint64
	Time   []int64
	Start  []int64
	Value  []float64
	Begun  bool // only where it was asked for
}

// Lists is lists of points, valid during the call: row i has the keys and values
// up to End[i].
type Lists struct {
	Series []uint64
	Time   []int64
	Stale  []bool
	End    []uint64
	Keys   []float64
	Values []float64
}

// Native is a histogram of a point, valid during the call.
type Native struct {
	Series      uint64
	Time, Start int64
	Stale       bool
	// Encoded is the histogram as it was sent by remote write; empty: the rest
	// says what it is.
	Encoded                        []byte
	Count, ZeroCount               uint64
	Sum                            float64
	Scale                          int32
	PositiveOffset, NegativeOffset int32
	Positive, Negative             []uint64
}

// Exemplar is an exemplar of a point.
type Exemplar struct {
	Series          uint64
	Time            int64
	Value           float64
	TraceID, SpanID string
	Attributes      string // JSON
}

// Description is what was sent about a metric.
type Description struct {
	Metric           string
	Type, Unit, Help string
}
