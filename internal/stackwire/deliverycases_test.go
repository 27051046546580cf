package stackwire_test

func deliveryScenario() scenario {
	steps := append(watched(), []step{
		{does: "an alert", call: "POST /alerts", body: with(alert()), keep: map[string]string{"alert": "id"}},
		{does: "a webhook says that it is enabled", call: "GET /webhooks/${webhook}", want: []string{`"disabledAt":null`}},
		{
			does: "a test returns how it went", call: "POST /webhooks/${webhook}/test", keep: map[string]string{"id": "id"},
			want: []string{
				`"alertId":null`, `"webhookId":"${webhook}"`, `"kind":"test"`, `"status":"delivered"`, `"reason":null`, `"group":[]`, `"value":null`,
				`"attempts":[{"number":1,"at":"2026-11-01T12:00:00.000Z","outcome":"delivered","statusCode":200,"latencyMs":12,"answer":"ok","error":null}]`,
				`"attemptsTotal":1`, `"nextAttemptAt":null`, `"settledAt":"2026-11-01T12:00:00.000Z"`,
			},
		},
		{does: "it is in the webhook's ledger", call: "GET /webhooks/${webhook}/deliveries", want: []string{`"id":"${id}"`}, header: map[string]string{"X-Total-Count": "1"}},
		{does: "page by page", call: "GET /webhooks/${webhook}/deliveries?offset=1", lack: []string{"${id}"}, header: map[string]string{"X-Total-Count": "1"}},
		{does: "and not in the alert's", call: "GET /alerts/${alert}/deliveries", lack: []string{"${id}"}, header: map[string]string{"X-Total-Count": "0"}},
		{does: "redeliver makes it due", call: "POST /deliveries/${id}/redeliver", want: []string{
			`"id":"${id}"`, `"status":"pending"`, `"nextAttemptAt":"2026-11-01T12:00:00.000Z"`, `"settledAt":null`, `"attemptsTotal":1`,
		}},
		{does: "an alert is previewed", call: "POST /alerts/preview", body: `{"alert":` + with(alert(), "name", `"{{valueText}} of {{alert.tags}}"`, "tags", `["shop"]`) + `}`, want: []string{
			` of shop"`, `"isExample":`, `"variables":[`, `{"name":"alert.tags","description":"Tags of the alert, separated by commas","value":"shop"}`,
		}},
		{does: "a preview needs an alert", call: "POST /alerts/preview", body: `{"draft":{}}`, status: 400, message: []string{"alert: is required", "draft: is not a known field"}},
		{does: "an alert is tested", call: "POST /alerts/test", body: `{"alert":` + with(alert(), "name", `"Sold out"`) + `}`, want: []string{
			`"status":"delivered"`, `"alertId":null`, `"kind":"test"`, `Test: Sold out`, `\"type\":\"alert.test\"`,
		}},
		{does: "a test needs a channel", call: "POST /alerts/test", body: `{"alert":` + with(alert(), "channel", "") + `}`, status: 400, message: []string{"At least one notification channel is required"}},
		{does: "a page has bounds", call: "GET /alerts/${alert}/deliveries?limit=101", status: 400},
		{does: "redeliver of nothing is 404", call: "POST /deliveries/" + noSuch + "/redeliver", status: 404, message: []string{"delivery does not exist"}},
		{does: "a test of nothing is 404", call: "POST /webhooks/" + noSuch + "/test", status: 404, message: []string{"webhook does not exist"}},
		{does: "the ledger of nothing is 404", call: "GET /alerts/" + noSuch + "/deliveries", status: 404, message: []string{"alert does not exist"}},
		{does: "a template that can't be read is 400", call: "POST /webhooks", body: with(webhook(), "name", `"t"`, "body", `"{{title"`), status: 400,
			message: []string{"body: is not a valid template: character 1"}},
		{does: "a message with an unknown variable is 400", call: "POST /alerts", body: with(alert(), "message", `"{{secret}}"`), status: 400,
			message: []string{"message: reads a variable that does not exist"}},
	}...)
	return scenario{"deliveries", steps}
}
