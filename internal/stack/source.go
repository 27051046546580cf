package stack

import "github.com/cairnstack/cairn/internal/query"

// SourceKind is the kind of telemetry that a source holds.
type SourceKind string

// The kinds.
const (
	KindLog     SourceKind = "log"
	KindTrace   SourceKind = "trace"
	KindMetric  SourceKind = "metric"
	KindSession SourceKind = "session"
	KindPromQL  SourceKind = "promql"
)

// SourceKinds lists the kinds.
func SourceKinds() []SourceKind {
	return []SourceKind{KindLog, KindTrace, KindMetric, KindSession, KindPromQL}
}

// Source says where telemetry lies and which of its columns mean what.
type Source struct {
	Record
	SourceSpec
	ConnectionMissing bool // found out when it is read, not stored
	Elsewhere         bool // its connection is not the team's own; found out when it is queried, not stored
}

// SourceSpec is the content of a source: what is stored, answered and written
// as one JSON document. The tag `on` names the kinds that have the field, the
// tag `need` those that need it; fields without `on` are common to all. An
// empty text means "not set".
type SourceSpec struct {
	Name                     string         `json:"name"`
	Kind                     SourceKind     `json:"kind"`
	Connection               string         `json:"connection"`
	From                     SourceTable    `json:"from"`
	TimestampValueExpression string         `json:"timestampValueExpression"`
	Section                  string         `json:"section,omitempty"`
	Disabled                 bool           `json:"disabled" required:"false"`
	QuerySettings            []QuerySetting `json:"querySettings" required:"false"`

	DefaultTableSelectExpression string `json:"defaultTableSelectExpression,omitempty" on:"log trace" need:"log trace"`
	ServiceNameExpression        string `json:"serviceNameExpression,omitempty" on:"log trace metric"`
	ServiceVersionExpression     string `json:"serviceVersionExpression,omitempty" on:"log trace"`
	SeverityTextExpression       string `json:"severityTextExpression,omitempty" on:"log"`
	BodyExpression               string `json:"bodyExpression,omitempty" on:"log"`
	EventAttributesExpression    string `json:"eventAttributesExpression,omitempty" on:"log trace"`
	ResourceAttributesExpression string `json:"resourceAttributesExpression,omitempty" on:"log trace metric session" need:"metric"`
	TraceIDExpression            string `json:"traceIdExpression,omitempty" on:"log trace" need:"trace"`
	SpanIDExpression             string `json:"spanIdExpression,omitempty" on:"log trace" need:"trace"`

	DurationExpression        string `json:"durationExpression,omitempty" on:"trace" need:"trace"`
	DurationPrecision         *int   `json:"durationPrecision,omitempty" on:"trace"`
	ParentSpanIDExpression    string `json:"parentSpanIdExpression,omitempty" on:"trace" need:"trace"`
	SpanNameExpression        string `json:"spanNameExpression,omitempty" on:"trace" need:"trace"`
	SpanKindExpression        string `json:"spanKindExpression,omitempty" on:"trace" need:"trace"`
	SampleRateExpression      string `json:"sampleRateExpression,omitempty" on:"trace"`
	StatusCodeExpression      string `json:"statusCodeExpression,omitempty" on:"trace"`
	StatusMessageExpression   string `json:"statusMessageExpression,omitempty" on:"trace"`
	SpanEventsValueExpression string `json:"spanEventsValueExpression,omitempty" on:"trace"`
	SpanLinksValueExpression  string `json:"spanLinksValueExpression,omitempty" on:"trace"`

	LogSourceID     string `json:"logSourceId,omitempty" nullable:"true" on:"trace metric"`
	TraceSourceID   string `json:"traceSourceId,omitempty" on:"log session" need:"session"`
	MetricSourceID  string `json:"metricSourceId,omitempty" on:"log trace"`
	SessionSourceID string `json:"sessionSourceId,omitempty" on:"trace"`

	ImplicitColumnExpression          string             `json:"implicitColumnExpression,omitempty" on:"log trace"`
	KnownColumnsListExpression        string             `json:"knownColumnsListExpression,omitempty" on:"log trace"`
	DisplayedTimestampValueExpression string             `json:"displayedTimestampValueExpression,omitempty" on:"log trace"`
	TableFilterExpression             string             `json:"tableFilterExpression,omitempty" on:"log"`
	OrderByExpression                 string             `json:"orderByExpression,omitempty" on:"log trace"`
	UseTextIndexForImplicitColumn     string             `json:"useTextIndexForImplicitColumn,omitempty" on:"log trace"`
	HighlightedTraceAttributes        []Highlight        `json:"highlightedTraceAttributeExpressions,omitzero" on:"log trace"`
	HighlightedRowAttributes          []Highlight        `json:"highlightedRowAttributeExpressions,omitzero" on:"log trace"`
	MaterializedViews                 []MaterializedView `json:"materializedViews,omitzero" on:"log trace"`
	MetadataMaterializedViews         *MetadataViews     `json:"metadataMaterializedViews,omitempty" on:"log trace"`

	MetricTables *MetricTables `json:"metricTables,omitempty" on:"metric" need:"metric"`
	SeriesTable  string        `json:"seriesTable,omitempty" on:"metric"`
}

// SourceTable names a table. The table of a metric source may be empty: its
// tables are MetricTables.
type SourceTable struct {
	DatabaseName string `json:"databaseName"`
	TableName    string `json:"tableName"`
}

// QuerySetting is a setting that queries of the source run with.
type QuerySetting struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
}

// Highlight is an attribute that is shown beside a trace or a row.
type Highlight struct {
	SQLExpression    string `json:"sqlExpression"`
	LuceneExpression string `json:"luceneExpression,omitempty"`
	Alias            string `json:"alias,omitempty"`
}

// MetricTables names the table of each metric type.
type MetricTables struct {
	Gauge                string `json:"gauge,omitempty"`
	Histogram            string `json:"histogram,omitempty"`
	Sum                  string `json:"sum,omitempty"`
	Summary              string `json:"summary,omitempty"`
	ExponentialHistogram string `json:"exponential histogram,omitempty"`
}

// MaterializedView is a table of pre-aggregated rows that charts may read
// instead of the source's own.
type MaterializedView struct {
	DatabaseName      string             `json:"databaseName"`
	TableName         string             `json:"tableName"`
	DimensionColumns  string             `json:"dimensionColumns"`
	MinGranularity    query.Granularity  `json:"minGranularity" spelling:"view"`
	MinDate           string             `json:"minDate,omitempty"`
	TimestampColumn   string             `json:"timestampColumn"`
	AggregatedColumns []AggregatedColumn `json:"aggregatedColumns"`
}

// AggregatedColumn is one aggregate that a materialized view holds.
type AggregatedColumn struct {
	MVColumn     string `json:"mvColumn"`
	AggFn        string `json:"aggFn"`
	SourceColumn string `json:"sourceColumn,omitempty"`
}

// MetadataViews are tables of keys and values that fill pickers.
type MetadataViews struct {
	KeyRollupTable string            `json:"keyRollupTable,omitempty"`
	KVRollupTable  string            `json:"kvRollupTable"`
	Granularity    query.Granularity `json:"granularity" spelling:"view"`
}

// DurationPrecisionDefault is the unit of a trace source's durations unless
// told otherwise: 10^-3 s.
const DurationPrecisionDefault = 3

// DecodeSource reads a body strictly and checks it. A body replaces the
// source whole, and may change its kind.
func DecodeSource(body []byte) (SourceSpec, error) {
	s, err := decodeRecord[SourceSpec](body, computedFields.source)
	if err != nil {
		return SourceSpec{}, err
	}
	return s.Normal()
}

// Normal returns the source with its defaults filled in, or an Invalid fault
// that names every broken rule.
func (s SourceSpec) Normal() (SourceSpec, error) {
	if s.Kind == KindTrace && s.DurationPrecision == nil {
		precision := DurationPrecisionDefault
		s.DurationPrecision = &precision
	}
	s.QuerySettings = ownList(s.QuerySettings)
	p := root()
	s.check(p)
	return s, p.log.err()
}

// Ref returns what dashboards need to know of the source.
func (s SourceSpec) Ref() SourceRef { return SourceRef{Kind: s.Kind, ConnectionID: s.Connection} }
