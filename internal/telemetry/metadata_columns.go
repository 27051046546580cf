package telemetry

// MetadataColumns holds what Prometheus senders say about metrics. The texts
// are numbers in Rows.Texts.
type MetadataColumns struct {
	Time   []int64 // unix nanoseconds of the receipt
	Metric []uint32
	Type   []uint32 // a word of Prometheus, such as counter
	Unit   []uint32
	Help   []uint32
}

// Len returns how many rows there are.
func (c *MetadataColumns) Len() int { return len(c.Time) }

func (c *MetadataColumns) append(other *MetadataColumns, m *mapping) {
	c.Time = append(c.Time, other.Time...)
	c.Metric = appendMapped(c.Metric, other.Metric, m.texts)
	c.Type = appendMapped(c.Type, other.Type, m.texts)
	c.Unit = appendMapped(c.Unit, other.Unit, m.texts)
	c.Help = appendMapped(c.Help, other.Help, m.texts)
}

func (c *MetadataColumns) truncate(rows int) {
	c.Time, c.Metric, c.Type = c.Time[:rows], c.Metric[:rows], c.Type[:rows]
	c.Unit, c.Help = c.Unit[:rows], c.Help[:rows]
}

const metadataRowBytes = 8 + 4*4

func (c *MetadataColumns) size() int { return metadataRowBytes * len(c.Time) }
