package compile

import (
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/stack"
)

// The widths of the first time in the keys of tables.
const (
	fiveMinutes = 300
	oneHour     = 3600
)

// Tables returns the tables of a team by their logical names.
func Tables() map[string]*Table {
	return map[string]*Table{
		stack.TableLogs:                        logsTable(),
		stack.TableTraces:                      spansTable(),
		stack.TableMetricsGauge:                pointsTable(GaugePoints),
		stack.TableMetricsSum:                  pointsTable(SumPoints),
		stack.TableMetricsHistogram:            pointsTable(HistogramPoints),
		stack.TableMetricsExponentialHistogram: pointsTable(ExponentialPoints),
		stack.TableMetricsSummary:              pointsTable(SummaryPoints),
	}
}

func logsTable() *Table {
	body := plainColumn("Body", TextKind)
	body.Words = "BodyWords"
	columns := []LogicalColumn{
		plainColumn("Timestamp", TimeKind),
		storedAs("TimestampTime", "Time", TimeKind),
		idColumn("TraceId", 16),
		idColumn("SpanId", 8),
		plainColumn("TraceFlags", NumberKind),
		plainColumn("SeverityText", TextKind),
		plainColumn("SeverityNumber", NumberKind),
		plainColumn("ServiceName", TextKind),
		body,
	}
	columns = append(columns, originColumns()...)
	return withNames(&Table{
		Name: "logs", Second: "Time", Instant: "Timestamp", Bucket: "toStartOfFiveMinutes(Time)", width: fiveMinutes,
		identity: []string{
			"batch_id", "Timestamp", "TraceId", "SpanId", "SeverityText", "ServiceName", "Body", "EventName", "Resource", "Scope", "LogAttributes",
		},
		Counted: []string{"ServiceName", "SeverityText"}, Attributes: "LogAttributes",
		Columns: append(columns, plainColumn("LogAttributes", MapKind), plainColumn("EventName", TextKind)),
	})
}

// originColumns say where a record comes from.
func originColumns() []LogicalColumn {
	return []LogicalColumn{
		plainColumn("ResourceSchemaUrl", TextKind),
		objectColumn("ResourceAttributes", "Resource"),
		plainColumn("ScopeSchemaUrl", TextKind),
		plainColumn("ScopeName", TextKind),
		plainColumn("ScopeVersion", TextKind),
		objectColumn("ScopeAttributes", "Scope"),
	}
}

func spansTable() *Table {
	columns := []LogicalColumn{
		plainColumn("Timestamp", TimeKind),
		idColumn("TraceId", 16),
		idColumn("SpanId", 8),
		idColumn("ParentSpanId", 8),
		plainColumn("TraceState", TextKind),
		plainColumn("SpanName", TextKind),
		plainColumn("SpanKind", TextKind),
		plainColumn("ServiceName", TextKind),
		plainColumn("Duration", NumberKind),
		plainColumn("StatusCode", TextKind),
		plainColumn("StatusMessage", TextKind),
	}
	columns = append(columns, originColumns()...)
	columns = append(columns, plainColumn("SpanAttributes", MapKind), sampleRateColumn())
	return withNames(&Table{
		Name: "spans", Second: "Time", Instant: "Timestamp", Bucket: "toStartOfFiveMinutes(Time)", width: fiveMinutes,
		identity: []string{"batch_id", "Timestamp", "TraceId", "SpanId", "Duration", "SpanName", "SpanAttributes"},
		Counted:  []string{"ServiceName", "SpanName", "StatusCode"}, Attributes: "SpanAttributes",
		Columns: slices.Concat(columns, eventColumns(), linkColumns()),
	})
}

// sampleRateMax is the greatest number of spans that one can stand for.
const sampleRateMax = "4294967295"

// AtLeastOne returns a number as one that a whole number can hold: NaN and
// infinities have none.
func AtLeastOne(rate string) string {
	return "ifNull(if(isNaN(" + rate + "), 1, least(greatest(" + rate + ", 1), " + sampleRateMax + ")), 1)"
}

// sampleRateColumn is how many spans a span stands for, at least one.
func sampleRateColumn() LogicalColumn {
	return LogicalColumn{Name: "SampleRate", Kind: NumberKind, Derive: func(c *Compiler) Value {
		rate := c.attribute(c.Table.Column("SpanAttributes"), "SampleRate").AsNumber()
		return Value{SQL: "toUInt64(" + AtLeastOne(rate) + ")", Kind: NumberKind, Plain: true}
	}}
}

func eventColumns() []LogicalColumn {
	return []LogicalColumn{
		listColumn("Events.Timestamp", TimeKind),
		listColumn("Events.Name", TextKind),
		objectListColumn("Events.Attributes"),
		{Name: "Events", Kind: ListKind, Stored: "Events.Name", Reads: []string{"Events.Timestamp", "Events.Attributes"},
			SQL: "arrayMap((t, n, a) -> CAST(tuple(" + ISOTime("t") + ", n, JSONExtract(a, 'Map(String, String)')), " +
				"'Tuple(Timestamp String, Name String, Attributes Map(String, String))'), `Events.Timestamp`, `Events.Name`, `Events.Attributes`)"},
	}
}

func linkColumns() []LogicalColumn {
	return []LogicalColumn{
		idListColumn("Links.TraceId"),
		idListColumn("Links.SpanId"),
		listColumn("Links.TraceState", TextKind),
		objectListColumn("Links.Attributes"),
		{Name: "Links", Kind: ListKind, Stored: "Links.TraceId", Reads: []string{"Links.SpanId", "Links.TraceState", "Links.Attributes"},
			SQL: "arrayMap((t, s, n, a) -> CAST(tuple(lower(hex(t)), lower(hex(s)), n, JSONExtract(a, 'Map(String, String)')), " +
				"'Tuple(TraceId String, SpanId String, TraceState String, Attributes Map(String, String))'), " +
				"`Links.TraceId`, `Links.SpanId`, `Links.TraceState`, `Links.Attributes`)"},
	}
}

// The ways in which columns are stored.

// plainColumn is a column that is stored as it is shown.
func plainColumn(name string, k Kind) LogicalColumn { return storedAs(name, name, k) }

// storedAs is a column that is stored under another name.
func storedAs(name, stored string, k Kind) LogicalColumn {
	return LogicalColumn{Name: name, Kind: k, SQL: clickhouse.QuoteName(stored), Stored: stored}
}

// idColumn is an id in hexadecimal that is stored as bytes.
func idColumn(name string, bytes int) LogicalColumn {
	return LogicalColumn{
		Name: name, Kind: TextKind, Stored: name, IDBytes: bytes,
		SQL: "if(" + name + " = " + zeroID(bytes) + ", '', lower(hex(" + name + ")))",
	}
}

// zeroID is how no id is stored.
func zeroID(bytes int) string { return "toFixedString('', " + strconv.Itoa(bytes) + ")" }

// objectColumn is a map of texts that is stored as canonical JSON.
func objectColumn(name, stored string) LogicalColumn {
	return LogicalColumn{
		Name: name, Kind: MapKind, Stored: stored, Object: true,
		SQL: "JSONExtract(" + stored + ", 'Map(String, String)')",
	}
}

func listColumn(name string, elem Kind) LogicalColumn {
	column := plainColumn(name, ListKind)
	column.elem = elem
	return column
}

// objectListColumn is a list of maps that are stored as canonical JSON.
func objectListColumn(name string) LogicalColumn {
	return LogicalColumn{
		Name: name, Kind: ListKind, elem: MapKind, Stored: name, Object: true,
		SQL: "arrayMap(x -> JSONExtract(x, 'Map(String, String)'), " + clickhouse.QuoteName(name) + ")",
	}
}

// idListColumn is a list of ids in hexadecimal that are stored as bytes.
func idListColumn(name string) LogicalColumn {
	return LogicalColumn{
		Name: name, Kind: ListKind, elem: TextKind, Stored: name,
		SQL: "arrayMap(x -> lower(hex(x)), " + clickhouse.QuoteName(name) + ")",
	}
}
