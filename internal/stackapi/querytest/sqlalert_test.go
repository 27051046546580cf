package querytest_test

import (
	"encoding/json"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestAlertsOnRawSQLReadEveryNumber tries alerts on raw SQL tiles over a minute
// with the values 42, inf and nan, for each type that a number may have.
func TestAlertsOnRawSQLReadEveryNumber(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 0, apptest.Options{Adjust: allowRawSQL})
	s.store(t, logsWith("42", "inf", "nan"))
	own := s.connection(t)
	try := func(columns, value, nonFinite string) testkit.Scenario {
		template, _ := json.Marshal("SELECT $__timeInterval(Timestamp) AS ts, " + columns +
			" FROM otel_logs WHERE Body = 'hostile' AND $__timeFilter(Timestamp) GROUP BY ts ORDER BY ts")
		config := `{"configType":"sql","displayType":"line","connectionId":"` + own + `","sqlTemplate":` + string(template) + `}`
		transition := `"from":"inactive","to":"firing","value":` + value + `}`
		if value == "" {
			transition = `"transitions":[]`
		}
		return testkit.Scenario{Name: columns, Path: "/alerts/backtest", Status: 200, Contains: []string{transition, `"nonFinite":` + nonFinite},
			Body: s.watchTile(t, config, `"threshold":1,"thresholdType":"above"`)}
	}
	const number = "toFloat64OrNull(LogAttributes['v'])"
	var scenarios []testkit.Scenario
	for expression, value := range map[string]string{
		"count()": "3", "max(length(Body))": "7", "min(length(Body))": "7", "maxIf(length(Body), Body != '')": "7", "any(length(Body))": "7",
		"max(toFloat64OrNull('42'))": "42", "max(if(1, 5, NULL))": "5", "toNullable(count())": "3", "max(toUInt64OrNull(LogAttributes['v']))": "42",
		"if(count() > 0, 5, NULL)": "5", "count() + 1": "4", "max(length(Body)) / 2": "3.5", "-min(length(Body)) + 10": "3",
		"max(toDecimal64('4.5', 2))": "4.5", "toBool(count())": "1", "count() > 2": "1",
		"'a' AS g, max(length(Body))": "7", "count() AS n, max(length(Body)) AS m": "7", "max(length(Body)) AS m, max(Body) AS g": "7",
	} {
		scenarios = append(scenarios, try(expression, value, "0"))
	}
	s.run(t, append(scenarios,
		try("maxIf("+number+", LogAttributes['v'] = 'inf')", "null", "1"), try("max(length(Body)) / 0", "null", "1"), try("count() / 0", "null", "1"),
		try("maxIf("+number+", LogAttributes['v'] = 'nan')", "", "1"), try("0 / (count() - 3)", "", "1"), try("min(-length(Body)) / 0", "", "1"),
		try("max(toFloat64OrNull('no number'))", "", "0"), try("count() AS n, max(toFloat64OrNull('no number')) AS m", "", "0")))
}

// TestAlertsOnRawSQLWithoutNumbersSaySo tries tiles that can never have a
// value, and some that have none at present.
func TestAlertsOnRawSQLWithoutNumbersSaySo(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 0, apptest.Options{Adjust: allowRawSQL})
	s.store(t, logsWith("42"))
	own := s.connection(t)
	try := func(display, statement string, status int, want string) testkit.Scenario {
		template, _ := json.Marshal(statement)
		config := `{"configType":"sql","displayType":"` + display + `","connectionId":"` + own + `","sqlTemplate":` + string(template) + `}`
		return testkit.Scenario{
			Name: statement, Path: "/alerts/backtest", Status: status, Contains: []string{want},
			Body: s.watchTile(t, config, `"threshold":1,"thresholdType":"above"`),
		}
	}
	const none, number, instant = `"transitions":[]`, "the tile returns no number", "the tile returns no time"
	const rows = " FROM otel_logs WHERE Body = 'hostile' AND $__timeFilter(Timestamp)"
	s.run(t, []testkit.Scenario{
		try("number", "SELECT 'text'", 400, number), try("number", "SELECT 'text' AS a, now() AS b", 400, number),
		try("number", "SELECT max(Body)"+rows+" HAVING count() > 0", 400, number),
		try("number", "SELECT 'null'", 400, number),
		try("number", "SELECT NULL", 200, none), try("number", "SELECT nullIf('a', 'a')", 200, none),
		try("number", "SELECT toFloat64OrNull('x')", 200, none), try("number", "SELECT Body FROM otel_logs WHERE Body = 'nobody'", 200, none),
		try("number", "SELECT 'text', 0", 200, none),
		try("line", "SELECT $__timeInterval(Timestamp) AS ts, max(Body)"+rows+" GROUP BY ts", 400, number),
		try("line", "SELECT $__timeInterval(Timestamp) AS ts, max('42')"+rows+" GROUP BY ts", 400, number),
		try("line", "SELECT $__interval_s AS i, count()"+rows, 400, instant),
	})
}

// TestRawSQLNumbersAreDrawnAsTheyAreWatched asks for the number of a tile and
// for the value that its alert has.
func TestRawSQLNumbersAreDrawnAsTheyAreWatched(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 0, apptest.Options{Adjust: allowRawSQL})
	s.store(t, logsWith("42", "43", "44"))
	own := s.connection(t)
	var scenarios []testkit.Scenario
	for columns, value := range map[string]string{
		"count()": "3", "count() AS n, max(length(Body)) AS m": "7", "max(length(Body)) AS m, max(Body) AS g": "7",
		"now() AS at, 9 AS n, 'x' AS g": "9", "count() > 2": "1", "toDecimal64(4.5, 2) AS d": "4.5",
	} {
		template, _ := json.Marshal("SELECT " + columns + " FROM otel_logs WHERE Body = 'hostile' AND $__timeFilter(Timestamp)")
		config := `{"configType":"sql","displayType":"number","connectionId":"` + own + `","sqlTemplate":` + string(template) + `}`
		scenarios = append(scenarios,
			testkit.Scenario{Name: "drawn: " + columns, Path: "/charts/tile", Status: 200, Contains: []string{`"rows":[[` + value + `]]`},
				Body: `{"tile":{"config":` + config + `},"startTime":START_MS,"endTime":END_MS}`},
			testkit.Scenario{Name: "watched: " + columns, Path: "/alerts/backtest", Status: 200, Contains: []string{`"to":"firing","value":` + value + `}`},
				Body: s.watchTile(t, config, `"threshold":0,"thresholdType":"above"`)})
	}
	s.run(t, scenarios)
}
