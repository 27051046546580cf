package telemetry

import "slices"

// PointKind is a type of metric.
type PointKind uint8

// The types of metrics.
const (
	Gauge PointKind = iota
	Sum
	Histogram
	ExponentialHistogram
	Summary
	PointKinds // how many there are
)

// Table returns the table of the points.
func (k PointKind) Table() Table { return Metrics.Tables()[k] }

// PointKindOf returns the type of metric whose points a table holds.
func PointKindOf(table Table) (PointKind, bool) {
	at := slices.Index(Metrics.Tables()[:PointKinds], table)
	return PointKind(max(at, 0)), at >= 0
}

// PointColumns holds the points of one type of metric. The first columns have
// an entry for each row; of the others only those of the type have.
type PointColumns struct {
	Time       []int64  // unix nanoseconds
	Start      []int64  // unix nanoseconds, zero for none
	Metric     []uint32 // number in Rows.Metrics
	Attributes []uint32 // number in Rows.Texts: canonical compact JSON
	Series     []uint64 // hash of what identifies the series
	Flags      []uint32

	Value []float64 // gauge, sum

	Count []uint64  // histograms, summary
	Sum   []float64 // histograms, summary
	Min   []float64 // histograms
	Max   []float64 // histograms

	Buckets List[uint64]  // histogram
	Bounds  List[float64] // histogram

	Scale          []int32 // exponential histogram
	ZeroCount      []uint64
	PositiveOffset []int32
	NegativeOffset []int32
	Positive       List[uint64]
	Negative       List[uint64]
	Native         Texts // the message of a Prometheus native histogram, empty for others

	Quantiles      List[float64] // summary
	QuantileValues List[float64]

	Exemplars Exemplars // all but summary
}

// Exemplars holds the exemplars of all rows.
type Exemplars struct {
	RowEnd     []uint32 // end of each row's exemplars
	Time       []int64  // unix nanoseconds
	Value      []float64
	TraceID    []byte
	SpanID     []byte
	Attributes Texts // JSON
}

// Len returns how many rows there are.
func (c *PointColumns) Len() int { return len(c.Time) }

func (c *PointColumns) append(other *PointColumns, m *mapping) {
	c.Time = append(c.Time, other.Time...)
	c.Start = append(c.Start, other.Start...)
	c.Metric = appendMapped(c.Metric, other.Metric, m.metrics)
	c.Attributes = appendMapped(c.Attributes, other.Attributes, m.texts)
	c.Series = append(c.Series, other.Series...)
	c.Flags = append(c.Flags, other.Flags...)
	c.Value = append(c.Value, other.Value...)
	c.Count = append(c.Count, other.Count...)
	c.Sum = append(c.Sum, other.Sum...)
	c.Min = append(c.Min, other.Min...)
	c.Max = append(c.Max, other.Max...)
	c.Scale = append(c.Scale, other.Scale...)
	c.ZeroCount = append(c.ZeroCount, other.ZeroCount...)
	c.PositiveOffset = append(c.PositiveOffset, other.PositiveOffset...)
	c.NegativeOffset = append(c.NegativeOffset, other.NegativeOffset...)
	c.Buckets.append(&other.Buckets)
	c.Bounds.append(&other.Bounds)
	c.Positive.append(&other.Positive)
	c.Negative.append(&other.Negative)
	c.Native.append(&other.Native)
	c.Quantiles.append(&other.Quantiles)
	c.QuantileValues.append(&other.QuantileValues)
	c.Exemplars.append(&other.Exemplars)
}

func (c *PointColumns) truncate(rows int) {
	c.Time, c.Start, c.Metric = c.Time[:rows], c.Start[:rows], c.Metric[:rows]
	c.Attributes, c.Series, c.Flags = c.Attributes[:rows], c.Series[:rows], c.Flags[:rows]
	c.Value = shorten(c.Value, rows)
	c.Count = shorten(c.Count, rows)
	c.Sum, c.Min, c.Max = shorten(c.Sum, rows), shorten(c.Min, rows), shorten(c.Max, rows)
	c.Scale, c.ZeroCount = shorten(c.Scale, rows), shorten(c.ZeroCount, rows)
	c.PositiveOffset, c.NegativeOffset = shorten(c.PositiveOffset, rows), shorten(c.NegativeOffset, rows)
	for _, list := range []*List[uint64]{&c.Buckets, &c.Positive, &c.Negative} {
		list.truncate(min(rows, len(list.End)))
	}
	for _, list := range []*List[float64]{&c.Bounds, &c.Quantiles, &c.QuantileValues} {
		list.truncate(min(rows, len(list.End)))
	}
	c.Native.truncate(min(rows, len(c.Native.End)))
	c.Exemplars.truncate(min(rows, len(c.Exemplars.RowEnd)))
}

// shorten cuts a column that not every type of metric has.
func shorten[T any](column []T, rows int) []T { return column[:min(rows, len(column))] }

const pointRowBytes = 8 + 8 + 4 + 4 + 8 + 4

func (c *PointColumns) size() int {
	return pointRowBytes*len(c.Time) + 8*(len(c.Value)+len(c.Count)+len(c.Sum)+len(c.Min)+len(c.Max)+len(c.ZeroCount)) +
		4*(len(c.Scale)+len(c.PositiveOffset)+len(c.NegativeOffset)) +
		c.Buckets.size() + c.Bounds.size() + c.Positive.size() + c.Negative.size() +
		c.Quantiles.size() + c.QuantileValues.size() + c.Native.size() + c.Exemplars.size()
}

func (e *Exemplars) append(other *Exemplars) {
	e.RowEnd = appendShifted(e.RowEnd, other.RowEnd, uint32(len(e.Time)))
	e.Time = append(e.Time, other.Time...)
	e.Value = append(e.Value, other.Value...)
	e.TraceID = append(e.TraceID, other.TraceID...)
	e.SpanID = append(e.SpanID, other.SpanID...)
	e.Attributes.append(&other.Attributes)
}

func (e *Exemplars) truncate(rows int) {
	e.RowEnd = e.RowEnd[:rows]
	count := int(last(e.RowEnd))
	e.Time, e.Value = e.Time[:count], e.Value[:count]
	e.TraceID, e.SpanID = e.TraceID[:count*TraceIDBytes], e.SpanID[:count*SpanIDBytes]
	e.Attributes.truncate(count)
}

func (e *Exemplars) size() int {
	return 4*len(e.RowEnd) + (16+TraceIDBytes+SpanIDBytes)*len(e.Time) + e.Attributes.size()
}
