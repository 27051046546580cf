package read_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestQuestionsCompileAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	logs, spans := compiletest.LogTarget(), compiletest.SpanTarget()
	service := explore.Expr{Node: &ql.Column{Path: []string{"ServiceName"}}}
	all := compiletest.Parsed(t, "")
	took := explore.Expr{Node: &ql.Index{X: &ql.Column{Path: []string{"LogAttributes"}}, Key: &ql.Literal{Kind: ql.StringText, Text: "took"}}}
	spans.SampleRate = explore.Expr{Node: &ql.Column{Path: []string{"SampleRate"}}}
	short := logs
	short.Range.To = short.Range.From.Add(5 * time.Minute)
	gauge, sum, histogram, exponential := logs, logs, logs, logs
	gauge.Table, sum.Table = stack.TableMetricsGauge, stack.TableMetricsSum
	histogram.Table, exponential.Table = stack.TableMetricsHistogram, stack.TableMetricsExponentialHistogram
	one := func(a query.Aggregate) []explore.ScannedSeries {
		return []explore.ScannedSeries{{Aggregate: a, Level: 0.95, Where: all, Metric: "m"}}
	}
	var out strings.Builder
	write := func(title string, c compiletest.Compiled, err error) {
		fmt.Fprintf(&out, "## %s\n%s\n", title, strings.TrimSpace(c.SQL))
		for _, param := range c.Params {
			fmt.Fprintf(&out, "    %s\n", param)
		}
		if err != nil {
			t.Errorf("%s: %v", title, err)
		}
	}
	series := func(title string, scan explore.SeriesScan) {
		scan.Step = time.Minute
		c, err := read.CompileSeries(scan, read.Options{})
		write(title, c, err)
	}
	series("count from counts", explore.SeriesScan{Target: logs, GroupBy: []explore.Expr{service}, Series: one(query.Count)})
	series("count of rows", explore.SeriesScan{Target: logs, Series: []explore.ScannedSeries{{Aggregate: query.Count, Where: compiletest.Parsed(t, "timeout")}}})
	series("short range", explore.SeriesScan{Target: short, Series: []explore.ScannedSeries{{Aggregate: query.Quantile, Level: 0.95, Field: took, Where: all}}})
	series("different conditions", explore.SeriesScan{Target: short, Series: []explore.ScannedSeries{
		{Aggregate: query.Count, Where: compiletest.Parsed(t, "a")}, {Aggregate: query.LastValue, Field: took, Where: compiletest.Parsed(t, "b")},
	}})
	series("sampled spans", explore.SeriesScan{Target: spans, Series: one(query.Count)})
	series("gauge", explore.SeriesScan{Target: gauge, GroupBy: []explore.Expr{service}, Series: one(query.Average)})
	series("sum", explore.SeriesScan{Target: sum, Series: one(query.Increase)})
	series("histogram", explore.SeriesScan{Target: histogram, GroupBy: []explore.Expr{service}, Series: one(query.Quantile)})
	series("exponential histogram", explore.SeriesScan{Target: exponential, Series: one(query.Quantile)})
	ranked, err := read.CompileRanked(explore.SeriesScan{Target: short, Step: time.Minute, GroupsMax: 5, GroupBy: []explore.Expr{service}, Series: one(query.Count)})
	write("largest groups", ranked, err)
	rows, err := read.CompileRows(explore.RowScan{
		Target: logs, Where: compiletest.Parsed(t, "timeout"), Descending: true, Limit: 100,
		Columns: []explore.Column{{Name: "Body", Expr: explore.Expr{Node: &ql.Column{Path: []string{"Body"}}}}, {Name: "took", Expr: took}},
	})
	write("newest rows", rows, err)
	day := logs
	day.Range.To = day.Range.From.Add(24 * time.Hour)
	found, err := read.CompileRows(explore.RowScan{
		Target: day, Where: compiletest.Parsed(t, `TraceId:0af7651916cd43dd8448eb211c80319c timeout`), Descending: true, Limit: 100,
	})
	write("rows of a trace", found, err)
	testkit.Golden(t, "questions.txt", []byte(out.String()))
}
