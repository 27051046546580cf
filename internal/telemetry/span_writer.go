package telemetry

// Span is a span beside its attributes, events and links, as it was received.
type Span struct {
	Start, End                                  uint64 // unix nanoseconds
	TraceID, SpanID, ParentID, TraceState, Name []byte
	Kind, Status                                int32
	StatusMessage                               []byte
}

// BeginSpan starts a span of an encoded size. Its attributes go to the answer,
// events and links to BeginEvent and BeginLink, then EndSpan follows; nil
// means that the span is rejected.
func (w *Writer) BeginSpan(size int) *AttributeWriter {
	if !w.admit(size) {
		return nil
	}
	return w.record.begin(&w.rows.Spans.Attributes)
}

// BeginEvent starts an event of the open span; nil means that it has enough.
func (w *Writer) BeginEvent() *AttributeWriter {
	events := &w.rows.Spans.Events
	if len(events.Time)-int(last(events.RowEnd)) >= w.limits.Events {
		w.outcome.Cut(CutEvents)
		return nil
	}
	return w.beginNested()
}

// EndEvent adds the event.
func (w *Writer) EndEvent(at uint64, name []byte) {
	events := &w.rows.Spans.Events
	if !storable(at) {
		at = 0
	}
	events.Time = append(events.Time, int64(at))
	events.Name = append(events.Name, w.name(name))
	w.closeNested(&events.Attributes)
}

// BeginLink starts a link of the open span; nil means that it has enough.
func (w *Writer) BeginLink() *AttributeWriter {
	links := &w.rows.Spans.Links
	if len(links.TraceState)-int(last(links.RowEnd)) >= w.limits.Links {
		w.outcome.Cut(CutLinks)
		return nil
	}
	return w.beginNested()
}

// EndLink adds the link.
func (w *Writer) EndLink(traceID, spanID, state []byte) {
	links := &w.rows.Spans.Links
	links.TraceID = w.appendID(links.TraceID, traceID, TraceIDBytes)
	links.SpanID = w.appendID(links.SpanID, spanID, SpanIDBytes)
	links.TraceState = append(links.TraceState, w.name(state))
	w.closeNested(&links.Attributes)
}

// EndSpan adds the span, or rejects it.
func (w *Writer) EndSpan(span *Span, origin uint32) {
	spans := &w.rows.Spans
	at, reason, ok := w.place(span.Start, span.End)
	if ok && (!isID(span.TraceID, TraceIDBytes) || !isID(span.SpanID, SpanIDBytes)) {
		reason, ok = RejectedID, false
	}
	if !ok {
		spans.truncate(spans.Len())
		w.outcome.Reject(reason)
		return
	}
	spans.Time = append(spans.Time, at)
	spans.Duration = append(spans.Duration, duration(at, span.End))
	spans.Origin = append(spans.Origin, origin)
	spans.TraceID = append(spans.TraceID, span.TraceID...)
	spans.SpanID = append(spans.SpanID, span.SpanID...)
	spans.ParentID = w.appendID(spans.ParentID, span.ParentID, SpanIDBytes)
	spans.TraceState = append(spans.TraceState, w.name(span.TraceState))
	spans.Name = append(spans.Name, w.name(span.Name))
	spans.Kind = append(spans.Kind, code(span.Kind, SpanKindMax))
	spans.Status = append(spans.Status, code(span.Status, StatusCodeMax))
	spans.StatusMessage = append(spans.StatusMessage, w.message(span.StatusMessage))
	spans.Attributes.Close()
	spans.Events.RowEnd = append(spans.Events.RowEnd, uint32(len(spans.Events.Time)))
	spans.Links.RowEnd = append(spans.Links.RowEnd, uint32(len(spans.Links.TraceState)))
	w.outcome.Accepted++
}

func (w *Writer) beginNested() *AttributeWriter {
	w.nestedSet.drop(0)
	return w.nested.begin(&w.nestedSet)
}

// closeNested adds the collected attributes as JSON.
func (w *Writer) closeNested(to *Texts) {
	to.Bytes = w.appendObject(to.Bytes, &w.nestedSet, w.limits.RecordBytes, CutAttributes)
	to.Close()
}

// message returns the number of a text that may be as long as a value.
func (w *Writer) message(text []byte) uint32 {
	if len(text) == 0 {
		return 0
	}
	return w.rows.Texts.Number(w.clean(text, w.limits.ValueBytes, CutValue))
}

// isID reports whether an id has its length and is not all zero.
func isID(id []byte, length int) bool {
	if len(id) != length {
		return false
	}
	for _, b := range id {
		if b != 0 {
			return true
		}
	}
	return false
}

// code returns a known number of an enumeration, or zero.
func code(value int32, valueMax int32) uint8 {
	if value < 0 || value > valueMax {
		return 0
	}
	return uint8(value)
}

// duration returns how long after its start a span ended; clocks that went
// back make it zero.
func duration(start int64, end uint64) uint64 {
	if end < uint64(start) || !storable(end) {
		return 0
	}
	return end - uint64(start)
}
