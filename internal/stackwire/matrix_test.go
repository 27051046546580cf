package stackwire_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// row is what the matrix has to know of an operation beyond the document.
type row struct {
	noun    string // of the id in its path
	query   string
	body    string   // a valid one; ${name} stands for an id of one's own
	foreign []string // names in the body that must not be a neighbour's
	reads   bool     // what is a neighbour's is 404, as where telemetry is asked for; else 400
}

// refusal returns the status of a body that names what is a neighbour's.
func (r row) refusal() int {
	if r.reads {
		return http.StatusNotFound
	}
	return http.StatusBadRequest
}

// rows has a row for every operation of the stack, in the self-hosted form. A
// new operation without one fails the test. Operations that ask for telemetry
// have a matrix of their own.
func rows() map[string]row {
	tileAlert, searchAlert, dashboard := with(alert()), with(search()), board("b", tile("", countLine),
		tile("", `{"configType":"sql","displayType":"table","connectionId":"${connection}","sqlTemplate":"SELECT 1"}`),
		tile("", `{"displayType":"table","sourceId":"${logs}","select":[{"aggFn":"count"}],"onClick":{"type":"dashboard","target":{"mode":"id","id":"${dashboard}"}}}`))
	savedSearch := `{"name":"n","sourceId":"${logs}"}`
	other := with(webhook(), "name", `"another"`)
	silence := `{"until":"2026-11-01T14:00:00Z"}`
	connection := `{"name":"c","host":"https://db.example.com","username":""}`
	return map[string]row{
		"GET /dashboards":           {},
		"POST /dashboards":          {body: dashboard, foreign: []string{"logs", "connection", "dashboard"}},
		"POST /dashboards/validate": {body: dashboard},
		"POST /dashboards/grafana":  {body: `{"text":"{\"title\":\"g\",\"panels\":[]}"}`},
		"GET /dashboards/{id}":      {noun: "dashboard"},
		"PUT /dashboards/{id}":      {noun: "dashboard", body: dashboard, foreign: []string{"logs", "connection"}},
		"DELETE /dashboards/{id}":   {noun: "dashboard"},

		"GET /dashboards/{id}/versions":                    {noun: "dashboard"},
		"GET /dashboards/{id}/versions/{version}":          {noun: "dashboard"},
		"POST /dashboards/{id}/versions/{version}/restore": {noun: "dashboard", body: `{}`},

		"GET /dashboards/{id}/share-links":    {noun: "dashboard"},
		"POST /dashboards/{id}/share-links":   {noun: "dashboard", body: `{"expiresIn":"1h"}`},
		"DELETE /dashboards/share-links/{id}": {noun: "shareLink"},
		"POST /shared":                        {body: `{"token":"${link}"}`},
		"POST /shared/tile":                   {body: `{"token":"${link}","tileId":"${tile}","startTime":1767225600000,"endTime":1767225659999}`},

		"GET /alerts":                  {},
		"POST /alerts":                 {body: tileAlert, foreign: []string{"dashboard", "tile", "webhook"}},
		"GET /alerts/{id}":             {noun: "alert"},
		"PUT /alerts/{id}":             {noun: "alert", body: searchAlert, foreign: []string{"search", "webhook"}},
		"DELETE /alerts/{id}":          {noun: "alert"},
		"POST /alerts/{id}/silence":    {noun: "alert", body: silence},
		"DELETE /alerts/{id}/silence":  {noun: "alert"},
		"GET /alerts/{id}/history":     {noun: "alert"},
		"GET /alerts/{id}/evaluations": {noun: "alert"},
		"POST /alerts/preview":         {body: `{"alert":` + tileAlert + `}`, foreign: []string{"dashboard", "tile", "webhook"}},
		"POST /alerts/test":            {body: `{"alert":` + tileAlert + `}`, foreign: []string{"dashboard", "tile", "webhook"}},
		"POST /alerts/backtest":        {body: backtest(tileAlert), foreign: []string{"dashboard", "tile", "webhook"}},

		"GET /sources":         {},
		"POST /sources":        {body: with(logSource()), foreign: []string{"connection"}},
		"GET /sources/{id}":    {noun: "source"},
		"PUT /sources/{id}":    {noun: "source", body: with(logSource(), "section", `"s"`), foreign: []string{"connection"}},
		"DELETE /sources/{id}": {noun: "source"},

		"GET /saved-searches":         {},
		"POST /saved-searches":        {body: savedSearch, foreign: []string{"logs"}},
		"GET /saved-searches/{id}":    {noun: "search"},
		"PUT /saved-searches/{id}":    {noun: "search", body: savedSearch, foreign: []string{"logs"}},
		"DELETE /saved-searches/{id}": {noun: "search"},

		"GET /webhooks":                     {},
		"POST /webhooks":                    {body: other},
		"GET /webhooks/{id}":                {noun: "webhook"},
		"PUT /webhooks/{id}":                {noun: "webhook", body: with(webhook(), "name", `"third"`)},
		"DELETE /webhooks/{id}":             {noun: "webhook"},
		"POST /webhooks/{id}/rotate-secret": {noun: "webhook"},
		"GET /webhooks/{id}/deliveries":     {noun: "webhook"},
		"POST /webhooks/{id}/test":          {noun: "webhook"},
		"GET /alerts/{id}/deliveries":       {noun: "alert"},
		"POST /deliveries/{id}/redeliver":   {noun: "delivery"},

		"POST /charts/tile": {body: asked(countLine, ""), foreign: []string{"logs"}, reads: true},

		"GET /audit":       {},
		"GET /audit/chain": {},

		"GET /connections":         {},
		"POST /connections":        {body: connection},
		"POST /connections/test":   {body: connection},
		"GET /connections/{id}":    {noun: "far"},
		"PUT /connections/{id}":    {noun: "far", body: connection},
		"DELETE /connections/{id}": {noun: "far"},

		"GET ":                           {},
		"GET /team":                      {},
		"POST /teams":                    {body: `{"name":"Second"}`},
		"PATCH /team":                    {body: `{"name":"Renamed"}`},
		"DELETE /team":                   {query: "?name=Renamed"},
		"GET /team/members":              {},
		"DELETE /team/member/{id}":       {noun: "user"},
		"GET /team/invitations":          {},
		"POST /team/invitation":          {body: `{"email":"guest2@example.com","roleId":"${role}"}`, foreign: []string{"role"}},
		"PUT /team/members/{id}/role":    {noun: "seat", body: `{"roleId":"${role}"}`, foreign: []string{"role"}},
		"DELETE /team/members/{id}/role": {noun: "user2"},
		"PATCH /team/defaultUserRole":    {body: `{"roleId":"${role}"}`, foreign: []string{"role"}},

		"GET /roles":         {},
		"POST /roles":        {body: roleBody("another")},
		"GET /roles/{id}":    {noun: "role"},
		"PUT /roles/{id}":    {noun: "role", body: roleBody("renamed")},
		"DELETE /roles/{id}": {noun: "spareRole"},

		"DELETE /team/invitation/{id}": {noun: "invitation"},
		"POST /team/join":              {body: `{"token":"${token}","password":"correct horse battery"}`},
		"GET /access-keys":             {},
		"POST /access-keys":            {body: `{"name":"k","roleId":"${role}"}`, foreign: []string{"role"}},
		"DELETE /access-keys/{id}":     {noun: "accessKey"},
		"GET /ingestion-keys":          {},
		"POST /ingestion-keys":         {body: `{"name":"k"}`},
		"DELETE /ingestion-keys/{id}":  {noun: "ingestionKey"},
	}
}

// telemetry lists the operations that are tested where an engine is.
var telemetry = regexp.MustCompile(`^(GET|POST) /(charts/(series|sql)|search|traces|shared/values)(/|$)`)

// operations returns the operations of the stack that a document has, in the
// self-hosted form.
func operations(t *testing.T, api *httpx.API, prefix string) []string {
	t.Helper()
	text, err := api.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var found []string
	for path, methods := range document.Paths {
		below, ok := strings.CutPrefix(path, prefix)
		for method := range methods {
			if op := strings.ToUpper(method) + " " + below; ok && !telemetry.MatchString(op) {
				found = append(found, op)
			}
		}
	}
	slices.SortFunc(found, func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	return found
}

// rank puts what deletes behind the rest, and the inner before the outer.
func rank(op string) string {
	if !strings.HasPrefix(op, "DELETE") {
		return "0" + op
	}
	return fmt.Sprint(9-strings.Count(op, "/"), op)
}

// belongings makes one of everything and returns the ids by name.
func belongings(t *testing.T, w *stacktest.World, d stacktest.Door, home access.Installation) map[string]string {
	t.Helper()
	ids := map[string]string{"team": home.TeamID}
	setUp := append([]step{{
		does: "sources", call: "GET /sources",
		keep: map[string]string{"logs": "0.id", "traces": "1.id", "connection": "0.connection"},
	}}, watched()...)
	setUp = append(setUp,
		step{does: "an alert", call: "POST /alerts", body: with(search()), keep: map[string]string{"alert": "id"}},
		step{does: "another version", call: "PUT /dashboards/${dashboard}", body: board("renamed", tile("${tile}", countLine))},
		step{does: "a source", call: "POST /sources", body: with(logSource()), keep: map[string]string{"source": "id"}},
		step{does: "a delivery", call: "POST /webhooks/${webhook}/test", keep: map[string]string{"delivery": "id"}},
	)
	for _, st := range setUp {
		st.play(t, d, ids)
	}
	own := w.SelfHostedAs(home.AccessKey)
	for _, st := range []step{
		{does: "a connection", call: "POST /connections", body: `{"name":"c","host":"https://db.example.com","username":""}`, keep: map[string]string{"far": "id"}},
		{does: "an invitation", call: "POST /team/invitation", body: `{"email":"guest@example.com"}`, keep: map[string]string{"invitation": "invitationId"}},
		{does: "another invitation", call: "POST /team/invitation", body: `{"email":"joins-` + home.TeamID + `@example.com"}`, keep: map[string]string{"token": "url"}},
		{does: "a share link", call: "POST /dashboards/${dashboard}/share-links", body: `{"expiresIn":"1d"}`, keep: map[string]string{"shareLink": "id", "link": "token"}},
		{does: "a role", call: "POST /roles", body: roleBody("team"), keep: map[string]string{"role": "id"}},
		{does: "another role", call: "POST /roles", body: roleBody("spare"), keep: map[string]string{"spareRole": "id"}},
		{does: "an access key", call: "POST /access-keys", body: `{"name":"spare"}`, keep: map[string]string{"accessKey": "id"}},
		{does: "an ingestion key", call: "POST /ingestion-keys", body: `{"name":"spare"}`, keep: map[string]string{"ingestionKey": "id"}},
	} {
		st.play(t, own, ids)
	}
	_, ids["token"], _ = strings.Cut(ids["token"], "token=")
	for _, name := range []string{"user", "user2", "seat"} {
		member, err := w.Access.CreateMember(t.Context(), access.NewUser{
			Email: name + home.TeamID + "@example.com", Name: "Member", Password: "correct horse battery",
		}, access.Membership{TeamID: home.TeamID, Role: org.RoleDeveloper})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = member.ID
	}
	return ids
}

// matrix sends the operations of one deployment with ids of others.
type matrix struct {
	door    stacktest.Door
	own     map[string]string
	theirs  map[string]string
	deleted map[string]string
}

var requestIDForm = regexp.MustCompile(`"requestId":"[^"]*"`)

func (m matrix) send(t *testing.T, op, id, body string) stacktest.Answer {
	t.Helper()
	method, path, _ := strings.Cut(op, " ")
	return m.door.Send(t, method, strings.NewReplacer("{id}", id, "{version}", "1").Replace(path)+rows()[op].query, body)
}

// strangers puts ids that are not one's own into the path.
func (m matrix) strangers(t *testing.T, op string, r row) {
	t.Helper()
	body := fill(t, r.body, m.own)
	if !strings.Contains(op, "{id}") {
		return
	}
	if got := m.send(t, op, "7", body); got.Status != http.StatusBadRequest {
		t.Errorf("%s of a malformed id: %d %s", op, got.Status, got.Body)
	}
	unknown := m.send(t, op, noSuch, body)
	if unknown.Status != http.StatusNotFound {
		t.Errorf("%s of an unknown id: %d %s", op, unknown.Status, unknown.Body)
	}
	for what, ids := range map[string]map[string]string{"foreign": m.theirs, "deleted": m.deleted} {
		got := m.send(t, op, ids[r.noun], body)
		same := requestIDForm.ReplaceAllString(got.Body, "") == requestIDForm.ReplaceAllString(unknown.Body, "")
		if got.Status != http.StatusNotFound || !same {
			t.Errorf("%s of a %s id: %d %s, of an unknown one %s", op, what, got.Status, got.Body, unknown.Body)
		}
	}
}

// references puts ids that are not one's own into the body.
func (m matrix) references(t *testing.T, op string, r row) {
	t.Helper()
	for _, name := range r.foreign {
		swapped := func(id string) stacktest.Answer {
			t.Helper()
			ids := map[string]string{}
			for n, own := range m.own {
				ids[n] = own
			}
			ids[name] = id
			return m.send(t, op, m.own[r.noun], fill(t, r.body, ids))
		}
		unknown := swapped(noSuch)
		for what, ids := range map[string]map[string]string{"foreign": m.theirs, "deleted": m.deleted} {
			if ids[name] == m.own[name] {
				continue
			}
			got := swapped(ids[name])
			alike := strings.ReplaceAll(got.Message, ids[name], "ID") == strings.ReplaceAll(unknown.Message, noSuch, "ID")
			if got.Status != r.refusal() || unknown.Status != r.refusal() || !alike {
				t.Errorf("%s with a %s %s: %d %s, with an unknown one %d %s", op, what, name, got.Status, got.Body, unknown.Status, unknown.Body)
			}
		}
	}
}

// view returns all that the neighbours see of themselves.
func view(t *testing.T, d stacktest.Door) string {
	t.Helper()
	var seen strings.Builder
	for _, path := range []string{
		"/dashboards", "/alerts", "/sources", "/saved-searches", "/webhooks", "/connections",
		"/team", "/team/members", "/team/invitations", "/access-keys", "/ingestion-keys", "/roles",
	} {
		seen.WriteString(d.Must(t, "GET", path, "").Body)
	}
	return seen.String()
}

// TestTenantMatrix sends every operation of both deployments with ids that
// are malformed, unknown, deleted, and of another team and organization, in
// paths and in bodies, and holds that none of them reads or writes there.
func TestTenantMatrix(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		neighbour := w.Neighbour(t)
		theirDoor := w.SelfHostedAs(neighbour.AccessKey)
		theirs := belongings(t, w, theirDoor, neighbour)
		before := view(t, theirDoor)
		own := belongings(t, w, w.SelfHosted(), w.Home)
		gone := deleted(t, w)
		table := rows()
		for _, d := range []struct {
			door stacktest.Door
			ops  []string
		}{
			{w.SelfHosted(), operations(t, w.Stack, "/api/v2")},
			{w.Managed(), operations(t, w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack")},
		} {
			m := matrix{door: d.door, own: own, theirs: theirs, deleted: gone}
			for _, op := range d.ops {
				r, ok := table[op]
				if !ok {
					t.Errorf("%s has no row in the matrix", op)
					continue
				}
				m.strangers(t, op, r)
				m.references(t, op, r)
			}
		}
		if after := view(t, theirDoor); after != before {
			t.Errorf("the neighbours see something else:\n%s\nbecame\n%s", before, after)
		}
		m := matrix{door: w.SelfHosted(), own: own}
		m.owners(t, operations(t, w.Stack, "/api/v2"), table)
	})
}

// deleted makes what can be deleted and deletes it.
func deleted(t *testing.T, w *stacktest.World) map[string]string {
	t.Helper()
	ids := map[string]string{}
	d := w.SelfHosted()
	for _, st := range []step{
		{does: "sources", call: "GET /sources", keep: map[string]string{"connection": "0.connection", "logs": "0.id"}},
		{does: "a webhook", call: "POST /webhooks", body: with(webhook(), "name", `"gone"`), keep: map[string]string{"webhook": "id"}},
		{does: "a delivery", call: "POST /webhooks/${webhook}/test", keep: map[string]string{"delivery": "id"}},
		{does: "a source", call: "POST /sources", body: with(logSource()), keep: map[string]string{"source": "id"}},
		{does: "a search", call: "POST /saved-searches", body: `{"name":"gone","sourceId":"${source}"}`, keep: map[string]string{"search": "id"}},
		{does: "a dashboard", call: "POST /dashboards", body: board("gone", tile("", countLine)), keep: map[string]string{"dashboard": "id", "tile": "tiles.0.id"}},
		{does: "a share link", call: "POST /dashboards/${dashboard}/share-links", body: `{"expiresIn":"1h"}`, keep: map[string]string{"shareLink": "id"}},
		{does: "gone", call: "DELETE /dashboards/share-links/${shareLink}"},
		{does: "an alert", call: "POST /alerts", body: with(search()), keep: map[string]string{"alert": "id"}},
		{does: "a connection", call: "POST /connections", body: `{"name":"gone","host":"https://db.example.com","username":""}`, keep: map[string]string{"far": "id"}},
		{does: "an invitation", call: "POST /team/invitation", body: `{"email":"gone@example.com"}`, keep: map[string]string{"invitation": "invitationId"}},
		{does: "an access key", call: "POST /access-keys", body: `{"name":"gone"}`, keep: map[string]string{"accessKey": "id"}},
		{does: "an ingestion key", call: "POST /ingestion-keys", body: `{"name":"gone"}`, keep: map[string]string{"ingestionKey": "id"}},
		{does: "a role", call: "POST /roles", body: roleBody("gone"), keep: map[string]string{"role": "id"}},
		{does: "gone", call: "DELETE /roles/${role}"},
		{does: "gone", call: "DELETE /alerts/${alert}"}, {does: "gone", call: "DELETE /dashboards/${dashboard}"},
		{does: "gone", call: "DELETE /saved-searches/${search}"}, {does: "gone", call: "DELETE /sources/${source}"},
		{does: "gone", call: "DELETE /webhooks/${webhook}"}, {does: "gone", call: "DELETE /connections/${far}"},
		{does: "gone", call: "DELETE /team/invitation/${invitation}"}, {does: "gone", call: "DELETE /access-keys/${accessKey}"},
		{does: "gone", call: "DELETE /ingestion-keys/${ingestionKey}"},
	} {
		st.play(t, d, ids)
	}
	ids["logs"], ids["connection"], ids["user"] = ids["source"], ids["far"], noSuch
	ids["user2"], ids["seat"], ids["spareRole"] = noSuch, noSuch, ids["role"]
	return ids
}

// owners holds that what is one's own works.
func (m matrix) owners(t *testing.T, ops []string, table map[string]row) {
	t.Helper()
	for _, op := range ops {
		r := table[op]
		if got := m.send(t, op, m.own[r.noun], fill(t, r.body, m.own)); got.Status != http.StatusOK {
			t.Errorf("%s of the owner: %d %s", op, got.Status, got.Body)
		}
	}
}

// TestManagedStackIsInsideItsOrganization holds that organization, service
// and key must belong together, whatever the operation.
func TestManagedStackIsInsideItsOrganization(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		neighbour := w.Neighbour(t)
		own := belongings(t, w, w.SelfHosted(), w.Home)
		mixed, unknown := w.Home, w.Home
		mixed.ServiceID = neighbour.ServiceID
		unknown.ServiceID = "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11"
		doors := map[string]stacktest.Door{
			"their organization": w.ManagedAs(neighbour, w.Home.KeyID, w.Home.KeySecret),
			"their service":      w.ManagedAs(mixed, w.Home.KeyID, w.Home.KeySecret),
			"no service":         w.ManagedAs(unknown, w.Home.KeyID, w.Home.KeySecret),
			"their key":          w.ManagedAs(w.Home, neighbour.KeyID, neighbour.KeySecret),
		}
		table := rows()
		for _, op := range operations(t, w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack") {
			r := table[op]
			for what, door := range doors {
				got := matrix{door: door}.send(t, op, own[r.noun], fill(t, r.body, own))
				if got.Status != http.StatusNotFound || !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
					t.Errorf("%s with %s: %d %s", op, what, got.Status, got.Body)
				}
			}
		}
	})
}

// TestManagedStackAsksForARole holds that admin and developer do everything
// but read the audit log and change roles, which is the admin's, and billing
// nothing.
func TestManagedStackAsksForARole(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	own := belongings(t, w, w.SelfHosted(), w.Home)
	table := rows()
	ops := operations(t, w.Cloud, "/v1/organizations/{organizationId}/services/{serviceId}/stack")
	isAdmins := func(op string) bool {
		return strings.HasPrefix(op, "GET /audit") || strings.Contains(op, " /roles") && !strings.HasPrefix(op, "GET ")
	}
	developer := matrix{door: w.CloudKey(t, org.RoleDeveloper), own: own}
	for _, op := range ops {
		if got := developer.send(t, op, noSuch, ""); isAdmins(op) && (got.Status != http.StatusForbidden || !strings.HasPrefix(got.Message, "this needs the role ")) {
			t.Errorf("%s as developer: %d %s", op, got.Status, got.Body)
		}
	}
	billing := matrix{door: w.CloudKey(t, org.RoleBilling), own: own}
	for _, op := range ops {
		if got := billing.send(t, op, own[table[op].noun], fill(t, table[op].body, own)); got.Status != http.StatusForbidden {
			t.Errorf("%s as billing: %d %s", op, got.Status, got.Body)
		}
	}
	developer.owners(t, slices.DeleteFunc(ops, isAdmins), table)
}

func TestWithoutAKeyNothingIsTold(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	for _, d := range w.Doors() {
		d.Headers = nil
		for op := range rows() {
			if op == "POST /team/join" || strings.HasPrefix(op, "POST /shared") {
				continue // its token is the credential
			}
			if d.Name == "managed" && !strings.Contains(op, "/alerts") {
				continue
			}
			got := matrix{door: d}.send(t, op, "7", "")
			if got.Status != http.StatusUnauthorized || got.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s, %s: %d %s", d.Name, op, got.Status, got.Body)
			}
		}
	}
}
