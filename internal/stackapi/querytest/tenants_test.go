package querytest_test

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// tenantRow is a valid request of an operation: ${log}, ${trace}, ${metric},
// ${connection} and ${traceId} stand for what is somebody's.
type tenantRow struct {
	path, body string   // path: with a query; empty: that of the operation
	about      []string // what must not be another's
	streams    bool     // does not end on its own
}

// tenantRows has a row for every operation that asks for telemetry; one
// without fails the test.
func tenantRows() map[string]tenantRow {
	const span = `"startTime":"START","endTime":"END"`
	return map[string]tenantRow{
		"POST /charts/series": {
			body:  `{"startTime":START_MS,"endTime":END_MS,"granularity":"1h","series":[{"sourceId":"${log}","aggFn":"count","where":"","groupBy":["Body"]}]}`,
			about: []string{"log"},
		},
		"POST /charts/series/sql": {
			body:  `{"startTime":START_MS,"endTime":END_MS,"series":[{"sourceId":"${log}","aggFn":"count","where":"canaryofhome","groupBy":[]}]}`,
			about: []string{"log"},
		},
		"POST /charts/sql": {
			body:  `{"startTime":START_MS,"endTime":END_MS,"connectionId":"${connection}","sourceId":"${log}","sqlTemplate":"SELECT Body FROM $__sourceTable"}`,
			about: []string{"connection", "log"},
		},
		"POST /charts/tile": {
			body: `{"startTime":START_MS,"endTime":END_MS,"granularity":"1h","sql":true,"filters":[{"where":"Body:canary*"}],` +
				`"tile":{"config":{"displayType":"table","sourceId":"${log}","groupBy":"Body","select":[{"aggFn":"count"}]}}}`,
			about: []string{"log"},
		},
		"POST /search":              {body: `{"sourceId":"${log}",` + span + `}`, about: []string{"log"}},
		"POST /search/fields":       {body: `{"sourceId":"${log}",` + span + `}`, about: []string{"log"}},
		"POST /search/values":       {body: `{"sourceId":"${log}",` + span + `,"fields":["Body"]}`, about: []string{"log"}},
		"POST /search/explain":      {body: `{"sourceId":"${log}","where":"canaryofhome"}`, about: []string{"log"}},
		"POST /search/metrics":      {body: `{"sourceId":"${metric}",` + span + `}`, about: []string{"metric"}},
		"POST /search/label-values": {body: `{"label":"__name__",` + span + `}`},
		"POST /search/around":       {body: `{"sourceId":"${log}","timestamp":"START","before":2,"after":2}`, about: []string{"log"}},
		"GET /search/tail":          {path: "/search/tail?sourceId=${log}", about: []string{"log"}, streams: true},
		"GET /traces/{traceId}":     {path: "/traces/${traceId}?sourceId=${trace}", about: []string{"traceId", "trace"}},
	}
}

// tenant is a team with telemetry that no other may see.
type tenant struct {
	key    string
	canary string
	own    map[string]string
}

// tenants serves the API to two teams of one installation.
type tenants struct {
	api          *httpx.API
	keys         *access.Service
	base         string
	billing      string // the credential of somebody who may do nothing in a stack
	home, theirs tenant
}

func newTenants(t *testing.T) *tenants {
	t.Helper()
	w := stacktest.New(t, stacktest.Options{})
	client := enginetest.Client(t)
	reads := read.New(client, read.Options{Columns: tables.NewStore(client, tables.StoreOptions{}).Columns})
	options := httpx.Options{
		EdgeOptions:   httpx.EdgeOptions{Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))},
		Authenticator: stackapi.Bearer{Keys: w.Access, Note: func(access.Principal) {}},
	}
	billing := w.Person(t, "billing@example.com", org.RoleBilling).Headers["Authorization"]
	queries := &explore.Queries{Sources: w.Store, Engine: reads, Now: time.Now}
	sql := &explore.SQLTiles{
		Sources: w.Store, Connections: w.Store, Engine: reads, Allowed: func(string) bool { return true }, Now: time.Now,
	}
	x := &tenants{keys: w.Access, billing: billing, api: stackapi.New(options, stackapi.Uses{
		Stack:    stackroutes.Uses{Resources: w.Resources, Deliveries: w.Deliveries, Tiles: &explore.Tiles{Queries: queries, SQL: sql, Labels: newPromLabels(t, reads)}},
		Accounts: w.Access, Queries: queries, SQL: sql,
	})}
	server := httptest.NewServer(x.api.Handler())
	t.Cleanup(server.Close)
	x.base = server.URL + stackapi.Prefix
	x.home = x.moveIn(t, client, w.Home, "canaryofhome")
	x.theirs = x.moveIn(t, client, w.Neighbour(t), "canaryoftheirs")
	return x
}

// moveIn stores telemetry of a team and learns its ids.
func (x *tenants) moveIn(t *testing.T, client *clickhouse.Client, of access.Installation, canary string) tenant {
	t.Helper()
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), of.TeamID); err != nil {
		t.Fatal(err)
	}
	trace := make([]byte, 16)
	if _, err := rand.Read(trace); err != nil {
		t.Fatal(err)
	}
	keep := tables.NewStore(client, tables.StoreOptions{})
	for _, block := range append(canaryRows(canary, trace).Blocks(), canaryPoints(canary).Blocks()...) {
		if err := keep.InsertRows(t.Context(), of.TeamID, block, telemetry.BatchID(trace), hex.EncodeToString(trace)); err != nil {
			t.Fatal(err)
		}
	}
	one := tenant{key: of.AccessKey, canary: canary, own: map[string]string{"traceId": hex.EncodeToString(trace)}}
	var sources struct {
		Data []struct{ ID, Kind, Connection string }
	}
	if err := json.Unmarshal([]byte(x.send(t, one, "GET", "/sources", "").Body), &sources); err != nil {
		t.Fatal(err)
	}
	for _, source := range sources.Data {
		one.own[source.Kind], one.own["connection"] = source.ID, source.Connection
	}
	return one
}

// canaryRows is one record that says the word and belongs to the trace.
func canaryRows(canary string, trace []byte) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	number := w.EndScope(origin, telemetry.Scope{})
	w.BeginLog(1).Text([]byte(canary), []byte("x"))
	w.EndLog(&telemetry.LogRecord{Time: uint64(start().UnixNano()), Body: []byte(canary), TraceID: trace}, number)
	w.End()
	return rows
}

// canaryPoints is one point of a metric that is called by the word.
func canaryPoints(canary string) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	metric := w.Metric(&telemetry.MetricHead{Name: []byte(canary)}, w.EndScope(origin, telemetry.Scope{}))
	w.BeginPoint(0)
	w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: telemetry.PointHead{Time: uint64(start().UnixNano())}, HasValue: true}, metric)
	w.End()
	return rows
}

func (x *tenants) send(t *testing.T, as tenant, method, path, body string) testkit.Answer {
	t.Helper()
	fill := (&shop{}).fill
	return testkit.Scenario{Method: method, Path: path, Body: fill(body), Headers: map[string]string{"Authorization": "Bearer " + as.key}}.Send(t, x.base)
}

// ask sends an operation with ids.
func (x *tenants) ask(t *testing.T, op string, row tenantRow, ids map[string]string) testkit.Answer {
	t.Helper()
	method, path, _ := strings.Cut(op, " ")
	if row.path != "" {
		path = row.path
	}
	body := row.body
	for name, id := range ids {
		path, body = strings.ReplaceAll(path, "${"+name+"}", id), strings.ReplaceAll(body, "${"+name+"}", id)
	}
	return x.send(t, x.home, method, path, body)
}

var asksForTelemetry = regexp.MustCompile(`^(GET|POST) /(charts|search|traces)(/|$)`)

// operations returns those of the API that ask for telemetry.
func (x *tenants) operations(t *testing.T) []string {
	t.Helper()
	text, err := x.api.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var found []string
	for path, methods := range document.Paths {
		for method := range methods {
			if op := strings.ToUpper(method) + " " + strings.TrimPrefix(path, stackapi.Prefix); asksForTelemetry.MatchString(op) {
				found = append(found, op)
			}
		}
	}
	return found
}

// TestTelemetryOfOthersDoesNotExist asks every operation for what is a
// neighbour's, deleted, unknown and malformed, in every place of the request,
// and holds the first three to one answer that says nothing of them.
func TestTelemetryOfOthersDoesNotExist(t *testing.T) {
	t.Parallel()
	x := newTenants(t)
	gone := x.deletedSource(t)
	table, ops := tenantRows(), x.operations(t)
	for op := range table {
		if !slices.Contains(ops, op) {
			t.Errorf("%s is in the matrix and no operation", op)
		}
	}
	for _, op := range ops {
		row, ok := table[op]
		if !ok {
			t.Errorf("%s has no row in the matrix", op)
			continue
		}
		t.Run(strings.ReplaceAll(op, " ", "_"), func(t *testing.T) {
			if !row.streams {
				x.checkOwn(t, op, row)
			}
			for _, what := range row.about {
				x.checkForeign(t, op, row, what, gone)
			}
		})
	}
}

func (x *tenants) checkOwn(t *testing.T, op string, row tenantRow) {
	t.Helper()
	answer := x.ask(t, op, row, x.home.own)
	if answer.Status != http.StatusOK || !strings.Contains(answer.Body, x.home.canary) || strings.Contains(answer.Body, x.theirs.canary) {
		t.Errorf("one's own: %d %s", answer.Status, answer.Body)
	}
}

func (x *tenants) checkForeign(t *testing.T, op string, row tenantRow, what, gone string) {
	t.Helper()
	with := func(id string) testkit.Answer {
		ids := maps.Clone(x.home.own)
		ids[what] = id
		return x.ask(t, op, row, ids)
	}
	unknown := strings.Repeat("a", len(x.theirs.own[what]))
	strange := map[string]testkit.Answer{"theirs": with(x.theirs.own[what]), "unknown": with(unknown)}
	if len(gone) == len(unknown) {
		strange["deleted"] = with(gone)
	}
	for name, answer := range strange {
		if answer.Status != http.StatusNotFound || answer.Body != strange["unknown"].Body {
			t.Errorf("%s of %s: %d %s", what, name, answer.Status, answer.Body)
		}
	}
	if answer := with("NONSENSE"); answer.Status != http.StatusBadRequest {
		t.Errorf("malformed %s: %d %s", what, answer.Status, answer.Body)
	}
}

// deletedSource returns the id of a source that was there.
func (x *tenants) deletedSource(t *testing.T) string {
	t.Helper()
	body := `{"name":"gone","kind":"log","connection":"` + x.home.own["connection"] + `","from":{"databaseName":"default","tableName":"otel_logs"},` +
		`"timestampValueExpression":"Timestamp","defaultTableSelectExpression":"Body"}`
	made := x.send(t, x.home, "POST", "/sources", body).JSON(t)
	record, ok := made["data"].(map[string]any)
	if !ok {
		t.Fatalf("%v", made)
	}
	id, _ := record["id"].(string)
	if answer := x.send(t, x.home, "DELETE", "/sources/"+id, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return id
}
