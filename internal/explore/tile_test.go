package explore_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// none stands for a value that is not there.
func none() float64 { return math.NaN() }

// tilePoint is a point of a tile's series: seconds after nine.
type tilePoint struct {
	second int
	group  string // none when empty
	values []float64
}

// tileEngine returns for each scan the values of its series, which it knows
// by the first letter of their conditions: a is the first value of a point.
type tileEngine struct {
	recordedEngine
	points   []tilePoint
	messages []string
}

// BareNames knows a column that takes no words, and a key that no record has.
func (e *tileEngine) BareNames(_ context.Context, scan explore.NameScan) ([]explore.BareName, error) {
	for _, expr := range scan.Exprs {
		switch text := fmt.Sprint(expr.Node); {
		case strings.Contains(text, "Value:high"):
			return nil, fault.InvalidAt(expr.Path, "field", "must be a number")
		case strings.Contains(text, "nowhere"):
			return []explore.BareName{{Name: "nowhere", Path: expr.Path}}, nil
		}
	}
	return nil, nil
}

func (e *tileEngine) HasName(context.Context, explore.Target, string) (bool, error) {
	return false, nil
}

func (e *tileEngine) Rows(_ context.Context, scan explore.RowScan) (explore.RowResult, error) {
	e.rows = append(e.rows, scan)
	result := explore.RowResult{Columns: []string{"Body"}}
	for _, message := range e.messages {
		shape := strings.TrimRight(message, "0123456789")
		result.Rows = append(result.Rows, []query.Cell{{Text: shape}, {Text: message}})
	}
	return result, nil
}

func (e *tileEngine) Series(_ context.Context, scan explore.SeriesScan) (explore.SeriesResult, error) {
	e.series = append(e.series, scan)
	var result explore.SeriesResult
	for _, p := range e.points {
		point := query.Point{Bucket: nine().Add(time.Duration(p.second) * time.Second), Group: []string{}}
		if len(scan.GroupBy) > 0 {
			point.Group = []string{p.group}
		}
		for _, s := range scan.Series {
			point.Values = append(point.Values, p.of(s))
		}
		result.Points = append(result.Points, point)
	}
	return result, nil
}

func (p tilePoint) of(s explore.ScannedSeries) float64 {
	for i, letter := range "abcdefghijklmnopqrst" {
		if i < len(p.values) && s.Where.Node != nil && strings.Contains(s.Where.Node.String(), "letter:"+string(letter)) {
			return p.values[i]
		}
	}
	return none()
}

func (e *tileEngine) SeriesSQL(_ context.Context, scan explore.SeriesScan) ([]string, error) {
	return []string{fmt.Sprintf("SELECT %d", len(scan.Series))}, nil
}

func nine() time.Time { return time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC) }

// draw asks about a tile over a minute from nine, in buckets of 30 s.
func draw(t *testing.T, engine *tileEngine, config stack.Config, change func(*explore.TileQuestion)) (explore.TileAnswer, error) {
	t.Helper()
	queries, _, ctx := newQueries(t, &engine.recordedEngine)
	queries.Engine = engine
	asked := explore.TileQuestion{Config: config, Granularity: "30s", Range: query.TimeRange{From: nine(), To: nine().Add(59 * time.Second)}}
	if change != nil {
		change(&asked)
	}
	return (&explore.Tiles{Queries: queries}).Draw(ctx, asked)
}

// rowTexts returns one line for each row: seconds after nine, groups, values.
func rowTexts(rows []explore.TileRow) []string {
	var lines []string
	for _, row := range rows {
		words := []string{}
		if at := row.Bucket.Sub(nine()); row.Bucket.Unix() > 0 {
			words = append(words, fmt.Sprint(at.Seconds()))
		}
		words = append(words, row.Group...)
		for _, value := range row.Values {
			words = append(words, valueText(value))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return lines
}

func valueText(value float64) string {
	if math.IsNaN(value) {
		return "-"
	}
	return fmt.Sprintf("%.13g", value)
}

const logSource = "aaaaaaaaaaaaaaaaaaaaaaaa"

// item is a select item whose values are those with the letter.
func item(fn query.Aggregate, letter string) stack.SelectItem {
	s := stack.SelectItem{AggFn: fn, Where: "letter:" + letter, WhereLanguage: query.Lucene}
	if fn != query.Count {
		s.ValueExpression = "Duration"
	}
	return s
}

func counts(letters ...string) []stack.SelectItem {
	var items []stack.SelectItem
	for _, letter := range letters {
		items = append(items, item(query.Count, letter))
	}
	return items
}

func lineOf(items ...stack.SelectItem) stack.LineConfig {
	return stack.LineConfig{
		Chart:    stack.Chart{DisplayType: stack.DisplayLine, SourceID: logSource, Select: items},
		TimeAxis: stack.TimeAxis{FillNulls: true},
	}
}

func numberOfTile(items []stack.SelectItem, formula string) stack.NumberConfig {
	c := stack.NumberConfig{Chart: stack.Chart{DisplayType: stack.DisplayNumber, SourceID: logSource, Select: items}}
	if formula != "" {
		c.Formulas = []stack.Formula{{Expression: formula}}
	}
	return c
}

// TestTileFormulas has the rule that a missing operand counts as 0 as long as
// one of them is there, and that nothing is divided by 0.
func TestTileFormulas(t *testing.T) {
	t.Parallel()
	f := func(expression string, operands []float64, want string) {
		t.Helper()
		letters := []string{"a", "b", "c"}[:max(2, len(operands))]
		engine := &tileEngine{points: []tilePoint{{values: operands}}}
		answer, err := draw(t, engine, numberOfTile(counts(letters...), expression), nil)
		got := "no row"
		if len(answer.Rows) > 0 {
			got = valueText(answer.Rows[0].Values[0])
		}
		if err != nil || got != want {
			t.Errorf("%s of %v is %s, %v, want %s", expression, operands, got, err, want)
		}
	}
	f("A + B * 2", []float64{1, 3}, "7")
	f("(A + B) * 2", []float64{1, 3}, "8")
	f("100 * A / (A + B)", []float64{1, 3}, "25")
	f("-A - -1", []float64{5}, "-4")
	f("A / 1000", []float64{500}, "0.5")
	f("A * .5", []float64{3}, "1.5")
	f("A + B", []float64{0.1, 0.2}, "0.3")
	f("A / B", []float64{1, 3}, "0.3333333333333")
	f("A / B", []float64{1, 0}, "-")
	f("A + B", []float64{1, none()}, "1")
	f("A / B", []float64{none(), 4}, "0") // an error rate without errors
	f("A / B", []float64{4, none()}, "-")
	f("C", []float64{1, 2, none()}, "0")
	f("A + B", []float64{none(), none()}, "no row")
}

func TestTileSeries(t *testing.T) {
	t.Parallel()
	twoBuckets := []tilePoint{{second: 0, values: []float64{1, 4}}, {second: 30, values: []float64{none(), 4}}}
	later := []tilePoint{{second: 30, values: []float64{2, 8}}}
	grouped := []tilePoint{
		{0, "x", []float64{1, 1}}, {0, "y", []float64{5, 1}}, {30, "x", []float64{6, 1}}, {30, "z", []float64{none(), 9}},
	}
	ratio := lineOf(counts("a", "b")...)
	ratio.AsRatio = true
	formula := lineOf(counts("a", "b")...)
	formula.Formulas = []stack.Formula{{Expression: "B - A", Alias: "good"}}
	both := formula
	show := true
	both.ShowOperandSeries = &show
	sparse := lineOf(counts("a", "b")...)
	sparse.FillNulls = false
	average := lineOf(item(query.Average, "a"), item(query.Count, "b"))
	byGroup := lineOf(counts("a")...)
	byGroup.GroupBy = "ServiceName"
	limited := byGroup
	one := 1
	limited.SeriesLimit = &one
	peak := lineOf(counts("a", "b")...)
	peak.GroupBy, peak.SeriesLimit, peak.AsRatio = "ServiceName", &one, true
	bars := stack.StackedBarConfig{Chart: ratio.Chart, TimeAxis: ratio.TimeAxis}
	bars.DisplayType = stack.DisplayStackedBar
	for name, c := range map[string]struct {
		config stack.Config
		points []tilePoint
		want   []string
	}{
		"a ratio without a first value is 0":             {ratio, twoBuckets, []string{"0 0.25", "30 0"}},
		"a ratio over an empty bucket is nothing":        {ratio, later, []string{"30 0.25"}},
		"a formula is computed for each bucket":          {formula, twoBuckets, []string{"0 3", "30 4"}},
		"a formula over an empty bucket has zeros":       {formula, later, []string{"0 0", "30 6"}},
		"operands come before their formula":             {both, twoBuckets, []string{"0 1 4 3", "30 0 4 4"}},
		"counts of empty buckets are 0":                  {lineOf(counts("a", "b")...), later, []string{"0 0 0", "30 2 8"}},
		"without fillNulls nothing is filled":            {sparse, twoBuckets, []string{"0 1 4", "30 - 4"}},
		"without fillNulls empty buckets are left out":   {sparse, later, []string{"30 2 8"}},
		"an average of nothing is nothing":               {average, twoBuckets, []string{"0 1 4", "30 - 4"}},
		"nothing at all is not filled":                   {formula, nil, nil},
		"bars are as lines":                              {bars, later, []string{"0 0 0", "30 2 8"}},
		"groups are filled each":                         {byGroup, grouped, []string{"0 x 1", "0 y 5", "30 x 6", "30 y 0"}},
		"a limit of the engine is asked for":             {limited, grouped[:1], []string{"0 x 1", "30 x 0"}},
		"a limit keeps the group with the highest ratio": {peak, grouped, []string{"0 x 1", "30 x 6"}},
	} {
		answer, err := draw(t, &tileEngine{points: c.points}, c.config, nil)
		if diff := cmp.Diff(c.want, rowTexts(answer.Rows)); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestTileAsksForItsGroups(t *testing.T) {
	t.Parallel()
	pie := func(limit *int) stack.CategoryConfig {
		return stack.CategoryConfig{Chart: stack.Chart{DisplayType: stack.DisplayPie, SourceID: logSource, Select: counts("a")}, GroupBy: "ServiceName", Limit: limit}
	}
	line := func(limit *int) stack.LineConfig {
		c := lineOf(counts("a")...)
		c.GroupBy, c.SeriesLimit = "ServiceName, LogAttributes['a,b']", limit
		return c
	}
	number := func(n int) *int { return &n }
	ratio := line(number(3))
	ratio.Select, ratio.AsRatio = counts("a", "b"), true
	for name, c := range map[string]struct {
		config stack.Config
		want   int
	}{
		"lines":              {line(nil), 20},
		"all lines":          {line(number(0)), 1000},
		"more than all":      {line(number(5000)), 1000},
		"slices":             {pie(nil), 12},
		"three slices":       {pie(number(3)), 3},
		"a ratio reads more": {ratio, 1000},
	} {
		engine := &tileEngine{}
		if _, err := draw(t, engine, c.config, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := engine.series[0].GroupsMax; got != c.want {
			t.Errorf("%s: asks for %d groups, want %d", name, got, c.want)
		}
	}
	engine := &tileEngine{}
	if _, err := draw(t, engine, line(nil), nil); err != nil || len(engine.series[0].GroupBy) != 2 {
		t.Errorf("%d expressions, %v", len(engine.series[0].GroupBy), err)
	}
}

func TestTileReadsAllItsSeriesTogether(t *testing.T) {
	t.Parallel()
	letters := strings.Split("abcdefghijklmnopqrst", "")
	values := make([]float64, len(letters))
	for i := range values {
		values[i] = float64(i)
	}
	engine := &tileEngine{points: []tilePoint{{values: values}}}
	answer, err := draw(t, engine, lineOf(counts(letters...)...), nil)
	if err != nil || len(engine.series) != 1 || len(answer.Rows) == 0 || !slices.Equal(answer.Rows[0].Values, values) {
		t.Errorf("%d scans, %v, %v", len(engine.series), rowTexts(answer.Rows), err)
	}
}

func TestTileNamesItsColumns(t *testing.T) {
	t.Parallel()
	level := 0.999
	f := func(want string, change func(*stack.LineConfig)) {
		t.Helper()
		errors, all := item(query.Count, "a"), item(query.Count, "b")
		errors.Alias, all.Alias = "errors", "all"
		c := lineOf(errors, all)
		change(&c)
		answer, err := draw(t, &tileEngine{}, c, nil)
		var names []string
		for _, column := range answer.Columns {
			names = append(names, string(column.Role)+":"+column.Name)
		}
		if got := strings.Join(names, ", "); err != nil || got != want {
			t.Errorf("columns %s, %v, want %s", got, err, want)
		}
	}
	named := func(s stack.SelectItem) func(*stack.LineConfig) {
		return func(c *stack.LineConfig) { c.Select = []stack.SelectItem{s} }
	}
	show := true
	f("time:time, value:errors, value:all", func(*stack.LineConfig) {})
	f("time:time, value:errors / all", func(c *stack.LineConfig) { c.AsRatio = true })
	f("time:time, value:A / 2", func(c *stack.LineConfig) { c.Formulas = []stack.Formula{{Expression: "A / 2"}} })
	f("time:time, value:errors, value:all, value:good", func(c *stack.LineConfig) {
		c.Formulas, c.ShowOperandSeries = []stack.Formula{{Expression: "B - A", Alias: "good"}}, &show
	})
	f("time:time, group:ServiceName, group:code, value:errors, value:all", func(c *stack.LineConfig) {
		c.GroupBy = "ServiceName, LogAttributes['http.status'] AS code"
	})
	f("time:time, value:count", named(stack.SelectItem{AggFn: query.Count}))
	f("time:time, value:avg(Duration)", named(stack.SelectItem{AggFn: query.Average, ValueExpression: "Duration"}))
	f("time:time, value:p99.9(Duration)", named(stack.SelectItem{AggFn: query.Quantile, Level: &level, ValueExpression: "Duration"}))
	f("time:time, value:p50(Duration)", named(stack.SelectItem{AggFn: query.Quantile, ValueExpression: "Duration"}))
	f("time:time, value:sum(a)", named(stack.SelectItem{AggFn: query.None, ValueExpression: "sum(a)"}))
	f("time:time, value:sum(requests)", func(c *stack.LineConfig) {
		c.SourceID = "cccccccccccccccccccccccc"
		c.Select = []stack.SelectItem{{AggFn: query.Total, ValueExpression: "Value", MetricType: query.MetricSum, MetricName: "requests"}}
	})
}

func TestTileFormats(t *testing.T) {
	t.Parallel()
	own, all := &stack.NumberFormat{Output: "byte"}, &stack.NumberFormat{Output: "percent"}
	items := counts("a", "b")
	items[0].NumberFormat = own
	chart := stack.Chart{SourceID: logSource, Select: items, NumberFormat: all}
	line, table := stack.LineConfig{Chart: chart}, stack.TableConfig{Chart: chart}
	line.DisplayType, table.DisplayType = stack.DisplayLine, stack.DisplayTable
	formulas := table
	formulas.Formulas = []stack.Formula{{Expression: "A", NumberFormat: own}, {Expression: "B"}}
	for name, c := range map[string]struct {
		config stack.Config
		want   string
	}{
		"lines share that of the tile":  {line, "percent percent"},
		"columns of a table have their": {table, "byte percent"},
		"so have formulas":              {formulas, "byte percent"},
	} {
		answer, err := draw(t, &tileEngine{}, c.config, nil)
		var outputs []string
		for _, column := range answer.Columns {
			if column.Role == explore.RoleValue {
				outputs = append(outputs, column.Format.Output)
			}
		}
		if got := strings.Join(outputs, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestTileWritesDurationsOfSpansAsSuch(t *testing.T) {
	t.Parallel()
	const traceSource = "bbbbbbbbbbbbbbbbbbbbbbbb"
	item := stack.SelectItem{AggFn: query.Average, ValueExpression: "Duration"}
	number := func(sourceID string, item stack.SelectItem) stack.Config {
		return stack.NumberConfig{Chart: stack.Chart{DisplayType: stack.DisplayNumber, SourceID: sourceID, Select: []stack.SelectItem{item}}}
	}
	inBytes := item
	inBytes.NumberFormat = &stack.NumberFormat{Output: "byte"}
	heat := stack.HeatmapConfig{EventQuery: stack.EventQuery{DisplayType: stack.DisplayHeatmap, SourceID: traceSource}, Select: []stack.HeatmapItem{{ValueExpression: "Duration"}}}
	for name, c := range map[string]struct {
		config stack.Config
		want   string
	}{
		"a latency":                 {number(traceSource, item), "duration"},
		"a latency with its format": {number(traceSource, inBytes), "byte"},
		"a count":                   {number(traceSource, stack.SelectItem{AggFn: query.Count}), "-"},
		"a number of logs":          {number(logSource, item), "-"},
		"a heatmap":                 {heat, "- duration duration -"},
	} {
		answer, err := draw(t, &tileEngine{}, c.config, nil)
		var outputs []string
		for _, column := range answer.Columns {
			switch {
			case column.Role != explore.RoleValue:
			case column.Format == nil:
				outputs = append(outputs, "-")
			default:
				outputs = append(outputs, column.Format.Output)
			}
		}
		if got := strings.Join(outputs, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestNumberOfNoRowsIsZeroWhereRowsAreCounted(t *testing.T) {
	t.Parallel()
	number := func(items ...stack.SelectItem) stack.NumberConfig {
		return stack.NumberConfig{Chart: stack.Chart{DisplayType: stack.DisplayNumber, SourceID: logSource, Select: items}}
	}
	table := stack.TableConfig{Chart: stack.Chart{DisplayType: stack.DisplayTable, SourceID: logSource, Select: counts("a")}}
	for name, c := range map[string]struct {
		config stack.Config
		want   []string
	}{
		"a count":             {number(counts("a")...), []string{"0"}},
		"a count of values":   {number(item(query.CountDistinct, "a")), []string{"0"}},
		"an average":          {number(item(query.Average, "a")), nil},
		"a sum":               {number(item(query.Total, "a")), nil},
		"a table has no rows": {table, nil},
	} {
		answer, err := draw(t, &tileEngine{}, c.config, nil)
		if diff := cmp.Diff(c.want, rowTexts(answer.Rows)); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestTileComparesWithThePeriodBefore(t *testing.T) {
	t.Parallel()
	c := lineOf(counts("a")...)
	yes := true
	c.CompareToPreviousPeriod = &yes
	engine := &tileEngine{points: []tilePoint{{second: -30, values: []float64{7}}}}
	answer, err := draw(t, engine, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := rowTexts(answer.Previous); !slices.Contains(got, "30 7") {
		t.Errorf("the period before is %v", got)
	}
	if got := engine.series[1].Range; !got.To.Equal(nine()) || got.Duration() != 59*time.Second {
		t.Errorf("the period before is %v", got)
	}
}

func TestTileNumberHasItsCourse(t *testing.T) {
	t.Parallel()
	c := numberOfTile(counts("a", "b"), "B - A")
	c.BackgroundChart = &stack.BackgroundChart{Type: "line"}
	engine := &tileEngine{points: []tilePoint{{values: []float64{1, 3}}}}
	answer, err := draw(t, engine, c, func(q *explore.TileQuestion) { q.SQL = true })
	if diff := cmp.Diff([]string{"0 2", "30 0"}, rowTexts(answer.Background)); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if len(answer.Rows) != 1 || answer.Rows[0].Values[0] != 2 || len(answer.Columns) != 1 || answer.BackgroundStep != 30*time.Second {
		t.Errorf("%v, columns %v", rowTexts(answer.Rows), answer.Columns)
	}
	if diff := cmp.Diff([]string{"SELECT 2", "SELECT 2"}, answer.Statements); diff != "" {
		t.Error(diff)
	}
}
