package stackwire_test

func dashboardVersionScenario() scenario {
	two := board("Second", tile("${tile}", countLine), tile("", countLine))
	return scenario{"dashboard versions", []step{
		{does: "a dashboard", call: "POST /dashboards", body: board("First", tile("", countLine)), keep: map[string]string{"id": "id", "tile": "tiles.0.id"}},
		{does: "a create is the first version", call: "GET /dashboards/${id}/versions", want: []string{`"version":1`, `"createdAt":"`, `"createdBy":"`}, lack: []string{"restoredFrom", "tiles"}},
		{does: "a second tile", call: "PUT /dashboards/${id}", body: two, keep: map[string]string{"second": "tiles.1.id"}, header: map[string]string{"ETag": `"2"`}},
		{does: "a save that changes nothing is none", call: "PUT /dashboards/${id}", body: two, header: map[string]string{"ETag": `"2"`}},
		{does: "the newest is the first", call: "GET /dashboards/${id}/versions", want: []string{`[{"version":2,`}, lack: []string{`"version":3`}},
		{does: "an earlier one is what it was", call: "GET /dashboards/${id}/versions/1", want: []string{`"version":1`, `"dashboard":{"name":"First"`, `"id":"${tile}"`}, lack: []string{"${second}"}},
		{does: "a webhook", call: "POST /webhooks", body: with(webhook()), keep: map[string]string{"webhook": "id"}},
		{
			does: "an alert on the second tile", call: "POST /alerts", keep: map[string]string{"alert": "id"},
			body: `{"source":"tile","dashboardId":"${id}","tileId":"${second}","threshold":1,"thresholdType":"above","interval":"5m","channel":{"type":"webhook","webhookId":"${webhook}"}}`,
		},
		{does: "a restore of what was read too early is refused", call: "POST /dashboards/${id}/versions/1/restore", send: map[string]string{"If-Match": `"1"`}, status: 412},
		{
			does: "a restore is a new version", call: "POST /dashboards/${id}/versions/1/restore", send: map[string]string{"If-Match": `"2"`},
			want: []string{`"name":"First"`, `"id":"${tile}"`, `"removedAlerts":["${alert}"]`}, lack: []string{"${second}"}, header: map[string]string{"ETag": `"3"`},
		},
		{does: "a restore takes nothing in its body", call: "POST /dashboards/${id}/versions/1/restore", body: `{"name":"x"}`, status: 400, message: []string{"name: is not a known field"}},
		{does: "a restore takes no list", call: "POST /dashboards/${id}/versions/1/restore", body: `[]`, status: 400, message: []string{"must be an object"}},
		{does: "it says where it is from, and nothing is lost", call: "GET /dashboards/${id}/versions", want: []string{`"restoredFrom":1}`, `"version":2`, `"version":1`}},
		{does: "the tile comes back under its id", call: "POST /dashboards/${id}/versions/2/restore", want: []string{`"id":"${second}"`}, lack: []string{"removedAlerts"}, header: map[string]string{"ETag": `"4"`}},
		{does: "a restore of the present one changes nothing", call: "POST /dashboards/${id}/versions/4/restore", header: map[string]string{"ETag": `"4"`}},
		{does: "no such version", call: "GET /dashboards/${id}/versions/9", status: 404, message: []string{"version does not exist"}},
		{does: "restore of no such version", call: "POST /dashboards/${id}/versions/9/restore", status: 404, message: []string{"version does not exist"}},
		{does: "version 0 is 400", call: "GET /dashboards/${id}/versions/0", status: 400, message: []string{"version"}},
		{does: "a word is 400", call: "GET /dashboards/${id}/versions/latest", status: 400, message: []string{"version"}},
		{does: "a source", call: "POST /sources", body: with(logSource()), keep: map[string]string{"lost": "id"}},
		{does: "a tile over it", call: "PUT /dashboards/${id}", body: board("Lost", tile("", `{"displayType":"line","sourceId":"${lost}","select":[{"aggFn":"count"}]}`)), header: map[string]string{"ETag": `"5"`}},
		{does: "away from it", call: "PUT /dashboards/${id}", body: board("Empty"), header: map[string]string{"ETag": `"6"`}},
		{does: "the source goes", call: "DELETE /sources/${lost}"},
		{does: "a version that has lost something can be restored", call: "POST /dashboards/${id}/versions/5/restore", want: []string{`"missingSources":["${lost}"]`}},
		{does: "delete", call: "DELETE /dashboards/${id}"},
		{does: "versions go with it", call: "GET /dashboards/${id}/versions", status: 404, message: []string{"dashboard does not exist"}},
		{does: "each of them", call: "GET /dashboards/${id}/versions/1", status: 404, message: []string{"dashboard does not exist"}},
	}}
}
