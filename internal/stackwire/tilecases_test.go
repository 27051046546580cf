package stackwire_test

import "fmt"

// asked is the body that asks about a tile over one minute.
func asked(config, more string) string {
	return fmt.Sprintf(`{"tile":{"config":%s},"startTime":1767225600000,"endTime":1767225659999%s}`, config, more)
}

// drawScenario asks what tiles show. Each series has one point, whose numbers
// are 1, 2, 3 …
func drawScenario() scenario {
	const call = "POST /charts/tile"
	const rate = `{"displayType":"line","sourceId":"${logs}","groupBy":"ServiceName","select":[{"aggFn":"count","where":"SeverityText:error"},{"aggFn":"count"}],` +
		`"formulas":[{"expression":"A / B","alias":"rate","numberFormat":{"output":"percent"}}]}`
	const number = `{"displayType":"number","sourceId":"${logs}","select":[{"aggFn":"count"}],"backgroundChart":{"type":"line"}}`
	return scenario{"tiles", []step{
		{does: "a line has a row for each bucket and group", call: call, body: asked(rate, `,"granularity":"30s"`), lack: []string{"statements", "previous"}, want: []string{
			`"displayType":"line"`, `{"name":"time","role":"time","type":"time"}`, `{"name":"ServiceName","role":"group","type":"text"}`,
			`{"name":"rate","role":"value","type":"number","formula":0,"numberFormat":{"output":"percent"}}`,
			`"rows":[[1767225600000,"g",0.5]]`, `"stepSeconds":30`, `"groupsLeft":0`}},
		{does: "a number has one value, and its course", call: call, body: asked(number, ""), want: []string{`"rows":[[1]]`, `"background":{"stepSeconds":15,"rows":[[1767225600000,1],[1767225615000,0]`}},
		{does: "a whole tile is a tile", call: call, want: []string{`"rows":[[1]]`},
			body: `{"tile":{"id":"t","name":"n","x":0,"y":0,"w":4,"h":2,"config":` + number + `},"startTime":1767225600000,"endTime":1767225659999}`},
		{does: "so is one of the older form", call: call, want: []string{`"displayType":"number"`, `"rows":[[1]]`},
			body: `{"tile":{"series":[{"type":"number","sourceId":"${logs}","aggFn":"count","where":""}]},"startTime":1767225600000,"endTime":1767225659999}`},
		{does: "statements come when they are asked for", call: call, body: asked(rate, `,"sql":true`), want: []string{`"statements":["SELECT 1"]`}},
		{does: "filters and variables are read", call: call, want: []string{`"rows":[[1]]`},
			body: asked(number, `,"filters":[{"expression":"ServiceName","values":["cart"],"appliesToSourceIds":["${logs}"]},{"where":"a = 1","whereLanguage":"sql"}],"variables":[{"name":"env","values":["prod"],"expression":"ServiceName"}]`)},
		{does: "events are cells", call: call, body: asked(`{"displayType":"search","sourceId":"${logs}","select":"ServiceName"}`, ""), want: []string{`"columns":[{"name":"ServiceName","role":"cell","type":"any"}]`, `"rows":[[""]]`}},
		{does: "a text has none", call: call, body: asked(`{"displayType":"markdown","markdown":"hi"}`, ""), want: []string{`"columns":[]`, `"rows":[]`}},
		{does: "a rule of the tile is named", call: call, body: asked(`{"displayType":"line","sourceId":"${logs}","select":[]}`, ""), status: 400, message: []string{"tile.config.select"}},
		{does: "so is one of a condition", call: call, body: asked(`{"displayType":"line","sourceId":"${logs}","select":[{"aggFn":"count","where":"a:"}]}`, ""), status: 400, message: []string{"tile.config.select.0.where: col 3"}},
		{does: "and one of a filter", call: call, body: asked(number, `,"filters":[{"values":["a"]}]`), status: 400, message: []string{"filters.0.expression: is required with values"}},
		{does: "what is no filter is 400", call: call, body: asked(number, `,"filters":[{"values":"a"}]`), status: 400, message: []string{"filters"}},
		{does: "an unknown field is 400", call: call, body: asked(number, `,"more":1`), status: 400, message: []string{"more"}},
		{does: "an unknown granularity is 400", call: call, body: asked(number, `,"granularity":"3s"`), status: 400, message: []string{"granularity"}},
		{does: "no tile is 400", call: call, body: `{"startTime":1767225600000,"endTime":1767225659999}`, status: 400, message: []string{"tile: is required"}},
		{does: "no time is 400", call: call, body: `{"tile":{"config":` + number + `}}`, status: 400, message: []string{"startTime", "endTime"}},
		{does: "a source of nobody is 404", call: call, status: 404,
			body: asked(`{"displayType":"number","sourceId":"`+noSuch+`","select":[{"aggFn":"count"}]}`, "")},
	}}
}
