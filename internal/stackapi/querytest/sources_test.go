package querytest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSourceThatCanNeverBeQueriedIsRefused saves sources over the team's own
// tables, good ones and such that no query could read.
func TestSourceThatCanNeverBeQueriedIsRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t, 1)
	connection := s.ownConnection(t)
	save := func(name, more string, status int, contains ...string) testkit.Scenario {
		body := `{"name":"S","connection":"` + connection + `","timestampValueExpression":"Timestamp",` + more + `}`
		return testkit.Scenario{
			Name: name, Method: http.MethodPost, Path: "/api/v2/sources", Body: body, Status: status, Contains: contains,
			Headers: map[string]string{"Authorization": "Bearer " + s.key},
		}
	}
	const (
		logs   = `"kind":"log","from":{"databaseName":"default","tableName":"otel_logs"},"defaultTableSelectExpression":"Timestamp,ServiceName,SeverityText,Body"`
		traces = `"kind":"trace","from":{"databaseName":"default","tableName":"otel_traces"},"defaultTableSelectExpression":"Timestamp,ServiceName,StatusCode,round(Duration/1e6),SpanName",
			"durationExpression":"Duration","durationPrecision":9,"traceIdExpression":"TraceId","spanIdExpression":"SpanId","parentSpanIdExpression":"ParentSpanId",
			"spanNameExpression":"SpanName","spanKindExpression":"SpanKind","implicitColumnExpression":"SpanName","statusCodeExpression":"StatusCode","statusMessageExpression":"StatusMessage",
			"serviceNameExpression":"ServiceName","resourceAttributesExpression":"ResourceAttributes","eventAttributesExpression":"SpanAttributes","spanEventsValueExpression":"Events"`
		metrics = `"kind":"metric","from":{"databaseName":"default","tableName":""},"resourceAttributesExpression":"ResourceAttributes","metricTables":`
	)
	testkit.Run(t, s.base, []testkit.Scenario{
		save("logs", logs+`,"serviceNameExpression":"ServiceName","bodyExpression":"Body","severityTextExpression":"SeverityText","implicitColumnExpression":"Body","traceIdExpression":"TraceId","spanIdExpression":"SpanId"`, 200),
		save("traces", traces, 200),
		save("metrics", metrics+`{"gauge":"otel_metrics_gauge","sum":"otel_metrics_sum","histogram":"otel_metrics_histogram"}`, 200),
		save("a session has no query here", `"kind":"session","from":{"databaseName":"default","tableName":"hyperdx_sessions"},"traceSourceId":"`+s.sources["trace"]+`"`, 200),
		save("another database", strings.Replace(logs, `"default"`, `"elsewhere"`, 1), 400, "database must be"),
		save("no such table", strings.Replace(logs, "otel_logs", "otel_nothing", 1), 400, `"message"`),
		save("an unknown function", logs+`,"bodyExpression":"nothing(Body)"`, 400, "bodyExpression"),
		save("no expression", logs+`,"serviceNameExpression":"ServiceName +"`, 400, "serviceNameExpression"),
		save("an unknown column", logs+`,"severityTextExpression":"NoSuchColumn"`, 400, "severityTextExpression"),
		save("an unknown column of the list", strings.Replace(logs, "SeverityText", "NoSuchColumn", 1), 400, "defaultTableSelectExpression"),
		save("a type that does not fit", logs+`,"bodyExpression":"arraySum(Body)"`, 400, "combines types that do not fit"),
		save("no such table of metrics", metrics+`{"gauge":"otel_nothing"}`, 400, `"message"`),
	})
}

// ownConnection returns the id of the connection to the team's own tables.
func (s *shop) ownConnection(t *testing.T) string {
	t.Helper()
	answer := testkit.Scenario{Path: "/api/v2/connections", Headers: map[string]string{"Authorization": "Bearer " + s.key}}.Send(t, s.base)
	_, rest, _ := strings.Cut(answer.Body, `"id":"`)
	id, _, ok := strings.Cut(rest, `"`)
	if !ok {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return id
}
