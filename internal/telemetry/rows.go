package telemetry

import "github.com/cairnstack/cairn/internal/fault"

// RowsBytesMax is how much one Rows may hold; its columns count in 32 bits.
const RowsBytesMax = 1 << 30

// Rows holds records of one signal column by column, from one request or from
// many. Texts that repeat are numbers in its dictionaries. It is for one
// goroutine at a time. Readers may use its columns, and must not change them;
// make one with NewRows.
type Rows struct {
	Signal   Signal
	Texts    Dictionary // names, service names, resources, scopes
	Keys     Dictionary // attribute keys
	Logs     LogColumns
	Spans    SpanColumns
	Points   [PointKinds]PointColumns
	Metadata MetadataColumns

	origins numbered[Origin]
	metrics numbered[Metric]
	mapping mapping
	writer  Writer
}

// mapping returns, for the numbers of other rows, those of these rows.
type mapping struct {
	texts, keys, origins, metrics []uint32
}

// NewRows returns empty rows for a signal.
func NewRows(signal Signal) *Rows {
	return &Rows{
		Signal: signal, Texts: NewDictionary(), Keys: NewDictionary(),
		origins: newNumbered[Origin](), metrics: newNumbered[Metric](),
	}
}

// Len returns how many records there are.
func (r *Rows) Len() int {
	switch r.Signal {
	case Logs:
		return r.Logs.Len()
	case Traces:
		return r.Spans.Len()
	case Metrics:
		count := r.Metadata.Len()
		for kind := range r.Points {
			count += r.Points[kind].Len()
		}
		return count
	}
	return 0
}

// Bytes returns the memory that the records take.
func (r *Rows) Bytes() int {
	size := r.Texts.size() + r.Keys.size()
	switch r.Signal {
	case Logs:
		return size + r.Logs.size()
	case Traces:
		return size + r.Spans.size()
	case Metrics:
		for kind := range r.Points {
			size += r.Points[kind].size()
		}
		return size + r.Metadata.size()
	}
	return size
}

// Origins returns the origins that rows refer to by number.
func (r *Rows) Origins() []Origin { return r.origins.values }

// Metrics returns the metrics that points refer to by number.
func (r *Rows) Metrics() []Metric { return r.metrics.values }

// OriginNumber returns the number of an origin, and adds it if it is new.
func (r *Rows) OriginNumber(origin Origin) uint32 { return r.origins.number(origin) }

// MetricNumber returns the number of a metric, and adds it if it is new.
func (r *Rows) MetricNumber(metric Metric) uint32 { return r.metrics.number(metric) }

// Append copies all records of other, which must be of the same signal. Rows
// that would not fit together are a Limited fault and stay as they are.
func (r *Rows) Append(other *Rows) error {
	if r.Signal != other.Signal {
		return fault.New(fault.Internal, "rows of different signals can't be joined")
	}
	if r.Bytes()+other.Bytes() > RowsBytesMax {
		return fault.New(fault.Limited, "too many bytes in one batch")
	}
	m := r.mapFrom(other)
	switch r.Signal {
	case Logs:
		r.Logs.append(&other.Logs, m)
	case Traces:
		r.Spans.append(&other.Spans, m)
	case Metrics:
		for kind := range r.Points {
			r.Points[kind].append(&other.Points[kind], m)
		}
		r.Metadata.append(&other.Metadata, m)
	default:
		return fault.New(fault.Internal, "no rows for signal %s", r.Signal)
	}
	return nil
}

func (r *Rows) mapFrom(other *Rows) *mapping {
	m := &r.mapping
	m.texts = r.Texts.numbersOf(&other.Texts, m.texts)
	m.keys = r.Keys.numbersOf(&other.Keys, m.keys)
	m.origins = m.origins[:0]
	for _, origin := range other.origins.values {
		m.origins = append(m.origins, r.origins.number(origin.mapped(m.texts)))
	}
	m.metrics = m.metrics[:0]
	for _, metric := range other.metrics.values {
		m.metrics = append(m.metrics, r.metrics.number(metric.mapped(m.texts, m.origins)))
	}
	return m
}

// Reset forgets all records and keeps the memory for the next ones of the
// same signal.
func (r *Rows) Reset() {
	r.truncateRows(&Mark{})
	r.Texts.Reset()
	r.Keys.Reset()
}

// Mark is a state of rows to return to.
type Mark struct {
	texts, keys, origins, metrics int
	logs, spans, metadata         int
	points                        [PointKinds]int
}

// Mark returns the present state.
func (r *Rows) Mark() Mark {
	m := Mark{
		texts: r.Texts.Len(), keys: r.Keys.Len(),
		origins: len(r.origins.values), metrics: len(r.metrics.values),
		logs: r.Logs.Len(), spans: r.Spans.Len(), metadata: r.Metadata.Len(),
	}
	for kind := range r.Points {
		m.points[kind] = r.Points[kind].Len()
	}
	return m
}

// Truncate returns to a state, also from the middle of a record.
func (r *Rows) Truncate(m Mark) {
	r.truncateRows(&m)
	r.Texts.truncate(m.texts)
	r.Keys.truncate(m.keys)
}

func (r *Rows) truncateRows(m *Mark) {
	r.Logs.truncate(m.logs)
	r.Spans.truncate(m.spans)
	for kind := range r.Points {
		r.Points[kind].truncate(m.points[kind])
	}
	r.Metadata.truncate(m.metadata)
	r.origins.truncate(m.origins)
	r.metrics.truncate(m.metrics)
}
