package clickhouse_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

func logTarget() observe.Target {
	at := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	return observe.Target{
		TeamID: "0123456789abcdef01234567", Table: stack.TableLogs,
		Implicit: []observe.Expr{{Node: &search.Column{Path: []string{"Body"}}, Path: "implicit"}},
		Range:    telemetry.TimeRange{From: at, To: at.Add(time.Hour)},
	}
}

func spanTarget() observe.Target {
	target := logTarget()
	target.Table = stack.TableTraces
	target.Implicit = []observe.Expr{{Node: &search.Column{Path: []string{"SpanName"}}, Path: "implicit"}}
	return target
}

func parsed(t testing.TB, text string) observe.Expr {
	t.Helper()
	if body, isSQL := strings.CutPrefix(text, "sql: "); isSQL {
		node, err := search.ParseCondition(body, search.ParseOptions{Path: "where"})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return observe.Expr{Node: node, Path: "where"}
	}
	node, err := search.ParseLucene("where", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return observe.Expr{Node: node, Path: "where"}
}

func hotKeys() []clickhouse.HotColumn {
	return []clickhouse.HotColumn{
		{Key: "http.route", Name: "a_http.route", Type: clickhouse.HotName},
		{Key: "took", Name: "a_took", Type: clickhouse.HotNumber},
	}
}

// conditions are texts whose SQL the golden file holds.
func conditions() []string {
	return []string{
		`timeout`, `Timeout42`, `"gateway timeout"`, `foo-bar`, `"a 1b"`, `größe`, `"---"`,
		`mail*`, `*ms`, `*100%_\\*`, `ServiceName:cart`, `ServiceName:"cart"`, `ServiceName:car*`, `ServiceName:*art`,
		`-ServiceName:cart`, `a OR b c NOT d`, `-(a OR b)`, `Body:(x y)`,
		`SeverityNumber:17`, `SeverityNumber:>=17`, `SeverityNumber:[13 TO 17}`, `SeverityNumber:2*`,
		`LogAttributes.user.id:alice`, `LogAttributes.user.id:>5`, `LogAttributes.user.id:[a TO b]`, `LogAttributes.user.id:*`,
		`LogAttributes.http.route:/pay`, `LogAttributes.took:>5`, `LogAttributes.took:5`, `LogAttributes.took:*`, `LogAttributes:x`, `LogAttributes:*`,
		`ResourceAttributes.host.name:stone`, `ResourceAttributes.od\"d:x`, `Body.order.id:>5`,
		`TraceId:4bf92f3577b34da6a3ce929d0e0e4736`, `TraceId:4bf9`, `TraceId:"x"`,
		`Timestamp:>=2026-01-15T09:10:00Z`, `Timestamp:>1768467600`,
		`sql: ServiceName = 'it''s'`, `sql: LogAttributes['a'] > 5`, `sql: LogAttributes['took'] / 2 > 5`, `sql: LogAttributes['took'] = '5'`,
		`sql: TraceId IN ('4bf92f3577b34da6a3ce929d0e0e4736', '', 'x')`, `sql: ServiceName IN ('a', 'b')`, `sql: SeverityNumber IN (1, 2.5)`,
		`sql: Timestamp BETWEEN '2026-01-15' AND '2026-01-16 10:00:00'`, `sql: Body LIKE 'a%' AND NOT Body ILIKE '%B'`,
		`sql: CASE WHEN SeverityNumber > 9 THEN 'a' END = 'a'`, `sql: CASE SeverityText WHEN 'warn' THEN 1 ELSE 0 END = 1`,
		`sql: arrayExists(x -> x = 'a', mapKeys(LogAttributes))`, `sql: mapContains(ResourceAttributes, 'a')`,
		`sql: CAST(SeverityNumber AS DateTime('Europe/Berlin')) = now()`,
		`sql: (ServiceName, 1) IN (('a', 1))`, `sql: toStartOfInterval(Timestamp, INTERVAL 5 MINUTE) > now() - INTERVAL 1 DAY`,
		`sql: -SeverityNumber * 18446744073709551615 < 1e3`, `sql: NULL`, `sql: isNull(NULL) OR true`, `sql: tupleElement((1, 2), 1) = [3][1]`,
	}
}

func TestConditionsCompileAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	for _, text := range conditions() {
		c, err := clickhouse.CompileCondition(logTarget(), hotKeys(), parsed(t, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		fmt.Fprintf(&out, "%s\n    %s\n", text, c.SQL)
		for _, param := range c.Params {
			fmt.Fprintf(&out, "        %s\n", param)
		}
	}
	testkit.Golden(t, "conditions.txt", []byte(out.String()))
}

func TestQuestionsCompileAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	logs, spans := logTarget(), spanTarget()
	service := observe.Expr{Node: &search.Column{Path: []string{"ServiceName"}}}
	all := parsed(t, "")
	took := observe.Expr{Node: &search.Index{X: &search.Column{Path: []string{"LogAttributes"}}, Key: &search.Literal{Kind: search.StringText, Text: "took"}}}
	spans.SampleRate = observe.Expr{Node: &search.Column{Path: []string{"SampleRate"}}}
	short := logs
	short.Range.To = short.Range.From.Add(5 * time.Minute)
	gauge, sum, histogram, exponential := logs, logs, logs, logs
	gauge.Table, sum.Table = stack.TableMetricsGauge, stack.TableMetricsSum
	histogram.Table, exponential.Table = stack.TableMetricsHistogram, stack.TableMetricsExponentialHistogram
	one := func(a telemetry.Aggregate) []observe.ScannedSeries {
		return []observe.ScannedSeries{{Aggregate: a, Level: 0.95, Where: all, Metric: "m"}}
	}
	var out strings.Builder
	write := func(title string, c clickhouse.Compiled, err error) {
		fmt.Fprintf(&out, "## %s\n%s\n", title, strings.TrimSpace(c.SQL))
		for _, param := range c.Params {
			fmt.Fprintf(&out, "    %s\n", param)
		}
		if err != nil {
			t.Errorf("%s: %v", title, err)
		}
	}
	series := func(title string, scan observe.SeriesScan) {
		scan.Step = time.Minute
		c, err := clickhouse.CompileSeries(scan, clickhouse.ReadsOptions{})
		write(title, c, err)
	}
	series("count from counts", observe.SeriesScan{Target: logs, GroupBy: []observe.Expr{service}, Series: one(telemetry.Count)})
	series("count of rows", observe.SeriesScan{Target: logs, Series: []observe.ScannedSeries{{Aggregate: telemetry.Count, Where: parsed(t, "timeout")}}})
	series("short range", observe.SeriesScan{Target: short, Series: []observe.ScannedSeries{{Aggregate: telemetry.Quantile, Level: 0.95, Field: took, Where: all}}})
	series("different conditions", observe.SeriesScan{Target: short, Series: []observe.ScannedSeries{
		{Aggregate: telemetry.Count, Where: parsed(t, "a")}, {Aggregate: telemetry.LastValue, Field: took, Where: parsed(t, "b")},
	}})
	series("sampled spans", observe.SeriesScan{Target: spans, Series: one(telemetry.Count)})
	series("gauge", observe.SeriesScan{Target: gauge, GroupBy: []observe.Expr{service}, Series: one(telemetry.Average)})
	series("sum", observe.SeriesScan{Target: sum, Series: one(telemetry.Increase)})
	series("histogram", observe.SeriesScan{Target: histogram, GroupBy: []observe.Expr{service}, Series: one(telemetry.Quantile)})
	series("exponential histogram", observe.SeriesScan{Target: exponential, Series: one(telemetry.Quantile)})
	ranked, err := clickhouse.CompileRanked(observe.SeriesScan{Target: short, Step: time.Minute, GroupsMax: 5, GroupBy: []observe.Expr{service}, Series: one(telemetry.Count)})
	write("largest groups", ranked, err)
	rows, err := clickhouse.CompileRows(observe.RowScan{
		Target: logs, Where: parsed(t, "timeout"), Descending: true, Limit: 100,
		Columns: []observe.Column{{Name: "Body", Expr: observe.Expr{Node: &search.Column{Path: []string{"Body"}}}}, {Name: "took", Expr: took}},
	})
	write("newest rows", rows, err)
	day := logs
	day.Range.To = day.Range.From.Add(24 * time.Hour)
	found, err := clickhouse.CompileRows(observe.RowScan{
		Target: day, Where: parsed(t, `TraceId:0af7651916cd43dd8448eb211c80319c timeout`), Descending: true, Limit: 100,
	})
	write("rows of a trace", found, err)
	testkit.Golden(t, "questions.txt", []byte(out.String()))
}

func TestRefusalsNameThePlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`timeout AND nosuch:5`:                  "where: col 13: no such field",
		`sql: 1 = 1 AND nosuch = 5`:             "where: col 11: no such field",
		`SeverityNumber:abc`:                    "where: col 1: expected a number",
		`SeverityNumber:[a TO b]`:               "where: col 1: expected a number",
		`Timestamp:>yesterday`:                  "where: col 1: expected a time",
		`sql: Timestamp > 'soon'`:               "where: col 13: expected a time",
		`LogAttributes:>5`:                      "where: col 1: comparisons and ranges are not possible on a map",
		`sql: Body`:                             "where: col 1: expected a condition",
		`sql: LogAttributes`:                    "where: col 1: expected a condition",
		`sql: SeverityText = 'a' AND (Body)`:    "where: col 25: expected a condition",
		`Timestamp.x:5`:                         "where: col 1: no such field",
		`sql: has(LogAttributes.x, Nosuch.key)`: "where: col 22: no such field",
	} {
		_, err := clickhouse.CompileCondition(logTarget(), nil, parsed(t, text))
		if f := fault.From(err); f.Kind != fault.Invalid || !strings.HasPrefix(f.Message, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	target := logTarget()
	target.Implicit = nil
	_, err := clickhouse.CompileCondition(target, nil, parsed(t, "Body:x word"))
	if f := fault.From(err); f.Kind != fault.Invalid || !strings.Contains(f.Message, "col 8: expected a field") {
		t.Errorf("a word without an implicit column: %v", err)
	}
}
