package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// startThree starts three nodes over one database.
func startThree(t *testing.T) (first *apptest.Server, others []*apptest.Server) {
	t.Helper()
	secret := base64.StdEncoding.EncodeToString(make([]byte, 32))
	first = apptest.Start(t, apptest.Options{Postgres: true, Adjust: func(c *app.Config) { c.SecretKey = secret }})
	for range 2 {
		node := apptest.StartEmpty(t, apptest.Options{Adjust: func(c *app.Config) {
			c.DatabaseURL, c.SecretKey = first.Config.DatabaseURL, secret
		}})
		node.Installation = first.Installation
		others = append(others, node)
	}
	return first, others
}

// TestThreeNodesKeepOneList holds that a list that is changed through one node
// counts at others with the same database.
func TestThreeNodesKeepOneList(t *testing.T) {
	t.Parallel()
	first, others := startThree(t)
	giveQueryEndpoint(t, first)
	doors := map[string]func(...string) testkit.Answer{}
	for i, node := range others {
		for name, send := range serviceDoors(t, node) {
			doors[fmt.Sprintf("%s of node %d", name, i+2)] = send
		}
	}
	await := func(status int) {
		t.Helper()
		for name, send := range doors {
			awaitStatus(t, name, status, send)
		}
	}
	await(http.StatusOK)
	setList(t, first, office, everywhere)
	await(http.StatusForbidden)
	setList(t, first, `{"source":"127.0.0.0/8"}`, office)
	await(http.StatusOK)
}

// revocation is a right that a caller has, and how it is taken away through the
// first node.
type revocation struct {
	door  app.Role
	call  testkit.Scenario
	take  func(t *testing.T, first *apptest.Server)
	after int // the status of the call then
}

// TestRevocationsCountAtOnceOnThreeNodes uses a right on every node, takes it
// away through one of them, and holds that the next request at the others is
// refused: nothing about people and keys is remembered between requests, but for
// ingestion keys, for less than a second.
func TestRevocationsCountAtOnceOnThreeNodes(t *testing.T) {
	t.Parallel()
	first, others := startThree(t)
	for name, r := range revocations(t, first) {
		for _, node := range others {
			if got := r.call.Send(t, node.URL(r.door)); got.Status >= http.StatusMultipleChoices {
				t.Fatalf("%s, before: %d %s", name, got.Status, got.Body)
			}
		}
		r.take(t, first)
		for i, node := range others {
			send := func(...string) testkit.Answer { return r.call.Send(t, node.URL(r.door)) }
			if r.door == app.RoleOTLPHTTP {
				awaitStatus(t, name, r.after, send)
			} else if got := send(); got.Status != r.after {
				t.Errorf("%s, at node %d: %d %s, want %d", name, i+2, got.Status, got.Body, r.after)
			}
		}
	}
}

func revocations(t *testing.T, s *apptest.Server) map[string]revocation {
	t.Helper()
	admin := signIn(t, s, "admin@localhost", apptest.Password)
	member := "/v1/organizations/" + s.Installation.OrganizationID + "/members/"
	dashboards := func(headers map[string]string) testkit.Scenario {
		return testkit.Scenario{Path: "/api/v2/dashboards", Headers: headers}
	}
	creating := func(headers map[string]string) testkit.Scenario {
		return testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/dashboards", Headers: headers, Body: `{"name":"mine","tags":[],"tiles":[]}`}
	}
	asAdmin := func(method, path, body string) func(*testing.T, *apptest.Server) {
		return func(t *testing.T, first *apptest.Server) {
			t.Helper()
			got := testkit.Scenario{Method: method, Path: path, Headers: admin, Body: body}.Send(t, first.URL(app.RoleUI))
			if got.Status >= http.StatusMultipleChoices {
				t.Fatalf("%s %s: %d %s", method, path, got.Status, got.Body)
			}
		}
	}
	person := func(name string) person { return newPerson(t, s, name, org.RoleDeveloper) }
	removed, demoted, readOnly, disabled, out, keyed := person("removed"), person("demoted"), person("read-only"), person("disabled"), person("out"), person("keyed")
	narrowed := person("narrowed")
	role := matrixRoles(t, s)["denied"]
	if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, narrowed.id, role.ID); err != nil {
		t.Fatal(err)
	}
	cloud := madeCloudKey(t, s)
	ingestion := madeIngestionKey(t, s, admin)
	telemetry := testkit.Scenario{Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(ingestion.Key), Body: string(jsonOf(t, "hello"))}
	return map[string]revocation{
		"a removed member's key":     {app.RoleStack, dashboards(removed.bearer), asAdmin(http.MethodDelete, member+removed.id, ""), http.StatusUnauthorized},
		"a role in the organization": {app.RoleUI, dashboards(demoted.session), asAdmin(http.MethodPatch, member+demoted.id, `{"role":"billing"}`), http.StatusForbidden},
		"a role in the team":         {app.RoleStack, creating(readOnly.bearer), asAdmin(http.MethodPut, "/api/v2/team/members/"+readOnly.id+"/role", `{"roleId":"`+stack.RoleReadOnlyID+`"}`), http.StatusForbidden},
		"permissions of a role":      {app.RoleUI, creating(narrowed.session), asAdmin(http.MethodPut, "/api/v2/roles/"+role.ID, `{"name":"denied","permissions":[{"action":"read","subject":"all"}]}`), http.StatusForbidden},
		"an account": {app.RoleUI, dashboards(disabled.session), func(t *testing.T, first *apptest.Server) {
			t.Helper()
			if err := first.Access().DisableUser(t.Context(), access.User{ID: disabled.id}); err != nil {
				t.Fatal(err)
			}
		}, http.StatusUnauthorized},
		"a session": {app.RoleUI, dashboards(out.session), func(t *testing.T, first *apptest.Server) {
			t.Helper()
			testkit.Scenario{Method: http.MethodDelete, Path: "/ui/api/session", Headers: out.session}.Send(t, first.URL(app.RoleUI))
		}, http.StatusUnauthorized},
		"an access key":    {app.RoleStack, dashboards(keyed.bearer), endAccessKeys(keyed), http.StatusUnauthorized},
		"a cloud key":      {app.RoleCloud, testkit.Scenario{Path: servicePath(s), Headers: basic(cloud.KeyID, cloud.KeySecret)}, asAdmin(http.MethodPatch, "/v1/organizations/"+s.Installation.OrganizationID+"/keys/"+cloud.Key.ID, `{"state":"disabled"}`), http.StatusUnauthorized},
		"an ingestion key": {app.RoleOTLPHTTP, telemetry, asAdmin(http.MethodDelete, "/api/v2/ingestion-keys/"+ingestion.ID, ""), http.StatusUnauthorized},
	}
}

// endAccessKeys ends the keys of somebody as they would.
func endAccessKeys(p person) func(*testing.T, *apptest.Server) {
	return func(t *testing.T, first *apptest.Server) {
		t.Helper()
		keys, err := first.Access().Store.AccessKeysOf(t.Context(), p.id)
		if err != nil || len(keys) != 1 {
			t.Fatal(keys, err)
		}
		call := testkit.Scenario{Method: http.MethodDelete, Path: "/api/v2/access-keys/" + keys[0].ID, Headers: p.session}
		if got := call.Send(t, first.URL(app.RoleUI)); got.Status >= http.StatusMultipleChoices {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
	}
}

func madeCloudKey(t *testing.T, s *apptest.Server) access.CloudKey {
	t.Helper()
	made, err := s.Access().CreateCloudKey(t.Context(), org.Key{OrganizationID: s.Installation.OrganizationID, Name: "revoked", Roles: []org.Role{org.RoleDeveloper}})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// madeKey is a key with its text, which is shown once.
type madeKey struct{ ID, Key string }

func madeIngestionKey(t *testing.T, s *apptest.Server, admin map[string]string) madeKey {
	t.Helper()
	got := testkit.Scenario{Method: http.MethodPost, Path: "/api/v2/ingestion-keys", Headers: admin, Body: `{"name":"revoked"}`}.Send(t, s.URL(app.RoleUI))
	var made struct{ Data madeKey }
	if err := json.Unmarshal([]byte(got.Body), &made); err != nil || !strings.HasPrefix(got.Body, "{") || made.Data.Key == "" {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return made.Data
}
