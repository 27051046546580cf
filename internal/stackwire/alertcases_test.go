package stackwire_test

// alert is the contract's body of an alert on a tile: its nine fields.
func alert() map[string]string {
	return map[string]string{
		"dashboardId": `"${dashboard}"`, "tileId": `"${tile}"`, "source": `"tile"`, "threshold": `100`, "thresholdType": `"above"`,
		"interval": `"1h"`, "channel": `{"type":"webhook","webhookId":"${webhook}"}`, "name": `"Errors"`, "message": `"look"`,
	}
}

func search() map[string]string {
	return map[string]string{
		"savedSearchId": `"${search}"`, "source": `"search"`, "threshold": `1`, "thresholdType": `"above"`, "interval": `"5m"`,
		"channel": `{"type":"webhook","webhookId":"${webhook}"}`,
	}
}

// watched makes what alerts can watch.
func watched() []step {
	return []step{
		{does: "a webhook", call: "POST /webhooks", body: with(webhook()), keep: map[string]string{"webhook": "id"}},
		{does: "a search", call: "POST /saved-searches", body: `{"name":"s","sourceId":"${logs}"}`, keep: map[string]string{"search": "id"}},
		{
			does: "a dashboard", call: "POST /dashboards", keep: map[string]string{"dashboard": "id", "tile": "tiles.0.id", "text": "tiles.1.id"},
			body: board("d", tile("", countLine), tile("", `{"displayType":"markdown","markdown":"hi"}`)),
		},
	}
}

func alertScenario() scenario {
	steps := append(watched(), []step{
		{
			does: "create returns the contract's record", call: "POST /alerts", body: with(alert()), keep: map[string]string{"id": "id"},
			want: []string{
				`"id":"`, `"team":"${team}"`, `"teamId":"${team}"`, `"dashboard":"${dashboard}"`, `"dashboardId":"${dashboard}"`, `"tileId":"${tile}"`,
				`"source":"tile"`, `"threshold":100`, `"thresholdType":"above"`, `"interval":"1h"`,
				`"channel":{"type":"webhook","webhookId":"${webhook}"}`, `"channels":[{"type":"webhook","webhookId":"${webhook}"}]`, `"name":"Errors"`, `"message":"look"`,
				`"note":null`, `"silenced":false`, `"silence":null`, `"state":"inactive"`, `"stateBeforeError":null`, `"executionErrors":[]`,
				`"createdAt":"2026-11-01T12:00:00.000Z"`, `"updatedAt":"2026-11-01T12:00:00.000Z"`,
			},
			lack:   []string{`"savedSearch"`, `"savedSearchId"`, `"groupBy"`},
			header: map[string]string{"ETag": `"1"`},
		},
		{does: "get returns it", call: "GET /alerts/${id}", want: []string{`"id":"${id}"`}},
		{
			does: "update takes all nine fields", call: "PUT /alerts/${id}", header: map[string]string{"ETag": `"2"`},
			body: with(alert(), "threshold", "50.5", "thresholdType", `"below"`, "interval", `"15m"`, "name", `"Fewer"`, "message", `"now"`),
			want: []string{`"threshold":50.5`, `"thresholdType":"below"`, `"interval":"15m"`, `"name":"Fewer"`, `"message":"now"`, `"state":"inactive"`},
		},
		{does: "what an update leaves out is cleared", call: "PUT /alerts/${id}", body: with(alert(), "name", "", "message", ""), lack: []string{`"name"`, `"message"`}},
		{does: "the older spelling of search is answered as it was written", call: "POST /alerts", body: with(search(), "source", `"saved_search"`, "groupBy", `"ServiceName"`),
			want: []string{`"source":"saved_search"`, `"savedSearch":"${search}"`, `"savedSearchId":"${search}"`, `"groupBy":"ServiceName"`}, lack: []string{`"dashboard"`, `"dashboardId"`, `"tileId"`}},
		{does: "and the contract's as well", call: "POST /alerts", body: with(search()), want: []string{`"source":"search"`}, keep: map[string]string{"second": "id"}},
		{does: "an alert can move from a tile to a search", call: "PUT /alerts/${id}", body: with(search()), want: []string{`"savedSearch":"${search}"`}, lack: []string{`"dashboard"`}},
		{does: "list", call: "GET /alerts", want: []string{`"id":"${id}"`, `"id":"${second}"`}, header: map[string]string{"X-Total-Count": "3"}},
		{does: "delete", call: "DELETE /alerts/${id}"},
		{does: "it is gone", call: "GET /alerts/${id}", status: 404, message: []string{"alert does not exist"}},
		{does: "delete again is 404", call: "DELETE /alerts/${id}", status: 404},
	}...)
	return scenario{"alerts", append(steps, strangers("/alerts", with(alert()))...)}
}

func alertRulesScenario() scenario {
	refuse := func(does, message string, fields map[string]string, more ...string) step {
		return step{does: does, call: "POST /alerts", body: with(fields, more...), status: 400, message: []string{message}}
	}
	return scenario{"alert rules", append(watched(), []step{
		refuse("source is required", "source: is required", alert(), "source", ""),
		refuse("threshold is required", "threshold: is required", alert(), "threshold", ""),
		refuse("thresholdType is required", "thresholdType: is required", alert(), "thresholdType", ""),
		refuse("interval is required", "interval: is required", alert(), "interval", ""),
		refuse("a channel is required", "At least one notification channel is required", alert(), "channel", ""),
		refuse("a tile alert needs a dashboard", "dashboardId: is required", alert(), "dashboardId", ""),
		refuse("a tile alert needs a tile", "tileId: is required", alert(), "tileId", ""),
		refuse("a search alert needs a search", "savedSearchId: is required", search(), "savedSearchId", ""),
		refuse("source is one of three", "source: must be one of tile, search, saved_search", alert(), "source", `"metric"`),
		refuse("thresholdType is one of eight", "thresholdType: must be one of above, below", alert(), "thresholdType", `"over"`),
		refuse("interval is one of eight", "interval: must be one of 1m, 5m, 15m, 30m, 1h, 6h, 12h, 1d", alert(), "interval", `"2h"`),
		refuse("threshold is a number", "threshold: must be a number", alert(), "threshold", `"100"`),
		refuse("a range needs its end", "thresholdMax", alert(), "thresholdType", `"between"`),
		refuse("a range does not run backwards", "thresholdMax", alert(), "thresholdType", `"between"`, "thresholdMax", "1"),
		refuse("the offset is less than the interval", "scheduleOffsetMinutes", alert(), "scheduleOffsetMinutes", "60"),
		refuse("a start is not far ahead", "scheduleStartAt", alert(), "scheduleStartAt", `"2031-01-01T00:00:00Z"`),
		refuse("channel and channels agree", "channel: must equal the first of channels", alert(), "channels", `[{"type":"webhook","webhookId":"`+noSuch+`"}]`),
		refuse("a channel is a webhook", "channel.type: must be webhook", alert(), "channel", `{"type":"email","webhookId":"${webhook}"}`),
		refuse("a dashboard of nobody", "Dashboard not found", alert(), "dashboardId", `"`+noSuch+`"`),
		refuse("a tile of nobody", "Tile not found", alert(), "tileId", `"`+noSuch+`"`),
		refuse("a tile that can't be watched", "alerts are supported only on line, stacked_bar and number tiles", alert(), "tileId", `"${text}"`),
		refuse("a search of nobody", "Saved search not found", search(), "savedSearchId", `"`+noSuch+`"`),
		refuse("a webhook of nobody", "Webhook not found", alert(), "channel", `{"type":"webhook","webhookId":"`+noSuch+`"}`),
		refuse("an unknown field", "severity: is not a known field", alert(), "severity", `"high"`),
		{does: "an unknown id with a bad body is 400", call: "PUT /alerts/" + noSuch, body: with(alert(), "interval", `"2h"`), status: 400},
		{does: "an unknown id with a bad reference is 400", call: "PUT /alerts/" + noSuch, body: with(alert(), "tileId", `"`+noSuch+`"`), status: 400, message: []string{"Tile not found"}},
		{does: "an unknown id with a good body is 404", call: "PUT /alerts/" + noSuch, body: with(alert()), status: 404},
		{
			does: "all the newer fields", call: "POST /alerts", keep: map[string]string{"id": "id"},
			body: with(alert(), "thresholdType", `"not_between"`, "thresholdMax", "200", "numConsecutiveWindows", "3", "note", `"**why**"`,
				"scheduleOffsetMinutes", "5", "noData", `"fire"`, "renotifyInterval", `"6h"`, "delaySeconds", "30"),
			want: []string{`"thresholdMax":200`, `"numConsecutiveWindows":3`, `"note":"**why**"`, `"scheduleOffsetMinutes":5`, `"noData":"fire"`, `"renotifyInterval":"6h"`, `"delaySeconds":30`},
		},
		{does: "a start clears the offset", call: "PUT /alerts/${id}", body: with(alert(), "scheduleStartAt", `"2026-11-02T00:00:00Z"`),
			want: []string{`"scheduleStartAt":"2026-11-02T00:00:00.000Z"`, `"scheduleOffsetMinutes":0`, `"thresholdMax":null`, `"noData":"fire"`, `"delaySeconds":30`}},
		{does: "an update to a reference of nobody is 400", call: "PUT /alerts/${id}", body: with(alert(), "tileId", `"`+noSuch+`"`), status: 400, message: []string{"Tile not found"}},
		{does: "an update to a webhook of nobody is 400", call: "PUT /alerts/${id}", body: with(alert(), "channel", `{"type":"webhook","webhookId":"`+noSuch+`"}`), status: 400, message: []string{"Webhook not found"}},
	}...)}
}

func silenceScenario() scenario {
	return scenario{"silences", append(watched(), []step{
		{does: "an alert", call: "POST /alerts", body: with(alert()), keep: map[string]string{"id": "id"}},
		{
			does: "silence", call: "POST /alerts/${id}/silence", body: `{"until":"2026-11-01T14:00:00Z","reason":"upgrade"}`, header: map[string]string{"ETag": `"2"`},
			want: []string{`"silenced":true`, `"at":"2026-11-01T12:00:00.000Z"`, `"until":"2026-11-01T14:00:00.000Z"`, `"reason":"upgrade"`},
		},
		{does: "an update leaves it", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "1"), want: []string{`"silenced":true`, `"reason":"upgrade"`}},
		{does: "the past is 400", call: "POST /alerts/${id}/silence", body: `{"until":"2026-11-01T11:00:00Z"}`, status: 400, message: []string{"until: must be in the future"}},
		{does: "two years are 400", call: "POST /alerts/${id}/silence", body: `{"until":"2028-11-01T11:00:00Z"}`, status: 400},
		{does: "until is required", call: "POST /alerts/${id}/silence", body: `{}`, status: 400, message: []string{"until: is required"}},
		{does: "an unknown alert is 404", call: "POST /alerts/" + noSuch + "/silence", body: `{"until":"2026-11-01T14:00:00Z"}`, status: 404},
		{does: "unsilence", call: "DELETE /alerts/${id}/silence", want: []string{`"silenced":false`, `"silence":null`}, header: map[string]string{"ETag": `"4"`}},
		{does: "again changes nothing", call: "DELETE /alerts/${id}/silence", header: map[string]string{"ETag": `"4"`}},
		{does: "unsilence of nothing is 404", call: "DELETE /alerts/" + noSuch + "/silence", status: 404},
	}...)}
}
