package stackwire_test

import "strings"

func webhook() map[string]string {
	return map[string]string{"name": `"oncall"`, "service": `"generic"`, "url": `"https://hooks.example.com/a"`}
}

func webhookScenario() scenario {
	body := with(webhook())
	return scenario{"webhooks", append([]step{
		{
			does: "create returns the record and the signing secret", call: "POST /webhooks", keep: map[string]string{"id": "id"},
			body: with(webhook(), "description", `"wakes people"`, "body", `"{\"t\":\"{{title}}\"}"`, "headers", `{"X-Token":"hidden"}`, "queryParams", `{"k":"hidden"}`),
			want: []string{`"secret":"whsec_`, `"service":"generic"`, `"url":"https://hooks.example.com/a"`, `"description":"wakes people"`, `"body":"{`},
			lack: []string{"hidden", "headers", "queryParams"},
		},
		{does: "get shows no secret", call: "GET /webhooks/${id}", want: []string{`"id":"${id}"`, `"teamId":"${team}"`}, lack: []string{"whsec_", "secret", "hidden"}},
		{does: "list shows no secret", call: "GET /webhooks", want: []string{`"id":"${id}"`}, lack: []string{"whsec_", "hidden"}, header: map[string]string{"X-Total-Count": "1"}},
		{does: "the name is taken", call: "POST /webhooks", body: body, status: 400, message: []string{"A webhook with this service and name already exists"}},
		{does: "but not for another service", call: "POST /webhooks", body: with(webhook(), "service", `"incidentio"`), keep: map[string]string{"other": "id"}},
		{does: "nor can another take it", call: "PUT /webhooks/${other}", body: body, status: 400, message: []string{"already exists"}},
		{does: "update without description and body removes them", call: "PUT /webhooks/${id}", body: body, lack: []string{"description", `"body"`, "secret"}, header: map[string]string{"ETag": `"2"`}},
		{does: "an address of this machine's network is 400", call: "POST /webhooks", body: with(webhook(), "name", `"x"`, "url", `"http://10.0.0.1/"`), status: 400,
			message: []string{"url: must not be a private or reserved address"}, lack: []string{"10.0.0.1"}},
		{does: "the metadata address is 400", call: "POST /webhooks", body: with(webhook(), "name", `"x"`, "url", `"http://169.254.169.254/"`), status: 400},
		{does: "a network that the operator allows is good", call: "POST /webhooks", body: with(webhook(), "name", `"near"`, "url", `"http://127.0.0.1:1/"`)},
		{does: "slack takes no headers", call: "POST /webhooks", status: 400, message: []string{"headers: is not supported for the slack webhook service"},
			body: `{"name":"s","service":"slack","url":"https://hooks.slack.com/services/x","headers":{"A":"b"}}`},
		{does: "slack is on slack.com", call: "POST /webhooks", body: `{"name":"s","service":"slack","url":"https://example.com/"}`, status: 400, message: []string{"slack.com"}},
		{does: "pagerduty needs its routing key", call: "POST /webhooks", body: `{"name":"p","service":"pagerduty","url":"https://events.pagerduty.com/v2/enqueue"}`, status: 400, message: []string{"routing_key"}},
		{does: "an unknown service is 400", call: "POST /webhooks", body: with(webhook(), "service", `"pigeon"`), status: 400,
			message: []string{"service: must be one of generic, slack, incidentio, pagerduty"}, lack: []string{"pigeon"}},
		{does: "a long name is 400", call: "POST /webhooks", body: with(webhook(), "name", `"`+strings.Repeat("n", 1025)+`"`), status: 400, message: []string{"name: must be at most 1024 characters"}},
	}, strangers("/webhooks", body)...)}
}

func webhookSecretScenario() scenario {
	return scenario{"webhook secrets and use", []step{
		{does: "a webhook", call: "POST /webhooks", body: with(webhook(), "headers", `{"X-Token":"hidden"}`), keep: map[string]string{"id": "id", "secret": "secret"}},
		{does: "rotate returns another secret", call: "POST /webhooks/${id}/rotate-secret", want: []string{`"secret":"whsec_`}, lack: []string{"${secret}"}, header: map[string]string{"ETag": `"2"`}},
		{does: "and shows it once", call: "GET /webhooks/${id}", lack: []string{"whsec_"}},
		{does: "rotate of nothing is 404", call: "POST /webhooks/" + noSuch + "/rotate-secret", status: 404},
		{does: "rotate of a malformed id is 400", call: "POST /webhooks/7/rotate-secret", status: 400},
		{does: "a search", call: "POST /saved-searches", body: `{"name":"s","sourceId":"${logs}"}`, keep: map[string]string{"search": "id"}},
		{does: "another webhook", call: "POST /webhooks", body: with(webhook(), "name", `"second"`), keep: map[string]string{"second": "id"}},
		{
			does: "an alert uses both", call: "POST /alerts", keep: map[string]string{"alert": "id"},
			body: `{"name":"busy","source":"search","savedSearchId":"${search}","threshold":1,"thresholdType":"above","interval":"5m",
				"channels":[{"type":"webhook","webhookId":"${id}"},{"type":"webhook","webhookId":"${second}"}]}`,
		},
		{does: "the first can't go", call: "DELETE /webhooks/${id}", status: 409, message: []string{"Cannot delete webhook", `alert "busy" (${alert})`}},
		{does: "nor can the second", call: "DELETE /webhooks/${second}", status: 409},
		{does: "the alert goes", call: "DELETE /alerts/${alert}"},
		{does: "then the webhook goes", call: "DELETE /webhooks/${id}"},
		{does: "and is gone", call: "GET /webhooks/${id}", status: 404},
	}}
}
