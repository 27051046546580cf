package telemetry

// PointHead is what points of all types have beside their attributes.
type PointHead struct {
	Time, Start uint64 // unix nanoseconds
	Flags       uint32
	Labels      *Labels // of a Prometheus series; nil: the attributes of BeginPoint
}

// Flags of points. FlagNoValue says that there is no value: OTLP's "no recorded
// value", and the stale marker of Prometheus. FlagExemplarsOnly comes with it
// where a row is there for its exemplars, and is no marker.
const (
	FlagNoValue       = 1
	FlagExemplarsOnly = 2
)

// NumberPoint is a point of a gauge or a sum.
type NumberPoint struct {
	PointHead
	Value    float64
	HasValue bool
}

// Distribution is what histograms of both types and summaries have.
type Distribution struct {
	PointHead
	Count         uint64
	Sum, Min, Max float64
}

// HistogramPoint is a point of a histogram with explicit bounds. Its lists
// are copied.
type HistogramPoint struct {
	Distribution
	Buckets []uint64
	Bounds  []float64
}

// ExponentialPoint is a point of an exponential histogram.
type ExponentialPoint struct {
	Distribution
	Scale                          int32
	ZeroCount                      uint64
	PositiveOffset, NegativeOffset int32
	Positive, Negative             []uint64
	Native                         []byte // see PointColumns
}

// SummaryPoint is a point of a summary.
type SummaryPoint struct {
	Distribution
	Quantiles, Values []float64
}

// seriesBase is the hash of what the points of one origin share.
type seriesBase struct {
	known bool
	hash  uint64
}

// MetricHead is a metric beside its points.
type MetricHead struct {
	Name, Description, Unit []byte
	Temporality             int32
	Monotonic               bool
}

// temporalityMax is the largest aggregation temporality that has a meaning.
const temporalityMax = 2

// Metric returns the number of a metric of an origin.
func (w *Writer) Metric(head *MetricHead, origin uint32) uint32 {
	return w.rows.MetricNumber(Metric{
		Origin: origin, Name: w.name(head.Name), Description: w.message(head.Description), Unit: w.name(head.Unit),
		Temporality: int32(code(head.Temporality, temporalityMax)), Monotonic: head.Monotonic,
	})
}

// BeginPoint starts a point of an encoded size. Its attributes go to the
// answer, exemplars to BeginExemplar, then an End method follows; nil means
// that the point is rejected.
func (w *Writer) BeginPoint(size int) *AttributeWriter {
	if !w.admit(size) {
		return nil
	}
	return w.beginSet()
}

// BeginExemplar starts an exemplar of the open point of a type; nil means
// that it has enough.
func (w *Writer) BeginExemplar(kind PointKind) *AttributeWriter {
	exemplars := &w.rows.Points[kind].Exemplars
	if len(exemplars.Time)-int(last(exemplars.RowEnd)) >= w.limits.Exemplars {
		w.outcome.Cut(CutExemplars)
		return nil
	}
	return w.beginNested()
}

// Exemplar is an exemplar beside its attributes.
type Exemplar struct {
	Time            uint64
	Value           float64
	TraceID, SpanID []byte
}

// EndExemplar adds the exemplar.
func (w *Writer) EndExemplar(kind PointKind, exemplar *Exemplar) {
	exemplars := &w.rows.Points[kind].Exemplars
	at := exemplar.Time
	if !storable(at) {
		at = 0
	}
	exemplars.Time = append(exemplars.Time, int64(at))
	exemplars.Value = append(exemplars.Value, exemplar.Value)
	exemplars.TraceID = w.appendID(exemplars.TraceID, exemplar.TraceID, TraceIDBytes)
	exemplars.SpanID = w.appendID(exemplars.SpanID, exemplar.SpanID, SpanIDBytes)
	w.closeNested(&exemplars.Attributes)
}

// EndNumber adds a point of a gauge or a sum, or rejects it, and reports which.
func (w *Writer) EndNumber(kind PointKind, point *NumberPoint, metric uint32) bool {
	columns := &w.rows.Points[kind]
	if !point.HasValue && point.Flags&FlagNoValue == 0 {
		w.rejectPoint(columns, RejectedValue)
		return false
	}
	if !w.endHead(columns, &point.PointHead, metric) {
		return false
	}
	columns.Value = append(columns.Value, point.Value)
	columns.Exemplars.close()
	return true
}

// EndHistogram adds a point of a histogram, or rejects it.
func (w *Writer) EndHistogram(point *HistogramPoint, metric uint32) {
	columns := &w.rows.Points[Histogram]
	if len(point.Buckets) > w.limits.Buckets || !boundsFit(point) {
		w.rejectPoint(columns, RejectedBuckets)
		return
	}
	if !w.endHead(columns, &point.PointHead, metric) {
		return
	}
	columns.addDistribution(&point.Distribution)
	columns.Buckets.add(point.Buckets)
	columns.Bounds.add(point.Bounds)
	columns.Exemplars.close()
}

// boundsFit reports whether there is one bucket more than there are bounds,
// or neither.
func boundsFit(point *HistogramPoint) bool {
	if len(point.Buckets) == 0 {
		return len(point.Bounds) == 0
	}
	return len(point.Buckets) == len(point.Bounds)+1
}

// EndExponential adds a point of an exponential histogram, or rejects it, and
// reports which.
func (w *Writer) EndExponential(point *ExponentialPoint, metric uint32) bool {
	columns := &w.rows.Points[ExponentialHistogram]
	if len(point.Positive)+len(point.Negative) > w.limits.Buckets {
		w.rejectPoint(columns, RejectedBuckets)
		return false
	}
	if !w.endHead(columns, &point.PointHead, metric) {
		return false
	}
	columns.addDistribution(&point.Distribution)
	columns.Scale = append(columns.Scale, point.Scale)
	columns.ZeroCount = append(columns.ZeroCount, point.ZeroCount)
	columns.PositiveOffset = append(columns.PositiveOffset, point.PositiveOffset)
	columns.NegativeOffset = append(columns.NegativeOffset, point.NegativeOffset)
	columns.Positive.add(point.Positive)
	columns.Negative.add(point.Negative)
	columns.Native.Add(point.Native)
	columns.Exemplars.close()
	return true
}

// EndSummary adds a point of a summary, or rejects it.
func (w *Writer) EndSummary(point *SummaryPoint, metric uint32) {
	columns := &w.rows.Points[Summary]
	if len(point.Quantiles) > w.limits.Buckets {
		w.rejectPoint(columns, RejectedBuckets)
		return
	}
	if !w.endHead(columns, &point.PointHead, metric) {
		return
	}
	columns.Count = append(columns.Count, point.Count)
	columns.Sum = append(columns.Sum, point.Sum)
	columns.Quantiles.add(point.Quantiles)
	columns.QuantileValues.add(point.Values)
}

func (c *PointColumns) addDistribution(d *Distribution) {
	c.Count = append(c.Count, d.Count)
	c.Sum = append(c.Sum, d.Sum)
	c.Min = append(c.Min, d.Min)
	c.Max = append(c.Max, d.Max)
}

func (l *List[T]) add(items []T) {
	l.Items = append(l.Items, items...)
	l.Close()
}

func (e *Exemplars) close() { e.RowEnd = append(e.RowEnd, uint32(len(e.Time))) }

func (w *Writer) rejectPoint(columns *PointColumns, reason Reason) {
	columns.truncate(columns.Len())
	w.outcome.Reject(reason)
}

// endHead adds the columns that all types have, or rejects the point.
func (w *Writer) endHead(columns *PointColumns, head *PointHead, metric uint32) bool {
	at, reason, ok := w.place(head.Time, 0)
	if !ok {
		w.rejectPoint(columns, reason)
		return false
	}
	begin := head.Start
	if !storable(begin) {
		begin = 0
	}
	attributes := w.attributesOf(head)
	columns.Time = append(columns.Time, at)
	columns.Start = append(columns.Start, int64(begin))
	columns.Metric = append(columns.Metric, metric)
	columns.Attributes = append(columns.Attributes, attributes)
	columns.Series = append(columns.Series, hash(w.metricHash(metric), w.rows.Texts.Text(attributes)))
	columns.Flags = append(columns.Flags, head.Flags)
	w.outcome.Accepted++
	return true
}

func (w *Writer) attributesOf(head *PointHead) uint32 {
	if head.Labels != nil {
		return head.Labels.Attributes
	}
	return w.object(&w.recordSet)
}

// metricHash returns the hash of what identifies a metric.
func (w *Writer) metricHash(number uint32) uint64 {
	metric := &w.rows.metrics.values[number]
	return hash(w.originHash(metric.Origin), w.rows.Texts.Text(metric.Name))
}

// originHash returns the hash of what identifies an origin, which many metrics
// have.
func (w *Writer) originHash(number uint32) uint64 {
	if missing := int(number) + 1 - len(w.bases); missing > 0 {
		w.bases = append(w.bases, make([]seriesBase, missing)...)
	}
	base := &w.bases[number]
	if base.known {
		return base.hash
	}
	origin := &w.rows.origins.values[number]
	for _, text := range [...]uint32{origin.Service, origin.Resource, origin.ScopeName, origin.ScopeVersion, origin.Scope} {
		base.hash = hash(base.hash, w.rows.Texts.Text(text))
	}
	base.known = true
	return base.hash
}
