package querytest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

// metricPoints is one metric of every type, on a host, in three minutes.
func metricPoints() *telemetry.Rows {
	const delta, cumulative = 1, 2
	rows := telemetry.NewRows(telemetry.Metrics)
	w := rows.Write(telemetry.Limits{}, time.Now())
	w.BeginResource()
	origin := w.EndResource(nil)
	w.BeginScope()
	scope := w.EndScope(origin, telemetry.Scope{})
	head := func(name string, temporality int32, monotonic bool) uint32 {
		return w.Metric(&telemetry.MetricHead{Name: []byte(name), Unit: []byte("ms"), Temporality: temporality, Monotonic: monotonic}, scope)
	}
	at := func(seconds int) telemetry.PointHead {
		w.BeginPoint(1).Text([]byte("host"), []byte("a"))
		return telemetry.PointHead{Time: uint64(start().Add(time.Duration(seconds) * time.Second).UnixNano()), Start: uint64(start().UnixNano())}
	}
	number := func(kind telemetry.PointKind, metric uint32, seconds int, value float64) {
		w.EndNumber(kind, &telemetry.NumberPoint{PointHead: at(seconds), Value: value, HasValue: true}, metric)
	}
	for i, value := range []float64{1, 3, 8} {
		number(telemetry.Gauge, head("load", 0, false), 10+60*i, value)
		number(telemetry.Sum, head("sent", delta, true), 10+60*i, value)
	}
	for i, value := range []float64{10, 15, 4} { // begins anew before the third
		number(telemetry.Sum, head("served", cumulative, true), 10+60*i, value)
	}
	spread := telemetry.Distribution{PointHead: at(10), Count: 10, Sum: 300}
	w.EndHistogram(&telemetry.HistogramPoint{Distribution: spread, Buckets: []uint64{5, 5, 0}, Bounds: []float64{10, 100}}, head("latency", delta, false))
	spread.PointHead = at(10)
	w.EndExponential(&telemetry.ExponentialPoint{Distribution: spread, Positive: []uint64{4, 4}}, head("sizes", delta, false))
	spread.PointHead = at(10)
	w.EndSummary(&telemetry.SummaryPoint{Distribution: spread, Quantiles: []float64{0.5}, Values: []float64{8}}, head("rpc", 0, false))
	w.End()
	return rows
}

// TestMetricsOfAllTypesAreListedAndCharted asks for each type as a client
// does; what the numbers mean is tested with the engine.
func TestMetricsOfAllTypesAreListedAndCharted(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	s.store(t, metricPoints())
	chart := func(kind, metric, function string, numbers ...string) testkit.Scenario {
		series := fmt.Sprintf(`{"sourceId":"METRICS","metricDataType":%q,"metricName":%q,"where":"Attributes.host:a","groupBy":["Attributes['host']"],"aggFn":%s}`, kind, metric, function)
		for i, number := range numbers {
			numbers[i] = `"group":["a"],"series_0.data":` + number + "}"
		}
		return testkit.Scenario{
			Name: kind + " " + metric + " " + function, Path: "/charts/series", Status: 200, Contains: append(numbers, `"truncated":false`), Lacks: []string{"warnings"},
			Body: strings.Replace(chartBody(series), "30m", "1m", 1),
		}
	}
	s.run(t, []testkit.Scenario{
		chart("gauge", "load", `"avg"`, "1", "3", "8"),
		chart("gauge", "load", `"last_value"`, "1", "3", "8"),
		chart("sum", "sent", `"increase"`, "1", "3", "8"),
		chart("sum", "served", `"increase"`, "10", "5", "4"),
		chart("histogram", "latency", `"quantile","level":0.5`, "10"),
		chart("histogram", "latency", `"quantile","level":0.5,"field":"Value"`, "10"),
		chart("histogram", "latency", `"count"`, "10"),
		chart("exponential histogram", "sizes", `"quantile","level":0.5`, "2"),
		chart("summary", "rpc", `"quantile","level":0.5`, "8"),
		chart("summary", "rpc", `"sum","field":"Value"`, "300"),
	})
	s.run(t, metricLists())
	s.run(t, metricFields())
}

// metricLists asks which metrics there are.
func metricLists() []testkit.Scenario {
	list := func(name, rest string, contains ...string) testkit.Scenario {
		body := `{"sourceId":"METRICS","startTime":"START","endTime":"END"` + rest + `}`
		return testkit.Scenario{Name: "list " + name, Path: "/search/metrics", Body: body, Status: 200, Contains: contains}
	}
	metric := func(name, kind string, rises bool) string {
		return fmt.Sprintf(`{"name":%q,"metricDataType":%q,"unit":"ms","isMonotonic":%t}`, name, kind, rises)
	}
	refused := func(name, rest, message string) testkit.Scenario {
		x := list(name, rest, message)
		x.Status = 400
		return x
	}
	lists := []testkit.Scenario{
		list("all", "", `{"data":[`+strings.Join([]string{
			metric("latency", "histogram", false), metric("load", "gauge", false), metric("rpc", "summary", false),
			metric("sent", "sum", true), metric("served", "sum", true), metric("sizes", "exponential histogram", false),
		}, ",")+`],"meta":{"rowsRead":`),
		list("containing", `,"contains":"SE"`, `{"data":[`+metric("sent", "sum", true)+","+metric("served", "sum", true)+`],"meta":`),
		list("containing a sign of patterns", `,"contains":"%"`, `{"data":[],"meta":`),
		list("limited", `,"limit":2`, `{"data":[`+metric("latency", "histogram", false)+","+metric("load", "gauge", false)+`],"meta":`),
		list("of a condition", `,"where":"Attributes.host:b"`, `{"data":[],"meta":`),
		refused("mistyped where", `,"where":"a:"`, "where: col 3"),
		refused("limit too high", `,"limit":1001`, "limit"),
		{Name: "list the last hour", Path: "/search/metrics", Body: `{"sourceId":"METRICS"}`, Status: 200, Contains: []string{`{"data":[],"meta":`}},
		{Name: "list metrics of logs", Path: "/search/metrics", Body: `{"sourceId":"SOURCE"}`, Status: 400, Contains: []string{"sources of kind log have no metrics"}},
	}
	return lists
}

// metricFields asks what the points of a type can be grouped by.
func metricFields() []testkit.Scenario {
	fields := func(name, rest string, contains ...string) testkit.Scenario {
		body := `{"sourceId":"METRICS","startTime":"START","endTime":"END"` + rest + `}`
		return testkit.Scenario{Name: "fields " + name, Path: "/search/fields", Body: body, Status: 200, Contains: contains}
	}
	const host = `{"name":"Attributes.host","expression":"Attributes['host']","type":"text","key":true,"rows":`
	none := fields("of no metric", `,"metricDataType":"gauge","where":"MetricName:none"`, `"name":"ServiceName"`)
	none.Lacks = []string{host}
	untyped := fields("without a type", "", "can be charted but not searched")
	untyped.Status = 400
	lists := []testkit.Scenario{none, untyped}
	for kind, metric := range map[string]string{
		"gauge": "load", "sum": "sent", "histogram": "latency", "exponential histogram": "sizes", "summary": "rpc",
	} {
		lists = append(lists, fields("of a "+kind, fmt.Sprintf(`,"metricDataType":%q,"where":"MetricName:%s"`, kind, metric), host))
	}
	events := fields("of events", `,"metricDataType":"gauge"`, "no table for metrics of this type")
	events.Body, events.Status = strings.Replace(events.Body, "METRICS", "SOURCE", 1), 400
	return append(lists, events)
}

// TestAggregatesAreNumbers asks for every function over the numbers 0 to 299
// of the first half hour.
func TestAggregatesAreNumbers(t *testing.T) {
	t.Parallel()
	s := newShop(t, 300)
	chart := func(function, number string) testkit.Scenario {
		series := `{"sourceId":"SOURCE","where":"","groupBy":[],"aggFn":` + function + `}`
		return testkit.Scenario{Name: function, Path: "/charts/series", Status: 200, Body: chartBody(series), Contains: []string{`"series_0.data":` + number + "}"}}
	}
	const field = `,"field":"LogAttributes['n']"`
	scenarios := []testkit.Scenario{
		chart(`"count"`, "300"), chart(`"count_distinct"`+field, "300"), chart(`"sum"`+field, "44850"), chart(`"avg"`+field, "149.5"),
		chart(`"min"`+field, "0"), chart(`"max"`+field, "299"), chart(`"quantile","level":0.9`+field, "269.1"), chart(`"last_value"`+field, "299"),
		chart(`"any"`+field, ""), chart(`"none","field":"count() * 2"`, "600"),
	}
	scenarios[8].Contains = []string{`"series_0.data":`} // which one is not said
	for granularity, seconds := range map[string]int{
		"30s": 30, "1m": 60, "5m": 300, "10m": 600, "15m": 900, "30m": 1800, "1h": 3600, "2h": 7200, "6h": 21600, "12h": 43200,
		"1d": 86400, "2d": 172800, "7d": 604800, "30d": 2592000, "auto": 60,
	} {
		scenarios = append(scenarios, testkit.Scenario{
			Name: granularity, Path: "/charts/series", Status: 200, Body: strings.Replace(chartBody(countSeries), "30m", granularity, 1),
			Contains: []string{fmt.Sprintf(`"stepSeconds":%d,`, seconds)},
		})
	}
	s.run(t, scenarios)
}
