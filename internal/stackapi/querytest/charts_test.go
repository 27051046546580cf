package querytest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

const countSeries = `{"sourceId":"SOURCE","aggFn":"count","where":"","groupBy":[]}`

func chartBody(series string, more ...string) string {
	return `{"startTime":START_MS,"endTime":END_MS,"granularity":"30m","series":[` + series + `]` + strings.Join(more, "") + `}`
}

func TestChartSeries(t *testing.T) {
	t.Parallel()
	s := newShop(t, 600)
	first, second := s.fill("START_MS"), fmt.Sprint(start().UnixMilli()+30*60*1000)
	chart := func(name, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Path: "/charts/series", Body: body, Status: status, Contains: contains}
	}
	refused := func(name, body string, contains ...string) testkit.Scenario {
		return chart(name, body, 400, append(contains, `"message"`, `"details"`)...)
	}
	scenarios := []testkit.Scenario{
		chart("count is a number", chartBody(countSeries), 200,
			`{"data":[{"ts_bucket":`+first+`,"group":[],"series_0.data":300},{"ts_bucket":`+second+`,"group":[],"series_0.data":300}],"meta":{`,
			`"truncated":false`, `"stepSeconds":1800`, `"rowsRead":`, `"bytesRead":`, `"elapsedMs":`, `"scans":[{"series":[0],"groupBy":[]}]`),
		chart("groups", chartBody(strings.Replace(countSeries, "[]", `["ServiceName"]`, 1)), 200, `"group":["cart"],"series_0.data":150`, `"group":["pay"]`),
		chart("two series", chartBody(countSeries+`,{"sourceId":"SOURCE","aggFn":"max","field":"LogAttributes['n']","where":"timeout","groupBy":[]}`), 200,
			`"series_0.data":300,"series_1.data":299`, `"scans":[{"series":[0,1],"groupBy":[]}]`),
		refused("other groups", chartBody(countSeries+`,`+strings.Replace(countSeries, "[]", `["ServiceName"]`, 1)), "series.1.groupBy: All series must have the same groupBy fields"),
		chart("columns", chartBody(strings.Replace(countSeries, "[]", `["ServiceName"]`, 1), `,"seriesReturnType":"column"`), 200,
			`{"data":[{"ServiceName":"cart","__hdx_time_bucket":"`, `Z","series_0":150}`, `"meta":{"rowsRead":`),
		chart("times in other spellings", strings.NewReplacer("START_MS", "START_MS.0", "END_MS", "END_MS0e-1").Replace(chartBody(countSeries)), 200, `"series_0.data":300`),
		chart("auto by default", `{"startTime":START_MS,"endTime":END_MS,"series":[`+countSeries+`]}`, 200, `"stepSeconds":60`),
		chart("auto", strings.Replace(chartBody(countSeries), "30m", "auto", 1), 200, `"stepSeconds":60`),
		chart("nothing found", chartBody(strings.Replace(countSeries, `"where":""`, `"where":"nothinglikethis"`, 1)), 200, `{"data":[],"meta":`),
		chart("fill", chartBody(strings.Replace(countSeries, `"where":""`, `"where":"nothinglikethis"`, 1), `,"fill":"zero"`), 200, `"series_0.data":0`),
		chart("quantile", chartBody(`{"sourceId":"SOURCE","aggFn":"quantile","level":0.5,"field":"LogAttributes['n']","where":"","groupBy":[]}`), 200, `"series_0.data":149.5`),
		chart("fields of older clients", chartBody(strings.Replace(countSeries, "{", `{"dataSource":"events","sortOrder":"asc",`, 1), `,"seriesReturnType":"ratio"`), 200, `"series_0.data":300`),
		chart("sql", chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":"ServiceName = 'cart'","whereLanguage":"sql","groupBy":[]}`), 200, `"series_0.data":150`),
		chart("spans", chartBody(`{"sourceId":"TRACES","aggFn":"avg","field":"Duration","where":"","groupBy":["SpanName"]}`), 200, `"group":["step 0"],"series_0.data":1000000000`),
		chart("remainder", chartBody(strings.Replace(countSeries, "[]", `["LogAttributes['n']"]`, 1), `,"seriesLimit":10`), 200, `"truncated":true`, `"remainder":{"groups":590,"series_0.data":590}`),

		refused("no series", chartBody(""), "series"),
		refused("six series", chartBody(strings.Repeat(countSeries+",", 5)+countSeries), "series"),
		refused("seconds", strings.Replace(chartBody(countSeries), "START_MS", "1755770400", 1), "startTime"),
		refused("no time", `{"series":[`+countSeries+`]}`, "startTime", "endTime"),
		refused("backwards", `{"startTime":END_MS,"endTime":START_MS,"series":[`+countSeries+`]}`, "endTime: must not be before startTime"),
		refused("unknown granularity", strings.Replace(chartBody(countSeries), "30m", "7m", 1), "granularity"),
		refused("too many points", strings.Replace(strings.Replace(chartBody(countSeries), "30m", "30s", 1), "START_MS", "1600000000000", 1), "granularity: would make more than 11000 points per series"),
		refused("eleven groups", chartBody(strings.Replace(countSeries, "[]", `["a","a","a","a","a","a","a","a","a","a","a"]`, 1)), "series.0.groupBy"),
		refused("unknown function", chartBody(strings.Replace(countSeries, "count", "median", 1)), "series.0.aggFn"),
		refused("level without quantile", chartBody(strings.Replace(countSeries, `"where"`, `"level":0.5,"where"`, 1)), "series.0.level: is allowed only when aggFn is quantile"),
		refused("level too high", chartBody(`{"sourceId":"SOURCE","aggFn":"quantile","level":1.5,"field":"n","where":"","groupBy":[]}`), "series.0.level"),
		refused("no field", chartBody(`{"sourceId":"SOURCE","aggFn":"avg","where":"","groupBy":[]}`), "series.0.field: is required unless aggFn is count"),
		refused("no where", chartBody(`{"sourceId":"SOURCE","aggFn":"count","groupBy":[]}`), "series.0.where"),
		refused("no groupBy", chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":""}`), "series.0.groupBy"),
		refused("unknown field of the body", chartBody(countSeries, `,"colour":"red"`), "colour"),
		refused("increase of logs", chartBody(strings.Replace(countSeries, "count", "increase", 1)), "series.0.aggFn: increase is allowed only"),
		refused("malformed source", chartBody(strings.Replace(countSeries, "SOURCE", "nonsense", 1)), "series.0.sourceId: must be 24 lower-case hexadecimal digits"),
		refused("mistyped where", chartBody(strings.Replace(countSeries, `"where":""`, `"where":"a AND (b"`, 1)), "series.0.where: col 7"),
		refused("mistyped second where", chartBody(countSeries+","+strings.Replace(countSeries, `"where":""`, `"where":"field:"`, 1)), "series.1.where: col 7"),
		refused("mistyped group", chartBody(strings.Replace(countSeries, "[]", `["ServiceName", "lower("]`, 1)), "series.0.groupBy.1: col 7"),
		chart("a name that no record has", chartBody(strings.Replace(countSeries, "[]", `["Nosuch"]`, 1)), 200, `"group":[""],"series_0.data":300`, `"warnings":[{"path":"series.0.groupBy.0"`),
		refused("long where", chartBody(strings.Replace(countSeries, `"where":""`, `"where":"`+strings.Repeat("a ", 5000)+`"`, 1)), "series.0.where"),
		refused("metric without a type", chartBody(`{"sourceId":"METRICS","aggFn":"avg","metricName":"m","where":"","groupBy":[]}`), "series.0.metricDataType: is required"),
		refused("metric without a name", chartBody(`{"sourceId":"METRICS","metricDataType":"gauge","aggFn":"avg","where":"","groupBy":[]}`), "series.0.metricName: is required"),
		refused("metric function", chartBody(`{"sourceId":"METRICS","metricDataType":"histogram","metricName":"m","aggFn":"min","where":"","groupBy":[]}`), "series.0.aggFn: must be quantile, count, sum or avg"),
		chart("types that do not fit", chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":"ServiceName + toDate(1) = [1]","whereLanguage":"sql","groupBy":[]}`), 400, "types that do not fit"),
		chart("broken expression", chartBody(`{"sourceId":"SOURCE","aggFn":"count","where":"match(Body, '(')","whereLanguage":"sql","groupBy":[]}`), 400, "regular expression"),
		chart("unknown source", chartBody(strings.Replace(countSeries, "SOURCE", "aaaaaaaaaaaaaaaaaaaaaaaa", 1)), 404, `"message"`),
		{Name: "no key", Path: "/charts/series", Body: chartBody(countSeries), Headers: map[string]string{"Authorization": ""}, Status: 401},
		{Name: "not acceptable", Path: "/charts/series", Body: chartBody(countSeries), Headers: map[string]string{"Accept": "image/png"}, Status: 406},
		{Name: "wrong method", Path: "/charts/series", Status: 405, Answered: map[string]string{"Allow": "POST"}},
		{Name: "lines", Path: "/charts/series", Body: chartBody(countSeries), Headers: map[string]string{"Accept": "application/x-ndjson"}, Status: 200,
			Contains: []string{`{"ts_bucket":` + first + `,"group":[],"series_0.data":300}` + "\n", `{"meta":{`}, Answered: map[string]string{"Content-Type": "application/x-ndjson"}},
		{Name: "comma separated", Path: "/charts/series", Body: chartBody(strings.Replace(countSeries, "[]", `["ServiceName"]`, 1)), Headers: map[string]string{"Accept": "text/csv"}, Status: 200,
			Contains: []string{"ts_bucket,group_0,series_0.data\n" + first + ",cart,150\n"}, Answered: map[string]string{"Content-Type": "text/csv; charset=utf-8"}},
		{Name: "SQL without a key", Path: "/charts/series/sql", Body: chartBody(countSeries), Headers: map[string]string{"Authorization": ""}, Status: 401},
		{Name: "preferred of two", Path: "/charts/series", Body: chartBody(countSeries), Headers: map[string]string{"Accept": "text/csv;q=0.5, application/json"}, Status: 200, Contains: []string{`{"data":[`}},
	}
	s.run(t, slices.Concat(scenarios, sqlOfCharts(), refusedBeforeTheEngine(scenarios)))
}

// sqlOfCharts returns the scenarios of the statements that a chart begins with. Shards
// are asked in other words.
func sqlOfCharts() []testkit.Scenario {
	text := chartBody(strings.Replace(countSeries, `"where":""`, `"where":"it's"`, 1))
	two := chartBody(strings.Replace(countSeries, `"where":""`, `"where":"x"`, 1) + `,{"sourceId":"TRACES","aggFn":"avg","field":"Duration","where":"","groupBy":[]}`)
	if enginetest.IsCluster() {
		return []testkit.Scenario{
			{Name: "SQL", Path: "/charts/series/sql", Body: text, Status: 200, Contains: []string{`{"data":{"statements":[{"series":[0],"sql":"WITH `, `'%it\\'s%'`, `1800) AS b`}},
			{Name: "SQL of two scans", Path: "/charts/series/sql", Body: two, Status: 200, Contains: []string{`{"series":[0],"sql":"WITH `, `{"series":[1],"sql":"WITH `}},
			{Name: "SQL of minutes and ends", Path: "/charts/series/sql", Body: chartBody(countSeries), Status: 200, Contains: []string{`},{"series":[0],"sql":"WITH `}},
		}
	}
	return []testkit.Scenario{
		{Name: "SQL", Path: "/charts/series/sql", Body: text, Status: 200, Contains: []string{`{"data":{"statements":[{"series":[0],"sql":"SELECT toUInt32(`, `'%it\\'s%'`, `1800) AS b`}},
		{Name: "SQL of two scans", Path: "/charts/series/sql", Body: two, Status: 200, Contains: []string{`{"series":[0],"sql":"SELECT `, `{"series":[1],"sql":"SELECT `}},
		{Name: "SQL of minutes and ends", Path: "/charts/series/sql", Body: chartBody(countSeries), Status: 200, Contains: []string{`},{"series":[0],"sql":"SELECT `}},
	}
}

// refusedBeforeTheEngine returns the scenarios that also the SQL of a chart is
// refused by.
func refusedBeforeTheEngine(charts []testkit.Scenario) []testkit.Scenario {
	var refused []testkit.Scenario
	for _, x := range charts {
		if x.Status == 404 || x.Status == 400 && slices.Contains(x.Contains, `"details"`) {
			x.Name, x.Path = "SQL: "+x.Name, "/charts/series/sql"
			refused = append(refused, x)
		}
	}
	return refused
}
