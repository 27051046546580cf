package stack_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

func seriesBody(fields, series string) string {
	return `{"name":"n","tiles":[{"name":"","x":0,"y":0,"w":1,"h":1` + fields + `,"series":` + series + `}]}`
}

func TestOlderSeriesBecomeConfig(t *testing.T) {
	t.Parallel()
	f := func(fields, series, want string) {
		t.Helper()
		got, err := save(stack.DashboardSpec{}, seriesBody(fields, series))
		if err != nil {
			t.Fatalf("%s: %v", series, err)
		}
		if diff := cmp.Diff(want, string(encode(t, got.Tiles[0].Config))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", series, diff)
		}
		if _, err := save(got, string(encode(t, got))); err != nil {
			t.Errorf("%s: the answer is refused: %v", series, err)
		}
	}
	source := `"sourceId":"` + idA + `"`
	f(``, `[{"type":"time",`+source+`,"aggFn":"count","field":"ignored","where":"x","groupBy":["a","b"]}]`,
		`{"displayType":"line",`+source+`,"select":[{"aggFn":"count","valueExpression":"","where":"x","whereLanguage":"lucene"}],`+
			`"groupBy":"a,b","asRatio":false,"fillNulls":true}`)
	f(`,"asRatio":true`, `[{"type":"time",`+source+`,"aggFn":"quantile","level":0.75,"field":"d","where":"","groupBy":[],"displayType":"stacked_bar"},
		{"type":"time",`+source+`,"aggFn":"sum","level":0.5,"metricDataType":"sum","metricName":"m","alias":"s","where":"","whereLanguage":"sql","groupBy":[]}]`,
		`{"displayType":"stacked_bar",`+source+`,"select":[{"aggFn":"quantile","valueExpression":"d","level":0.75,"where":"","whereLanguage":"lucene"},`+
			`{"aggFn":"sum","valueExpression":"Value","alias":"s","where":"","whereLanguage":"sql","metricType":"sum","metricName":"m"}],`+
			`"asRatio":true,"fillNulls":true}`)
	f(``, `[{"type":"table",`+source+`,"aggFn":"max","field":"d","where":"","groupBy":["a"],"sortOrder":"desc"}]`,
		`{"displayType":"table",`+source+`,"select":[{"aggFn":"max","valueExpression":"d","where":"","whereLanguage":"lucene"}],`+
			`"groupBy":"a","orderBy":"d DESC","asRatio":false}`)
	f(``, `[{"type":"number",`+source+`,"aggFn":"count","where":"","numberFormat":{"output":"byte"}},{"type":"number",`+source+`,"aggFn":"count","where":"y"}]`,
		`{"displayType":"number",`+source+`,"select":[{"aggFn":"count","valueExpression":"","where":"","whereLanguage":"lucene","numberFormat":{"output":"byte"}}],`+
			`"numberFormat":{"output":"byte"}}`)
	f(``, `[{"type":"search",`+source+`,"fields":["a","b"],"where":"x"}]`,
		`{"displayType":"search",`+source+`,"where":"x","whereLanguage":"lucene","select":"a, b"}`)
	f(``, `[{"type":"markdown","content":"# hi"}]`, `{"displayType":"markdown","markdown":"# hi"}`)
}

func TestOlderSeriesRules(t *testing.T) {
	t.Parallel()
	f := func(series, want string) {
		t.Helper()
		_, err := save(stack.DashboardSpec{}, seriesBody(``, series))
		expectMessage(t, series, err, want)
	}
	const series = "tiles.0.series"
	source := `"sourceId":"` + idA + `"`
	count := `{"type":"time",` + source + `,"aggFn":"count","where":"","groupBy":[]}`
	f(`{}`, series+": must be an array")
	f(`[]`, series+": must have at least 1 item")
	f(`[7]`, series+".0.type: must be one of time, table, number, search, markdown")
	f(`[{"type":"histogram"}]`, series+".0.type: must be one of time, table, number, search, markdown")
	f(`[`+count+`,{"type":"number"}]`, series+": All series must have the same type")
	f(repeat(stack.SeriesMax, count), "")
	f(repeat(stack.SeriesMax+1, count), series+": must have at most 20 items")
	f(`[{"type":"time",`+source+`,"aggFn":"count","groupBy":[]}]`, series+".0.where: is required")
	f(`[{"type":"time",`+source+`,"aggFn":"count","where":""}]`, series+".0.groupBy: is required")
	f(`[{"type":"number",`+source+`,"aggFn":"count","where":"","groupBy":[]}]`, series+".0.groupBy: is not a known field")
	f(`[{"type":"time",`+source+`,"aggFn":"avg","where":"","groupBy":[]}]`, series+".0.field: is required unless aggFn is count")
	f(`[{"type":"time",`+source+`,"aggFn":"mode","field":"x","where":"","groupBy":[]}]`,
		series+".0.aggFn: must be one of avg, count, count_distinct, last_value, max, min, quantile, sum, any, none, increase")
	f(`[{"type":"time",`+source+`,"aggFn":"count","where":"","groupBy":`+repeat(stack.SeriesGroupByMax, `"g#"`)+`}]`, "")
	f(`[{"type":"time",`+source+`,"aggFn":"count","where":"","groupBy":`+repeat(stack.SeriesGroupByMax+1, `"g#"`)+`}]`,
		series+".0.groupBy: must have at most 10 items")
	f(`[{"type":"time",`+source+`,"aggFn":"count","where":"","groupBy":[],"displayType":"pie"}]`, series+".0.displayType: must be one of line, stacked_bar")
	f(`[{"type":"table",`+source+`,"aggFn":"count","where":"","groupBy":[],"sortOrder":"up"}]`, series+".0.sortOrder: must be one of asc, desc")
	f(`[`+count+`,{"type":"time","sourceId":"`+idB+`","aggFn":"count","where":"","groupBy":[]}]`,
		series+".1.sourceId: must be the same for all series of a tile")
	f(`[{"type":"number","sourceId":"x","aggFn":"count","where":""}]`, series+".sourceId: must be 24 lower-case hexadecimal digits")
	f(`[{"type":"markdown","content":"`+text(stack.MarkdownCharsMax+1)+`"}]`, series+".markdown: must be at most 50000 characters")
}
