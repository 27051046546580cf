package read_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

func statementTemplate() ql.Template {
	at := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	return ql.Template{
		From: at, To: at.Add(time.Hour), Step: time.Minute, Table: func(string) string { return "otel_logs" },
		Variables: []ql.Variable{{Name: "v", Values: []string{"a'b"}}},
	}
}

func compileStatement(text string) (compiletest.Compiled, error) {
	s, err := ql.ParseStatement(text, statementTemplate())
	if err != nil {
		return compiletest.Compiled{}, err
	}
	return read.CompileStatement(explore.StatementScan{Statement: s, RowsMax: 100}, compiletest.HotKeys())
}

// statements are templates that compile.
func statements() []string {
	return []string{
		"SELECT 1, now() AS t", "SELECT n FROM (SELECT 1 AS n)", "SELECT * FROM otel_logs", "SELECT * FROM otel_traces", "SELECT * FROM otel_metrics_histogram",
		"SELECT $__timeInterval(Timestamp) AS t, LogAttributes['http.route'] AS r, count() FROM otel_logs WHERE $__timeFilter(Timestamp) AND Body = $v GROUP BY t, r HAVING count() > 1 ORDER BY t DESC, r NULLS LAST LIMIT 5 OFFSET 2",
		"WITH a AS (SELECT DISTINCT `Body` AS `select`, LogAttributes FROM otel_logs) SELECT `select`, LogAttributes.x FROM a WHERE LogAttributes['x'] = 'y'",
	}
}

func TestStatementReadsOnlyTheGranulesOfItsTime(t *testing.T) {
	t.Parallel()
	c, err := compileStatement("SELECT count() FROM otel_logs WHERE $__timeFilter(Timestamp)")
	if err != nil {
		t.Fatal(err)
	}
	for _, bound := range []string{"toStartOfFiveMinutes(Time) >= toDateTime(", "toStartOfFiveMinutes(Time) <= toDateTime("} {
		if !strings.Contains(c.SQL, bound) {
			t.Errorf("%s has no %q", c.SQL, bound)
		}
	}
}

func TestHostileTextsBecomeNoStatement(t *testing.T) {
	t.Parallel()
	for _, text := range compiletest.HostileTexts(t) {
		for _, form := range []string{"%", "SELECT % FROM otel_logs", "SELECT 1 FROM %", "SELECT 1 FROM otel_logs WHERE %", "SELECT 1 FROM otel_logs GROUP BY %", "SELECT 1 FROM otel_logs ORDER BY %", "SELECT Body AS % FROM otel_logs LIMIT %"} {
			checkStatement(t, strings.ReplaceAll(form, "%", text))
		}
	}
}

// checkStatement holds whatever is made of a template to words that are ours.
func checkStatement(t *testing.T, text string) {
	t.Helper()
	c, err := compileStatement(text)
	if err != nil {
		if fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%q: %v, want a refusal", text, err)
		}
		return
	}
	if word := foreignStatementWord(c.SQL); word != "" {
		t.Fatalf("%q became %q with the foreign %q", text, c.SQL, word)
	}
}

// selectWords are what the compiler prints around expressions: the words of a
// SELECT, and the names that it gives to columns.
var selectWords = regexp.MustCompile(`\b(SELECT|DISTINCT|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|AS|ASC|DESC|NULLS FIRST|NULLS LAST|(s\d+)?c\d+)\b|'null'`)

func foreignStatementWord(sql string) string {
	return compiletest.ForeignWord(selectWords.ReplaceAllString(sql, "0"))
}

func FuzzStatement(f *testing.F) {
	for _, text := range statements() {
		f.Add(text)
	}
	for _, text := range compiletest.HostileTexts(f) {
		f.Add("SELECT " + text + " FROM otel_logs")
	}
	f.Fuzz(func(t *testing.T, text string) { checkStatement(t, text) })
}

func TestStatementsCompileToOwnWords(t *testing.T) {
	t.Parallel()
	for _, text := range statements() {
		if _, err := compileStatement(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		checkStatement(t, text)
	}
}
