package telemetry

// The lengths of ids.
const (
	TraceIDBytes = 16
	SpanIDBytes  = 8
)

// LogColumns holds log records. Every column has an entry for each row; ids
// have their fixed length, all zero for none.
type LogColumns struct {
	Time         []int64  // unix nanoseconds
	Observed     []int64  // nanoseconds after Time
	Origin       []uint32 // number in Rows.Origins
	TraceID      []byte
	SpanID       []byte
	Flags        []uint8
	Severity     []uint8  // OpenTelemetry's number, 1 to 24
	SeverityText []uint32 // number in Rows.Texts, lower case
	EventName    []uint32 // number in Rows.Texts
	Body         Texts
	Attributes   Attributes
}

// Len returns how many rows there are.
func (c *LogColumns) Len() int { return len(c.Time) }

func (c *LogColumns) append(other *LogColumns, m *mapping) {
	c.Time = append(c.Time, other.Time...)
	c.Observed = append(c.Observed, other.Observed...)
	c.Origin = appendMapped(c.Origin, other.Origin, m.origins)
	c.TraceID = append(c.TraceID, other.TraceID...)
	c.SpanID = append(c.SpanID, other.SpanID...)
	c.Flags = append(c.Flags, other.Flags...)
	c.Severity = append(c.Severity, other.Severity...)
	c.SeverityText = appendMapped(c.SeverityText, other.SeverityText, m.texts)
	c.EventName = appendMapped(c.EventName, other.EventName, m.texts)
	c.Body.append(&other.Body)
	c.Attributes.append(&other.Attributes, m.keys)
}

func (c *LogColumns) truncate(rows int) {
	c.Time = c.Time[:rows]
	c.Observed = c.Observed[:rows]
	c.Origin = c.Origin[:rows]
	c.TraceID = c.TraceID[:rows*TraceIDBytes]
	c.SpanID = c.SpanID[:rows*SpanIDBytes]
	c.Flags = c.Flags[:rows]
	c.Severity = c.Severity[:rows]
	c.SeverityText = c.SeverityText[:rows]
	c.EventName = c.EventName[:rows]
	c.Body.truncate(rows)
	c.Attributes.truncate(rows)
}

const logRowBytes = 8 + 8 + 4 + TraceIDBytes + SpanIDBytes + 1 + 1 + 4 + 4

func (c *LogColumns) size() int {
	return logRowBytes*len(c.Time) + c.Body.size() + c.Attributes.size()
}
