package ql_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

// template is what macros stand for in these tests.
func template() ql.Template {
	return ql.Template{
		Path: "sql", From: time.Unix(1_700_000_000, 0), To: time.Unix(1_700_003_600, 0), Step: time.Minute,
		Table: func(metricType string) string {
			return map[string]string{"": "otel_logs", "gauge": "otel_metrics_gauge"}[metricType]
		},
		Variables: []ql.Variable{
			{Name: "service", Values: []string{"a'b", "c"}, Expression: &ql.Column{Path: []string{"ServiceName"}}},
			{Name: "one", Values: []string{"x"}},
		},
	}
}

func parseStatement(text string) (*ql.Statement, error) {
	return ql.ParseStatement(text, template())
}

// statementCases maps what people write to its canonical text.
func statementCases() map[string]string {
	const from, to = "toDateTime(1700000000)", "toDateTime(1700003600)"
	const first, last = "fromUnixTimestamp64Nano(1700000000000000000)", "fromUnixTimestamp64Nano(1700003600000000000)"
	return map[string]string{
		"select * from otel_logs": "SELECT * FROM otel_logs",
		"select 1, now() AS t;":   "SELECT 1, now() AS t",
		"SELECT DISTINCT ServiceName FROM default.otel_logs ORDER BY ServiceName DESC NULLS LAST LIMIT 5":                        "SELECT DISTINCT ServiceName FROM default.otel_logs ORDER BY ServiceName DESC NULLS LAST LIMIT 5",
		"SELECT count(*) AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp)":                                                "SELECT count() AS n FROM otel_logs WHERE Timestamp >= " + first + " AND Timestamp <= " + last,
		"SELECT avg(Value) FROM $__sourceTable(gauge)":                                                                           "SELECT avg(Value) FROM otel_metrics_gauge",
		"SELECT $__timeInterval(Timestamp) AS t, count() FROM otel_logs GROUP BY t HAVING count() > 1 ORDER BY 1":                "SELECT toStartOfInterval(toDateTime(Timestamp), INTERVAL 60 SECOND) AS t, count() FROM otel_logs GROUP BY t HAVING count() > 1 ORDER BY 1",
		"SELECT n FROM (SELECT count() AS n FROM otel_logs) AS inner_":                                                           "SELECT n FROM (SELECT count() AS n FROM otel_logs)",
		"WITH a AS (SELECT Body FROM otel_logs), b AS (SELECT Body FROM a) SELECT count() FROM b":                                "SELECT count() FROM (SELECT Body FROM (SELECT Body FROM otel_logs))",
		"SELECT toStartOfInterval(TimestampTime, INTERVAL {intervalSeconds:Int64} SECOND) AS ts FROM otel_logs ORDER BY ts ASC;": "SELECT toStartOfInterval(TimestampTime, INTERVAL 60 SECOND) AS ts FROM otel_logs ORDER BY ts",
		"SELECT INTERVAL -{intervalSeconds:Int64} second, INTERVAL $__interval_s MINUTE FROM otel_logs ; \n":                     "SELECT INTERVAL -60 SECOND, INTERVAL 60 MINUTE FROM otel_logs",
		"SELECT $__interval_s, {intervalMilliseconds:Int64}, {startDateMilliseconds:Int64} FROM otel_logs":                       "SELECT 60, 60000, 1700000000000 FROM otel_logs",
		"SELECT 1 FROM otel_logs WHERE $__filters AND ServiceName IN ($service)":                                                 `SELECT 1 FROM otel_logs WHERE true AND ServiceName IN ('a\'b', 'c')`,
		"SELECT 1 FROM otel_logs WHERE ServiceName = ${one} OR x = ${none} OR match(y, ${service:regex})":                        `SELECT 1 FROM otel_logs WHERE ServiceName = 'x' OR x = NULL OR match(y, '(a\'b|c)')`,
		"SELECT 1 FROM otel_logs WHERE match(y, ${none:regex}) OR z = ${service:csv}":                                            `SELECT 1 FROM otel_logs WHERE match(y, '.*') OR z = 'a\'b,c'`,
		"SELECT 1 FROM otel_logs WHERE $__filter($service) AND $__filter(SpanName, $one) AND $__filter($none)":                   `SELECT 1 FROM otel_logs WHERE ServiceName IN ('a\'b', 'c') AND SpanName IN ('x') AND true`,
		"SELECT 1 FROM otel_logs WHERE $__conditionalAll(a = $one, $one) AND $__conditionalAll(a = $none, $none)":                `SELECT 1 FROM otel_logs WHERE a = 'x' AND true`,
		"SELECT 1 FROM otel_logs WHERE $__dt(d, t) LIMIT 10, 20":                                                                 "SELECT 1 FROM otel_logs WHERE d >= toDate(" + from + ") AND d <= toDate(" + to + ") AND t >= " + first + " AND t <= " + last + " LIMIT 20 OFFSET 10",
		"SELECT $__fromTime_ms, $__timeInterval_ms(T) FROM otel_logs OFFSET 3":                                                   "SELECT fromUnixTimestamp64Milli(1700000000000), toStartOfInterval(toDateTime64(T, 3), INTERVAL 60000 MILLISECOND) FROM otel_logs OFFSET 3",
	}
}

func TestStatementReadsAsItsCanonicalText(t *testing.T) {
	t.Parallel()
	for text, want := range statementCases() {
		s, err := parseStatement(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.String(); got != want {
			t.Errorf("%s\n  reads as %s\n      want %s", text, got, want)
		}
		checkStatementText(t, s)
	}
}

// checkStatementText holds that canonical text prints as itself.
func checkStatementText(t *testing.T, s *ql.Statement) {
	t.Helper()
	text := s.String()
	if len(text) > ql.StatementBytesMax {
		return
	}
	again, err := parseStatement(text)
	if err != nil || again.String() != text {
		t.Fatalf("canonical %q: %v, %v", text, again, err)
	}
}

// hostileStatements are templates that want more than a SELECT over tables.
func hostileStatements() []string {
	return []string{
		"", ";", "SELECT", "SELECT *", "SELECT 1 WHERE 1", "SELECT 1 LIMIT 1", "SELECT 1 FROM", "SELECT FROM otel_logs", "FROM otel_logs", "VALUES (1)", "DESCRIBE otel_logs", "EXPLAIN SELECT 1 FROM t",
		"DROP TABLE otel_logs", "SELECT 1 FROM otel_logs; DROP TABLE otel_logs", "INSERT INTO otel_logs SELECT 1 FROM otel_logs",
		"ALTER TABLE otel_logs DELETE WHERE 1", "TRUNCATE otel_logs", "SYSTEM SHUTDOWN", "KILL QUERY WHERE 1", "CREATE TABLE x AS SELECT 1 FROM t", "GRANT ALL ON *.* TO x",
		"SET readonly = 0", "USE system", "SHOW TABLES", "EXISTS otel_logs", "OPTIMIZE TABLE otel_logs", "RENAME TABLE a TO b", "DETACH TABLE otel_logs", "BACKUP TABLE otel_logs TO Disk('a','b')",
		"SELECT * FROM file('/etc/passwd')", "SELECT * FROM url('http://169.254.169.254/', CSV)", "SELECT * FROM remote('127.0.0.1', system.users)", "SELECT * FROM s3('x')",
		"SELECT * FROM mysql('a','b','c','d','e')", "SELECT * FROM merge('.*')", "SELECT * FROM numbers(10)", "SELECT * FROM executable('x')", "SELECT * FROM input('x String')",
		"SELECT * FROM cluster('c', system.one)", "SELECT * FROM `file`('/etc/passwd')", "SELECT * FROM default.file('/etc/passwd')", "SELECT * FROM view(SELECT 1 FROM t)", "SELECT * FROM dictionary('d')",
		"SELECT file('/etc/passwd') FROM otel_logs", "SELECT 1 FROM otel_logs WHERE file('/etc/passwd') = ''", "SELECT dictGet('d','a',1) FROM otel_logs", "SELECT getSetting('x') FROM otel_logs",
		"SELECT sleep(3) FROM otel_logs", "SELECT currentUser() FROM otel_logs", "SELECT hostName() FROM otel_logs", "SELECT version() FROM otel_logs", "SELECT initializeAggregation('count') FROM otel_logs",
		"SELECT joinGet('t','a',1) FROM otel_logs", "SELECT runningAccumulate(x) FROM otel_logs", "SELECT throwIf(1) FROM otel_logs", "SELECT catboostEvaluate('/x', 1) FROM otel_logs", "SELECT query_id() FROM otel_logs",
		"SELECT 1 FROM otel_logs SETTINGS max_memory_usage = 0", "SELECT 1 FROM otel_logs FORMAT CSV", "SELECT 1 FROM otel_logs INTO OUTFILE '/tmp/x'", "SELECT 1 FROM otel_logs SAMPLE 0.1", "SELECT 1 FROM otel_logs FINAL",
		"SELECT 1 FROM otel_logs PREWHERE 1", "SELECT 1 FROM otel_logs ARRAY JOIN a", "SELECT 1 FROM otel_logs, system.users", "SELECT 1 FROM otel_logs JOIN system.users ON 1", "SELECT 1 FROM otel_logs CROSS JOIN system.users",
		"SELECT 1 FROM otel_logs LEFT JOIN x USING a", "SELECT 1 FROM otel_logs UNION ALL SELECT 1 FROM otel_logs", "SELECT 1 FROM otel_logs EXCEPT SELECT 1 FROM t", "SELECT 1 FROM otel_logs INTERSECT SELECT 1 FROM t",
		"SELECT 1 FROM otel_logs WHERE a IN (SELECT name FROM system.users)", "SELECT (SELECT 1 FROM system.users) FROM otel_logs", "SELECT 1 FROM otel_logs WHERE a IN system.users", "SELECT 1 FROM otel_logs WHERE EXISTS (SELECT 1 FROM t)",
		"SELECT 1 FROM otel_logs;;", "SELECT 1 FROM otel_logs; SELECT 2 FROM otel_logs", "SELECT INTERVAL $__fromTime SECOND FROM otel_logs", "SELECT INTERVAL $__filters SECOND FROM otel_logs", ";", "SELECT 1 FROM otel_logs -- comment", "SELECT 1 /* x */ FROM otel_logs", "SELECT 1 FROM otel_logs # x", "SELECT 1 FROM otel_logs LIMIT 1 BY a", "SELECT 1 FROM otel_logs LIMIT 1 WITH TIES", "SELECT 1 FROM otel_logs LIMIT -1",
		"SELECT 1 FROM otel_logs LIMIT 1000001", "SELECT 1 FROM otel_logs LIMIT 0", "SELECT 1 FROM otel_logs GROUP BY a WITH TOTALS", "SELECT 1 FROM otel_logs GROUP BY GROUPING SETS ((a))", "SELECT count() OVER () FROM otel_logs",
		"SELECT 1 FROM otel_logs WINDOW w AS (PARTITION BY a)", "SELECT 1 FROM otel_logs QUALIFY 1", "WITH 1 AS x SELECT x FROM otel_logs", "WITH RECURSIVE a AS (SELECT 1 FROM a) SELECT 1 FROM a", "WITH a AS (DROP TABLE x) SELECT 1 FROM a",
		"SELECT * EXCEPT (Body) FROM otel_logs", "SELECT COLUMNS('.*') FROM otel_logs", "SELECT otel_logs.* FROM otel_logs", "SELECT {p0:String} FROM otel_logs", "SELECT {p0:Identifier} FROM otel_logs", "SELECT 1 FROM {t:Identifier}",
		"SELECT {startDateMilliseconds:String} FROM otel_logs", "SELECT $__unknown FROM otel_logs", "SELECT $__filters(1) FROM otel_logs", "SELECT $__timeFilter() FROM otel_logs", "SELECT $__timeFilter(a, b) FROM otel_logs", "SELECT $__sourceTable FROM otel_logs",
		"SELECT 1 FROM $__sourceTable(nothing)", "SELECT 1 FROM $__filters", "SELECT 1 FROM $service", "SELECT 1 FROM ${service}", "SELECT $ FROM otel_logs", "SELECT ${a FROM otel_logs", "SELECT ${a:lucene} FROM otel_logs", "SELECT $1 FROM otel_logs",
		"SELECT 1 FROM otel_logs WHERE $__filter(a)", "SELECT 1 FROM otel_logs WHERE $__filter($one)", "SELECT 1 FROM otel_logs WHERE $__conditionalAll($one)", "SELECT 1 FROM otel_logs WHERE $__filter(a, b)", "SELECT @@version FROM otel_logs",
		"SELECT 1 FROM otel_logs WHERE count() > 1", "SELECT 1 FROM otel_logs GROUP BY count()", "SELECT sum(count()) FROM otel_logs", "SELECT 1 FROM 'otel_logs'", "SELECT 1 FROM 5", "SELECT 1 FROM (otel_logs)", "SELECT 1 FROM ((SELECT 1 FROM otel_logs))",
		"SELECT 1 AS SELECT FROM otel_logs", "SELECT a b FROM otel_logs", "SELECT 1 FROM otel_logs ORDER BY a WITH FILL", "SELECT 1 FROM otel_logs ORDER BY a COLLATE 'en'", "SELECT TOP 5 a FROM otel_logs", "SELECT ALL a FROM otel_logs ALL",
		"ＳＥＬＥＣＴ 1 FROM otel_logs", "SELECT 1 FROM otel\u0000_logs", "SELECT \u202e FROM otel_logs", "SELECT '\xff' FROM otel_logs", strings.Repeat("(", 10_000), "SELECT " + strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200) + " FROM t",
		strings.Repeat("SELECT 1 FROM (", 17) + "SELECT 1 FROM t" + strings.Repeat(")", 17), "SELECT 1 FROM t" + strings.Repeat(" ", ql.StatementBytesMax), "SELECT " + strings.Repeat("1,", 1000) + "1 FROM t",
	}
}

func TestHostileStatementIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range hostileStatements() {
		s, err := parseStatement(text)
		if err == nil {
			t.Errorf("%.80q is accepted as %s", text, s)
			continue
		}
		checkStatementRefusal(t, text, err)
	}
}

func checkStatementRefusal(t *testing.T, text string, err error) {
	t.Helper()
	var syntax *ql.SyntaxError
	if fault.KindOf(err) != fault.Invalid || !errors.As(err, &syntax) {
		t.Fatalf("%.80q: %v, want a refusal with its place", text, err)
	}
}

func FuzzStatement(f *testing.F) {
	for text := range statementCases() {
		f.Add(text)
	}
	for _, text := range hostileStatements() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseStatement(text)
		if err != nil {
			checkStatementRefusal(t, text, err)
			return
		}
		checkStatementText(t, s)
	})
}
