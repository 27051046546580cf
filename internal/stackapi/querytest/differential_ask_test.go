package querytest_test

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/testkit"
)

// condition is what people ask, what fails, and what nobody has.
func (p *pair) condition() (text, language string) {
	if p.random.IntN(3) > 0 {
		return pickOf(p.random, "", "", "alpha", "beta 12", "ServiceName:pay", "ServiceName:*", "-ServiceName:cart", "only.pay:*", "only.cart:x", "n:>=5", "took:[10 TO 200]",
			"*lph*", "nosuch:1", "_exists_:only.pay", "ServiceName:pay OR ServiceName:cart", "host.name:stone-1", "NOT (ServiceName:cart)", "zone:a",
			"TraceId:"+p.sent.traceText(), "\"odd 'key'\":*", "Body.order.country:DE", "http.route:\"/a/b?c=d\"", "(", "ServiceName:"), "lucene"
	}
	return pickOf(p.random, "ServiceName = 'pay'", "ServiceName != 'cart' OR 1 = 1", "length(ServiceName) > 3", "NOT ServiceName = 'cart'", "ServiceName =", "nosuch = 1",
		"ServiceName IN ('pay', 'cart')", "ResourceAttributes['zone'] = 'a'", "match(ServiceName, 'p[a]y')", "intDiv(1, length(ServiceName) - 3) >= 0",
		"TraceId = '"+p.sent.traceText()+"'", "TraceId IN ('"+p.sent.traceText()+"', '"+p.sent.traceText()+"')", "toUInt64(ServiceName) = 1"), "sql"
}

// events returns a source of events and its map of attributes.
func (p *pair) events() (source, attributes string) {
	if p.random.IntN(3) == 0 {
		return "<TRACES>", "SpanAttributes"
	}
	return "<LOGS>", "LogAttributes"
}

func (p *pair) field(attributes string) string {
	return pickOf(p.random, "ServiceName", attributes+"['n']", attributes+"['took']", attributes+"['only.pay']", attributes+"[\"http.route\"]",
		attributes+"['http.route']", attributes+"['odd \\'key\\'']", "ResourceAttributes['host.name']", "ResourceAttributes['zone']", "upper(ServiceName)",
		"TraceId", "nosuch", "n", "toInt64("+attributes+"['n'])", "toFloat64OrZero("+attributes+"['took'])")
}

// numberOf returns a field that aggregates can be made of.
func (p *pair) numberOf(source, attributes string) string {
	own := "SeverityNumber"
	if source == "<TRACES>" {
		own = "Duration"
	}
	return pickOf(p.random, attributes+"['took']", attributes+"['n']", own, own+" / 7", "toFloat64OrZero("+attributes+"['took']) * 0.1", "length(ServiceName)")
}

func (p *pair) granularity() string {
	return pickOf(p.random, "30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "1d", "auto", "total")
}

func inMillis(body object, from, to time.Time) object {
	body["startTime"], body["endTime"] = from.UnixMilli(), to.UnixMilli()
	return body
}

func inText(body object, from, to time.Time) object {
	body["startTime"], body["endTime"] = from.UTC().Format(time.RFC3339Nano), to.UTC().Format(time.RFC3339Nano)
	return body
}

// counted returns an aggregate, and the field that it needs. The newest value and any value
// of several are those that are the same for all rows of an instant, or of a group.
func (p *pair) counted(source, attributes string) object {
	aggregate := pickOf(p.random, query.Count, query.Count, query.CountDistinct, query.Total, query.Average, query.Minimum, query.Maximum, query.Quantile, query.LastValue, query.None)
	series := object{"aggFn": aggregate}
	switch aggregate {
	case query.CountDistinct:
		series["field"] = p.field(attributes)
	case query.LastValue:
		series["field"] = "SeverityNumber"
		if source == "<TRACES>" {
			series["field"] = "Duration"
		}
	case query.None:
		series["field"] = pickOf(p.random, "count() / 2", "uniqExact(ServiceName)", "max(toFloat64OrZero("+attributes+"['took'])) - min(length(ServiceName))",
			"countIf(ServiceName = 'pay') / count()", "sum("+attributes+"['took'])", "quantile(0.9)(length(ServiceName))")
	case query.Quantile:
		series["level"] = pickOf(p.random, 0, 0.5, 0.9, 0.99, 1)
		series["field"] = p.numberOf(source, attributes)
	case query.Total, query.Average, query.Minimum, query.Maximum, query.AnyValue, query.Increase:
		series["field"] = p.numberOf(source, attributes)
	case query.Count:
	}
	return series
}

func (p *pair) groups(attributes string) []string {
	groups := []string{}
	for range p.random.IntN(3) {
		groups = append(groups, p.field(attributes))
	}
	return groups
}

func (p *pair) chart() inquiry {
	source, attributes := p.events()
	groups := p.groups(attributes)
	var all []object
	for range 1 + p.random.IntN(3) {
		series := p.counted(source, attributes)
		series["sourceId"], series["groupBy"] = source, groups
		series["where"], series["whereLanguage"] = p.condition()
		all = append(all, series)
	}
	return p.series(all)
}

func (p *pair) series(all []object) inquiry {
	body := object{"series": all, "granularity": p.granularity()}
	if p.random.IntN(3) == 0 {
		body["fill"] = "zero"
	}
	if p.random.IntN(3) == 0 {
		body["seriesLimit"] = 1 + p.random.IntN(4)
	}
	if p.random.IntN(4) == 0 {
		body["seriesReturnType"] = "column"
	}
	from, to := p.during()
	return posted("/api/v2/charts/series", inMillis(body, from, to))
}

// metric returns a metric, its type, and an aggregate that there may be of it.
func (p *pair) metric() (name, kind string, aggregate query.Aggregate) {
	names := map[string]string{
		"load": "gauge", "odd": "gauge", "asked": "sum", "moved": "sum", "took": "histogram", "size": "exponential histogram", "rpc": "summary", "nosuch": "gauge",
	}
	name = pickOf(p.random, "load", "load", "odd", "asked", "asked", "moved", "took", "took", "size", "rpc", "nosuch")
	aggregates := []query.Aggregate{query.Count, query.Total, query.Average, query.Quantile}
	switch names[name] {
	case "gauge":
		aggregates = append(aggregates, query.Minimum, query.Maximum, query.LastValue)
	case "sum":
		aggregates = append(aggregates, query.Increase, query.Increase, query.Minimum, query.Maximum)
	}
	aggregate = pickOf(p.random, aggregates...)
	if name == "odd" { // 1e308 and others: sums of them hang on the order
		aggregate = pickOf(p.random, query.Count, query.Minimum, query.Maximum)
	}
	return name, names[name], aggregate
}

func (p *pair) metricChart() inquiry {
	groups := pickOf(p.random, []string{}, []string{"Attributes['host']"}, []string{"ResourceAttributes['host.name']"}, []string{"ServiceName", "Attributes['odd \\'key\\'']"})
	var all []object
	for range 1 + p.random.IntN(2) {
		name, kind, aggregate := p.metric()
		series := object{
			"sourceId": "<METRICS>", "metricName": name, "metricDataType": kind, "aggFn": aggregate, "groupBy": groups, "field": "Value",
			"where": pickOf(p.random, "", "", "Attributes.host:a", "host:(a OR b)", "-host:c", "ServiceName:shop", "nosuch:1"),
		}
		if aggregate == query.Quantile {
			series["level"] = pickOf(p.random, 0.5, 0.75, 0.99)
		}
		if aggregate == query.LastValue && len(groups) == 0 { // of hosts with the same instant
			series["groupBy"] = groups
			series["aggFn"] = query.Maximum
		}
		all = append(all, series)
	}
	return p.series(all)
}

func (p *pair) search() inquiry {
	source, attributes := p.events()
	from, to := p.during()
	body := inText(object{"sourceId": source, "limit": pickOf(p.random, 1, 7, 50, 200, 2000)}, from, to)
	body["where"], body["whereLanguage"] = p.condition()
	body["select"] = pickOf(p.random, "Timestamp, *", "*", "Timestamp, ServiceName, TraceId", "Timestamp, "+p.field(attributes)+" AS x", "Timestamp, "+attributes+", ResourceAttributes")
	if source == "<LOGS>" && p.random.IntN(2) == 0 {
		body["select"] = "Timestamp, Body, SeverityText, " + p.field(attributes) + " AS x"
	}
	if p.random.IntN(4) == 0 {
		body["orderBy"] = "Timestamp ASC"
	}
	q := posted("/api/v2/search", body)
	q.pages = 4
	return q
}

func (p *pair) orderedSearch() inquiry {
	source, attributes := p.events()
	from, to := p.during()
	order := pickOf(p.random, "ServiceName", "length(ServiceName)", attributes+"['took']", "toFloat64OrZero("+attributes+"['took'])", "upper(ServiceName)")
	body := inText(object{"sourceId": source, "limit": pickOf(p.random, 5, 60, 2000), "select": order + " AS ordered, Timestamp, ServiceName, " + attributes}, from, to)
	body["where"], body["whereLanguage"] = p.condition()
	body["orderBy"] = order + pickOf(p.random, "", " DESC")
	if p.random.IntN(3) == 0 {
		body["offset"] = p.random.IntN(4)
		body["select"] = order + " AS ordered, Timestamp"
	}
	q := posted("/api/v2/search", body)
	q.isOrdered = true
	return q
}

func (p *pair) fields() inquiry {
	from, to := p.during()
	source, _ := p.events()
	body := inText(object{"sourceId": source}, from, to)
	body["where"], body["whereLanguage"] = p.condition()
	if p.random.IntN(3) == 0 {
		_, kind, _ := p.metric()
		body = inText(object{"sourceId": "<METRICS>", "metricDataType": kind}, from, to)
	}
	if p.random.IntN(3) == 0 {
		body["limit"] = 1 + p.random.IntN(5)
	}
	return posted("/api/v2/search/fields", body)
}

func (p *pair) values() inquiry {
	source, attributes := p.events()
	from, to := p.during()
	body := inText(object{"sourceId": source, "fields": []string{p.field(attributes), p.field(attributes)}, "limit": pickOf(p.random, 1, 3, 20, 1000)}, from, to)
	body["where"], body["whereLanguage"] = p.condition()
	if p.random.IntN(4) == 0 {
		body["contains"] = pickOf(p.random, "a", "x", "1", "'", "\\")
	}
	return posted("/api/v2/search/values", body)
}

func (p *pair) metricNames() inquiry {
	from, to := p.during()
	return posted("/api/v2/search/metrics", inText(object{"sourceId": "<METRICS>", "contains": pickOf(p.random, "", "o", "as", "nosuch")}, from, to))
}

func (p *pair) around() inquiry {
	source, attributes := p.events()
	at := pickOf(p.random, p.sent.times...)
	body := object{
		"sourceId": source, "timestamp": at.UTC().Format(time.RFC3339Nano), "before": p.random.IntN(30), "after": p.random.IntN(30),
		"select": "Timestamp, ServiceName, " + p.field(attributes) + " AS x",
	}
	body["where"], body["whereLanguage"] = p.condition()
	q := posted("/api/v2/search/around", body)
	q.isOrdered = true
	return q
}

func (p *pair) trace() inquiry {
	path := "/api/v2/traces/" + p.sent.traceText()
	if p.random.IntN(2) == 0 {
		path += "?sourceId=<TRACES>"
	}
	return inquiry{method: "GET", path: path}
}

func (p *pair) labelValues() inquiry {
	from, to := p.during()
	body := inText(object{"label": pickOf(p.random, "__name__", "job", "host", "nosuch", "host_name")}, from, to)
	if p.random.IntN(2) == 0 {
		body["where"] = pickOf(p.random, "asked_total", `{host="a"}`, `load{host=~"a|b"}`, `{__name__=~".+"}`)
	}
	return posted("/api/v2/search/label-values", body)
}

// promQuery returns an expression of which the answer is in a certain order, or in none
// that matters.
func (p *pair) promQuery() string {
	name := pickOf(p.random, "load", "asked_total", "asked", "moved", "took_bucket", "took_count", "took_sum", "size", "rpc", "odd", `{host="a"}`, `{__name__=~".+o.+"}`, "nosuch")
	return strings.ReplaceAll(pickOf(p.random, "X", "sum(X)", "sum by (host) (X)", "rate(X[10m])", "sum by (host) (increase(X[20m]))", "max without (host) (X)", "count(X)",
		"avg_over_time(X[30m])", "histogram_quantile(0.9, sum by (le) (rate(took_bucket[10m])))", "topk(2, load)", "X > 10", "last_over_time(X[1d])", "absent(X)",
		"histogram_quantile(0.5, rate(size[10m]))", "X offset 1d", "stddev(load)", "quantile(0.5, load)", "count_values(\"v\", asked_total)", "sum(load) / count(load)", "("), "X", name)
}

func (p *pair) promQL() inquiry {
	from, to := p.during()
	if to.Sub(from) > 60*time.Hour {
		from = to.Add(-60 * time.Hour)
	}
	if p.random.IntN(2) == 0 {
		return inquiry{method: "GET", path: fmt.Sprintf("/prometheus/api/v1/query?query=%s&time=%d", url.QueryEscape(p.promQuery()), from.Unix()+int64(p.random.IntN(2400)))}
	}
	step := max(int64(to.Sub(from)/time.Second)/int64(20+p.random.IntN(100)), 1)
	return inquiry{method: "GET", path: fmt.Sprintf("/prometheus/api/v1/query_range?query=%s&start=%d&end=%d&step=%d", url.QueryEscape(p.promQuery()), from.Unix(), to.Unix(), step)}
}

func (p *pair) promSeries() inquiry {
	from, to := p.during()
	during := fmt.Sprintf("start=%d&end=%d", from.Unix(), to.Unix())
	match := "match%5B%5D=" + url.QueryEscape(pickOf(p.random, "load", `{host="a"}`, `{__name__=~".+"}`, "took_bucket"))
	path := pickOf(p.random,
		"series?"+match+"&"+during, "labels?"+during, "labels?"+match+"&"+during, "label/host/values?"+during, "label/__name__/values?"+match+"&"+during, "metadata",
		"query_exemplars?query="+url.QueryEscape(pickOf(p.random, "load", "took_bucket", "asked_total"))+"&"+during, "cardinality/metrics?"+during, "cardinality/labels?"+during,
		fmt.Sprintf("status/tsdb?limit=5&time=%d", testkit.Hour().Unix()))
	return inquiry{method: "GET", path: "/prometheus/api/v1/" + path}
}
