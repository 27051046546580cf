package stack_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

const common = `"name":"n","connection":"` + idC + `","from":{"databaseName":"default","tableName":"t"},"timestampValueExpression":"Timestamp"`

// sourceBody returns the least body of a kind.
func sourceBody(kind stack.SourceKind) string {
	extra := map[stack.SourceKind]string{
		stack.KindLog: `,"defaultTableSelectExpression":"Body"`,
		stack.KindTrace: `,"defaultTableSelectExpression":"Body","durationExpression":"Duration","traceIdExpression":"TraceId",
			"spanIdExpression":"SpanId","parentSpanIdExpression":"ParentSpanId","spanNameExpression":"SpanName","spanKindExpression":"SpanKind"`,
		stack.KindMetric:  `,"metricTables":{"gauge":"g"},"resourceAttributesExpression":"ResourceAttributes"`,
		stack.KindSession: `,"traceSourceId":"` + idA + `"`,
	}
	return common + `,"kind":"` + string(kind) + `"` + extra[kind]
}

func TestSourceRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := stack.DecodeSource([]byte("{" + fields + "}"))
		expectMessage(t, fields, err, want)
	}
	for _, kind := range stack.SourceKinds() {
		f(sourceBody(kind), "")
		f(`"id":"ignored","createdAt":"x",`+sourceBody(kind), "")
	}
	f(``, "name: is required; kind: is required; connection: is required; from: is required; timestampValueExpression: is required")
	f(common+`,"kind":"profile"`, "kind: must be one of log, trace, metric, session, promql")
	f(common+`,"kind":"log"`, "defaultTableSelectExpression: is required for a log source")
	f(common+`,"kind":"trace"`, "defaultTableSelectExpression: is required for a trace source; traceIdExpression: is required for a trace source; "+
		"spanIdExpression: is required for a trace source; durationExpression: is required for a trace source; "+
		"parentSpanIdExpression: is required for a trace source; spanNameExpression: is required for a trace source; "+
		"spanKindExpression: is required for a trace source")
	f(common+`,"kind":"metric"`, "resourceAttributesExpression: is required for a metric source; metricTables: is required for a metric source")
	f(common+`,"kind":"session"`, "traceSourceId: is required for a session source")
	f(sourceBody(stack.KindPromQL)+`,"bodyExpression":"Body"`, "bodyExpression: is not a field of a promql source")
	f(sourceBody(stack.KindPromQL)+`,"bodyExpression":""`, "")
	f(sourceBody(stack.KindLog)+`,"durationPrecision":3`, "durationPrecision: is not a field of a log source")
	f(sourceBody(stack.KindLog)+`,"colour":1`, "colour: is not a known field")
	f(sourceBody(stack.KindLog)+`,"bodyExpression":"`+text(stack.ExpressionCharsMax+1)+`"`, "bodyExpression: must be at most 10000 characters")
	f(sourceBody(stack.KindTrace)+`,"durationPrecision":10`, "durationPrecision: must be between 0 and 9")
	f(sourceBody(stack.KindTrace)+`,"logSourceId":null`, "")
	f(sourceBody(stack.KindTrace)+`,"logSourceId":"x"`, "logSourceId: must be 24 lower-case hexadecimal digits")
	f(sourceBody(stack.KindLog)+`,"useTextIndexForImplicitColumn":"maybe"`, "useTextIndexForImplicitColumn: must be one of auto, enabled, disabled")
	f(strings.Replace(sourceBody(stack.KindLog), idC, "here", 1), "connection: must be a valid connection id")
	f(strings.Replace(sourceBody(stack.KindLog), `"name":"n"`, `"name":""`, 1), "name: must be at least 1 character")
	f(strings.Replace(sourceBody(stack.KindLog), `"tableName":"t"`, `"tableName":""`, 1), "from.tableName: must be at least 1 character")
	f(strings.Replace(sourceBody(stack.KindMetric), `"tableName":"t"`, `"tableName":""`, 1), "")
	f(strings.Replace(sourceBody(stack.KindLog), `"tableName":"t"`, `"tableName":"`+text(stack.TableNameCharsMax+1)+`"`, 1), "from.tableName: must be at most 256 characters")
	f(sourceBody(stack.KindLog)+`,"section":"`+text(stack.SectionCharsMax+1)+`"`, "section: must be at most 256 characters")
	setting := `{"setting":"max_threads","value":"4"}`
	f(sourceBody(stack.KindLog)+`,"disabled":true,"querySettings":`+repeat(stack.QuerySettingsMax, setting), "")
	f(sourceBody(stack.KindLog)+`,"querySettings":`+repeat(stack.QuerySettingsMax+1, setting), "querySettings: must have at most 10 items")
	f(sourceBody(stack.KindLog)+`,"querySettings":[{"setting":"a; b","value":""}]`, "querySettings.0.setting: must be the name of a setting")
	f(sourceBody(stack.KindLog)+`,"querySettings":[{"setting":"a","value":"`+text(stack.QuerySettingCharsMax+1)+`"}]`,
		"querySettings.0.value: must be at most 256 characters")
}

func TestSourceLists(t *testing.T) {
	t.Parallel()
	f := func(kind stack.SourceKind, fields, want string) {
		t.Helper()
		_, err := stack.DecodeSource([]byte("{" + sourceBody(kind) + fields + "}"))
		expectMessage(t, fields, err, want)
	}
	highlight := `{"sqlExpression":"a","luceneExpression":"b","alias":"c"}`
	f(stack.KindLog, `,"highlightedTraceAttributeExpressions":`+repeat(stack.HighlightsMax, highlight), "")
	f(stack.KindLog, `,"highlightedRowAttributeExpressions":`+repeat(stack.HighlightsMax+1, highlight), "highlightedRowAttributeExpressions: must have at most 50 items")
	f(stack.KindTrace, `,"highlightedRowAttributeExpressions":[{"sqlExpression":""}]`, "highlightedRowAttributeExpressions.0.sqlExpression: must be at least 1 character")
	view := func(fields string) string {
		return `{"databaseName":"d","tableName":"t","dimensionColumns":"a","timestampColumn":"ts"` + fields + `}`
	}
	column := `{"mvColumn":"n","aggFn":"count"}`
	f(stack.KindLog, `,"materializedViews":`+repeat(stack.MaterializedViewsMax, view(`,"minGranularity":"5m","aggregatedColumns":[`+column+`]`)), "")
	f(stack.KindLog, `,"materializedViews":`+repeat(stack.MaterializedViewsMax+1, view(`,"minGranularity":"5m","aggregatedColumns":[`+column+`]`)), "materializedViews: must have at most 20 items")
	f(stack.KindLog, `,"materializedViews":[`+view(`,"minGranularity":"5m","aggregatedColumns":[]`)+`]`, "materializedViews.0.aggregatedColumns: must have at least 1 item")
	f(stack.KindLog, `,"materializedViews":[`+view(`,"minGranularity":"5m","aggregatedColumns":`+repeat(stack.AggregatedColumnsMax+1, column))+`]`, "materializedViews.0.aggregatedColumns: must have at most 100 items")
	f(stack.KindLog, `,"materializedViews":[`+view(`,"minGranularity":"3m","aggregatedColumns":[`+column+`]`)+`]`, "materializedViews.0.minGranularity: must be a granularity such as 15s, 5m, 1h or 1d")
	f(stack.KindLog, `,"materializedViews":[`+view(`,"minGranularity":"1h","minDate":"soon","aggregatedColumns":[`+column+`]`)+`]`, "materializedViews.0.minDate: must be an RFC 3339 date or date-time")
	f(stack.KindTrace, `,"metadataMaterializedViews":{"keyRollupTable":"k","kvRollupTable":"kv","granularity":"15 minute"}`, "")
	f(stack.KindTrace, `,"metadataMaterializedViews":{"kvRollupTable":"","granularity":"15m"}`, "metadataMaterializedViews.kvRollupTable: must be at least 1 character")
	f(stack.KindMetric, `,"metricTables":{}`, "metricTables: must name at least one table")
	f(stack.KindMetric, `,"metricTables":{"exponential histogram":"e"}`, "")
	f(stack.KindMetric, `,"metricTables":{"exponential histogram":"`+text(stack.TableNameCharsMax+1)+`"}`, "metricTables.exponential histogram: must be at most 256 characters")
}

func TestSourceDefaults(t *testing.T) {
	t.Parallel()
	got, err := stack.DecodeSource([]byte("{" + sourceBody(stack.KindTrace) + `,"metadataMaterializedViews":{"kvRollupTable":"kv","granularity":"15 minute"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if *got.DurationPrecision != stack.DurationPrecisionDefault || got.QuerySettings == nil || got.MetadataMaterializedViews.Granularity != "15m" {
		t.Errorf("defaults %d %v %s", *got.DurationPrecision, got.QuerySettings, got.MetadataMaterializedViews.Granularity)
	}
	if answer := string(encode(t, got)); !strings.Contains(answer, `"disabled":false,"querySettings":[]`) {
		t.Errorf("answer %s", answer)
	}
	if diff := cmp.Diff(stack.SourceRef{Kind: stack.KindTrace, ConnectionID: idC}, got.Ref()); diff != "" {
		t.Error(diff)
	}
}

func TestDefaultSourcesAreValidAndKnowEachOther(t *testing.T) {
	t.Parallel()
	sources, err := stack.DefaultSources(idC, counter(0))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
		normal, err := s.Normal()
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if diff := cmp.Diff(s.SourceSpec, normal); diff != "" {
			t.Errorf("%s is not in normal form (-is +normal):\n%s", s.Name, diff)
		}
	}
	if diff := cmp.Diff([]string{"Logs", "Traces", "Metrics"}, names); diff != "" {
		t.Error(diff)
	}
	logs, traces, metrics := sources[0], sources[1], sources[2]
	if logs.TraceSourceID != traces.ID || traces.LogSourceID != logs.ID || logs.MetricSourceID != metrics.ID || metrics.LogSourceID != logs.ID {
		t.Error("the default sources do not know each other")
	}
}

func TestGranularitySpelling(t *testing.T) {
	t.Parallel()
	f := func(text string, want query.Granularity, width time.Duration) {
		t.Helper()
		got, err := stack.ParseGranularity(text)
		if want == "" {
			expectMessage(t, text, err, "must be a granularity such as 15s, 5m, 1h or 1d")
			return
		}
		if err != nil || got != want || got.Width() != width {
			t.Errorf("%s = %s, %s, %v", text, got, got.Width(), err)
		}
	}
	f("5m", "5m", 5*time.Minute)
	f("5 minute", "5m", 5*time.Minute)
	f("15 second", "15s", 15*time.Second)
	f("30d", "30d", 720*time.Hour)
	f("12 hour", "12h", 12*time.Hour)
	f("", "", 0)
	f("m", "", 0)
	f("7m", "", 0)
	f("05m", "", 0)
	f("5 minutes", "", 0)
	f("10m", "", 0)
	f("auto", "", 0)
}
