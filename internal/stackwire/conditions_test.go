package stackwire_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// unrepeatable lists the POSTs without an Idempotency-Key, and why.
func unrepeatable() map[string]string {
	return map[string]string{
		"POST /dashboards/validate": "changes nothing",
		"POST /dashboards/grafana":  "changes nothing",
		"POST /alerts/backtest":     "changes nothing",
		"POST /alerts/preview":      "changes nothing",
		"POST /alerts/test":         "waits for somebody else's server",
		"POST /charts/tile":         "changes nothing",
		"POST /shared":              "changes nothing",
		"POST /shared/tile":         "changes nothing",
		"POST /team/join":           "its token works once",
		"POST /webhooks/{id}/test":  "waits for somebody else's server",
		"POST /connections/test":    "waits for somebody else's server",
	}
}

// unconditional lists the writes to one thing that have no version to compare.
func unconditional() []string {
	return []string{
		"DELETE /team", "DELETE /team/member/{id}", "DELETE /team/invitation/{id}", "DELETE /access-keys/{id}", "DELETE /ingestion-keys/{id}",
		"DELETE /dashboards/share-links/{id}", "PUT /team/members/{id}/role", "DELETE /team/members/{id}/role",
	}
}

// headersOf returns the headers that each operation of a document takes.
func headersOf(t *testing.T, api *httpx.API, prefix string) map[string][]string {
	t.Helper()
	text, err := api.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct{ Parameters []struct{ Name, In string } }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	taken := map[string][]string{}
	for path, methods := range document.Paths {
		below, _ := strings.CutPrefix(path, prefix)
		for method, op := range methods {
			for _, p := range op.Parameters {
				if p.In == "header" {
					name := strings.ToUpper(method) + " " + below
					taken[name] = append(taken[name], p.Name)
				}
			}
		}
	}
	return taken
}

// TestEveryWriteIsSafeToRepeat holds of every operation that writes, in both
// deployments: a POST with an Idempotency-Key is answered once and replayed,
// and a write of an old version is refused. A new operation that takes neither
// fails unless it is listed with its reason.
func TestEveryWriteIsSafeToRepeat(t *testing.T) {
	t.Parallel()
	for _, managed := range []bool{false, true} {
		w := stacktest.New(t, stacktest.Options{})
		door, api, prefix := w.SelfHosted(), w.Stack, "/api/v2"
		if managed {
			door, api, prefix = w.Managed(), w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack"
		}
		m := matrix{door: door, own: belongings(t, w, w.SelfHosted(), w.Home)}
		taken := headersOf(t, api, prefix)
		for _, op := range operations(t, api, prefix) {
			r := rows()[op]
			switch method, _, _ := strings.Cut(op, " "); {
			case method == http.MethodPost && unrepeatable()[op] == "":
				if !slices.Contains(taken[op], "Idempotency-Key") {
					t.Errorf("%s takes no Idempotency-Key", op)
				}
				m.repeated(t, op, r)
			case (method == http.MethodPut || method == http.MethodDelete) && !slices.Contains(unconditional(), op):
				if !slices.Contains(taken[op], "If-Match") {
					t.Errorf("%s takes no If-Match", op)
				}
				m.outdated(t, op, r)
			}
		}
	}
}

// repeated sends a POST twice under one key.
func (m matrix) repeated(t *testing.T, op string, r row) {
	t.Helper()
	m.door = m.door.With("Idempotency-Key", strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '-'
		}
		return c
	}, op))
	body := fill(t, r.body, m.own)
	first, again := m.send(t, op, m.own[r.noun], body), m.send(t, op, m.own[r.noun], body)
	if first.Status != http.StatusOK || again.Body != first.Body || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%s: %d %s, again %d %s", op, first.Status, first.Body, again.Status, again.Body)
	}
}

// outdated writes to a version that nothing has.
func (m matrix) outdated(t *testing.T, op string, r row) {
	t.Helper()
	m.door = m.door.With("If-Match", `"4711"`)
	if got := m.send(t, op, m.own[r.noun], fill(t, r.body, m.own)); got.Status != http.StatusPreconditionFailed {
		t.Errorf("%s of an old version: %d %s", op, got.Status, got.Body)
	}
}
