package querytest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// allowRawSQL is what the operator sets.
func allowRawSQL(c *app.Config) { c.RawSQLTeams = []string{"*"} }

// connection returns the connection to the team's own tables.
func (s *shop) connection(t *testing.T) string {
	t.Helper()
	var list struct{ Data []struct{ ID string } }
	answer := s.send(t, http.MethodGet, "/connections", "")
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil || len(list.Data) == 0 {
		t.Fatalf("connections: %v %s", err, answer.Body)
	}
	return list.Data[0].ID
}

func sqlBody(connection, template string, more ...string) string {
	quoted, _ := json.Marshal(template)
	return `{"connectionId":"` + connection + `","sqlTemplate":` + string(quoted) + `,"startTime":START_MS,"endTime":END_MS` + strings.Join(more, "") + `}`
}

// sqlBoard is a dashboard with one raw SQL tile.
func sqlBoard(connection, template string) string {
	quoted, _ := json.Marshal(template)
	return `{"name":"b","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":{"configType":"sql","displayType":"table","connectionId":"` +
		connection + `","sqlTemplate":` + string(quoted) + `}}]}`
}

func TestRawSQLTilesAreSavedAndQueried(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 600, apptest.Options{Adjust: allowRawSQL})
	own := s.connection(t)
	perService := "SELECT $__timeInterval(Timestamp) AS ts, ServiceName, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) AND $__filters GROUP BY ts, ServiceName ORDER BY ts, ServiceName"
	source := `,"sourceId":"SOURCE","granularity":"1h"`
	run := func(name, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Path: "/charts/sql", Body: body, Status: status, Contains: contains}
	}
	s.run(t, []testkit.Scenario{
		run("rows and columns", sqlBody(own, perService, source), 200, `"ServiceName":"cart","n":300},{`, `"stepSeconds":3600`, `"truncated":false`, `"rowsRead":`,
			`"columns":[{"name":"ts","type":"time"},{"name":"ServiceName","type":"text"},{"name":"n","type":"number"}]`),
		run("filters", sqlBody(own, perService, source, `,"filters":["ServiceName = 'pay'"]`), 200, `{"data":[{"ts":"`, `"ServiceName":"pay","n":300}],"meta"`),
		run("variables", sqlBody(own, "SELECT count() AS n FROM otel_logs WHERE ServiceName IN ($s)", `,"variables":[{"name":"s","values":["cart"]}]`), 200, `{"n":300}`),
		run("hidden columns", sqlBody(own, "SELECT batch_id FROM otel_logs"), 400, "sqlTemplate: col 8: no such field"),
		run("tables of others", sqlBody(own, "SELECT name FROM system.users"), 400, "the team has no such table"),
		run("not a SELECT", sqlBody(own, "DROP TABLE otel_logs"), 400, "sqlTemplate: col 1: expected SELECT"),
		run("a bad filter", sqlBody(own, perService, source, `,"filters":["file('x')"]`), 400, "filters.0: col 1"),
		run("a connection that is not there", sqlBody("0123456789abcdef01234567", "SELECT 1 FROM otel_logs"), 404),
		run("no time", `{"connectionId":"x","sqlTemplate":"SELECT 1 FROM otel_logs"}`, 400, "startTime"),
		{Name: "CSV", Path: "/charts/sql", Body: sqlBody(own, "SELECT count() AS n FROM otel_logs"), Headers: map[string]string{"Accept": "text/csv"}, Status: 200, Contains: []string{"n\n600\n"}},
		{Name: "a tile is saved", Path: "/dashboards", Body: sqlBoard(own, "SELECT count() FROM otel_logs"), Status: 200, Contains: []string{`"configType":"sql"`}},
		{Name: "a bad tile is not", Path: "/dashboards", Body: sqlBoard(own, "SELECT nothing FROM otel_logs"), Status: 400, Contains: []string{"tiles.0.config.sqlTemplate: col 8: no such field"}},
		{Name: "and validation tells", Path: "/dashboards/validate", Body: sqlBoard(own, "SELECT 1 FROM system.one"), Status: 200, Contains: []string{`"valid":false`, "tiles.0.config.sqlTemplate"}},
	})
}

func TestRawSQLTilesNeedTheOperator(t *testing.T) {
	t.Parallel()
	s := newShop(t, 1)
	own := s.connection(t)
	const refusal = "raw SQL tiles are not allowed for this team"
	s.run(t, []testkit.Scenario{
		{Name: "a query", Path: "/charts/sql", Body: sqlBody(own, "SELECT 1 FROM otel_logs"), Status: 400, Contains: []string{refusal}},
		{Name: "a tile", Path: "/dashboards", Body: sqlBoard(own, "SELECT 1 FROM otel_logs"), Status: 400, Contains: []string{refusal}},
	})
}

// TestHostileTemplatesReachNothing sends every payload as a template and as
// parts of one.
func TestHostileTemplatesReachNothing(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 10, apptest.Options{Adjust: allowRawSQL})
	own := s.connection(t)
	var sending errgroup.Group
	sending.SetLimit(4)
	for _, text := range compiletest.HostileTexts(t) {
		for _, form := range []string{"%", "SELECT % FROM otel_logs LIMIT 1", "SELECT 1 FROM % LIMIT 1", "SELECT Body FROM otel_logs WHERE % LIMIT 1"} {
			body := sqlBody(own, strings.ReplaceAll(form, "%", text), `,"variables":[{"name":"x","values":["') OR 1=1 --"]}]`)
			sending.Go(func() error { return checkHarmless(s.send(t, http.MethodPost, "/charts/sql", body)) })
		}
	}
	if err := sending.Wait(); err != nil {
		t.Error(err)
	}
}
