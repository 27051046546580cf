package telemetry

// LogRecord is a log record beside its attributes, as it was received.
type LogRecord struct {
	Time, Observed          uint64 // unix nanoseconds, zero for none
	Severity                int32
	SeverityText, EventName []byte
	Body                    []byte // text; lists and objects in JSON
	TraceID, SpanID         []byte
	Flags                   uint32
}

// severityNumberMax is the largest severity number that has a meaning.
const severityNumberMax = 24

// BeginLog starts a log record of an encoded size. Its attributes go to the
// answer, then EndLog follows; nil means that the record is rejected.
func (w *Writer) BeginLog(size int) *AttributeWriter {
	if !w.admit(size) {
		return nil
	}
	return w.record.begin(&w.rows.Logs.Attributes)
}

// EndLog adds the record, or rejects it.
func (w *Writer) EndLog(record *LogRecord, origin uint32) {
	logs := &w.rows.Logs
	at, reason, ok := w.place(record.Time, record.Observed)
	if !ok {
		logs.Attributes.drop(w.record.first)
		w.outcome.Reject(reason)
		return
	}
	body := w.clean(record.Body, w.limits.BodyBytes, CutBody)
	w.flatten(record.Body)
	severity, severityText := w.severity(record, body)
	logs.Time = append(logs.Time, at)
	logs.Observed = append(logs.Observed, observedAfter(at, record.Observed))
	logs.Origin = append(logs.Origin, origin)
	logs.TraceID = w.appendID(logs.TraceID, record.TraceID, TraceIDBytes)
	logs.SpanID = w.appendID(logs.SpanID, record.SpanID, SpanIDBytes)
	logs.Flags = append(logs.Flags, uint8(record.Flags))
	logs.Severity = append(logs.Severity, severity)
	logs.SeverityText = append(logs.SeverityText, severityText)
	logs.EventName = append(logs.EventName, w.name(record.EventName))
	logs.Body.Add(body)
	logs.Attributes.Close()
	w.outcome.Accepted++
}

// observedAfter returns how long after a record's time it was observed.
func observedAfter(at int64, observed uint64) int64 {
	if observed == 0 || !storable(observed) {
		return 0
	}
	return int64(observed) - at
}
