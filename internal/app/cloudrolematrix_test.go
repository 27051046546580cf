package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestCloudRolesHoldOnEveryOperation sends every operation of the cloud API's
// document as keys with roles of the organization: with one permission alone, for
// each there is; with all but one, for each; and with all of them on one of two
// services. Each operation is let in by the one permission that the table
// has for it, and by nothing else.
func TestCloudRolesHoldOnEveryOperation(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		options.Adjust = func(c *app.Config) { c.NoUI = true }
		s := apptest.Start(t, options)
		api := roleAPI{"/v1", access.CloudOperations(), []string{"acceptInvitation"}, []app.Role{app.RoleCloud}}
		operations := api.operations(t, s)
		m := cloudMatrix{t: t, s: s, operations: operations}
		for _, perm := range org.CloudPermissions() {
			if options.Postgres { // the database has no say in it
				break
			}
			m.walk("only "+string(perm), m.allowing([]org.CloudPermission{perm}, org.EveryService))
			denied := m.allowing(org.CloudPermissions(), org.EveryService)
			for _, p := range m.allowing([]org.CloudPermission{perm}, org.EveryService) {
				p.Effect = org.EffectDeny
				denied = append(denied, p)
			}
			m.walk("all but "+string(perm), denied)
		}
		m.walk("one service", m.allowing(org.CloudPermissions(), org.ServiceResource(s.Installation.ServiceID)))
		m.walk("another service", m.allowing(org.CloudPermissions(), org.ServiceResource(m.anotherService())))
		m.walk("nothing", nil)
	})
}

type cloudMatrix struct {
	t          *testing.T
	s          *apptest.Server
	operations []roleOperation
}

// allowing returns policies that allow the permissions, those of services on
// the resource.
func (m cloudMatrix) allowing(permissions []org.CloudPermission, resource string) org.Policies {
	var policies org.Policies
	for _, perm := range permissions {
		place := org.OrganizationResource(m.s.Installation.OrganizationID)
		if perm.OnServices() {
			place = resource
		}
		policies = append(policies, org.Policy{Effect: org.EffectAllow, Permissions: []org.CloudPermission{perm}, Resources: []string{place}})
	}
	return policies
}

func (m cloudMatrix) send(method, path, body string) map[string]any {
	m.t.Helper()
	answer := testkit.Scenario{
		Method: method, Path: "/v1/organizations/" + m.s.Installation.OrganizationID + path, Body: body,
		Headers: basic(m.s.Installation.KeyID, m.s.Installation.KeySecret),
	}.Send(m.t, m.s.URL(app.RoleCloud))
	if answer.Status != http.StatusOK {
		m.t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	result, _ := answer.JSON(m.t)["result"].(map[string]any)
	return result
}

func (m cloudMatrix) anotherService() string {
	made := m.send(http.MethodPost, "/services", `{"name":"other","provider":"aws","region":"us-east-1"}`)
	return made["service"].(map[string]any)["id"].(string)
}

// walk makes a role with the policies, merged to fit its limits, and a key that
// has it, and tries every operation.
func (m cloudMatrix) walk(name string, policies org.Policies) {
	m.t.Helper()
	type wire struct {
		AllowDeny   string                `json:"allowDeny"`
		Permissions []org.CloudPermission `json:"permissions"`
		Resources   []string              `json:"resources"`
	}
	merged := map[string]*wire{}
	body := struct {
		Name     string   `json:"name"`
		Actors   []string `json:"actors"`
		Policies []*wire  `json:"policies"`
	}{Name: "matrix", Actors: []string{}, Policies: []*wire{}}
	for _, p := range policies {
		key := string(p.Effect) + p.Resources[0]
		if merged[key] == nil {
			merged[key] = &wire{AllowDeny: string(p.Effect), Resources: p.Resources}
			body.Policies = append(body.Policies, merged[key])
		}
		merged[key].Permissions = append(merged[key].Permissions, p.Permissions...)
	}
	text, err := json.Marshal(body)
	if err != nil {
		m.t.Fatal(err)
	}
	role := m.send(http.MethodPost, "/roles", string(text))["id"].(string)
	made := m.send(http.MethodPost, "/keys", `{"name":"matrix","assignedRoleIds":["`+role+`"]}`)
	headers := basic(made["keyId"].(string), made["keySecret"].(string))
	for _, op := range m.operations {
		answer := testkit.Scenario{Method: op.method, Path: op.path, Headers: headers}.Send(m.t, m.s.URL(app.RoleCloud))
		isRefused := answer.Status == http.StatusForbidden
		if want := !m.lets(policies, op); isRefused != want || answer.Status == http.StatusUnauthorized {
			m.t.Errorf("%s: %s returns %d %s, want refusal: %t", name, op.id, answer.Status, answer.Body, want)
		}
		m.checkHidden(name, policies, op, answer)
	}
	m.send(http.MethodDelete, "/keys/"+made["key"].(map[string]any)["id"].(string), "")
	m.send(http.MethodDelete, "/roles/"+role, "")
}

// lets reports whether some policy allows what an operation needs and none
// denies it on the same resource. What follows in the team of a service is for
// those who manage its stack as a Member.
func (m cloudMatrix) lets(policies org.Policies, op roleOperation) bool {
	needs := op.needs
	if op.isManaged() {
		member := access.Principal{OrganizationID: "o", Roles: []org.Role{org.RoleDeveloper}}
		if !member.Manage("t").May(op.needs) {
			return false
		}
		needs = access.StackManage
	}
	allowed := map[string]bool{}
	for _, effect := range org.Effects() {
		for _, p := range policies {
			if p.Effect == effect && string(p.Permissions[0]) == string(needs) {
				allowed[p.Resources[0]] = effect == org.EffectAllow
			}
		}
	}
	for _, isAllowed := range allowed {
		if isAllowed {
			return true
		}
	}
	return false
}

// checkHidden holds that a service is not found for who may not see it.
func (m cloudMatrix) checkHidden(name string, policies org.Policies, op roleOperation, answer testkit.Answer) {
	m.t.Helper()
	isBelow := strings.Contains(op.path, m.s.Installation.ServiceID)
	if name == "another service" && isBelow && op.method == http.MethodGet && m.lets(policies, op) && answer.Status != http.StatusNotFound && answer.Status != http.StatusBadRequest {
		m.t.Errorf("%s: %s returns %d %s, want 404", name, op.id, answer.Status, answer.Body)
	}
}
