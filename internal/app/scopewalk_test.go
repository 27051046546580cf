package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// zebra is what nobody with the scope may learn of.
const zebra = "zebra"

// TestScopedPeopleSeeNoTraceOfOthers asks every operation that reads, of all
// documents, as somebody with a data scope and as an admin. An operation that
// reads data and has no question here fails the test.
func TestScopedPeopleSeeNoTraceOfOthers(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.RawSQLTeams = []string{"*"} }})
	sendTwoServices(t, s)
	role := matrixRoles(t, s)["scoped"]
	p := newPerson(t, s, "ann", org.RoleMember)
	if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, p.id, role.ID); err != nil {
		t.Fatal(err)
	}
	questions := scopeWalk(t, s)
	admin := bearer(s.Installation.AccessKey)
	testkit.Eventually(t, time.Minute, "both services are stored", func() bool {
		return strings.Contains(learn(t, s, "getTrace", questions["getTrace"], admin), zebra) &&
			strings.Contains(learn(t, s, "search", questions["search"], admin), zebra) &&
			strings.Contains(learn(t, s, "listMetrics", questions["listMetrics"], admin), zebra)
	})
	shown := 0
	api := roleAPI{"/api/v2", access.StackOperations(), []string{"joinTeam", "getShared", "drawSharedTile", "listSharedValues"}, []app.Role{app.RoleStack}}
	for _, op := range api.operations(t, s) {
		question, asked := questions[op.id]
		switch {
		case op.needs == access.DataRead && !asked:
			t.Errorf("%s reads data, and nothing is asked", op.id)
			continue
		case !asked && op.method != http.MethodGet:
			continue
		case !asked:
			question = testkit.Scenario{Method: op.method, Path: op.path}
		}
		for i := range 2 { // the second time from what was remembered of the admin's
			if text := learn(t, s, op.id, question, p.bearer); strings.Contains(text, zebra) {
				t.Errorf("%s, %d: %s", op.id, i, text)
			}
			if i == 0 && strings.Contains(learn(t, s, op.id, question, admin), zebra) {
				shown++
			}
		}
	}
	askPrometheus(t, s, p.bearer)
	askWithoutSources(t, s, questions)
	keep := testkit.Scenario{Method: http.MethodPut, Path: "/ui/api/retention", Headers: p.session, Body: `{"logDays":1,"traceDays":1,"metricDays":1}`}
	if got := keep.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusForbidden {
		t.Errorf("the retention, which deletes data of others: %d %s", got.Status, got.Body)
	}
	if want := len(questions) - 2; shown < want { // to explain a condition, and to show SQL, reads nothing
		t.Errorf("an admin sees it in %d operations, want %d", shown, want)
	}
}

// askWithoutSources asks the same as somebody who may read all data, and of the
// sources one that shows the rows of a service.
func askWithoutSources(t *testing.T, s *apptest.Server, questions map[string]testkit.Scenario) {
	t.Helper()
	admin := bearer(s.Installation.AccessKey)
	type thing struct {
		ID    string
		Tiles []struct{ ID string }
	}
	call := func(path, body string) thing {
		answer := testkit.Scenario{Method: http.MethodPost, Path: "/api/v2" + path, Headers: admin, Body: body}.Send(t, s.URL(app.RoleStack))
		var made struct{ Data thing }
		if err := json.Unmarshal([]byte(answer.Body), &made); err != nil || made.Data.ID == "" {
			t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
		}
		return made.Data
	}
	var sources struct{ Data []map[string]any }
	answer := testkit.Scenario{Path: "/api/v2/sources", Headers: admin}.Send(t, s.URL(app.RoleStack))
	if err := json.Unmarshal([]byte(answer.Body), &sources); err != nil {
		t.Fatal(err)
	}
	cart, hidden := sources.Data[0], sources.Data[0]["id"].(string)
	for _, name := range []string{"id", "createdAt", "updatedAt", "version"} {
		delete(cart, name)
	}
	cart["name"], cart["tableFilterExpression"] = "Cart", "ServiceName = 'cart'"
	body, err := json.Marshal(cart)
	if err != nil {
		t.Fatal(err)
	}
	call("/sources", string(body))
	role := call("/roles", `{"name":"one source","permissions":[{"action":"read","subject":"all","integration":"clickhouse"},
		{"action":"read","subject":"Source","conditions":{"name":"Cart"}},{"action":"manage","subject":"Dashboard"},
		{"action":"manage","subject":"Alert"},{"action":"manage","subject":"SavedSearch"},{"action":"read","subject":"Webhook"}]}`)
	webhook := call("/webhooks", `{"name":"w","service":"generic","url":"https://example.com"}`)
	dashboard := call("/dashboards", `{"name":"d","tiles":[{"id":"0000000000000000000000f1","name":"t","x":0,"y":0,"w":1,"h":1,"config":{"configType":"sql","displayType":"number",
		"connectionId":"`+cart["connection"].(string)+`","sqlTemplate":"SELECT count() FROM otel_logs WHERE ServiceName = 'zebra'"}}]}`)
	metrics := call("/dashboards", `{"name":"m","tiles":[{"id":"0000000000000000000000f2","name":"t","x":0,"y":0,"w":1,"h":1,"config":{"configType":"promql","displayType":"number","queries":[{"expression":"sum by (job) ({__name__=~\"load.+\"})"}]}}]}`)
	search := call("/saved-searches", `{"name":"s","sourceId":"`+hidden+`","where":"zebra"}`)
	p := newPerson(t, s, "bob", org.RoleMember)
	if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, p.id, role.ID); err != nil {
		t.Fatal(err)
	}
	of := func(what string) testkit.Scenario {
		return testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/alerts", Headers: p.bearer, Body: `{` + what + `,"interval":"1m","threshold":1,"thresholdType":"above",
			"channel":{"type":"webhook","webhookId":"` + webhook.ID + `"}}`}
	}
	for _, what := range []string{
		`"source":"saved_search","savedSearchId":"` + search.ID + `"`,
		`"source":"tile","dashboardId":"` + dashboard.ID + `","tileId":"` + dashboard.Tiles[0].ID + `"`,
		`"source":"tile","dashboardId":"` + metrics.ID + `","tileId":"` + metrics.Tiles[0].ID + `"`,
	} {
		if answer := of(what).Send(t, s.URL(app.RoleStack)); answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, "sources that your role may read") {
			t.Errorf("an alert on %s: %d %s", what, answer.Status, answer.Body)
		}
	}
	for id, question := range questions {
		question.Headers = p.bearer
		if answer := question.Send(t, s.URL(app.RoleStack)); strings.Contains(answer.Body, zebra) {
			t.Errorf("%s with one source: %d %s", id, answer.Status, answer.Body)
		}
	}
	for _, path := range []string{"query?query=load", "query_range?query=load&start=0&end=60&step=15", "series?match[]=load", "labels", "label/job/values", "metadata", "query_exemplars?query=load&start=0&end=60", "status/tsdb", "cardinality/metrics", "cardinality/labels"} {
		question := testkit.Scenario{Path: "/prometheus/api/v1/" + path, Headers: p.bearer}
		if answer := question.Send(t, s.URL(app.RoleStack)); answer.Status != http.StatusForbidden {
			t.Errorf("PromQL, %s, with one source: %d %s", path, answer.Status, answer.Body)
		}
	}
}

// sendTwoServices sends records, spans and points of a service within the scope
// and of another one.
func sendTwoServices(t *testing.T, s *apptest.Server) {
	t.Helper()
	now := time.Now().Add(-3 * time.Second).UnixNano()
	for i, service := range []string{"cart", zebra} {
		resource := `"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"` + service + `"}},{"key":"only.` + service + `","value":{"stringValue":"` + service + `"}}]}`
		at := fmt.Sprint(now)
		for path, body := range map[string]string{
			"/v1/logs": `{"resourceLogs":[{` + resource + `,"scopeLogs":[{"logRecords":[{"timeUnixNano":"` + at + `","severityText":"info","body":{"stringValue":"hello ` + service + `"},
				"traceId":"0102030405060708090a0b0c0d0e0f10","attributes":[{"key":"k.` + service + `","value":{"stringValue":"v ` + service + `"}}]}]}]}]}`,
			"/v1/traces": fmt.Sprintf(`{"resourceSpans":[{%s,"scopeSpans":[{"spans":[{"traceId":"0102030405060708090a0b0c0d0e0f10","spanId":"010203040506070%d","name":"GET %s","kind":2,
				"startTimeUnixNano":"%s","endTimeUnixNano":"%d"}]}]}]}`, resource, i+1, service, at, now+1e6),
			"/v1/metrics": `{"resourceMetrics":[{` + resource + `,"scopeMetrics":[{"metrics":[{"name":"load.` + service + `","gauge":{"dataPoints":[{"timeUnixNano":"` + at + `","asDouble":1}]}}]}]}]}`,
		} {
			call := testkit.Scenario{Method: http.MethodPost, Path: path, Headers: bearer(s.Installation.IngestionKey), Body: body}
			if got := call.Send(t, s.URL(app.RoleOTLPHTTP)); got.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", path, got.Status, got.Body)
			}
		}
	}
}

// scopeWalk returns a question for each operation that reads data.
func scopeWalk(t *testing.T, s *apptest.Server) map[string]testkit.Scenario {
	t.Helper()
	var sources struct {
		Data []struct{ ID, Kind, Connection string }
	}
	answer := testkit.Scenario{Path: "/api/v2/sources", Headers: bearer(s.Installation.AccessKey)}.Send(t, s.URL(app.RoleStack))
	if err := json.Unmarshal([]byte(answer.Body), &sources); err != nil || len(sources.Data) != 3 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	logs, metrics, connection := sources.Data[0].ID, sources.Data[2].ID, sources.Data[0].Connection
	to := time.Now().Add(time.Hour)
	during := fmt.Sprintf(`"startTime":%d,"endTime":%d`, to.Add(-3*time.Hour).UnixMilli(), to.UnixMilli())
	post := func(path, body string) testkit.Scenario {
		return testkit.Scenario{Method: http.MethodPost, Path: "/api/v2" + path, Body: body}
	}
	series := `{` + during + `,"granularity":"1h","series":[{"sourceId":"` + logs + `","aggFn":"count","where":"","groupBy":["ServiceName"]}]}`
	return map[string]testkit.Scenario{
		"queryChartSeries":   post("/charts/series", series),
		"showChartSeriesSQL": post("/charts/series/sql", series),
		"queryChartSQL":      post("/charts/sql", `{`+during+`,"connectionId":"`+connection+`","sqlTemplate":"SELECT ServiceName AS s, count() AS n FROM otel_logs GROUP BY s"}`),
		"search":             post("/search", `{"sourceId":"`+logs+`","select":"'cart' AS ServiceName, Body"}`),
		"listSearchFields":   post("/search/fields", `{"sourceId":"`+logs+`"}`),
		"listSearchValues":   post("/search/values", `{"sourceId":"`+logs+`","fields":["ServiceName"]}`),
		"listLabelValues":    post("/search/label-values", `{"label":"job"}`),
		"explainSearch":      post("/search/explain", `{"sourceId":"`+logs+`","where":"hello","whereLanguage":"lucene"}`),
		"listMetrics":        post("/search/metrics", `{"sourceId":"`+metrics+`"}`),
		"surroundRow":        post("/search/around", `{"sourceId":"`+logs+`","timestamp":"`+time.Now().UTC().Format(time.RFC3339)+`"}`),
		"tailRows":           {Path: "/api/v2/search/tail?sourceId=" + logs},
		"getTrace":           {Path: "/api/v2/traces/0102030405060708090a0b0c0d0e0f10"},
		"drawTile": post("/charts/tile", `{`+during+`,"tile":{"config":{"displayType":"table","sourceId":"`+logs+
			`","select":[{"aggFn":"count"}],"groupBy":"Body"}}}`),
	}
}

// learn returns all that somebody learns from an operation: its body and headers,
// and of a stream what comes within moments.
func learn(t *testing.T, s *apptest.Server, id string, question testkit.Scenario, who map[string]string) string {
	t.Helper()
	question.Headers = who
	if id != "tailRows" {
		answer := question.Send(t, s.URL(app.RoleStack))
		if question.Body != "" && answer.Status != http.StatusOK {
			t.Errorf("%s: %d %s", id, answer.Status, answer.Body)
		}
		return answer.Body + fmt.Sprint(answer.Header)
	}
	sendTwoServices(t, s) // a tail shows what has just come
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL(app.RoleStack)+question.Path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range who {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body) // until the time is over
	return string(text)
}
