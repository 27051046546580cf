package stack_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestTilePlacement(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		body := `{"name":"n","tiles":[{` + fields + `}]}`
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, body, err, want)
	}
	config := `,"config":{"displayType":"markdown"}`
	f(`"name":"","x":0,"y":0,"w":1,"h":1`+config, "")
	f(`"name":"","x":23,"y":1.5,"w":24,"h":100000`+config, "")
	f(`"name":"","x":24,"y":-1,"w":25,"h":0`+config, "tiles.0.x: must be between 0 and 23; tiles.0.y: must be between 0 and 100000; "+
		"tiles.0.w: must be between 1 and 24; tiles.0.h: must be between 1 and 100000")
	f(`"name":"","x":0,"y":100001,"w":1,"h":100001`+config,
		"tiles.0.y: must be between 0 and 100000; tiles.0.h: must be between 1 and 100000")
	f(`"name":"","x":"0","y":0,"w":1e999,"h":1`+config, "tiles.0.x: must be a number; tiles.0.w: must be a number of double precision")
	f(`"x":0,"y":0,"w":1,"h":1`+config, "tiles.0.name: is required")
	f(`"name":"","x":0,"y":0,"w":1,"h":1,"color":"red"`+config, "tiles.0.color: is not a known field")
	f(`"id":"`+text(stack.TileIDCharsMax)+`","name":"","x":0,"y":0,"w":1,"h":1`+config, "")
	f(`"id":"`+text(stack.TileIDCharsMax+1)+`","name":"","x":0,"y":0,"w":1,"h":1`+config, "tiles.0.id: must be at most 36 characters")
	f(`"name":"","x":0,"y":0,"w":1,"h":1`, "tiles.0: Tile must have either series or config")
	f(`"name":"","x":0,"y":0,"w":1,"h":1,"series":[]`+config, "tiles.0: Tile cannot have both series and config")
	f(`"name":"","x":0,"y":0,"w":1,"h":1,"asRatio":true`+config,
		"tiles.0.asRatio: is allowed here only with series; it is a field of config")
	f(`"name":"","x":0,"y":0,"w":1,"h":1,"config":null`,
		"tiles.0.config: must not be null; tiles.0: Tile must have either series or config")
	f(`"name":"","x":0,"y":0,"w":1,"h":1,"config":[]`, "tiles.0.config: must be an object")
}

func TestTileNameOfBlanksIsNone(t *testing.T) {
	t.Parallel()
	f := func(sent, want string) {
		t.Helper()
		spec, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[{"name":"`+sent+`","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"markdown"}}]}`)
		if err != nil || spec.Tiles[0].Name != want {
			t.Errorf("%q: %+v, %v, want %q", sent, spec.Tiles, err, want)
		}
	}
	f(` \t\u00a0`, "")
	f(" a ", " a ")
}

func TestTileThatIsNoObjectIsRefused(t *testing.T) {
	t.Parallel()
	_, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[null,7]}`)
	expectMessage(t, "null, 7", err, "tiles.0: must not be null; tiles.1: must be an object; tiles.1: Tile must have either series or config")
}

// configCase tries a config as the only tile of a dashboard.
func configCase(t *testing.T) func(config, want string) {
	return func(config, want string) {
		t.Helper()
		body := `{"name":"n","tiles":[{"name":"","x":0,"y":0,"w":1,"h":1,"config":` + config + `}]}`
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, config, err, want)
	}
}

// tileOf returns a config of the type over series, with further fields.
func tileOf(display, fields string) string {
	return `{"displayType":"` + display + `","sourceId":"` + idA + `","select":[{"aggFn":"count"}]` + fields + `}`
}

// tileSelecting returns a config with these select items.
func tileSelecting(display, items, fields string) string {
	return `{"displayType":"` + display + `","sourceId":"` + idA + `","select":` + items + fields + `}`
}

const at = "tiles.0.config."

func TestConfigKinds(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	f(`{}`, at+"displayType: is required")
	f(`{"displayType":"histogram"}`, at+"displayType: must be one of "+listed(stack.DisplayTypes()))
	f(`{"configType":"graphite","displayType":"line"}`, at+"configType: must be sql or promql, or absent")
	f(`{"configType":"sql","displayType":"heatmap"}`, at+"displayType: must be one of line, stacked_bar, table, number, pie, bar")
	f(tileOf("line", `,"foo":1`), at+"foo: is not a known field")
	f(`{"displayType":"line","select":[{"aggFn":"count","bar":2}]}`, at+"sourceId: is required; "+at+"select.0.bar: is not a known field")
	f(`{"displayType":"line","sourceId":"short","select":[{"aggFn":"count"}]}`, at+"sourceId: must be 24 lower-case hexadecimal digits")
}

func TestSeriesTiles(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	for _, display := range []string{"line", "stacked_bar", "table", "number", "pie", "bar"} {
		f(tileOf(display, ``), "")
	}
	count := `{"aggFn":"count"}`
	for _, display := range []string{"line", "stacked_bar", "table"} {
		f(tileSelecting(display, repeat(stack.SelectMax, count), ``), "")
		f(tileSelecting(display, repeat(stack.SelectMax+1, count), ``), at+"select: must have at most 20 items")
		f(tileSelecting(display, `[]`, ``), at+"select: must have at least 1 item")
	}
	for _, display := range []string{"number", "pie", "bar"} {
		f(tileSelecting(display, repeat(2, count), ``), at+"select: must have exactly 1 item")
	}
	f(tileOf("line", `,"groupBy":"a","alignDateRangeToGranularity":true,"fillNulls":false,"compareToPreviousPeriod":true,
		"fitYAxisToData":false,"seriesLimit":0,"showOperandSeries":true`), "")
	f(tileOf("stacked_bar", `,"compareToPreviousPeriod":true`), at+"compareToPreviousPeriod: is not a known field")
	f(tileOf("stacked_bar", `,"fitYAxisToData":true`), at+"fitYAxisToData: is not a known field")
	f(tileOf("table", `,"having":"x > 1","orderBy":"x","groupByColumnsOnLeft":true`), "")
	f(tileOf("table", `,"fillNulls":true`), at+"fillNulls: is not a known field")
	f(tileOf("number", `,"groupBy":"x"`), at+"groupBy: is not a known field")
	f(tileOf("pie", `,"limit":3,"orderBy":"x","groupBy":"y"`), "")
	f(tileOf("line", `,"seriesLimit":-1`), at+"seriesLimit: must be between 0 and 100000")
	f(tileOf("line", `,"seriesLimit":100001`), at+"seriesLimit: must be between 0 and 100000")
	f(tileOf("line", `,"seriesLimit":2.5`), at+"seriesLimit: must be a whole number")
	f(tileOf("bar", `,"limit":100001`), at+"limit: must be between 0 and 100000")
	f(tileOf("line", `,"groupBy":"`+text(stack.ExpressionCharsMax)+`"`), "")
	f(tileOf("line", `,"groupBy":"`+text(stack.ExpressionCharsMax+1)+`"`), at+"groupBy: must be at most 10000 characters")
	f(tileOf("line", `,"fillNulls":null`), at+"fillNulls: must not be null")
	f(tileOf("line", `,"fillNulls":"yes"`), at+"fillNulls: must be true or false")
}

func TestSelectItems(t *testing.T) {
	t.Parallel()
	f := func(item, want string) {
		t.Helper()
		configCase(t)(tileSelecting("line", "["+item+"]", ``), want)
	}
	const item = at + "select.0."
	f(`{"aggFn":"count","valueExpression":""}`, "")
	f(`{"aggFn":"count","valueExpression":"x"}`, item+"valueExpression: must be empty when aggFn is count")
	f(`{"aggFn":"avg"}`, item+"valueExpression: is required unless aggFn is count")
	f(`{"aggFn":"none","valueExpression":"count() / 2"}`, "")
	f(`{"aggFn":"median","valueExpression":"x"}`,
		item+"aggFn: must be one of avg, count, count_distinct, last_value, max, min, quantile, sum, any, none, increase")
	f(`{"aggFn":"quantile","valueExpression":"x","level":0.75}`, "")
	f(`{"aggFn":"quantile","valueExpression":"x","level":1.01}`, item+"level: must be between 0 and 1")
	f(`{"aggFn":"avg","valueExpression":"x","level":0.9}`, item+"level: is allowed only when aggFn is quantile")
	f(`{"aggFn":"increase","valueExpression":"Value","metricType":"sum","metricName":"m"}`, "")
	f(`{"aggFn":"increase","valueExpression":"Value","metricType":"gauge"}`, item+"aggFn: increase is allowed only when metricType is sum")
	f(`{"aggFn":"avg","valueExpression":"Value","metricType":"exponential histogram","periodAggFn":"delta"}`, "")
	f(`{"aggFn":"count","metricType":"counter"}`, item+"metricType: must be one of gauge, histogram, sum, summary, exponential histogram")
	f(`{"aggFn":"count","periodAggFn":"rate"}`, item+"periodAggFn: must be delta")
	f(`{"aggFn":"count","whereLanguage":"promql"}`, item+"whereLanguage: must be one of lucene, sql")
	f(`{"aggFn":"count","numberFormat":{"output":"roman"}}`,
		item+"numberFormat.output: must be one of currency, percent, byte, time, duration, number, data_rate, throughput")
}

func TestNumberFormats(t *testing.T) {
	t.Parallel()
	f := func(format, want string) {
		t.Helper()
		configCase(t)(tileOf("number", `,"numberFormat":`+format), want)
	}
	f(`{"output":"byte","numericUnit":"kibibits_sec","mantissa":20,"thousandSeparated":true,"average":false,"decimalBytes":true,
		"factor":-0.5,"currencySymbol":"€","unit":"req"}`, "")
	f(`{}`, at+"numberFormat.output: is required")
	f(`{"output":"number","mantissa":21}`, at+"numberFormat.mantissa: must be between 0 and 20")
	f(`{"output":"number","unit":"`+text(stack.FormatTextCharsMax+1)+`"}`, at+"numberFormat.unit: must be at most 64 characters")
	f(`{"output":"number","currencySymbol":"`+text(stack.FormatTextCharsMax+1)+`"}`,
		at+"numberFormat.currencySymbol: must be at most 64 characters")
	for _, unit := range stack.NumericUnits() {
		f(`{"output":"number","numericUnit":"`+unit+`"}`, "")
	}
	f(`{"output":"number","numericUnit":"furlongs"}`, at+"numberFormat.numericUnit: must be one of "+strings.Join(stack.NumericUnits(), ", "))
}

func TestRatioAndFormulas(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	two := repeat(2, `{"aggFn":"count"}`)
	f(tileSelecting("line", two, `,"asRatio":true`), "")
	f(tileOf("line", `,"asRatio":true`), at+"asRatio: needs exactly 2 select items")
	f(tileSelecting("table", two, `,"asRatio":true,"formulas":[{"expression":"A"}]`), at+"asRatio: can't be combined with formulas")
	f(tileSelecting("line", two, `,"formulas":[{"expression":"A / B","alias":"r","numberFormat":{"output":"percent"}}]`), "")
	f(tileSelecting("line", two, `,"formulas":`+repeat(stack.FormulasMax, `{"expression":"A"}`)), "")
	f(tileSelecting("line", two, `,"formulas":`+repeat(stack.FormulasMax+1, `{"expression":"A"}`)), at+"formulas: must have at most 10 items")
	f(tileSelecting("line", two, `,"formulas":[{"expression":"A + C"}]`), at+"formulas.0.expression: must name only series that the tile selects")
	f(tileSelecting("line", two, `,"formulas":[{"expression":"1 + 1"}]`), at+"formulas.0.expression: must name at least one series by its letter")
	f(tileSelecting("line", two, `,"formulas":[{"expression":"A +"}]`),
		at+"formulas.0.expression: expected a number, a letter A to Z or a parenthesis at position 4")
	f(tileSelecting("number", two, `,"formulas":[{"expression":"A+B"}]`), "")
	f(tileSelecting("number", two, `,"formulas":[{"expression":"A"},{"expression":"B"}]`), at+"formulas: must have at most 1 item")
	f(tileSelecting("pie", `[{"aggFn":"count"}]`, `,"formulas":[]`), at+"formulas: is not a known field")
}

func TestEventTiles(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	source := `"sourceId":"` + idA + `"`
	f(`{"displayType":"search",`+source+`,"select":"Body","where":"x","whereLanguage":"sql"}`, "")
	f(`{"displayType":"search",`+source+`}`, at+"select: is required")
	f(`{"displayType":"search",`+source+`,"select":[]}`, at+"select: must be a string")
	f(`{"displayType":"event_patterns",`+source+`}`, "")
	f(`{"displayType":"event_patterns",`+source+`,"whereLanguage":"promql"}`, at+"whereLanguage: must be one of lucene, sql")
	f(`{"displayType":"heatmap",`+source+`,"select":[{"valueExpression":"Duration","countExpression":"1","heatmapScaleType":"log"}]}`, "")
	f(`{"displayType":"heatmap",`+source+`,"select":[]}`, at+"select: must have exactly 1 item")
	f(`{"displayType":"heatmap",`+source+`,"select":[{"valueExpression":"","heatmapScaleType":"cubic"}]}`,
		at+"select.0.valueExpression: must be at least 1 character; "+at+"select.0.heatmapScaleType: must be one of log, linear")
	f(`{"displayType":"markdown","markdown":"`+text(stack.MarkdownCharsMax)+`"}`, "")
	f(`{"displayType":"markdown","markdown":"`+text(stack.MarkdownCharsMax+1)+`"}`, at+"markdown: must be at most 50000 characters")
	f(`{"displayType":"markdown",`+source+`}`, at+"sourceId: is not a known field")
}

func TestRawSQLTiles(t *testing.T) {
	t.Parallel()
	f := func(display, fields, want string) {
		t.Helper()
		configCase(t)(`{"configType":"sql","displayType":"`+display+`","connectionId":"`+idB+`","sqlTemplate":"SELECT 1"`+fields+`}`, want)
	}
	axis := `,"fillNulls":false,"alignDateRangeToGranularity":true,"seriesLimit":3`
	f("line", axis+`,"compareToPreviousPeriod":true,"fitYAxisToData":true,"sourceId":"`+idA+`"`, "")
	f("stacked_bar", axis, "")
	f("stacked_bar", `,"compareToPreviousPeriod":true`, at+"compareToPreviousPeriod: is not a known field")
	f("table", `,"onClick":{"type":"external","urlTemplate":"/x"}`, "")
	f("number", `,"color":"chart-red","numberFormat":{"output":"number"}`, "")
	f("number", `,"colorRules":[]`, at+"colorRules: is not a known field")
	f("pie", ``, "")
	f("bar", ``, "")
	f("bar", `,"select":[]`, at+"select: is not a known field")
	f("pie", `,"sourceId":"x"`, at+"sourceId: must be 24 lower-case hexadecimal digits")
	configCase(t)(`{"configType":"sql","displayType":"pie","sqlTemplate":"`+text(stack.SQLTemplateCharsMax)+`","connectionId":"`+idB+`"}`, "")
	configCase(t)(`{"configType":"sql","displayType":"pie","sqlTemplate":"`+text(stack.SQLTemplateCharsMax+1)+`","connectionId":"`+idB+`"}`,
		at+"sqlTemplate: must be at most 100000 characters")
	configCase(t)(`{"configType":"sql","displayType":"pie"}`, at+"connectionId: is required; "+at+"sqlTemplate: is required")
}

func TestPromQLTiles(t *testing.T) {
	t.Parallel()
	f := func(display, fields, want string) {
		t.Helper()
		configCase(t)(`{"configType":"promql","displayType":"`+display+`","queries":[{"expression":"up"}]`+fields+`}`, want)
	}
	queries := func(list, want string) {
		t.Helper()
		configCase(t)(`{"configType":"promql","displayType":"pie","queries":[`+list+`]}`, want)
	}
	f("line", `,"compareToPreviousPeriod":true,"seriesLimit":3,"yAxis":{"scale":"log"},"sourceId":"`+idA+`","timeShift":"1d"`, "")
	f("stacked_bar", `,"shape":"area"`, "")
	f("table", `,"onClick":{"type":"external","urlTemplate":"/x"}`, "")
	f("number", `,"color":"chart-red","numberFormat":{"output":"number"}`, "")
	f("bar", `,"sqlTemplate":""`, at+"sqlTemplate: is not a known field")
	f("heatmap", ``, "")
	f("heatmap", `,"select":[]`, at+"select: is not a known field")
	f("number", `,"colorRules":[{"operator":"gte","value":80,"color":"chart-error"}]`, "")
	f("number", `,"colorRules":[{"operator":"gte","value":"80","color":"red"}]`, at+"colorRules.0.color: must be one of chart-blue, chart-orange, chart-red, chart-cyan, chart-green, chart-pink, chart-purple, chart-light-blue, chart-brown, chart-gray, chart-success, chart-warning, chart-error; "+at+"colorRules.0.value: must be a number")
	f("search", ``, at+"displayType: must be one of line, stacked_bar, table, number, pie, bar, heatmap")
	f("pie", `,"sourceId":"x"`, at+"sourceId: must be 24 lower-case hexadecimal digits")
	queries(`{"expression":"`+text(stack.PromQLCharsMax)+`","legend":"`+text(stack.PromQLLegendCharsMax)+`","instant":false}`, "")
	queries(`{"expression":"`+text(stack.PromQLCharsMax+1)+`","legend":"`+text(stack.PromQLLegendCharsMax+1)+`"}`,
		at+"queries.0.expression: must be at most 10000 characters; "+at+"queries.0.legend: must be at most 256 characters")
	queries(`{"expression":""},{"legend":"x"},{"expression":"x","by":"y"}`,
		at+"queries.1.expression: is required; "+at+"queries.2.by: is not a known field")
	queries(`{"expression":""}`, at+"queries.0.expression: must be at least 1 character")
	queries(``, at+"queries: must have at least 1 item")
	queries(strings.Repeat(`{"expression":"x"},`, stack.PromQLQueriesMax)+`{"expression":"x"}`, at+"queries: must have at most 20 items")
}

func TestConfigMadeInGoMustCarryItsOwnType(t *testing.T) {
	t.Parallel()
	place := stack.Placement{W: 1, H: 1}
	in := stack.DashboardInput{Tiles: []stack.Tile{
		{Placement: place, Config: stack.MarkdownConfig{DisplayType: stack.DisplayLine}},
		{Placement: place},
	}}
	_, err := stack.DashboardSpec{}.Apply(in, counter(0))
	expectMessage(t, "Go value", err, "tiles.0.config.displayType: must be markdown; tiles.1.config: is required")
}

func TestRemovedTiles(t *testing.T) {
	t.Parallel()
	tile := func(id string, display stack.DisplayType) stack.Tile {
		c := stack.Chart{DisplayType: display}
		return stack.Tile{Placement: stack.Placement{ID: id}, Config: stack.CategoryConfig{Chart: c}}
	}
	f := func(old, next []stack.Tile, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, stack.RemovedTiles(old, next)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	old := []stack.Tile{tile("a", stack.DisplayLine), tile("b", stack.DisplayNumber), tile("c", stack.DisplayPie)}
	f(old, old)
	f(old, nil, "a", "b", "c")
	f(old, []stack.Tile{tile("a", stack.DisplayStackedBar), tile("b", stack.DisplayTable), tile("c", stack.DisplayTable)}, "b")
	f(nil, old)
}
