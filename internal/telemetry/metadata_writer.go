package telemetry

// Metadata is what a Prometheus sender says about a metric. Type is one of
// Prometheus' words.
type Metadata struct {
	Metric, Type, Unit, Help []byte
}

// Metadata adds what is said about a metric, in the place of what the request
// said about it before. Without a name that can be stored, or without room, it is
// left out.
func (w *Writer) Metadata(m *Metadata) {
	if len(m.Metric) == 0 || len(m.Metric) > w.limits.KeyBytes || !w.HasRoom() {
		w.outcome.Cut(CutMetadata)
		return
	}
	metric := w.name(m.Metric)
	row, known := w.metadata[metric]
	if !known {
		row = w.addMetadata(metric)
	}
	columns := &w.rows.Metadata
	columns.Type[row] = w.name(m.Type)
	columns.Unit[row] = w.name(m.Unit)
	columns.Help[row] = w.message(m.Help)
}

// addMetadata returns the row of a metric that the request has not described
// yet.
func (w *Writer) addMetadata(metric uint32) int {
	if w.metadata == nil {
		w.metadata = map[uint32]int{}
	}
	columns := &w.rows.Metadata
	row := columns.Len()
	w.metadata[metric] = row
	columns.Time = append(columns.Time, w.received)
	columns.Metric = append(columns.Metric, metric)
	columns.Type = append(columns.Type, 0)
	columns.Unit = append(columns.Unit, 0)
	columns.Help = append(columns.Help, 0)
	w.outcome.Accepted++
	return row
}
