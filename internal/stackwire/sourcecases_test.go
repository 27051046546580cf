package stackwire_test

// logSource is a small source over the team's own logs.
func logSource() map[string]string {
	return map[string]string{
		"name": `"Audit"`, "kind": `"log"`, "connection": `"${connection}"`, "timestampValueExpression": `"Timestamp"`,
		"from": `{"databaseName":"default","tableName":"otel_logs"}`, "defaultTableSelectExpression": `"Timestamp,Body"`,
	}
}

func sourceScenario() scenario {
	body := with(logSource())
	return scenario{"sources", append([]step{
		{
			does: "a new team has its own", call: "GET /sources",
			want: []string{
				`"name":"Logs"`, `"name":"Traces"`, `"name":"Metrics"`, `"kind":"metric"`, `"querySettings":[]`, `"disabled":false`,
				`"traceSourceId":"${traces}"`, `"from":{"databaseName":"default","tableName":"otel_logs"}`,
			},
		},
		{does: "they do not multiply", call: "GET /sources", lack: []string{`"name":"Logs",` + `"x"`}},
		{
			does: "create returns the record", call: "POST /sources", body: body, keep: map[string]string{"id": "id"},
			want:   []string{`"name":"Audit"`, `"teamId":"${team}"`, `"createdAt":"2026-11-01T12:00:00.000Z"`, `"disabled":false`},
			header: map[string]string{"ETag": `"1"`},
		},
		{does: "get returns it", call: "GET /sources/${id}", want: []string{`"id":"${id}"`, `"name":"Audit"`}},
		{does: "the list has it last", call: "GET /sources", keep: map[string]string{"last": "3.id"}},
		{
			does: "update replaces it, the kind too", call: "PUT /sources/${id}",
			body: `{"name":"Sessions","kind":"session","connection":"${connection}","timestampValueExpression":"Timestamp",
				"from":{"databaseName":"default","tableName":"otel_logs"},"traceSourceId":"${traces}","section":"web"}`,
			want:   []string{`"kind":"session"`, `"section":"web"`},
			lack:   []string{"defaultTableSelectExpression"},
			header: map[string]string{"ETag": `"2"`},
		},
		{
			does: "a trace source needs its columns", call: "POST /sources", body: with(logSource(), "kind", `"trace"`), status: 400,
			message: []string{"durationExpression: is required for a trace source"},
		},
		{does: "a connection of nobody is 400", call: "POST /sources", body: with(logSource(), "connection", `"`+noSuch+`"`), status: 400,
			message: []string{"connection: must be an existing connection id"}},
		{does: "a malformed connection is 400", call: "POST /sources", body: with(logSource(), "connection", `"x"`), status: 400,
			message: []string{"connection: must be a valid connection id"}},
		{does: "an unknown field is refused by name", call: "POST /sources", body: with(logSource(), "colour", `"red"`), status: 400,
			message: []string{"colour: is not a known field"}, lack: []string{"red"}},
		{does: "an update to a connection of nobody is 400", call: "PUT /sources/${id}", body: with(logSource(), "connection", `"`+noSuch+`"`), status: 400},
		{does: "a search uses it", call: "POST /saved-searches", body: `{"name":"mine","sourceId":"${logs}"}`, keep: map[string]string{"search": "id"}},
		{
			does: "a dashboard uses it", call: "POST /dashboards", keep: map[string]string{"dashboard": "id"},
			body: `{"name":"board","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":{"displayType":"search","sourceId":"${logs}","select":""}}]}`,
		},
		{does: "a dashboard has lost nothing", call: "GET /dashboards/${dashboard}", lack: []string{"missing"}, header: map[string]string{"ETag": `"1"`}},
		{does: "what is used can go", call: "DELETE /sources/${logs}"},
		{does: "and is gone", call: "GET /sources/${logs}", status: 404},
		{does: "the dashboard says what it lost", call: "GET /dashboards/${dashboard}", want: []string{`"missingSources":["${logs}"]`, `"sourceId":"${logs}"`}},
		{does: "so does the list", call: "GET /dashboards", want: []string{`"missingSources":["${logs}"]`}},
		{does: "the search says that its source is gone", call: "GET /saved-searches/${search}", want: []string{`"sourceMissing":true`}},
		{does: "so does the list of them", call: "GET /saved-searches", want: []string{`"sourceMissing":true`}},
		{does: "a tile can be changed all the same", call: "PUT /dashboards/${dashboard}", want: []string{`"name":"still"`, `"missingSources":["${logs}"]`},
			body: `{"name":"still","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":{"displayType":"search","sourceId":"${logs}","select":""}}]}`},
		{does: "and so can the search", call: "PUT /saved-searches/${search}", body: `{"name":"still","sourceId":"${logs}"}`, want: []string{`"sourceMissing":true`}},
		{does: "nothing new may name what is gone", call: "POST /saved-searches", body: `{"name":"x","sourceId":"${logs}"}`, status: 400, message: []string{"sourceId: must be an existing source id"}},
		{does: "a tile may get another source", call: "PUT /dashboards/${dashboard}", lack: []string{"missing"},
			body: `{"name":"well","tiles":[{"name":"t","x":0,"y":0,"w":4,"h":4,"config":{"displayType":"search","sourceId":"${traces}","select":""}}]}`},
		{does: "the dashboard goes", call: "DELETE /dashboards/${dashboard}"},
		{does: "the search goes", call: "DELETE /saved-searches/${search}"},
		{does: "the others go", call: "DELETE /sources/${traces}"},
		{does: "the others go too", call: "DELETE /sources/${metrics}"},
		{does: "the last one goes", call: "DELETE /sources/${id}"},
		{does: "and none comes back", call: "GET /sources", want: []string{`[]`}},
	}, strangers("/sources", body)...)}
}

func savedSearchScenario() scenario {
	body := `{"name":"5xx","sourceId":"${logs}"}`
	return scenario{"saved searches", append([]step{
		{does: "none to begin with", call: "GET /saved-searches", want: []string{`[]`}, header: map[string]string{"X-Total-Count": "0"}},
		{
			does: "create fills defaults in", call: "POST /saved-searches", body: body, keep: map[string]string{"id": "id"},
			want: []string{
				`"select":""`, `"where":""`, `"whereLanguage":"lucene"`, `"orderBy":""`, `"tags":[]`, `"filters":[]`, `"teamId":"${team}"`,
				`"createdAt":"2026-11-01T12:00:00.000Z","updatedAt":"2026-11-01T12:00:00.000Z"`,
			},
		},
		{
			does: "update replaces", call: "PUT /saved-searches/${id}", header: map[string]string{"ETag": `"2"`},
			body: `{"name":" slow ","sourceId":"${traces}","where":"Duration:>5","tags":["a","b","a"],
				"filters":[{"condition":"ServiceName IN ('a')"},{"type":"lucene","condition":"Duration BETWEEN 1 AND 2"}]}`,
			want: []string{`"name":"slow"`, `"tags":["a","b"]`, `{"type":"sql","condition":"ServiceName IN ('a')"}`},
		},
		{does: "omitted fields return to their defaults", call: "PUT /saved-searches/${id}", body: body, want: []string{`"where":""`, `"tags":[]`, `"filters":[]`}},
		{does: "get", call: "GET /saved-searches/${id}", want: []string{`"name":"5xx"`}},
		{does: "a source of nobody is 400", call: "POST /saved-searches", body: `{"name":"x","sourceId":"` + noSuch + `"}`, status: 400,
			message: []string{"sourceId: must be an existing source id"}},
		{does: "an update to a source of nobody is 400", call: "PUT /saved-searches/${id}", body: `{"name":"x","sourceId":"` + noSuch + `"}`, status: 400},
		{does: "a blank name is 400", call: "POST /saved-searches", body: `{"name":"  ","sourceId":"${logs}"}`, status: 400, message: []string{"name: must be at least 1 character"}},
		{does: "a filter that is no facet is 400", call: "POST /saved-searches", status: 400, message: []string{"filters.0"},
			body: `{"name":"x","sourceId":"${logs}","filters":[{"condition":"a = 1 OR b = 2"}]}`},
		{does: "a wrong language is 400", call: "POST /saved-searches", body: `{"name":"x","sourceId":"${logs}","whereLanguage":"promql"}`, status: 400,
			message: []string{"whereLanguage: must be one of lucene, sql"}},
		{does: "a webhook for its alert", call: "POST /webhooks", body: `{"name":"w","service":"generic","url":"https://hooks.example.com/w"}`, keep: map[string]string{"webhook": "id"}},
		{
			does: "an alert on it", call: "POST /alerts", keep: map[string]string{"alert": "id"},
			body: `{"source":"search","savedSearchId":"${id}","threshold":1,"thresholdType":"above","interval":"5m","channel":{"type":"webhook","webhookId":"${webhook}"}}`,
		},
		{does: "delete", call: "DELETE /saved-searches/${id}"},
		{does: "its alert went with it", call: "GET /alerts/${alert}", status: 404},
	}, strangers("/saved-searches", body)...)}
}
