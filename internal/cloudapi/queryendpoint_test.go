package cloudapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestQueryEndpoint makes an endpoint, queries the tables of a service through
// it with the real engine, and takes it away again.
func TestQueryEndpoint(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		h.awaitTables(t)
		listed, id := h.newKey(t, "developer")
		unlisted, _ := h.newKey(t, "developer")
		payer, payerID := h.newKey(t, "billing")
		endpoint, run := h.service+"/serviceQueryEndpoint", "/service/"+h.Installation.ServiceID+"/run"
		h.wantRun(t, run, listed, `{"sql":"SELECT 1"}`, http.StatusNotFound, "NOT_FOUND: the service has no query endpoint")
		body := `{"roles":["sql_console_admin"],"openApiKeys":["` + strings.ToUpper(id) + `","` + payerID + `"],"allowedOrigins":"https://a.example.com, b.example.com"}`
		made := h.must(t, http.MethodPost, endpoint, body)
		if keys := made["openApiKeys"].([]any); keys[0] != id || made["id"] == "" {
			t.Errorf("the endpoint is %v", made)
		}
		h.queries(t, run, listed)
		h.wantRun(t, run, unlisted, `{"sql":"SELECT 1"}`, http.StatusForbidden, "FORBIDDEN: this key is not listed in the openApiKeys")
		h.wantRun(t, run, payer, `{"sql":"SELECT 1"}`, http.StatusForbidden, "FORBIDDEN: this needs the role")
		h.wantRun(t, run, with(listed, "Origin", "https://b.example.com:8443"), `{"sql":"SELECT 1"}`, http.StatusOK, "")
		h.wantRun(t, run, with(listed, "Origin", "https://c.example.com"), `{"sql":"SELECT 1"}`, http.StatusForbidden, "allowedOrigins")
		h.wantOrigins(t, run, listed, unlisted)
		h.wantRun(t, run, with(listed, "Content-Type", "text/plain"), `{"sql":"SELECT 1","runId":"mine","database":"default"}`, http.StatusOK, "")

		again := h.must(t, http.MethodPost, endpoint, `{"roles":["sql_console_read_only"],"openApiKeys":[]}`)
		if again["id"] != made["id"] {
			t.Errorf("writing again made another endpoint: %v", again)
		}
		h.wantRun(t, run, listed, `{"sql":"SELECT 1"}`, http.StatusForbidden, "FORBIDDEN")
		h.must(t, http.MethodDelete, endpoint, "")
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			if answer := h.send(t, method, endpoint, ""); answer.Status != http.StatusNotFound || answer.JSON(t)["error"] == nil {
				t.Errorf("%s without an endpoint: %d %s", method, answer.Status, answer.Body)
			}
		}
	})
}

// wantOrigins holds that pages of the allowed origins can read every answer to
// a listed key, and that other pages can read none.
func (h *house) wantOrigins(t *testing.T, run string, listed, unlisted map[string]string) {
	t.Helper()
	const allowed, other = "https://a.example.com", "https://c.example.com"
	for _, c := range []struct {
		key             map[string]string
		origin, body    string
		status          int
		wantAllowOrigin string
	}{
		{listed, allowed, `{"sql":"SELECT 1"}`, 200, allowed},
		{listed, allowed, `{"sql":"SELECT"}`, 400, allowed},
		{listed, other, `{"sql":"SELECT 1"}`, 403, ""},
		{listed, other, `{"sql":1}`, 400, ""},
		{unlisted, other, `{"sql":"SELECT 1"}`, 403, ""},
		{map[string]string{}, other, `{"sql":"SELECT 1"}`, 401, ""},
	} {
		answer := testkit.Scenario{Method: http.MethodPost, Path: run, Headers: with(c.key, "Origin", c.origin), Body: c.body}.Send(t, h.base)
		if got := answer.Header.Get("Access-Control-Allow-Origin"); answer.Status != c.status || got != c.wantAllowOrigin || answer.Header.Get("Vary") == "" {
			t.Errorf("%s of a page of %s: %d for %q, vary %q", c.body, c.origin, answer.Status, got, answer.Header.Get("Vary"))
		}
	}
}

// TestQueryOfAStoppedServiceIsAConflict stops the service behind an endpoint.
func TestQueryOfAStoppedServiceIsAConflict(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	h.awaitTables(t)
	key, id := h.newKey(t, "developer")
	h.must(t, http.MethodPost, h.service+"/serviceQueryEndpoint", queryKeys(id))
	h.must(t, http.MethodPatch, h.service+"/state", `{"command":"stop"}`)
	h.awaitState(t, h.service, "stopped")
	run := "/service/" + h.Installation.ServiceID + "/run"
	h.wantRun(t, run, key, `{"sql":"SELECT 1"}`, http.StatusConflict, "CONFLICT: the service of this team does not serve telemetry now: it is stopped")
	h.must(t, http.MethodPatch, h.service+"/state", `{"command":"start"}`)
	h.awaitState(t, h.service, "running")
	h.wantRun(t, run, key, `{"sql":"SELECT 1"}`, http.StatusOK, "")
}

// TestQueryEndpointForgetsKeysThatAreGone deletes a key that an endpoint names.
func TestQueryEndpointForgetsKeysThatAreGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	_, gone := h.newKey(t, "developer")
	_, kept := h.newKey(t, "developer")
	endpoint := h.service + "/serviceQueryEndpoint"
	body := `{"roles":["sql_console_admin"],"openApiKeys":["` + gone + `","` + kept + `"]}`
	h.must(t, http.MethodPost, endpoint, body)
	h.must(t, http.MethodDelete, h.organization+"/keys/"+gone, "")
	if keys := h.must(t, http.MethodGet, endpoint, "")["openApiKeys"].([]any); len(keys) != 1 || keys[0] != kept {
		t.Errorf("the keys are %v", keys)
	}
	if got := h.send(t, http.MethodPost, endpoint, body); got.Status != http.StatusBadRequest || !strings.Contains(got.Body, "openApiKeys.0") {
		t.Errorf("the same again: %d %s", got.Status, got.Body)
	}
}

func (h *house) queries(t *testing.T, run string, key map[string]string) {
	t.Helper()
	h.wantRun(t, run, key, `{"sql":"SELECT 1 AS n, 'a\tb' AS t, NULL AS nothing"}`, 200, `{"n":1,"t":"a\tb","nothing":null}`+"\n")
	h.wantRun(t, run+"?format=JSONCompact", key, `{"sql":"SELECT 1 AS n"}`, 200, `{"meta":[{"name":"n","type":"UInt64"}],"data":[[1]],"rows":1,`)
	h.queryTypes(t, run, key)
	h.wantRun(t, run+"?format=CSVWithNames", key, `{"sql":"SELECT 1 AS n, 'x,y' AS t"}`, 200, "n,t\n1,\"x,y\"\n")
	h.wantRun(t, run+"?format=TSV", key, `{"sql":"SELECT 'a\tb' AS t, NULL AS n"}`, 200, "a\\tb\t\\N\n")
	h.wantRun(t, run+"?format=JSON", key, `{"sql":"SELECT count() AS n FROM default.otel_logs;"}`, 200, `"data":[{"n":0}]`)
	for _, sql := range []string{"SELECT * FROM system.users", "DROP TABLE otel_logs", "SELECT * FROM file('/etc/passwd')", "SELECT 1 FORMAT CSV"} {
		h.wantRun(t, run, key, `{"sql":"`+sql+`"}`, 400, "BAD_REQUEST: sql")
	}
	h.wantRun(t, run, key, `{"sql":"SELECT 1","database":"system"}`, 400, "database: must be default")
	h.wantRun(t, run, key, `{"sql":"SELECT 1","queryVariables":{}}`, 400, "queryVariables")
	h.wantRun(t, run+"?format=Native", key, `{"sql":"SELECT 1"}`, 400, "format")
}

// queryTypes holds that columns have the types of the engine, and values fit
// them, with rows and without.
func (h *house) queryTypes(t *testing.T, run string, key map[string]string) {
	t.Helper()
	const sql = `SELECT count() AS n, 1 = 1 AS same, true AS yes, min(Timestamp) AS first, toDate(min(Timestamp)) AS day, min(ServiceName) AS service, [1, 2] AS list, ['a'] AS texts, NULL AS nothing, 1 / 0 AS big, '\\\\N' AS text FROM otel_logs`
	body := `{"sql":"` + sql + `"}`
	const meta = `{"meta":[{"name":"n","type":"UInt64"},{"name":"same","type":"UInt8"},{"name":"yes","type":"Bool"},{"name":"first","type":"DateTime64(9, 'UTC')"},` +
		`{"name":"day","type":"Date"},{"name":"service","type":"String"},{"name":"list","type":"Array(UInt64)"},{"name":"texts","type":"Array(String)"},` +
		`{"name":"nothing","type":"Nullable(Nothing)"},{"name":"big","type":"Float64"},{"name":"text","type":"String"}],"data":[`
	h.wantRun(t, run+"?format=JSON", key, body, 200, meta+
		`{"n":0,"same":1,"yes":true,"first":"1970-01-01T00:00:00.000000000Z","day":"1970-01-01","service":"","list":[1,2],"texts":["a"],"nothing":null,"big":null,"text":"\\N"}],"rows":1,`)
	h.wantRun(t, run+"?format=JSONCompact", key, body, 200, meta+`[0,1,true,"1970-01-01T00:00:00.000000000Z","1970-01-01","",[1,2],["a"],null,null,"\\N"]],`)
	h.wantRun(t, run, key, body, 200, `{"n":0,"same":1,"yes":true,"first":"1970-01-01T00:00:00.000000000Z","day":"1970-01-01",`)
	h.wantRun(t, run+"?format=CSV", key, body, 200, `0,1,true,1970-01-01T00:00:00.000000000Z,1970-01-01,,"[1,2]",['a'],\N,inf,"\N"`+"\n")
	h.wantRun(t, run+"?format=TSV", key, body, 200, "0\t1\ttrue\t1970-01-01T00:00:00.000000000Z\t1970-01-01\t\t[1,2]\t['a']\t\\N\tinf\t\\\\N\n")
	h.wantRun(t, run+"?format=JSON", key, `{"sql":"SELECT Timestamp, ServiceName, SeverityNumber FROM otel_logs"}`, 200,
		`{"meta":[{"name":"Timestamp","type":"DateTime64(9, 'UTC')"},{"name":"ServiceName","type":"LowCardinality(String)"},{"name":"SeverityNumber","type":"UInt8"}],"data":[],"rows":0,`)
}

func (h *house) wantRun(t *testing.T, path string, key map[string]string, body string, status int, contains string) {
	t.Helper()
	answer := testkit.Scenario{Method: http.MethodPost, Path: path, Headers: key, Body: body}.Send(t, h.base)
	if answer.Status != status || !strings.Contains(answer.Body, contains) {
		t.Errorf("%s %s: %d %s, want %d with %s", path, body, answer.Status, answer.Body, status, contains)
	}
}

// awaitTables waits until the tables of the default service are there.
func (h *house) awaitTables(t *testing.T) {
	t.Helper()
	endpoint := h.service + "/serviceQueryEndpoint"
	h.must(t, http.MethodPost, endpoint, queryKeys(h.keyOf(t, h.Installation.KeyID)))
	testkit.Eventually(t, patience, "tables", func() bool {
		return h.send(t, http.MethodPost, "/service/"+h.Installation.ServiceID+"/run", `{"sql":"SELECT count() FROM otel_logs"}`).Status == http.StatusOK
	})
	h.must(t, http.MethodDelete, endpoint, "")
}

// TestPagesAskBeforeTheyQuery sends what a browser sends before the query of a
// page: only an origin that the endpoint lists is told that it may.
func TestPagesAskBeforeTheyQuery(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	const listed, other = "https://a.example.com", "https://b.example.com"
	run := "/service/" + h.Installation.ServiceID + "/run"
	ask := func(path, origin, want string) {
		t.Helper()
		answer := testkit.Scenario{Method: http.MethodOptions, Path: path, Headers: map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST",
		}}.Send(t, h.base)
		allowed := answer.Header.Get("Access-Control-Allow-Origin")
		granted := strings.Contains(answer.Header.Get("Access-Control-Allow-Headers"), "Authorization")
		if answer.Status != http.StatusNoContent || allowed != want || granted != (want != "") || answer.Header.Get("Vary") == "" {
			t.Errorf("%s from %s: %d %v", path, origin, answer.Status, answer.Header)
		}
	}
	ask(run, listed, "")
	keys := strings.Replace(queryKeys(h.keyOf(t, h.Installation.KeyID)), "*", listed, 1)
	h.must(t, http.MethodPost, h.service+"/serviceQueryEndpoint", keys)
	ask(run, listed, listed)
	ask("/service/"+strings.ToUpper(h.Installation.ServiceID)+"/run", listed, listed)
	ask(run, other, "")
	ask(run, "null", "")
	ask("/service/00000000-0000-4000-8000-000000000000/run", listed, "")
	ask("/service/x/run", listed, "")
	h.must(t, http.MethodDelete, h.service+"/serviceQueryEndpoint", "")
	ask(run, listed, "")
}
