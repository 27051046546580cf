package stackwire_test

import "fmt"

func pagingScenario() scenario {
	steps := []step{}
	for i := range 5 {
		steps = append(steps, step{does: fmt.Sprint("webhook ", i), call: "POST /webhooks", body: with(webhook(), "name", fmt.Sprintf(`"w%d"`, i))})
	}
	total := map[string]string{"X-Total-Count": "5"}
	return scenario{"paging", append(steps,
		step{does: "all", call: "GET /webhooks", header: total, keep: map[string]string{"a": "0.id", "b": "1.id", "c": "2.id", "d": "3.id", "e": "4.id"}},
		step{does: "the first two", call: "GET /webhooks?limit=2", want: []string{"${a}", "${b}"}, lack: []string{"${c}"}, header: total},
		step{does: "the next two", call: "GET /webhooks?limit=2&offset=2", want: []string{"${c}", "${d}"}, lack: []string{"${b}", "${e}"}, header: total},
		step{does: "the last", call: "GET /webhooks?limit=2&offset=4", want: []string{"${e}"}, lack: []string{"${d}"}, header: total},
		step{does: "past the end", call: "GET /webhooks?offset=50", want: []string{"[]"}, header: total},
		step{does: "limit 0 is 400", call: "GET /webhooks?limit=0", status: 400, message: []string{"limit"}},
		step{does: "limit 1001 is 400", call: "GET /alerts?limit=1001", status: 400, message: []string{"limit"}},
		step{does: "a negative offset is 400", call: "GET /saved-searches?offset=-1", status: 400, message: []string{"offset"}},
		step{does: "no number is 400", call: "GET /webhooks?limit=many", status: 400, message: []string{"limit"}, lack: []string{"many"}},
	)}
}

func conditionalScenario() scenario {
	ifMatch := func(tag string) map[string]string { return map[string]string{"If-Match": tag} }
	return scenario{"conditional requests", append(watched(), []step{
		{does: "an alert", call: "POST /alerts", body: with(alert()), keep: map[string]string{"id": "id"}},
		{does: "a client that has it gets 304", call: "GET /alerts/${id}", send: map[string]string{"If-None-Match": `"1"`}, status: 304},
		{does: "the right tag writes", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "1"), send: ifMatch(`"1"`), header: map[string]string{"ETag": `"2"`}},
		{does: "a stale tag is 412", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "2"), send: ifMatch(`"1"`), status: 412, message: []string{"the alert changed since it was read"}},
		{does: "a tag that is none is 412", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "2"), send: ifMatch(`"zzz"`), status: 412},
		{does: "a malformed tag is 400", call: "PUT /alerts/${id}", body: with(alert()), send: ifMatch(`2`), status: 400},
		{does: "a star writes", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "3"), send: ifMatch(`*`), header: map[string]string{"ETag": `"3"`}},
		{does: "nothing new leaves the tag", call: "PUT /alerts/${id}", body: with(alert(), "threshold", "3"), header: map[string]string{"ETag": `"3"`}},
		{does: "a stale delete is 412", call: "DELETE /alerts/${id}", send: ifMatch(`"1"`), status: 412},
		{does: "a stale silence is 412", call: "POST /alerts/${id}/silence", body: `{"until":"2026-11-01T14:00:00Z"}`, send: ifMatch(`"1"`), status: 412},
		{does: "a stale dashboard is 412", call: "PUT /dashboards/${dashboard}", body: board("x"), send: ifMatch(`"9"`), status: 412},
		{does: "a stale dashboard stays", call: "DELETE /dashboards/${dashboard}", send: ifMatch(`"9"`), status: 412},
		{does: "a stale source is 412", call: "PUT /sources/${logs}", body: with(logSource()), send: ifMatch(`"9"`), status: 412},
		{does: "a stale source stays", call: "DELETE /sources/${logs}", send: ifMatch(`"9"`), status: 412},
		{does: "a stale search is 412", call: "PUT /saved-searches/${search}", body: `{"name":"x","sourceId":"${logs}"}`, send: ifMatch(`"9"`), status: 412},
		{does: "a stale search stays", call: "DELETE /saved-searches/${search}", send: ifMatch(`"9"`), status: 412},
		{does: "a stale webhook is 412", call: "PUT /webhooks/${webhook}", body: with(webhook()), send: ifMatch(`"9"`), status: 412},
		{does: "a stale webhook stays", call: "DELETE /webhooks/${webhook}", send: ifMatch(`"9"`), status: 412},
		{does: "the right tag deletes", call: "DELETE /alerts/${id}", send: ifMatch(`"3"`)},
	}...)}
}

func idempotencyScenario() scenario {
	key := map[string]string{"Idempotency-Key": "once"}
	return scenario{"idempotency", []step{
		{does: "the first", call: "POST /webhooks", body: with(webhook()), send: key, keep: map[string]string{"id": "id", "secret": "secret"}},
		{does: "the second gets the same answer, the secret too", call: "POST /webhooks", body: with(webhook()), send: key, want: []string{`"id":"${id}"`, `"secret":"${secret}"`},
			header: map[string]string{"Idempotent-Replayed": "true"}},
		{does: "another body is 409", call: "POST /webhooks", body: with(webhook(), "name", `"x"`), send: key, status: 409},
		{does: "one was made", call: "GET /webhooks", header: map[string]string{"X-Total-Count": "1"}},
		{does: "a failure is not kept", call: "POST /webhooks", body: `{}`, send: map[string]string{"Idempotency-Key": "twice"}, status: 400},
		{does: "so the key can be used again", call: "POST /webhooks", body: with(webhook(), "name", `"y"`), send: map[string]string{"Idempotency-Key": "twice"}},
		{does: "validation needs no key", call: "POST /dashboards/validate", body: board("v"), send: key, want: []string{`"valid":true`}},
	}}
}
