package tables

import (
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// spanKinds are the names of span kinds by their numbers.
func spanKinds() []string {
	return []string{"Unspecified", "Internal", "Server", "Client", "Producer", "Consumer"}
}

// statusCodes are the names of status codes by their numbers.
func statusCodes() []string { return []string{"Unset", "Ok", "Error"} }

// spanInput returns the columns of a block of spans.
func spanInput(block telemetry.Block, id telemetry.BatchID, columns TableColumns) (proto.Input, *division) {
	b := &builder{block: block}
	spans := &block.Rows.Spans
	b.addTimes("Timestamp", spans.Time)
	b.addRows("Duration", proto.ColumnTypeUInt64, putUint64(spans.Duration))
	b.addRows("TraceId", traceIDType, putFixed(spans.TraceID, telemetry.TraceIDBytes))
	b.addRows("SpanId", spanIDType, putFixed(spans.SpanID, telemetry.SpanIDBytes))
	b.addRows("ParentSpanId", spanIDType, putFixed(spans.ParentID, telemetry.SpanIDBytes))
	b.addNames("TraceState", spans.TraceState)
	b.addNames("SpanName", spans.Name)
	b.add("SpanKind", codeNames(spanKinds(), block.Index, spans.Kind))
	b.add("StatusCode", codeNames(statusCodes(), block.Index, spans.Status))
	b.addRows("StatusMessage", proto.ColumnTypeString, putNumbered(&block.Rows.Texts, spans.StatusMessage))
	b.addOrigin(func(row uint32) uint32 { return spans.Origin[row] })
	rest := b.addAttributes("SpanAttributes", &spans.Attributes, columns)
	b.addEvents(&spans.Events)
	b.addLinks(&spans.Links)
	b.addBatch(id)
	return b.input, rest
}

func (b *builder) addEvents(events *telemetry.Events) {
	items := itemsOf(b.block.Index, events.RowEnd)
	b.add("Events.Timestamp", items.list(nanosType, putUint64(events.Time)))
	b.add("Events.Name", items.names(&b.block.Rows.Texts, events.Name))
	b.add("Events.Attributes", items.list(proto.ColumnTypeString, putTexts(&events.Attributes)))
}

func (b *builder) addLinks(links *telemetry.Links) {
	items := itemsOf(b.block.Index, links.RowEnd)
	b.add("Links.TraceId", items.list(traceIDType, putFixed(links.TraceID, telemetry.TraceIDBytes)))
	b.add("Links.SpanId", items.list(spanIDType, putFixed(links.SpanID, telemetry.SpanIDBytes)))
	b.add("Links.TraceState", items.names(&b.block.Rows.Texts, links.TraceState))
	b.add("Links.Attributes", items.list(proto.ColumnTypeString, putTexts(&links.Attributes)))
}

// codeNames returns the names of small numbers as a low-cardinality column.
func codeNames(names []string, index []uint32, codes []uint8) *lowCardinality {
	c := &lowCardinality{kind: lowCardinalityType, keys: make([]uint32, 0, len(index)), count: len(names)}
	for _, name := range names {
		c.texts = putText(c.texts, []byte(name))
	}
	for _, row := range index {
		c.keys = append(c.keys, uint32(codes[row]))
	}
	return c
}

// putNumbered appends texts by their numbers.
func putNumbered(texts *telemetry.Dictionary, numbers []uint32) put {
	return func(to []byte, row uint32) []byte { return putText(to, texts.Text(numbers[row])) }
}

// items are the items of the lists of some rows: where each row's end, and
// which they are.
type items struct {
	ends  []uint64
	index []uint32
}

// itemsOf returns the items of the rows of an index, given where each row's
// items end.
func itemsOf(index, rowEnd []uint32) items {
	found := items{ends: make([]uint64, 0, len(index))}
	for _, row := range index {
		from := uint32(0)
		if row > 0 {
			from = rowEnd[row-1]
		}
		for item := from; item < rowEnd[row]; item++ {
			found.index = append(found.index, item)
		}
		found.ends = append(found.ends, uint64(len(found.index)))
	}
	return found
}

func (i items) list(kind proto.ColumnType, p put) *list {
	return &list{ends: i.ends, items: &column{kind: kind, index: i.index, put: p}}
}

func (i items) names(texts *telemetry.Dictionary, numbers []uint32) *list {
	number := func(item uint32) uint32 { return numbers[item] }
	return &list{ends: i.ends, items: lowCardinalityOf(texts, i.index, number)}
}
