package read_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestQuestionsCompileAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	logs, spans := compiletest.LogTarget(), compiletest.SpanTarget()
	service := observe.Expr{Node: &search.Column{Path: []string{"ServiceName"}}}
	all := compiletest.Parsed(t, "")
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
	write := func(title string, c compiletest.Compiled, err error) {
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
		c, err := read.CompileSeries(scan, read.Options{})
		write(title, c, err)
	}
	series("count from counts", observe.SeriesScan{Target: logs, GroupBy: []observe.Expr{service}, Series: one(telemetry.Count)})
	series("count of rows", observe.SeriesScan{Target: logs, Series: []observe.ScannedSeries{{Aggregate: telemetry.Count, Where: compiletest.Parsed(t, "timeout")}}})
	series("short range", observe.SeriesScan{Target: short, Series: []observe.ScannedSeries{{Aggregate: telemetry.Quantile, Level: 0.95, Field: took, Where: all}}})
	series("different conditions", observe.SeriesScan{Target: short, Series: []observe.ScannedSeries{
		{Aggregate: telemetry.Count, Where: compiletest.Parsed(t, "a")}, {Aggregate: telemetry.LastValue, Field: took, Where: compiletest.Parsed(t, "b")},
	}})
	series("sampled spans", observe.SeriesScan{Target: spans, Series: one(telemetry.Count)})
	series("gauge", observe.SeriesScan{Target: gauge, GroupBy: []observe.Expr{service}, Series: one(telemetry.Average)})
	series("sum", observe.SeriesScan{Target: sum, Series: one(telemetry.Increase)})
	series("histogram", observe.SeriesScan{Target: histogram, GroupBy: []observe.Expr{service}, Series: one(telemetry.Quantile)})
	series("exponential histogram", observe.SeriesScan{Target: exponential, Series: one(telemetry.Quantile)})
	ranked, err := read.CompileRanked(observe.SeriesScan{Target: short, Step: time.Minute, GroupsMax: 5, GroupBy: []observe.Expr{service}, Series: one(telemetry.Count)})
	write("largest groups", ranked, err)
	rows, err := read.CompileRows(observe.RowScan{
		Target: logs, Where: compiletest.Parsed(t, "timeout"), Descending: true, Limit: 100,
		Columns: []observe.Column{{Name: "Body", Expr: observe.Expr{Node: &search.Column{Path: []string{"Body"}}}}, {Name: "took", Expr: took}},
	})
	write("newest rows", rows, err)
	day := logs
	day.Range.To = day.Range.From.Add(24 * time.Hour)
	found, err := read.CompileRows(observe.RowScan{
		Target: day, Where: compiletest.Parsed(t, `TraceId:0af7651916cd43dd8448eb211c80319c timeout`), Descending: true, Limit: 100,
	})
	write("rows of a trace", found, err)
	testkit.Golden(t, "questions.txt", []byte(out.String()))
}
