package querytest_test

import (
	"fmt"
	"net/http"
	"testing"
)

func (p *pair) draw(config object, more ...object) inquiry {
	from, to := p.during()
	body := inMillis(object{"tile": object{"config": config}, "granularity": pickOf(p.random, "1m", "5m", "15m", "1h", "auto")}, from, to)
	for _, m := range more {
		for name, value := range m {
			body[name] = value
		}
	}
	return posted("/api/v2/charts/tile", body)
}

// tile asks for a chart over events or metrics, as dashboards have them.
func (p *pair) tile() inquiry {
	source, attributes := p.events()
	var items []object
	for range 1 + p.random.IntN(2) {
		item := p.counted(source, attributes)
		item["valueExpression"] = item["field"]
		if item["field"] == nil {
			delete(item, "valueExpression")
		}
		delete(item, "field")
		item["where"], item["whereLanguage"] = p.condition()
		items = append(items, item)
	}
	more := object{}
	group := pickOf(p.random, "", "ServiceName", attributes+"['n']", "ResourceAttributes['zone'], ServiceName")
	if p.random.IntN(3) == 0 {
		source, group = "<METRICS>", pickOf(p.random, "", "Attributes['host']")
		items = nil
		for range 1 + p.random.IntN(2) {
			name, kind, aggregate := p.metric()
			item := object{"aggFn": aggregate, "metricName": name, "metricType": kind, "valueExpression": "Value"}
			if aggregate == "quantile" {
				item["level"] = pickOf(p.random, 0.5, 0.95)
			}
			items = append(items, item)
		}
		more["exemplars"] = true
	}
	config := object{"displayType": pickOf(p.random, "line", "line", "stacked_bar", "table", "pie", "bar", "number"), "sourceId": source, "select": items}
	if group != "" && config["displayType"] != "number" {
		config["groupBy"] = group
	}
	if len(items) == 2 && p.random.IntN(3) == 0 {
		config["asRatio"] = true
	}
	if (config["displayType"] == "line" || config["displayType"] == "stacked_bar") && p.random.IntN(3) == 0 {
		config["compareToPreviousPeriod"] = config["displayType"] == "line"
		config["seriesLimit"] = 2
	}
	if p.random.IntN(4) == 0 && source != "<METRICS>" {
		more["filters"] = []object{{"expression": "ServiceName", "values": []string{"cart", "pay"}}}
	}
	return p.draw(config, more)
}

func (p *pair) heatmap() inquiry {
	item := object{"valueExpression": pickOf(p.random, "Duration", "Duration / 1000", "length(ServiceName)")}
	if p.random.IntN(2) == 0 {
		item["heatmapScaleType"] = pickOf(p.random, "linear", "log")
	}
	if p.random.IntN(3) == 0 {
		item["countExpression"] = "sum(Duration)"
	}
	where, language := p.condition()
	return p.draw(object{"displayType": "heatmap", "sourceId": "<TRACES>", "select": []object{item}, "where": where, "whereLanguage": language})
}

func (p *pair) patterns() inquiry {
	where, language := p.condition()
	display := pickOf(p.random, "event_patterns", "event_patterns", "search")
	config := object{"displayType": display, "sourceId": "<LOGS>", "where": where, "whereLanguage": language}
	if display == "search" {
		config["select"] = "Timestamp, ServiceName, Body"
	}
	return p.draw(config)
}

// sql asks for raw SQL, alone or as a tile.
func (p *pair) sql() inquiry {
	statement := pickOf(p.random,
		"SELECT ServiceName AS s, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) GROUP BY s ORDER BY s",
		"SELECT $__timeInterval(Timestamp) AS ts, ServiceName, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) AND $__filters GROUP BY ts, ServiceName ORDER BY ts, ServiceName",
		"SELECT max(n) AS n FROM (SELECT count() AS n FROM otel_logs GROUP BY ServiceName)",
		"SELECT count() AS n, uniqExact(TraceId) AS u, uniqExact(ServiceName) AS s FROM otel_traces WHERE $__timeFilter(Timestamp)",
		"SELECT sum(Value) AS n, min(Value) AS l, count() AS c FROM otel_metrics_gauge WHERE MetricName = 'load'",
		"SELECT MetricName, count() AS n FROM otel_metrics_sum GROUP BY MetricName ORDER BY MetricName",
		"SELECT count() AS n FROM otel_logs WHERE TraceId IN (SELECT TraceId FROM otel_traces WHERE StatusCode = 'Error')",
		"SELECT l.ServiceName AS s, count() AS n FROM otel_logs AS l INNER JOIN (SELECT DISTINCT TraceId FROM otel_traces) AS t ON l.TraceId = t.TraceId GROUP BY s ORDER BY s",
		"WITH busy AS (SELECT ServiceName, count() AS n FROM otel_logs GROUP BY ServiceName) SELECT ServiceName, n FROM busy WHERE n > 10 ORDER BY n DESC, ServiceName",
		"SELECT quantile(0.5)(Duration) AS q, avg(Duration) AS a FROM otel_traces", "SELECT Timestamp, Body FROM otel_logs ORDER BY Timestamp DESC, Body LIMIT 20",
		"SELECT intDiv(1, length(ServiceName) - 3) AS n, count() AS c FROM otel_logs GROUP BY n ORDER BY n", "SELECT toInt64(Body) AS n FROM otel_logs ORDER BY n LIMIT 5",
		"SELECT LogAttributes['n'] AS n, uniq(TraceId) AS u FROM otel_logs GROUP BY n ORDER BY n LIMIT 30", "SELECT nosuch FROM otel_logs",
		"SELECT ServiceName, groupUniqArray(SeverityText) AS all FROM otel_logs GROUP BY ServiceName HAVING length(all) > 3 ORDER BY ServiceName LIMIT 0",
		"SELECT ServiceName, argMax(SeverityText, Timestamp) AS last FROM otel_logs GROUP BY ServiceName ORDER BY ServiceName",
		"SELECT ServiceName, row_number() OVER (PARTITION BY ServiceName ORDER BY Timestamp, Body) AS n FROM otel_logs ORDER BY ServiceName, n LIMIT 20",
		"SELECT Count, BucketCounts FROM otel_metrics_histogram ORDER BY TimeUnix, Count LIMIT 10", "SELECT DISTINCT ServiceName FROM otel_logs UNION ALL SELECT 'x'",
		"SELECT ServiceName FROM otel_logs GROUP BY ServiceName WITH TOTALS ORDER BY ServiceName")
	from, to := p.during()
	if p.random.IntN(2) == 0 {
		return posted("/api/v2/charts/sql", inMillis(object{"connectionId": "<CONNECTION>", "sourceId": "<LOGS>", "sqlTemplate": statement, "granularity": "1h"}, from, to))
	}
	return p.draw(object{"configType": "sql", "displayType": pickOf(p.random, "table", "line", "number", "bar"), "connectionId": "<CONNECTION>", "sourceId": "<LOGS>", "sqlTemplate": statement})
}

func (p *pair) promTile() inquiry {
	return p.draw(object{
		"configType": "promql", "displayType": pickOf(p.random, "line", "number", "table", "pie", "bar"),
		"queries": []object{{"expression": p.promQuery(), "legend": pickOf(p.random, "", "{{host}}")}},
	}, object{"exemplars": p.random.IntN(2) == 0})
}

// watchTiles makes a dashboard on both sides, for alerts to watch.
func (p *pair) watchTiles(t *testing.T) {
	t.Helper()
	configs := []object{
		{"displayType": "line", "sourceId": "<LOGS>", "groupBy": "ServiceName", "select": []object{{"aggFn": "count"}}},
		{"displayType": "line", "sourceId": "<TRACES>", "select": []object{{"aggFn": "quantile", "level": 0.95, "valueExpression": "Duration"}}},
		{"displayType": "line", "sourceId": "<METRICS>", "groupBy": "Attributes['host']", "select": []object{{"aggFn": "increase", "metricName": "asked", "metricType": "sum", "valueExpression": "Value"}}},
		{"configType": "promql", "displayType": "line", "queries": []object{{"expression": "sum by (host) (load)"}}},
		{"configType": "sql", "displayType": "line", "connectionId": "<CONNECTION>", "sourceId": "<LOGS>",
			"sqlTemplate": "SELECT $__timeInterval(Timestamp) AS ts, count() AS n FROM $__sourceTable WHERE $__timeFilter(Timestamp) GROUP BY ts ORDER BY ts"},
	}
	var tiles []object
	for i, config := range configs {
		tiles = append(tiles, object{"name": fmt.Sprint("t", i), "x": 0, "y": 4 * i, "w": 4, "h": 4, "config": config})
	}
	q := posted("/dashboards", object{"name": "watched", "tiles": tiles})
	for _, s := range []*side{p.one, p.three} {
		made := s.send(t, http.MethodPost, "/dashboards", s.filled.Replace(q.body)).JSON(t)
		dashboard, ok := made["data"].(map[string]any)
		if !ok {
			t.Fatalf("%v", made)
		}
		ids := map[string]string{
			"LOGS": s.sources["log"], "TRACES": s.sources["trace"], "METRICS": s.sources["metric"], "CONNECTION": s.connection(t), "TEAM": s.Installation.TeamID,
			"DASHBOARD": dashboard["id"].(string),
		}
		for i, tile := range dashboard["tiles"].([]any) {
			ids[fmt.Sprint("TILE", i)] = tile.(map[string]any)["id"].(string)
		}
		s.name(ids)
	}
}

// backtest lets an alert watch a tile over some hours.
func (p *pair) backtest() inquiry {
	from := pickOf(p.random, p.sent.windows...)
	return posted("/api/v2/alerts/backtest", inMillis(object{"alert": object{
		"source": "tile", "dashboardId": "<DASHBOARD>", "tileId": fmt.Sprintf("<TILE%d>", p.random.IntN(5)), "interval": pickOf(p.random, "1m", "5m", "15m"),
		"threshold": pickOf(p.random, 1, 5, 40, 1e9), "thresholdType": pickOf(p.random, "above", "below"),
	}}, from, from.Add(2*windowLength)))
}
