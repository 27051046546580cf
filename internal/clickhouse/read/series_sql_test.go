package read_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// oddColumn is the column of an attribute whose name looks like a parameter.
func oddColumn(context.Context, string, telemetry.Table) (tables.TableColumns, error) {
	return tables.TableColumns{Hot: []tables.HotColumn{{Key: "odd", Name: "a_{p0:String}'", Type: tables.HotText}}}, nil
}

func TestStatementsAreShownAsTheGoldenFileSays(t *testing.T) {
	t.Parallel()
	reads := read.New(nil, read.Options{Columns: oddColumn})
	gauge, histogram := compiletest.LogTarget(), compiletest.LogTarget()
	gauge.Table, histogram.Table = stack.TableMetricsGauge, stack.TableMetricsHistogram
	service := []explore.Expr{{Node: &ql.Column{Path: []string{"ServiceName"}}}}
	count := func(text string) []explore.ScannedSeries {
		return []explore.ScannedSeries{{Aggregate: query.Count, Where: compiletest.Parsed(t, text), Metric: "it's"}}
	}
	const texts = `sql: Body IN ('it''s', '\\', '{p0:String}', 'a
b') AND LogAttributes['odd'] != '''; DROP TABLE logs; --'`
	const numbers = `sql: SeverityNumber IN (1, 2.5) AND SeverityNumber > -9223372036854775808 AND SeverityNumber < 1e300`
	var out strings.Builder
	for _, c := range []struct {
		title string
		scan  explore.SeriesScan
	}{
		{"minutes and ends", explore.SeriesScan{Target: compiletest.LogTarget(), GroupBy: service, Series: count("")}},
		{"texts", explore.SeriesScan{Target: compiletest.LogTarget(), Series: count(texts)}},
		{"numbers", explore.SeriesScan{Target: compiletest.LogTarget(), Series: count(numbers)}},
		{"gauge", explore.SeriesScan{Target: gauge, Series: count("")}},
		{"histogram", explore.SeriesScan{Target: histogram, Series: count("")}},
	} {
		c.scan.Step = time.Minute
		statements, err := reads.SeriesSQL(t.Context(), c.scan)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		fmt.Fprintf(&out, "## %s\n%s\n", c.title, strings.Join(statements, "\n\n"))
	}
	testkit.Golden(t, "statements.txt", []byte(out.String()))
}
