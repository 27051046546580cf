package stackwire_test

import (
	"fmt"
	"strings"
)

// tile returns a tile with the config.
func tile(id, config string) string {
	if id != "" {
		id = `"id":"` + id + `",`
	}
	return `{` + id + `"name":"t","x":0,"y":0,"w":12,"h":6,"config":` + config + `}`
}

const countLine = `{"displayType":"line","sourceId":"${logs}","select":[{"aggFn":"count"}]}`

func board(name string, tiles ...string) string {
	return fmt.Sprintf(`{"name":%q,"tiles":[%s]}`, name, strings.Join(tiles, ","))
}

func dashboardScenario() scenario {
	body := board("Checkout", tile("", countLine))
	return scenario{"dashboards", append([]step{
		{does: "none to begin with", call: "GET /dashboards", want: []string{`[]`}},
		{
			does: "create fills defaults in", call: "POST /dashboards", body: body, keep: map[string]string{"id": "id", "tile": "tiles.0.id"},
			want: []string{
				`"name":"Checkout"`, `"tags":[]`, `"filters":[]`, `"savedQuery":null`, `"savedQueryLanguage":null`, `"savedFilterValues":[]`,
				`"displayType":"line"`, `"asRatio":false`, `"fillNulls":true`, `"whereLanguage":"lucene"`,
			},
			lack: []string{"containers", "removedAlerts"}, header: map[string]string{"ETag": `"1"`},
		},
		{does: "get returns it", call: "GET /dashboards/${id}", want: []string{`"id":"${id}"`, `"id":"${tile}"`}},
		{does: "a tile id that is sent to a create is not kept", call: "POST /dashboards", body: board("A", tile(noSuch, countLine)), lack: []string{noSuch}},
		{does: "the list goes down the alphabet", call: "GET /dashboards", keep: map[string]string{"firstName": "0.name", "secondName": "1.name"}, want: []string{`"name":"Checkout"`}},
		{does: "update keeps the ids of tiles that are known", call: "PUT /dashboards/${id}", body: board("Paid", tile("${tile}", countLine), tile(noSuch, countLine)),
			want: []string{`"name":"Paid"`, `"id":"${tile}"`}, lack: []string{noSuch}, header: map[string]string{"ETag": `"2"`}},
		{does: "a webhook", call: "POST /webhooks", body: with(webhook()), keep: map[string]string{"webhook": "id"}},
		{
			does: "an alert on the tile", call: "POST /alerts", keep: map[string]string{"alert": "id"},
			body: `{"source":"tile","dashboardId":"${id}","tileId":"${tile}","threshold":1,"thresholdType":"above","interval":"5m","channel":{"type":"webhook","webhookId":"${webhook}"}}`,
		},
		{does: "filters, tags, query and containers are kept", call: "PUT /dashboards/${id}",
			body: `{"name":"Paid","tiles":[` + tile("${tile}", countLine) + `],"tags":["prod","prod"],"savedQuery":"a:b",
				"filters":[{"type":"QUERY_EXPRESSION","name":"Env","expression":"ServiceName","sourceId":"${logs}"}],
				"containers":[{"id":"c","title":"C","collapsed":false,"tabs":[{"id":"x","title":"X"}]}]}`,
			want: []string{`"tags":["prod"]`, `"savedQueryLanguage":"lucene"`, `"containers":[{"id":"c"`, `"name":"Env"`}},
		{does: "what is not sent stays", call: "PUT /dashboards/${id}", body: board("Paid", tile("${tile}", countLine)), want: []string{`"tags":["prod"]`, `"savedQuery":"a:b"`, `"containers":[`}},
		{does: "a tile without its id is recognized", call: "PUT /dashboards/${id}", body: board("Paid", tile("", countLine)), want: []string{`"id":"${tile}"`}, lack: []string{"removedAlerts"}},
		{does: "an alert goes with its tile, and the answer says which", call: "PUT /dashboards/${id}", body: board("Paid"), want: []string{`"removedAlerts":["${alert}"]`}},
		{does: "and is gone", call: "GET /alerts/${alert}", status: 404},
		{does: "delete", call: "DELETE /dashboards/${id}"},
		{does: "it is gone", call: "GET /dashboards/${id}", status: 404},
	}, strangers("/dashboards", body)...)}
}

func tileScenario() scenario {
	return scenario{"dashboard rules", []step{
		{does: "series become a config", call: "POST /dashboards", want: []string{`"displayType":"line"`, `"groupBy":"ServiceName,SpanName"`}, lack: []string{`"series"`},
			body: `{"name":"old","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,"series":[{"type":"time","sourceId":"${traces}","aggFn":"count","where":"","groupBy":["ServiceName","SpanName"]}]}]}`},
		{does: "both forms are 400", call: "POST /dashboards", status: 400, message: []string{"tiles.0: Tile cannot have both series and config"},
			body: `{"name":"x","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,"series":[],"config":` + countLine + `}]}`},
		{does: "neither is 400", call: "POST /dashboards", body: `{"name":"x","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1}]}`, status: 400, message: []string{"Tile must have either series or config"}},
		{does: "every broken rule is named", call: "POST /dashboards", status: 400, message: []string{"tiles.0.x", "tiles.0.w: must be between 1 and 24", "tiles.0.config.select"},
			body: `{"name":"x","tiles":[{"name":"t","x":99,"y":0,"w":25,"h":1,"config":{"displayType":"line","sourceId":"${logs}","select":[]}}]}`, lack: []string{"99"}},
		{does: "a source of nobody is 400", call: "POST /dashboards", body: board("x", tile("", `{"displayType":"search","sourceId":"`+noSuch+`","select":""}`)), status: 400,
			message: []string{"Could not find the following source IDs: " + noSuch}},
		{does: "a connection of nobody is 400", call: "POST /dashboards", status: 400, message: []string{"Could not find the following connection IDs"},
			body: board("x", tile("", `{"configType":"sql","displayType":"table","connectionId":"`+noSuch+`","sqlTemplate":"SELECT 1"}`))},
		{does: "a heatmap is over traces", call: "POST /dashboards", status: 400, message: []string{"Heatmap tiles require a Trace source"},
			body: board("x", tile("", `{"displayType":"heatmap","sourceId":"${logs}","select":[{"valueExpression":"Duration"}]}`))},
		{does: "a dashboard of nobody behind a click is 400", call: "POST /dashboards", status: 400, message: []string{"onClick dashboard IDs"},
			body: board("x", tile("", `{"displayType":"table","sourceId":"${logs}","select":[{"aggFn":"count"}],"onClick":{"type":"dashboard","target":{"mode":"id","id":"`+noSuch+`"}}}`))},
		{does: "a container of nobody is 400", call: "POST /dashboards", status: 400, message: []string{"tiles.0.containerId"},
			body: `{"name":"x","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,"containerId":"c","config":` + countLine + `}]}`},
		{does: "a raw SQL tile", call: "POST /dashboards", want: []string{`"configType":"sql"`},
			body: board("raw", tile("", `{"configType":"sql","displayType":"table","connectionId":"${connection}","sqlTemplate":"SELECT 1"}`))},
		{does: "a PromQL tile", call: "POST /dashboards", want: []string{`"configType":"promql"`, `"expression":"rate(x[$__rate_interval])"`},
			body: board("prom", tile("", `{"configType":"promql","displayType":"line","queries":[{"expression":"rate(x[$__rate_interval])","legend":"{{job}}"}]}`))},
		{does: "what is no PromQL is 400", call: "POST /dashboards", status: 400, message: []string{"tiles.0.config.queries.1.expression: 2:4: unexpected right parenthesis"},
			body: board("x", tile("", `{"configType":"promql","displayType":"table","queries":[{"expression":"up"},{"expression":"up +\n  )"}]}`))},
		{does: "validate finds it too", call: "POST /dashboards/validate", want: []string{`"valid":false`, `"path":"tiles.0.config.queries.0.expression"`},
			body: board("x", tile("", `{"configType":"promql","displayType":"pie","queries":[{"expression":"sum("}]}`))},
		{does: "PromQL is not over logs", call: "POST /dashboards", status: 400, message: []string{"PromQL tiles require a PromQL source. These are not: "},
			body: board("x", tile("", `{"configType":"promql","displayType":"bar","sourceId":"${logs}","queries":[{"expression":"up"}]}`))},
		{does: "a query without language is 400", call: "POST /dashboards", body: `{"name":"x","tiles":[],"savedQuery":"a","savedQueryLanguage":null}`, status: 400, message: []string{"savedQueryLanguage"}},
		{does: "validate returns what would be stored", call: "POST /dashboards/validate", body: board("v", tile("", countLine)), want: []string{`"valid":true`, `"errors":[]`, `"normalized":{"name":"v"`}},
		{does: "a dashboard of Grafana is translated and not stored", call: "POST /dashboards/grafana",
			body: `{"text":"{\"uid\":\"g1\",\"title\":\"G\",\"panels\":[{\"id\":1,\"type\":\"logs\",\"title\":\"L\"}]}"}`,
			want: []string{`"name":"G"`, `"tag":"grafana:g1"`, `"kind":"left_out","panel":"L","path":"panels.0"`}},
		{does: "what is none is 400", call: "POST /dashboards/grafana", body: `{"text":"{}"}`, status: 400, message: []string{"text: is not a dashboard of Grafana"}},
		{does: "a selector that is none is 400", call: "POST /dashboards", status: 400, message: []string{"filters.0.where: 1:1: must be a series selector"},
			body: `{"name":"v","tiles":[],"filters":[{"type":"PROMQL","name":"n","expression":"job","where":"sum(up)","isBroadcastEnabled":false,"isVariableEnabled":true}]}`},
		{does: "validate names what is wrong", call: "POST /dashboards/validate", body: `{"tiles":[{"w":99}]}`, want: []string{`"valid":false`, `"path":"name"`, `"path":"tiles.0.x"`, `"normalized":null`}},
		{does: "validate names references with an empty path", call: "POST /dashboards/validate", body: board("v", tile("", strings.ReplaceAll(countLine, "${logs}", noSuch))),
			want: []string{`"valid":false`, `"path":""`, "Could not find the following source IDs"}},
		{does: "validate stores nothing", call: "GET /dashboards", lack: []string{`"name":"v"`}},
		{does: "501 tiles are 400", call: "POST /dashboards", body: board("x", many(501)...), status: 400, message: []string{"tiles: must have at most 500 items"}},
	}}
}

func many(tiles int) []string {
	list := make([]string, tiles)
	for i := range list {
		list[i] = tile("", countLine)
	}
	return list
}
