package querytest_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// ownConnection is the one connection of a team; its id is the team's.
type ownConnection struct{ elsewhere string }

func (o ownConnection) ConnectionByID(_ context.Context, teamID, id string) (stack.Connection, error) {
	if id != teamID && id != o.elsewhere {
		return stack.Connection{}, fault.New(fault.NotFound, "connection does not exist")
	}
	return stack.Connection{Own: id == teamID}, nil
}

// sqlTiles returns the raw SQL tiles of a team, which only allowed teams have.
func (x *team) sqlTiles(allowed ...string) *explore.SQLTiles {
	return &explore.SQLTiles{
		Sources: sourceList(x.sources), Connections: ownConnection{elsewhere: "ffffffffffffffffffffffff"}, Now: time.Now,
		Engine:  x.queries.Engine.(explore.ScopedEngine),
		Allowed: func(teamID string) bool { return slices.Contains(allowed, teamID) },
	}
}

// ask runs a template over the shop's day.
func (x *team) askSQL(t *testing.T, text string, change func(*explore.SQLQuery)) (explore.SQLAnswer, error) {
	t.Helper()
	q := explore.SQLQuery{
		ConnectionID: x.id, SourceID: x.logs(), Template: text, Granularity: "1h",
		Range: query.TimeRange{From: shopDay(), To: shopDay().Add(24 * time.Hour)},
	}
	if change != nil {
		change(&q)
	}
	return x.sqlTiles(x.id).Query(x.ctx, q)
}

func rowsText(rows [][]query.Cell) []string {
	var lines []string
	for _, row := range rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, cell.Text)
		}
		lines = append(lines, strings.Join(cells, " | "))
	}
	return lines
}

func TestSQLTileAnswersItsRows(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	nine := shopDay().Add(9 * time.Hour).Format("2006-01-02T15:04:05.000000000Z")
	for text, want := range map[string][]string{
		"SELECT count() FROM $__sourceTable WHERE $__timeFilter(Timestamp)":                                                                                                                          {"24"},
		"SELECT $__timeInterval(Timestamp) AS ts, count() AS n FROM otel_logs WHERE $__timeFilter(TimestampTime) GROUP BY ts ORDER BY ts":                                                            {nine + " | 24"},
		"SELECT ServiceName, count() AS n FROM default.otel_logs GROUP BY ServiceName HAVING n > 3 ORDER BY n DESC, ServiceName":                                                                     {"search | 4", "shipping | 4"},
		"SELECT max(n) AS most, count() AS services FROM (SELECT ServiceName, count() AS n FROM otel_logs GROUP BY 1) AS per":                                                                        {"4 | 9"},
		"WITH failed AS (SELECT * FROM otel_logs WHERE SeverityText = 'error') SELECT ServiceName FROM failed WHERE Body ILIKE '%timeout%' ORDER BY 1":                                               {"checkout", "payment"},
		"SELECT LogAttributes['http.status_code'] AS code, count() FROM otel_logs WHERE LogAttributes['http.status_code'] != '' GROUP BY LogAttributes['http.status_code'] ORDER BY code LIMIT 1, 2": {"201 | 1", "404 | 1"},
		"SELECT round(avg(LogAttributes['duration_ms'])) FROM otel_logs WHERE ServiceName = 'cart'":                                                                                                  {"24"},
		"SELECT DISTINCT SeverityText AS s FROM otel_logs ORDER BY s":                                                                                                                                {"debug", "error", "fatal", "info", "warn"},
		"SELECT a.b FROM (SELECT ResourceAttributes AS a FROM otel_logs) LIMIT 1":                                                                                                                    {""},
		"SELECT TraceId, SpanId FROM otel_logs WHERE TraceId = '4bf92f3577b34da6a3ce929d0e0e4736' ORDER BY Timestamp LIMIT 1":                                                                        {shopTrace + " | " + shopSpan},
		"SELECT toStartOfDay(Timestamp) AS Timestamp, count() AS n FROM otel_logs GROUP BY Timestamp":                                                                                                {shopDay().Format("2006-01-02T15:04:05.000000000Z") + " | 24"},
		"SELECT n * 2 AS twice, count() AS n FROM otel_logs":                                                                                                                                         {"48 | 24"},
		"SELECT count() FROM otel_logs WHERE Timestamp < $__fromTime":                                                                                                                                {"0"},
		"SELECT count() FROM otel_metrics_gauge":                                                                                                                                                     {"0"},
	} {
		answer, err := x.askSQL(t, text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, rowsText(answer.Rows)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
	}
}

func TestSQLTileFiltersAndVariablesAreValues(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	count := func(text string, change func(*explore.SQLQuery)) string {
		t.Helper()
		answer, err := x.askSQL(t, "SELECT count() FROM otel_logs WHERE "+text, change)
		if err != nil || len(answer.Rows) != 1 {
			t.Fatalf("%s: %v", text, err)
		}
		return answer.Rows[0][0].Text
	}
	choose := func(values ...string) func(*explore.SQLQuery) {
		return func(q *explore.SQLQuery) {
			q.Variables = []explore.SQLVariable{{Name: "service", Values: values, Expression: "ServiceName"}}
			q.Filters = []string{"SeverityText != 'debug'", "SeverityText != 'fatal'"}
		}
	}
	if got := count("ServiceName IN ($service)", choose("cart", "mail")); got != "5" {
		t.Errorf("a list of two services: %s", got)
	}
	if got := count("$__filter($service) AND $__filters", choose()); got != "21" {
		t.Errorf("nothing chosen, with filters: %s", got)
	}
	if got := count("$__filter($service)", choose("x') OR (1=1", "cart")); got != "2" {
		t.Errorf("a hostile value: %s", got)
	}
	if got := count("ServiceName = $service", choose("') OR 1=1 --")); got != "0" {
		t.Errorf("a hostile value: %s", got)
	}
}

func TestSQLTileIsRefused(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	for text, want := range map[string]string{
		"SELECT name FROM system.users":                           "no such table",
		"SELECT 1 FROM logs":                                      "no such table",
		"SELECT 1 FROM other.otel_logs":                           "no such table",
		"SELECT 1 FROM a.default.otel_logs":                       "no such table",
		"SELECT nothing FROM otel_logs":                           "no such field",
		"SELECT batch_id FROM otel_logs":                          "no such field",
		"SELECT Body FROM (SELECT SpanName FROM otel_traces)":     "no such field",
		"SELECT Body, Body FROM otel_logs":                        "another column has this name",
		"SELECT Body FROM otel_logs ORDER BY 2":                   "expected the place of a column",
		"SELECT Body, count() FROM otel_logs":                     "must aggregate every column",
		"SELECT Body + toDate('x') FROM otel_logs":                "",
		"SELECT file('/etc/passwd') FROM otel_logs":               "not one of the allowed functions",
		"SELECT 1 FROM otel_logs WHERE ServiceName IN (SELECT 1)": "not allowed",
		"DROP TABLE otel_logs":                                    "expected SELECT",
	} {
		_, err := x.askSQL(t, text, nil)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(fault.From(err).Message, want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestSQLTilesAreForAllowedTeamsAndOwnConnections(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	tile := stack.SQLQuery{ConnectionID: x.id, SQLTemplate: "SELECT count() FROM otel_logs"}
	if err := x.sqlTiles(x.id).CheckSQLTile(x.ctx, x.id, tile); err != nil {
		t.Errorf("an allowed team: %v", err)
	}
	err := x.sqlTiles().CheckSQLTile(x.ctx, x.id, tile)
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "not allowed for this team") {
		t.Errorf("another team: %v", err)
	}
	if _, err := x.sqlTiles().Query(x.ctx, explore.SQLQuery{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a query of another team: %v", err)
	}
	if _, err := x.askSQL(t, tile.SQLTemplate, func(q *explore.SQLQuery) { q.ConnectionID = "ffffffffffffffffffffffff" }); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a connection elsewhere: %v", err)
	}
	if _, err := x.askSQL(t, tile.SQLTemplate, func(q *explore.SQLQuery) { q.ConnectionID = "eeeeeeeeeeeeeeeeeeeeeeee" }); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a connection of others: %v", err)
	}
	tile.SQLTemplate = "SELECT Nothing FROM otel_logs"
	if err := x.sqlTiles(x.id).CheckSQLTile(x.ctx, x.id, tile); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an unknown column: %v", err)
	}
}

func TestSQLTileAnswerIsBounded(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	answer, err := x.askSQL(t, "SELECT Body FROM otel_logs LIMIT 1000000", nil)
	if err != nil || answer.Truncated || len(answer.Rows) != len(shopRows()) {
		t.Fatalf("%d rows, truncated %t: %v", len(answer.Rows), answer.Truncated, err)
	}
	limits := []func(*explore.SQLQuery){
		func(q *explore.SQLQuery) { q.Filters = make([]string, explore.SQLFiltersMax+1) },
		func(q *explore.SQLQuery) { q.Variables = make([]explore.SQLVariable, explore.SQLVariablesMax+1) },
		func(q *explore.SQLQuery) {
			q.Variables = []explore.SQLVariable{{Name: "a", Values: make([]string, 1001)}}
		},
		func(q *explore.SQLQuery) {
			q.Variables = []explore.SQLVariable{{Name: "a", Values: []string{strings.Repeat("x", 5000)}}}
		},
		func(q *explore.SQLQuery) { q.Range.To = q.Range.From.Add(-time.Second) },
		func(q *explore.SQLQuery) { q.Granularity = "7m" },
	}
	for i, change := range limits {
		if _, err := x.askSQL(t, "SELECT 1 FROM otel_logs", change); fault.KindOf(err) != fault.Invalid {
			t.Errorf("limit %d: %v", i, err)
		}
	}
}
