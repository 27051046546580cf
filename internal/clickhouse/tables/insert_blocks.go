package tables

import (
	"encoding/binary"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// The types of columns as the engine names them.
const (
	timeType      = proto.ColumnType("DateTime('UTC')")
	nanosType     = proto.ColumnType("DateTime64(9, 'UTC')")
	batchType     = proto.ColumnType("LowCardinality(FixedString(16))")
	traceIDType   = proto.ColumnType("FixedString(16)")
	spanIDType    = proto.ColumnType("FixedString(8)")
	batchIDColumn = "batch_id"
)

// builder makes the input of an insert from a block.
type builder struct {
	block telemetry.Block
	input proto.Input
}

func (b *builder) add(name string, data proto.ColInput) {
	b.input = append(b.input, proto.InputColumn{Name: name, Data: data})
}

func (b *builder) addRows(name string, kind proto.ColumnType, p put) {
	b.add(name, &column{kind: kind, index: b.block.Index, put: p})
}

// addName adds a low-cardinality column of the texts with the numbers.
func (b *builder) addName(name string, number func(row uint32) uint32) {
	b.add(name, lowCardinalityOf(&b.block.Rows.Texts, b.block.Index, number))
}

func (b *builder) addNames(name string, numbers []uint32) {
	b.addName(name, func(row uint32) uint32 { return numbers[row] })
}

// addTimes adds a time in full and in seconds.
func (b *builder) addTimes(name string, times []int64) {
	b.addRows("Time", timeType, func(to []byte, row uint32) []byte {
		return binary.LittleEndian.AppendUint32(to, uint32(times[row]/int64(time.Second)))
	})
	b.addRows(name, nanosType, putUint64(times))
}

func (b *builder) addBatch(id telemetry.BatchID) {
	b.add(batchIDColumn, &lowCardinality{kind: batchType, keys: make([]uint32, b.block.Len()), texts: id[:], count: 1})
}

// addOrigin adds the columns of resource and scope.
func (b *builder) addOrigin(number func(row uint32) uint32) {
	origins := b.block.Rows.Origins()
	of := func(field func(telemetry.Origin) uint32) func(row uint32) uint32 {
		return func(row uint32) uint32 { return field(origins[number(row)]) }
	}
	b.addName("ServiceName", of(func(o telemetry.Origin) uint32 { return o.Service }))
	b.addName("Resource", of(func(o telemetry.Origin) uint32 { return o.Resource }))
	b.addName("ResourceSchemaUrl", of(func(o telemetry.Origin) uint32 { return o.ResourceSchema }))
	b.addName("ScopeName", of(func(o telemetry.Origin) uint32 { return o.ScopeName }))
	b.addName("ScopeVersion", of(func(o telemetry.Origin) uint32 { return o.ScopeVersion }))
	b.addName("ScopeSchemaUrl", of(func(o telemetry.Origin) uint32 { return o.ScopeSchema }))
	b.addName("Scope", of(func(o telemetry.Origin) uint32 { return o.Scope }))
}

// addAttributes adds the map and the hot columns, and returns the division.
// Columns that others took the place of get nothing: left out, they would show
// what the map has.
func (b *builder) addAttributes(name string, attributes *telemetry.Attributes, columns TableColumns) *division {
	s := splitAttributes(b.block, attributes, columns.Hot)
	b.add(name, s.mapColumn())
	for _, old := range columns.Old {
		b.addEmpty(old)
	}
	for i, column := range columns.Hot {
		b.add(column.Name, s.hotColumn(i))
		if column.Misfits != "" {
			b.add(column.Misfits, s.misfitsColumn(i))
		}
	}
	return s
}

// addEmpty adds the columns of a key without a value in any row.
func (b *builder) addEmpty(hot HotColumn) {
	none := &division{own: [][]uint32{make([]uint32, b.block.Len())}, hot: []HotColumn{hot}}
	none.misfits = none.own
	b.add(hot.Name, none.hotColumn(0))
	if hot.Misfits != "" {
		b.add(hot.Misfits, none.misfitsColumn(0))
	}
}

// logInput returns the columns of a block of log records.
func logInput(block telemetry.Block, id telemetry.BatchID, columns TableColumns) (proto.Input, *division) {
	b := &builder{block: block}
	logs := &block.Rows.Logs
	b.addTimes("Timestamp", logs.Time)
	b.addRows("ObservedDelta", proto.ColumnTypeInt64, putUint64(logs.Observed))
	b.addRows("TraceId", traceIDType, putFixed(logs.TraceID, telemetry.TraceIDBytes))
	b.addRows("SpanId", spanIDType, putFixed(logs.SpanID, telemetry.SpanIDBytes))
	b.addRows("TraceFlags", proto.ColumnTypeUInt8, putUint8(logs.Flags))
	b.addNames("SeverityText", logs.SeverityText)
	b.addRows("SeverityNumber", proto.ColumnTypeUInt8, putUint8(logs.Severity))
	b.addRows("Body", proto.ColumnTypeString, putTexts(&logs.Body))
	b.addNames("EventName", logs.EventName)
	b.addOrigin(func(row uint32) uint32 { return logs.Origin[row] })
	rest := b.addAttributes("LogAttributes", &logs.Attributes, columns)
	b.addBatch(id)
	return b.input, rest
}
