package stack

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/query"
)

const (
	// SectionCharsMax bounds the section label of a source.
	SectionCharsMax = 256
	// QuerySettingsMax bounds the query settings of a source.
	QuerySettingsMax = 10
	// QuerySettingCharsMax bounds the name and the value of a query setting.
	QuerySettingCharsMax = 256
	// TableNameCharsMax bounds names of databases, tables and columns.
	TableNameCharsMax = 256
	// HighlightsMax bounds the highlighted attributes of a source.
	HighlightsMax = 50
	// MaterializedViewsMax bounds the materialized views of a source.
	MaterializedViewsMax = 20
	// AggregatedColumnsMax bounds the aggregates of a materialized view.
	AggregatedColumnsMax = 100
	// DurationPrecisionMax is nanoseconds.
	DurationPrecisionMax = 9
)

var settingForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (s SourceSpec) check(p place) {
	p.at("name").chars(s.Name, 1, NameCharsMax)
	p.at("connection").check(idForm.MatchString(s.Connection), "format", "must be a valid connection id")
	s.From.check(p.at("from"), s.Kind)
	p.at("timestampValueExpression").neededExpression(s.TimestampValueExpression)
	p.at("section").chars(s.Section, 0, SectionCharsMax)
	s.checkSettings(p.at("querySettings"))
	if !slices.Contains(SourceKinds(), s.Kind) {
		oneOf(p.at("kind"), s.Kind, SourceKinds())
		return
	}
	s.checkKindFields(p)
	s.checkLinks(p)
	s.checkLists(p)
}

func (t SourceTable) check(p place, kind SourceKind) {
	p.at("databaseName").chars(t.DatabaseName, 1, TableNameCharsMax)
	least := 1
	if kind == KindMetric {
		least = 0
	}
	p.at("tableName").chars(t.TableName, least, TableNameCharsMax)
}

func (s SourceSpec) checkSettings(p place) {
	p.items(len(s.QuerySettings), 0, QuerySettingsMax)
	for i, q := range s.QuerySettings {
		p.item(i).at("setting").chars(q.Setting, 1, QuerySettingCharsMax)
		p.item(i).at("setting").check(settingForm.MatchString(q.Setting), "format", "must be the name of a setting")
		p.item(i).at("value").chars(q.Value, 0, QuerySettingCharsMax)
	}
}

// checkKindFields checks by the struct's tags that the fields fit the kind.
func (s SourceSpec) checkKindFields(p place) {
	fields := reflect.ValueOf(s)
	for i := range fields.NumField() {
		tag := fields.Type().Field(i).Tag
		kinds, particular := tag.Lookup("on")
		if !particular {
			continue
		}
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		s.checkKindField(p.at(name), fields.Field(i), kinds, tag.Get("need"))
	}
}

func (s SourceSpec) checkKindField(p place, field reflect.Value, kinds, need string) {
	if field.IsZero() {
		p.check(!hasWord(need, s.Kind), "required", "is required for a %s source", s.Kind)
		return
	}
	p.check(hasWord(kinds, s.Kind), "unknown_field", "is not a field of a %s source", s.Kind)
	if field.Kind() == reflect.String {
		p.expression(field.String())
	}
}

func hasWord(words string, kind SourceKind) bool {
	return slices.Contains(strings.Fields(words), string(kind))
}

func (s SourceSpec) checkLinks(p place) {
	p.at("logSourceId").optionalID(s.LogSourceID)
	p.at("traceSourceId").optionalID(s.TraceSourceID)
	p.at("metricSourceId").optionalID(s.MetricSourceID)
	p.at("sessionSourceId").optionalID(s.SessionSourceID)
}

func (s SourceSpec) checkLists(p place) {
	p.at("durationPrecision").optionalInt(s.DurationPrecision, 0, DurationPrecisionMax)
	optionalOneOf(p.at("useTextIndexForImplicitColumn"), s.UseTextIndexForImplicitColumn, []string{"auto", "enabled", "disabled"})
	checkHighlights(p.at("highlightedTraceAttributeExpressions"), s.HighlightedTraceAttributes)
	checkHighlights(p.at("highlightedRowAttributeExpressions"), s.HighlightedRowAttributes)
	s.MetricTables.check(p.at("metricTables"))
	s.MetadataMaterializedViews.check(p.at("metadataMaterializedViews"))
	views := p.at("materializedViews")
	views.items(len(s.MaterializedViews), 0, MaterializedViewsMax)
	for i, view := range s.MaterializedViews {
		view.check(views.item(i))
	}
}

func checkHighlights(p place, highlights []Highlight) {
	p.items(len(highlights), 0, HighlightsMax)
	for i, h := range highlights {
		p.item(i).at("sqlExpression").neededExpression(h.SQLExpression)
		p.item(i).at("luceneExpression").expression(h.LuceneExpression)
		p.item(i).at("alias").expression(h.Alias)
	}
}

func (t *MetricTables) check(p place) {
	if t == nil {
		return
	}
	names := []string{t.Gauge, t.Histogram, t.Sum, t.Summary, t.ExponentialHistogram}
	p.check(strings.Join(names, "") != "", "required", "must name at least one table")
	for i, name := range names {
		p.at(string([]query.MetricType{query.MetricGauge, query.MetricHistogram, query.MetricSum, query.MetricSummary, query.MetricExponentialHistogram}[i])).
			chars(name, 0, TableNameCharsMax)
	}
}

func (v *MetadataViews) check(p place) {
	if v == nil {
		return
	}
	p.at("keyRollupTable").chars(v.KeyRollupTable, 0, TableNameCharsMax)
	p.at("kvRollupTable").chars(v.KVRollupTable, 1, TableNameCharsMax)
	oneOf(p.at("granularity"), v.Granularity, query.ViewGranularities())
}

func (v MaterializedView) check(p place) {
	p.at("databaseName").chars(v.DatabaseName, 1, TableNameCharsMax)
	p.at("tableName").chars(v.TableName, 1, TableNameCharsMax)
	p.at("dimensionColumns").expression(v.DimensionColumns)
	oneOf(p.at("minGranularity"), v.MinGranularity, query.ViewGranularities())
	p.at("minDate").check(v.MinDate == "" || isDate(v.MinDate), "format", "must be an RFC 3339 date or date-time")
	p.at("timestampColumn").chars(v.TimestampColumn, 1, TableNameCharsMax)
	columns := p.at("aggregatedColumns")
	columns.items(len(v.AggregatedColumns), 1, AggregatedColumnsMax)
	for i, c := range v.AggregatedColumns {
		columns.item(i).at("mvColumn").chars(c.MVColumn, 1, TableNameCharsMax)
		columns.item(i).at("aggFn").chars(c.AggFn, 1, TableNameCharsMax)
		columns.item(i).at("sourceColumn").expression(c.SourceColumn)
	}
}

func isDate(text string) bool {
	_, dateTime := time.Parse(time.RFC3339, text)
	_, date := time.Parse(time.DateOnly, text)
	return dateTime == nil || date == nil
}
