package clickhouse

import (
	"slices"
	"strconv"

	"github.com/cairnstack/cairn/internal/stack"
)

// The widths of the first time in the keys of tables.
const (
	fiveMinutes = 300
	oneHour     = 3600
)

// tables returns the tables of a team by their logical names.
func tables() map[string]*table {
	return map[string]*table{
		stack.TableLogs:                        logsTable(),
		stack.TableTraces:                      spansTable(),
		stack.TableMetricsGauge:                pointsTable(gaugePoints),
		stack.TableMetricsSum:                  pointsTable(sumPoints),
		stack.TableMetricsHistogram:            pointsTable(histogramPoints),
		stack.TableMetricsExponentialHistogram: pointsTable(exponentialPoints),
		stack.TableMetricsSummary:              pointsTable(summaryPoints),
	}
}

func logsTable() *table {
	body := plainColumn("Body", textKind)
	body.words = "BodyWords"
	columns := []logicalColumn{
		plainColumn("Timestamp", timeKind),
		storedAs("TimestampTime", "Time", timeKind),
		idColumn("TraceId", 16),
		idColumn("SpanId", 8),
		plainColumn("TraceFlags", numberKind),
		plainColumn("SeverityText", textKind),
		plainColumn("SeverityNumber", numberKind),
		plainColumn("ServiceName", textKind),
		body,
	}
	columns = append(columns, originColumns()...)
	return &table{
		name: "logs", second: "Time", instant: "Timestamp", bucket: "toStartOfFiveMinutes(Time)", width: fiveMinutes,
		identity: []string{
			"batch_id", "Timestamp", "TraceId", "SpanId", "SeverityText", "ServiceName", "Body", "EventName", "Resource", "Scope", "LogAttributes",
		},
		counted: []string{"ServiceName", "SeverityText"}, attributes: "LogAttributes",
		columns: append(columns, plainColumn("LogAttributes", mapKind), plainColumn("EventName", textKind)),
	}
}

// originColumns say where a record comes from.
func originColumns() []logicalColumn {
	return []logicalColumn{
		plainColumn("ResourceSchemaUrl", textKind),
		objectColumn("ResourceAttributes", "Resource"),
		plainColumn("ScopeSchemaUrl", textKind),
		plainColumn("ScopeName", textKind),
		plainColumn("ScopeVersion", textKind),
		objectColumn("ScopeAttributes", "Scope"),
	}
}

func spansTable() *table {
	columns := []logicalColumn{
		plainColumn("Timestamp", timeKind),
		idColumn("TraceId", 16),
		idColumn("SpanId", 8),
		idColumn("ParentSpanId", 8),
		plainColumn("TraceState", textKind),
		plainColumn("SpanName", textKind),
		plainColumn("SpanKind", textKind),
		plainColumn("ServiceName", textKind),
		plainColumn("Duration", numberKind),
		plainColumn("StatusCode", textKind),
		plainColumn("StatusMessage", textKind),
	}
	columns = append(columns, originColumns()...)
	columns = append(columns, plainColumn("SpanAttributes", mapKind), sampleRateColumn())
	return &table{
		name: "spans", second: "Time", instant: "Timestamp", bucket: "toStartOfFiveMinutes(Time)", width: fiveMinutes,
		identity: []string{"batch_id", "Timestamp", "TraceId", "SpanId", "Duration", "SpanName", "SpanAttributes"},
		counted:  []string{"ServiceName", "SpanName", "StatusCode"}, attributes: "SpanAttributes",
		columns: slices.Concat(columns, eventColumns(), linkColumns()),
	}
}

// sampleRateMax is the greatest number of spans that one can stand for.
const sampleRateMax = "4294967295"

// atLeastOne returns a number as one that a whole number can hold: NaN and
// infinities have none.
func atLeastOne(rate string) string {
	return "ifNull(if(isNaN(" + rate + "), 1, least(greatest(" + rate + ", 1), " + sampleRateMax + ")), 1)"
}

// sampleRateColumn is how many spans a span stands for, at least one.
func sampleRateColumn() logicalColumn {
	return logicalColumn{name: "SampleRate", kind: numberKind, derive: func(c *compiler) value {
		rate := c.attribute(c.table.column("SpanAttributes"), "SampleRate").asNumber()
		return value{sql: "toUInt64(" + atLeastOne(rate) + ")", kind: numberKind, plain: true}
	}}
}

func eventColumns() []logicalColumn {
	return []logicalColumn{
		listColumn("Events.Timestamp", timeKind),
		listColumn("Events.Name", textKind),
		objectListColumn("Events.Attributes"),
		{name: "Events", kind: listKind, stored: "Events.Name", reads: []string{"Events.Timestamp", "Events.Attributes"},
			sql: "arrayMap((t, n, a) -> CAST(tuple(" + isoTime("t") + ", n, JSONExtract(a, 'Map(String, String)')), " +
				"'Tuple(Timestamp String, Name String, Attributes Map(String, String))'), `Events.Timestamp`, `Events.Name`, `Events.Attributes`)"},
	}
}

func linkColumns() []logicalColumn {
	return []logicalColumn{
		idListColumn("Links.TraceId"),
		idListColumn("Links.SpanId"),
		listColumn("Links.TraceState", textKind),
		objectListColumn("Links.Attributes"),
		{name: "Links", kind: listKind, stored: "Links.TraceId", reads: []string{"Links.SpanId", "Links.TraceState", "Links.Attributes"},
			sql: "arrayMap((t, s, n, a) -> CAST(tuple(lower(hex(t)), lower(hex(s)), n, JSONExtract(a, 'Map(String, String)')), " +
				"'Tuple(TraceId String, SpanId String, TraceState String, Attributes Map(String, String))'), " +
				"`Links.TraceId`, `Links.SpanId`, `Links.TraceState`, `Links.Attributes`)"},
	}
}

// The ways in which columns are stored.

// plainColumn is a column that is stored as it is shown.
func plainColumn(name string, k kind) logicalColumn { return storedAs(name, name, k) }

// storedAs is a column that is stored under another name.
func storedAs(name, stored string, k kind) logicalColumn {
	return logicalColumn{name: name, kind: k, sql: quoteName(stored), stored: stored}
}

// idColumn is an id in hexadecimal that is stored as bytes.
func idColumn(name string, bytes int) logicalColumn {
	return logicalColumn{
		name: name, kind: textKind, stored: name, idBytes: bytes,
		sql: "if(" + name + " = " + zeroID(bytes) + ", '', lower(hex(" + name + ")))",
	}
}

// zeroID is how no id is stored.
func zeroID(bytes int) string { return "toFixedString('', " + strconv.Itoa(bytes) + ")" }

// objectColumn is a map of texts that is stored as canonical JSON.
func objectColumn(name, stored string) logicalColumn {
	return logicalColumn{
		name: name, kind: mapKind, stored: stored, object: true,
		sql: "JSONExtract(" + stored + ", 'Map(String, String)')",
	}
}

func listColumn(name string, elem kind) logicalColumn {
	column := plainColumn(name, listKind)
	column.elem = elem
	return column
}

// objectListColumn is a list of maps that are stored as canonical JSON.
func objectListColumn(name string) logicalColumn {
	return logicalColumn{
		name: name, kind: listKind, elem: mapKind, stored: name, object: true,
		sql: "arrayMap(x -> JSONExtract(x, 'Map(String, String)'), " + quoteName(name) + ")",
	}
}

// idListColumn is a list of ids in hexadecimal that are stored as bytes.
func idListColumn(name string) logicalColumn {
	return logicalColumn{
		name: name, kind: listKind, elem: textKind, stored: name,
		sql: "arrayMap(x -> lower(hex(x)), " + quoteName(name) + ")",
	}
}
