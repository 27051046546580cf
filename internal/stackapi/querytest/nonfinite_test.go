package querytest_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// gauges writes a point of a gauge for each host, all in one minute.
func gauges(name string, values map[string]float64) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	scope := w.EndScope(origin, telemetry.Scope{})
	metric := w.Metric(&telemetry.MetricHead{Name: []byte(name)}, scope)
	for host, value := range values {
		w.BeginPoint(1).Text([]byte("host"), []byte(host))
		head := telemetry.PointHead{Time: uint64(start().Add(10 * time.Second).UnixNano())}
		w.EndNumber(telemetry.Gauge, &telemetry.NumberPoint{PointHead: head, Value: value, HasValue: true}, metric)
	}
	w.End()
	return rows
}

// logsWith writes a record for each value, which it has as the attribute v.
func logsWith(values ...string) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for _, value := range values {
		w.BeginResource()
		origin := w.EndResource(nil)
		w.BeginScope()
		scope := w.EndScope(origin, telemetry.Scope{})
		w.BeginLog(1).Text([]byte("v"), []byte(value))
		w.EndLog(&telemetry.LogRecord{Time: uint64(start().Add(10 * time.Second).UnixNano()), Body: []byte("hostile")}, scope)
	}
	w.End()
	return rows
}

// numberChart asks for one number over the time of the shop.
func numberChart(series, want string) testkit.Scenario {
	return testkit.Scenario{
		Name: series, Path: "/charts/series", Status: 200, Contains: strings.Split(want, "|"),
		Body: strings.Replace(chartBody(series), "30m", "total", 1),
	}
}

// TestNonFiniteValuesAreLeftOutAndCounted charts two good values between ones
// that are not finite, of a metric and of an attribute.
func TestNonFiniteValuesAreLeftOutAndCounted(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, gauges("load", map[string]float64{"a": 50, "b": 10, "c": math.Inf(1), "d": math.NaN(), "e": math.Inf(-1)}),
		gauges("broken", map[string]float64{"a": math.NaN()}), logsWith("50", "10", "inf", "NaN", "-1e999", "no number"))
	var scenarios []testkit.Scenario
	for function, want := range map[string]string{
		`"sum"`: "60", `"avg"`: "30", `"quantile","level":0.5`: "30", `"quantile","level":1`: "50", `"max"`: "null", `"min"`: "null",
	} {
		want = `"series_0.data":` + want + `}|"nonFinite":3,`
		scenarios = append(scenarios,
			numberChart(`{"sourceId":"METRICS","metricDataType":"gauge","metricName":"load","where":"","groupBy":[],"aggFn":`+function+`}`, want),
			numberChart(`{"sourceId":"SOURCE","field":"LogAttributes['v']","where":"hostile","groupBy":[],"aggFn":`+function+`}`, want))
	}
	scenarios = append(scenarios,
		numberChart(`{"sourceId":"METRICS","metricDataType":"gauge","metricName":"broken","where":"","groupBy":[],"aggFn":"avg"}`, `"group":[],"series_0.data":null}|"nonFinite":1,`),
		numberChart(`{"sourceId":"SOURCE","field":"sum(LogAttributes['v'])","where":"hostile","groupBy":[],"aggFn":"none"}`, `"series_0.data":60}`),
		numberChart(`{"sourceId":"SOURCE","where":"hostile","groupBy":[],"aggFn":"count"}`, `"series_0.data":6}|"nonFinite":0,`))
	s.run(t, scenarios)
}

// watchTile makes a tile and returns the body of a back-test of an alert on it.
func (s *shop) watchTile(t *testing.T, config, alert string) string {
	t.Helper()
	answer := s.send(t, http.MethodPost, "/dashboards", `{"name":"d","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":`+config+`}]}`)
	dashboard, _ := answer.JSON(t)["data"].(map[string]any)
	if dashboard == nil {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	tile := dashboard["tiles"].([]any)[0].(map[string]any)["id"]
	return fmt.Sprintf(`{"alert":{"source":"tile","dashboardId":%q,"tileId":%q,"interval":"1m",%s},"startTime":START_MS,"endTime":%d}`,
		dashboard["id"], tile, alert, start().Add(10*time.Minute).UnixMilli())
}

// TestInfiniteValuesBreach tries alerts over a minute with 50 and what is not
// finite: none of that may keep an alert from firing.
func TestInfiniteValuesBreach(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, gauges("load", map[string]float64{"a": 50, "b": math.Inf(1), "c": math.NaN()}), gauges("low", map[string]float64{"a": 50, "b": math.Inf(-1)}),
		logsWith("50", "inf", "nan"))
	metric := func(name, function string) string {
		return `{"displayType":"line","sourceId":"METRICS","select":[{"aggFn":` + function + `,"metricType":"gauge","metricName":"` + name + `","valueExpression":"Value"}]}`
	}
	attribute := func(function string) string {
		return `{"displayType":"line","sourceId":"SOURCE","select":[{"aggFn":` + function + `,"valueExpression":"LogAttributes['v']"}]}`
	}
	expression := func(text string) string {
		return `{"displayType":"line","sourceId":"SOURCE","select":[{"aggFn":"none","valueExpression":"` + text + `"}]}`
	}
	const above, below = `"threshold":10,"thresholdType":"above"`, `"threshold":10,"thresholdType":"below","noDataState":"ok"`
	try := func(name, config, alert, value, nonFinite string) testkit.Scenario {
		return testkit.Scenario{Name: name, Path: "/alerts/backtest", Status: 200, Body: s.watchTile(t, config, alert),
			Contains: []string{`"from":"inactive","to":"firing","value":` + value + `}`, `"nonFinite":` + nonFinite}}
	}
	s.run(t, []testkit.Scenario{
		try("max", metric("load", `"max"`), above, "null", "2"), try("sum", metric("load", `"sum"`), above, "50", "2"),
		try("avg", metric("load", `"avg"`), above, "50", "2"), try("quantile", metric("load", `"quantile","level":0.9`), above, "50", "2"),
		try("min", metric("low", `"min"`), strings.Replace(below, `,"noDataState":"ok"`, "", 1), "null", "1"),
		try("max of an attribute", attribute(`"max"`), above, "null", "2"), try("sum of an attribute", attribute(`"sum"`), above, "50", "2"),
		try("avg of an attribute", attribute(`"avg"`), above, "50", "2"), try("quantile of an attribute", attribute(`"quantile","level":0.9`), above, "50", "2"),
		try("an expression", expression("count() / 0"), above, "null", "1"),
		{Name: "an expression that is NaN", Path: "/alerts/backtest", Status: 200, Body: s.watchTile(t, expression("0 / (count() - 3)"), above),
			Contains: []string{`"transitions":[]`, `"nonFinite":1`}},
	})
}

// TestSumsOfGreatNumbersDoNotWrap adds up whole numbers at the end of their
// range.
func TestSumsOfGreatNumbersDoNotWrap(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, logsWith("9223372036854775807", "9223372036854775807", "9223372036854775807"))
	const great = `"where":"hostile","groupBy":[],"field":"toInt64(LogAttributes['v'])"`
	s.run(t, []testkit.Scenario{
		numberChart(`{"sourceId":"SOURCE",`+great+`,"aggFn":"sum"}`, `"series_0.data":27670116110564327000}`),
		numberChart(`{"sourceId":"SOURCE",`+great+`,"aggFn":"avg"}`, `"series_0.data":9223372036854776000}`),
		numberChart(`{"sourceId":"SOURCE",`+strings.Replace(great, "toInt64(LogAttributes['v'])", "sum(toInt64(LogAttributes['v']))", 1)+`,"aggFn":"none"}`, `"series_0.data":27670116110564327000}`),
	})
}
