package stackwire_test

func connectionScenario() scenario {
	body := `{"name":"Warehouse","host":"https://db.example.com:8443","username":"reader","password":"hidden"}`
	return scenario{"connections", append([]step{
		{does: "a new team has its own", call: "GET /connections", want: []string{`"id":"${connection}"`, `"own":true`, `"name":"Cairn"`, `"hyperdxSettingPrefix":null`}},
		{does: "create returns all but the password", call: "POST /connections", body: body, keep: map[string]string{"id": "id"}, want: []string{`"host":"https://db.example.com:8443"`, `"own":false`, `"isPrometheusEndpoint":false`}, lack: []string{"hidden", "password"}},
		{does: "get", call: "GET /connections/${id}", lack: []string{"hidden", "password"}},
		{does: "update keeps the password", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader"}`, want: []string{`"name":"W"`}},
		{does: "another host needs the password again", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://other.example.com","username":"reader"}`, status: 400, message: []string{"password: must be sent again when host changes"}},
		{does: "a private address is 400", call: "POST /connections", body: `{"name":"x","host":"http://192.168.0.1","username":""}`, status: 400, message: []string{"host: must not be a private or reserved address", "--webhook-allow-cidrs"}},
		{does: "null for what is not there is fine", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader","prometheusEndpoint":null,"isPrometheusEndpoint":null}`, want: []string{`"prometheusEndpoint":null`}},
		{does: "a Prometheus beside it is kept", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader","prometheusEndpoint":"https://prometheus.example.com/"}`, want: []string{`"prometheusEndpoint":"https://prometheus.example.com/"`}},
		{does: "absent keeps it", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader"}`, want: []string{`"prometheusEndpoint":"https://prometheus.example.com/"`}},
		{does: "it is answered", call: "GET /connections/${id}", want: []string{`"prometheusEndpoint":"https://prometheus.example.com/"`}},
		{does: "null clears it", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader","prometheusEndpoint":null}`, want: []string{`"prometheusEndpoint":null`}},
		{does: "a private one is 400", call: "PUT /connections/${id}", body: `{"name":"W","host":"https://db.example.com:8443","username":"reader","prometheusEndpoint":"http://10.0.0.1"}`, status: 400, message: []string{"prometheusEndpoint: must not be a private"}},
		{does: "its own can't be changed", call: "PUT /connections/${connection}", body: body, status: 409},
		{does: "its own can't be deleted", call: "DELETE /connections/${connection}", status: 409},
		{does: "a source on it", call: "POST /sources", body: with(logSource(), "connection", `"${id}"`), keep: map[string]string{"source": "id"}},
		{does: "a source of another connection on a tile is 400", call: "POST /dashboards", status: 400, message: []string{"do not match the specified connections"},
			body: board("x", tile("", `{"configType":"sql","displayType":"table","connectionId":"${id}","sourceId":"${logs}","sqlTemplate":"SELECT 1"}`))},
		{does: "a stale update is 412", call: "PUT /connections/${id}", body: body, send: map[string]string{"If-Match": `"9"`}, status: 412},
		{does: "a stale delete is 412", call: "DELETE /connections/${id}", send: map[string]string{"If-Match": `"9"`}, status: 412},
		{does: "what is used can go", call: "DELETE /connections/${id}"},
		{does: "the source says so", call: "GET /sources/${source}", want: []string{`"connectionMissing":true`}},
		{does: "and can be changed", call: "PUT /sources/${source}", body: with(logSource(), "connection", `"${id}"`, "name", `"Left"`), want: []string{`"name":"Left"`, `"connectionMissing":true`}},
		{does: "the source goes", call: "DELETE /sources/${source}"},
		{does: "and is gone", call: "GET /connections/${id}", status: 404},
	}, strangers("/connections", body)...)}
}

func teamScenario() scenario {
	return scenario{"team", []step{
		{does: "team", call: "GET /team", want: []string{`"id":"${team}"`, `"name":"Default"`}},
		{does: "members", call: "GET /team/members", want: []string{`"email":"admin@localhost"`, `"isCurrentUser":true`, `"id":"${user}"`}, lack: []string{"argon2"}},
		{does: "the last admin can't be removed", call: "DELETE /team/member/${user}", status: 409, message: []string{"at least one admin"}},
		{does: "nobody can't be removed", call: "DELETE /team/member/" + noSuch, status: 404},
		{does: "a malformed member is 400", call: "DELETE /team/members/7", status: 400},
		{does: "invite", call: "POST /team/invitation", body: `{"email":"New@Example.com","name":"N"}`, keep: map[string]string{"id": "invitationId", "url": "url"},
			want: []string{`"email":"new@example.com"`, `"status":"pending"`, `"url":"https://cairn.example/join-team?token=`}},
		{does: "inviting again makes another address", call: "POST /team/invitations", body: `{"email":"new@example.com","role":"billing"}`, want: []string{`"invitationId":"${id}"`, `"url":"https://`, `"role":"billing"`}, lack: []string{"${url}"}},
		{does: "an unknown role is 400", call: "POST /team/invitations", body: `{"email":"new@example.com","role":"owner"}`, status: 400, message: []string{"role: must be "}},
		{does: "an empty role is 400", call: "POST /team/invitations", body: `{"email":"new@example.com","role":""}`, status: 400, message: []string{"role: must be "}},
		{does: "a list has no addresses", call: "GET /team/invitations", want: []string{`"id":"${id}"`, `"email":"new@example.com"`, `"role":"billing"`, `"expireAt":"2026-12-01T12:00:00.000Z"`}, lack: []string{"url", "token"}},
		{does: "a member can't be invited", call: "POST /team/invitation", body: `{"email":"admin@localhost"}`, status: 400, message: []string{"email"}, lack: []string{"admin@localhost"}},
		{does: "no address is 400", call: "POST /team/invitation", body: `{"email":"nobody"}`, status: 400, message: []string{"email: must be an e-mail address"}},
		{does: "uninvite", call: "DELETE /team/invitation/${id}", want: []string{`{"success":true}`}},
		{does: "again is 404", call: "DELETE /team/invitations/${id}", status: 404},
		{does: "none is left", call: "GET /team/invitations", want: []string{`[]`}},
	}}
}

func keyScenario() scenario {
	return scenario{"keys", []step{
		{does: "one's own", call: "GET /access-keys", want: []string{`"name":"default"`, `"expireAt":null`, `"usedAt":null`}, lack: []string{"cairn_ak_"}},
		{does: "make one", call: "POST /access-keys", body: `{"name":"ci","expireAt":"2027-01-01T00:00:00Z"}`, keep: map[string]string{"id": "id", "key": "key"}, want: []string{`"key":"cairn_ak_`, `"expireAt":"2027-01-01T00:00:00.000Z"`}},
		{does: "it works", call: "GET /team", send: map[string]string{"Authorization": "Bearer ${key}"}},
		{does: "it is shown once", call: "GET /access-keys", want: []string{`"id":"${id}"`}, lack: []string{"${key}"}},
		{does: "the past is 400", call: "POST /access-keys", body: `{"name":"ci","expireAt":"2020-01-01T00:00:00Z"}`, status: 400, message: []string{"expireAt: must be in the future"}},
		{does: "a blank name is 400", call: "POST /access-keys", body: `{"name":" "}`, status: 400},
		{does: "revoke", call: "DELETE /access-keys/${id}"},
		{does: "it is dead", call: "GET /team", send: map[string]string{"Authorization": "Bearer ${key}"}, status: 401},
		{does: "revoke again is 404", call: "DELETE /access-keys/${id}", status: 404},
		{does: "the team's ingestion keys", call: "GET /ingestion-keys", want: []string{`"name":"default"`}, lack: []string{"cairn_ik_"}},
		{does: "make an ingestion key", call: "POST /ingestion-keys", body: `{"name":"edge"}`, keep: map[string]string{"ingestion": "id"}, want: []string{`"key":"cairn_ik_`}},
		{does: "revoke it", call: "DELETE /ingestion-keys/${ingestion}"},
		{does: "revoke it again is 404", call: "DELETE /ingestion-keys/${ingestion}", status: 404},
		{does: "a malformed id is 400", call: "DELETE /ingestion-keys/7", status: 400},
	}}
}
