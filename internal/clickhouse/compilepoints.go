package clickhouse

import "slices"

// pointKind is a type of metric as its table is laid out.
type pointKind uint8

const (
	noPoints pointKind = iota
	gaugePoints
	sumPoints
	histogramPoints
	exponentialPoints
	summaryPoints
)

func (k pointKind) tableName() string {
	return []string{
		"", "metrics_gauge", "metrics_sum", "metrics_histogram", "metrics_exponential_histogram", "metrics_summary",
	}[k]
}

// pointsTable is the table of the points of one type of metric.
func pointsTable(k pointKind) *table {
	columns := []logicalColumn{
		storedAs("TimeUnix", "Timestamp", timeKind),
		storedAs("StartTimeUnix", "StartTimestamp", timeKind),
		plainColumn("MetricName", textKind),
		plainColumn("MetricDescription", textKind),
		plainColumn("MetricUnit", textKind),
		plainColumn("ServiceName", textKind),
		objectColumn("Attributes", "Attributes"),
	}
	columns = append(columns, originColumns()...)
	columns = append(columns, plainColumn("ScopeDroppedAttrCount", numberKind), plainColumn("Flags", numberKind))
	return &table{
		name: k.tableName(), second: "Time", instant: "Timestamp", bucket: "toStartOfHour(Time)", width: oneHour,
		identity: []string{"batch_id", "Timestamp", "Series"}, points: k,
		columns: slices.Concat(columns, measureColumns(k), exemplarColumns(k)),
	}
}

// measureColumns are what a point of the type measures.
func measureColumns(k pointKind) []logicalColumn {
	counted := []logicalColumn{plainColumn("Count", numberKind), plainColumn("Sum", numberKind)}
	ranged := append(slices.Clone(counted), plainColumn("Min", numberKind), plainColumn("Max", numberKind),
		plainColumn("AggregationTemporality", numberKind))
	switch k {
	case gaugePoints:
		return []logicalColumn{plainColumn("Value", numberKind)}
	case sumPoints:
		return []logicalColumn{
			plainColumn("Value", numberKind), plainColumn("AggregationTemporality", numberKind), plainColumn("IsMonotonic", boolKind),
		}
	case histogramPoints:
		return append(ranged, listColumn("BucketCounts", numberKind), listColumn("ExplicitBounds", numberKind))
	case exponentialPoints:
		return append(ranged, plainColumn("Scale", numberKind), plainColumn("ZeroCount", numberKind),
			plainColumn("PositiveOffset", numberKind), listColumn("PositiveBucketCounts", numberKind),
			plainColumn("NegativeOffset", numberKind), listColumn("NegativeBucketCounts", numberKind))
	default:
		return append(counted, listColumn("ValueAtQuantiles.Quantile", numberKind), listColumn("ValueAtQuantiles.Value", numberKind))
	}
}

func exemplarColumns(k pointKind) []logicalColumn {
	if k == summaryPoints {
		return nil
	}
	return []logicalColumn{
		objectListColumn("Exemplars.FilteredAttributes"),
		listColumn("Exemplars.TimeUnix", timeKind),
		listColumn("Exemplars.Value", numberKind),
		idListColumn("Exemplars.SpanId"),
		idListColumn("Exemplars.TraceId"),
	}
}
