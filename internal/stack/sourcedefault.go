package stack

// OwnDatabase is the logical name of a team's own database in its sources.
const OwnDatabase = "default"

// The logical names of a team's own tables.
const (
	TableLogs                        = "otel_logs"
	TableTraces                      = "otel_traces"
	TableMetricsGauge                = "otel_metrics_gauge"
	TableMetricsSum                  = "otel_metrics_sum"
	TableMetricsHistogram            = "otel_metrics_histogram"
	TableMetricsSummary              = "otel_metrics_summary"
	TableMetricsExponentialHistogram = "otel_metrics_exponential_histogram"
)

// DefaultSources returns the sources of a new team: Logs, Traces and Metrics
// over its own tables, which the connection stands for. They know each other.
func DefaultSources(connectionID string, mint Minter) ([]Source, error) {
	var ids [3]string
	for i := range ids {
		id, err := mint()
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	logs, traces, metrics := defaultLogs(connectionID), defaultTraces(connectionID), defaultMetrics(connectionID)
	logs.TraceSourceID, logs.MetricSourceID = ids[1], ids[2]
	traces.LogSourceID, traces.MetricSourceID = ids[0], ids[2]
	metrics.LogSourceID = ids[0]
	return []Source{
		{Record: Record{ID: ids[0]}, SourceSpec: logs},
		{Record: Record{ID: ids[1]}, SourceSpec: traces},
		{Record: Record{ID: ids[2]}, SourceSpec: metrics},
	}, nil
}

func defaultLogs(connectionID string) SourceSpec {
	return SourceSpec{
		Name: "Logs", Kind: KindLog, Connection: connectionID,
		From:                         SourceTable{DatabaseName: OwnDatabase, TableName: TableLogs},
		TimestampValueExpression:     "Timestamp",
		QuerySettings:                []QuerySetting{},
		DefaultTableSelectExpression: "Timestamp,ServiceName,SeverityText,Body",
		ServiceNameExpression:        "ServiceName",
		SeverityTextExpression:       "SeverityText",
		BodyExpression:               "Body",
		EventAttributesExpression:    "LogAttributes",
		ResourceAttributesExpression: "ResourceAttributes",
		TraceIDExpression:            "TraceId",
		SpanIDExpression:             "SpanId",
		ImplicitColumnExpression:     "Body",
	}
}

func defaultTraces(connectionID string) SourceSpec {
	nanoseconds := DurationPrecisionMax
	return SourceSpec{
		Name: "Traces", Kind: KindTrace, Connection: connectionID,
		From:                         SourceTable{DatabaseName: OwnDatabase, TableName: TableTraces},
		TimestampValueExpression:     "Timestamp",
		QuerySettings:                []QuerySetting{},
		DefaultTableSelectExpression: "Timestamp,ServiceName,StatusCode,round(Duration/1e6),SpanName",
		ServiceNameExpression:        "ServiceName",
		EventAttributesExpression:    "SpanAttributes",
		ResourceAttributesExpression: "ResourceAttributes",
		TraceIDExpression:            "TraceId",
		SpanIDExpression:             "SpanId",
		ParentSpanIDExpression:       "ParentSpanId",
		SpanNameExpression:           "SpanName",
		SpanKindExpression:           "SpanKind",
		DurationExpression:           "Duration",
		DurationPrecision:            &nanoseconds,
		StatusCodeExpression:         "StatusCode",
		StatusMessageExpression:      "StatusMessage",
		SpanEventsValueExpression:    "Events",
		SpanLinksValueExpression:     "Links",
		ImplicitColumnExpression:     "SpanName",
	}
}

func defaultMetrics(connectionID string) SourceSpec {
	return SourceSpec{
		Name: "Metrics", Kind: KindMetric, Connection: connectionID,
		From:                         SourceTable{DatabaseName: OwnDatabase},
		TimestampValueExpression:     "TimeUnix",
		QuerySettings:                []QuerySetting{},
		ServiceNameExpression:        "ServiceName",
		ResourceAttributesExpression: "ResourceAttributes",
		MetricTables: &MetricTables{
			Gauge: TableMetricsGauge, Sum: TableMetricsSum, Histogram: TableMetricsHistogram,
			Summary: TableMetricsSummary, ExponentialHistogram: TableMetricsExponentialHistogram,
		},
	}
}
