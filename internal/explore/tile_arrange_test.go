package explore_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestTileTables(t *testing.T) {
	t.Parallel()
	points := []tilePoint{{0, "x", []float64{1, 10}}, {0, "y", []float64{5, 10}}, {0, "z", []float64{none(), 20}}}
	first, field := query.Maximum, "Duration"
	f := func(change func(*stack.TableConfig), want ...string) {
		t.Helper()
		items := counts("a", "b")
		items[0].Alias, items[1].Alias = "errors", "all"
		items[0].AggFn, items[0].ValueExpression = first, field
		c := stack.TableConfig{Chart: stack.Chart{DisplayType: stack.DisplayTable, SourceID: logSource, Select: items}, GroupBy: "ServiceName"}
		change(&c)
		answer, err := draw(t, &tileEngine{points: points}, c, nil)
		for i := range answer.Rows {
			answer.Rows[i].Bucket = time.Time{}
		}
		if diff := cmp.Diff(want, rowTexts(answer.Rows)); err != nil || diff != "" {
			t.Errorf("having %q, order by %q: %v %s", c.Having, c.OrderBy, err, diff)
		}
	}
	f(func(*stack.TableConfig) {}, "y 5 10", "x 1 10", "z - 20")
	f(func(c *stack.TableConfig) { c.OrderBy = "errors" }, "x 1 10", "y 5 10", "z - 20")
	f(func(c *stack.TableConfig) { c.OrderBy = "all DESC, ServiceName DESC" }, "z - 20", "y 5 10", "x 1 10")
	f(func(c *stack.TableConfig) { c.OrderBy = "errors NULLS FIRST" }, "z - 20", "x 1 10", "y 5 10")
	f(func(c *stack.TableConfig) { c.OrderBy = "errors * -1" }, "y 5 10", "x 1 10", "z - 20")
	f(func(c *stack.TableConfig) { c.Having = "errors > 1" }, "y 5 10")
	f(func(c *stack.TableConfig) { c.Having = "all >= 10 AND NOT ServiceName = 'y'" }, "x 1 10", "z - 20")
	f(func(c *stack.TableConfig) { c.Having = "errors IS NULL OR errors / all BETWEEN 0.4 AND 0.6" }, "y 5 10", "z - 20")
	f(func(c *stack.TableConfig) { c.Having = "ServiceName IN ('x', 'z')" }, "x 1 10", "z - 20")
	f(func(c *stack.TableConfig) { c.Having = "errors % 2 = 1 AND errors + all - 1 <= 10" }, "x 1 10")
	f(func(c *stack.TableConfig) { c.AsRatio = true }, "y 0.5", "x 0.1", "z 0")
	f(func(c *stack.TableConfig) {
		c.Formulas, c.Having = []stack.Formula{{Expression: "A / B", Alias: "rate"}}, "rate > 0.2"
	}, "y 0.5")
	first, field = query.Count, "" // a count of no rows is 0
	f(func(*stack.TableConfig) {}, "y 5 10", "x 1 10", "z 0 20")
	f(func(c *stack.TableConfig) { c.OrderBy = "errors" }, "z 0 20", "x 1 10", "y 5 10")
	f(func(c *stack.TableConfig) { c.Having = "errors = 0 OR all - errors < 9" }, "y 5 10", "z 0 20")
	f(func(c *stack.TableConfig) { c.Having = "errors IS NULL" })
}

func TestTileRefusesWhatItCannotArrange(t *testing.T) {
	t.Parallel()
	f := func(having, orderBy, want string) {
		t.Helper()
		c := stack.TableConfig{
			Chart:   stack.Chart{DisplayType: stack.DisplayTable, SourceID: logSource, Select: counts("a")},
			GroupBy: "ServiceName", Having: having, OrderBy: orderBy,
		}
		if _, err := draw(t, &tileEngine{}, c, nil); err == nil || err.Error() != want {
			t.Errorf("having %q, order by %q: %v, want %s", having, orderBy, err, want)
		}
	}
	f("nobody > 1", "", "tile.config.having: nobody is not a column of the tile")
	f("lower(ServiceName) = 'x'", "", "tile.config.having: can't use the function lower")
	f("ServiceName LIKE 'x'", "", "tile.config.having: can't use LIKE")
	f("", "nobody", "tile.config.orderBy: nobody is not a column of the tile")
	f("count(", "", "tile.config.having: col 7: expected a value")
}

func TestTileReadsAggregatesToArrangeBy(t *testing.T) {
	t.Parallel()
	c := stack.TableConfig{
		Chart:   stack.Chart{DisplayType: stack.DisplayTable, SourceID: logSource, Select: counts("a")},
		GroupBy: "ServiceName", Having: "max(Duration) > 3", OrderBy: "count() DESC",
	}
	engine := &tileEngine{}
	if _, err := draw(t, engine, c, nil); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, scan := range engine.series {
		for _, s := range scan.Series {
			if s.Field.Node != nil {
				fields = append(fields, s.Field.Node.String())
			}
		}
	}
	if diff := cmp.Diff([]string{"max(Duration)", "count()"}, fields); diff != "" {
		t.Error(diff)
	}
}
