package compile

import (
	"slices"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// PointKind is a type of metric as its table is laid out.
type PointKind uint8

// The kinds of points; other tables have none.
const (
	NoPoints PointKind = iota
	GaugePoints
	SumPoints
	HistogramPoints
	ExponentialPoints
	SummaryPoints
)

func (k PointKind) tableName() string {
	return []string{
		"", "metrics_gauge", "metrics_sum", "metrics_histogram", "metrics_exponential_histogram", "metrics_summary",
	}[k]
}

// pointsTable is the table of the points of one type of metric.
func pointsTable(k PointKind) *Table {
	columns := []LogicalColumn{
		storedAs("TimeUnix", "Timestamp", TimeKind),
		storedAs("StartTimeUnix", "StartTimestamp", TimeKind),
		plainColumn("MetricName", TextKind),
		plainColumn("MetricDescription", TextKind),
		plainColumn("MetricUnit", TextKind),
		plainColumn("ServiceName", TextKind),
		objectColumn("Attributes", "Attributes"),
	}
	columns = append(columns, originColumns()...)
	columns = append(columns, plainColumn("ScopeDroppedAttrCount", NumberKind), plainColumn("Flags", NumberKind))
	return withNames(&Table{
		Name: k.tableName(), Second: "Time", Instant: "Timestamp", Bucket: "toStartOfHour(Time)", width: oneHour,
		identity: []string{"batch_id", "Timestamp", "Series"}, Points: k,
		Identifies: []string{"ServiceName", "Resource", "ScopeName", "ScopeVersion", "Scope", "MetricName", "Attributes"},
		Columns:    slices.Concat(columns, measureColumns(k), exemplarColumns(k)),
	})
}

// PointsOf returns the table of the points of a type.
func PointsOf(kind telemetry.PointKind) *Table { return pointsTable(GaugePoints + PointKind(kind)) }

// SeriesTable returns the index of series. Its columns are what identifies a
// series, under the names that they have in the tables of points.
func SeriesTable() *Table {
	columns := []LogicalColumn{
		plainColumn("MetricName", TextKind),
		plainColumn("MetricDescription", TextKind),
		plainColumn("MetricUnit", TextKind),
		plainColumn("ServiceName", TextKind),
		objectColumn("Attributes", "Attributes"),
	}
	return withNames(&Table{
		Name: "series", Second: "Time", Instant: "Time", Bucket: "toDate(Time)", width: oneHour,
		Columns: append(columns, originColumns()...),
	})
}

// measureColumns are what a point of the type measures.
func measureColumns(k PointKind) []LogicalColumn {
	counted := []LogicalColumn{plainColumn("Count", NumberKind), plainColumn("Sum", NumberKind)}
	ranged := append(slices.Clone(counted), plainColumn("Min", NumberKind), plainColumn("Max", NumberKind),
		plainColumn("AggregationTemporality", NumberKind))
	switch k {
	case GaugePoints:
		return []LogicalColumn{plainColumn("Value", NumberKind)}
	case SumPoints:
		return []LogicalColumn{
			plainColumn("Value", NumberKind), plainColumn("AggregationTemporality", NumberKind), plainColumn("IsMonotonic", boolKind),
		}
	case HistogramPoints:
		return append(ranged, listColumn("BucketCounts", NumberKind), listColumn("ExplicitBounds", NumberKind))
	case ExponentialPoints:
		return append(ranged, plainColumn("Scale", NumberKind), plainColumn("ZeroCount", NumberKind),
			plainColumn("PositiveOffset", NumberKind), listColumn("PositiveBucketCounts", NumberKind),
			plainColumn("NegativeOffset", NumberKind), listColumn("NegativeBucketCounts", NumberKind))
	case SummaryPoints:
		return append(counted, listColumn("ValueAtQuantiles.Quantile", NumberKind), listColumn("ValueAtQuantiles.Value", NumberKind))
	case NoPoints:
	}
	return nil
}

func exemplarColumns(k PointKind) []LogicalColumn {
	if k == SummaryPoints {
		return nil
	}
	return []LogicalColumn{
		objectListColumn("Exemplars.FilteredAttributes"),
		listColumn("Exemplars.TimeUnix", TimeKind),
		listColumn("Exemplars.Value", NumberKind),
		idListColumn("Exemplars.SpanId"),
		idListColumn("Exemplars.TraceId"),
	}
}
