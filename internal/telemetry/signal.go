package telemetry

// Signal is a kind of telemetry.
type Signal uint8

// The signals.
const (
	Logs Signal = iota
	Traces
	Metrics
)

// Signals returns all signals.
func Signals() []Signal { return []Signal{Logs, Traces, Metrics} }

// String returns the signal's name in paths, settings and metrics.
func (s Signal) String() string {
	switch s {
	case Logs:
		return "logs"
	case Traces:
		return "traces"
	case Metrics:
		return "metrics"
	}
	return "unknown"
}

// Tables returns the tables that hold the signal's records.
func (s Signal) Tables() []Table {
	switch s {
	case Logs:
		return []Table{LogsTable}
	case Traces:
		return []Table{SpansTable}
	case Metrics:
		return []Table{GaugeTable, SumTable, HistogramTable, ExponentialHistogramTable, SummaryTable, MetadataTable}
	}
	return nil
}

// Table names a table of a team's database.
type Table string

// The tables.
const (
	LogsTable                 Table = "logs"
	SpansTable                Table = "spans"
	GaugeTable                Table = "metrics_gauge"
	SumTable                  Table = "metrics_sum"
	HistogramTable            Table = "metrics_histogram"
	ExponentialHistogramTable Table = "metrics_exponential_histogram"
	SummaryTable              Table = "metrics_summary"
	MetadataTable             Table = "metric_metadata"
)

// Tables returns all tables.
func Tables() []Table {
	var all []Table
	for _, signal := range Signals() {
		all = append(all, signal.Tables()...)
	}
	return all
}

// Signal returns the signal whose records the table holds.
func (t Table) Signal() Signal {
	switch t {
	case LogsTable:
		return Logs
	case SpansTable:
		return Traces
	case GaugeTable, SumTable, HistogramTable, ExponentialHistogramTable, SummaryTable, MetadataTable:
	}
	return Metrics
}
