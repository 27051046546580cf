package telemetry

// SpanKind and status numbers are those of OpenTelemetry.
const (
	SpanKindMax   = 5
	StatusCodeMax = 2
)

// SpanColumns holds spans. Every column has an entry for each row; ids have
// their fixed length, all zero for none.
type SpanColumns struct {
	Time          []int64  // start, unix nanoseconds
	Duration      []uint64 // nanoseconds
	Origin        []uint32 // number in Rows.Origins
	TraceID       []byte
	SpanID        []byte
	ParentID      []byte
	TraceState    []uint32 // number in Rows.Texts
	Name          []uint32 // number in Rows.Texts
	Kind          []uint8  // 0 unspecified, internal, server, client, producer, consumer
	Status        []uint8  // 0 unset, ok, error
	StatusMessage []uint32 // number in Rows.Texts
	Attributes    Attributes
	Events        Events
	Links         Links
}

// Events holds the events of all rows.
type Events struct {
	RowEnd     []uint32 // end of each row's events
	Time       []int64  // unix nanoseconds
	Name       []uint32 // number in Rows.Texts
	Attributes Texts    // JSON
}

// Links holds the links of all rows.
type Links struct {
	RowEnd     []uint32 // end of each row's links
	TraceID    []byte
	SpanID     []byte
	TraceState []uint32 // number in Rows.Texts
	Attributes Texts    // JSON
}

// Len returns how many rows there are.
func (c *SpanColumns) Len() int { return len(c.Time) }

func (c *SpanColumns) append(other *SpanColumns, m *mapping) {
	c.Time = append(c.Time, other.Time...)
	c.Duration = append(c.Duration, other.Duration...)
	c.Origin = appendMapped(c.Origin, other.Origin, m.origins)
	c.TraceID = append(c.TraceID, other.TraceID...)
	c.SpanID = append(c.SpanID, other.SpanID...)
	c.ParentID = append(c.ParentID, other.ParentID...)
	c.TraceState = appendMapped(c.TraceState, other.TraceState, m.texts)
	c.Name = appendMapped(c.Name, other.Name, m.texts)
	c.Kind = append(c.Kind, other.Kind...)
	c.Status = append(c.Status, other.Status...)
	c.StatusMessage = appendMapped(c.StatusMessage, other.StatusMessage, m.texts)
	c.Attributes.append(&other.Attributes, m.keys)
	c.Events.append(&other.Events, m)
	c.Links.append(&other.Links, m)
}

func (c *SpanColumns) truncate(rows int) {
	c.Time = c.Time[:rows]
	c.Duration = c.Duration[:rows]
	c.Origin = c.Origin[:rows]
	c.TraceID = c.TraceID[:rows*TraceIDBytes]
	c.SpanID = c.SpanID[:rows*SpanIDBytes]
	c.ParentID = c.ParentID[:rows*SpanIDBytes]
	c.TraceState = c.TraceState[:rows]
	c.Name = c.Name[:rows]
	c.Kind = c.Kind[:rows]
	c.Status = c.Status[:rows]
	c.StatusMessage = c.StatusMessage[:rows]
	c.Attributes.truncate(rows)
	c.Events.truncate(rows)
	c.Links.truncate(rows)
}

const spanRowBytes = 8 + 8 + 4 + TraceIDBytes + 2*SpanIDBytes + 4 + 4 + 1 + 1 + 4

func (c *SpanColumns) size() int {
	return spanRowBytes*len(c.Time) + c.Attributes.size() + c.Events.size() + c.Links.size()
}

func (e *Events) append(other *Events, m *mapping) {
	e.RowEnd = appendShifted(e.RowEnd, other.RowEnd, uint32(len(e.Time)))
	e.Time = append(e.Time, other.Time...)
	e.Name = appendMapped(e.Name, other.Name, m.texts)
	e.Attributes.append(&other.Attributes)
}

func (e *Events) truncate(rows int) {
	e.RowEnd = e.RowEnd[:rows]
	count := int(last(e.RowEnd))
	e.Time, e.Name = e.Time[:count], e.Name[:count]
	e.Attributes.truncate(count)
}

func (e *Events) size() int { return 4*len(e.RowEnd) + 12*len(e.Time) + e.Attributes.size() }

func (l *Links) append(other *Links, m *mapping) {
	l.RowEnd = appendShifted(l.RowEnd, other.RowEnd, uint32(len(l.TraceState)))
	l.TraceID = append(l.TraceID, other.TraceID...)
	l.SpanID = append(l.SpanID, other.SpanID...)
	l.TraceState = appendMapped(l.TraceState, other.TraceState, m.texts)
	l.Attributes.append(&other.Attributes)
}

func (l *Links) truncate(rows int) {
	l.RowEnd = l.RowEnd[:rows]
	count := int(last(l.RowEnd))
	l.TraceID, l.SpanID = l.TraceID[:count*TraceIDBytes], l.SpanID[:count*SpanIDBytes]
	l.TraceState = l.TraceState[:count]
	l.Attributes.truncate(count)
}

func (l *Links) size() int {
	return 4*len(l.RowEnd) + (TraceIDBytes+SpanIDBytes+4)*len(l.TraceState) + l.Attributes.size()
}
