package cloudapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// The ids of system roles, which are the same everywhere.
const (
	systemAdmin     = "c10d0000-0000-4000-8000-000000000001"
	systemDeveloper = "c10d0000-0000-4000-8000-000000000002"
	systemMember    = "c10d0000-0000-4000-8000-000000000004"
)

// policyText is a policy in a body.
func policyText(effect, permissions, resource string) string {
	return `{"allowDeny":"` + effect + `","permissions":["` + strings.Join(strings.Fields(permissions), `","`) + `"],"resources":["` + resource + `"]}`
}

// newRole makes a role and returns its id.
func (h *house) newRole(t testing.TB, name string, policies ...string) string {
	t.Helper()
	made := h.must(t, http.MethodPost, h.organization+"/roles", `{"name":"`+name+`","actors":[],"policies":[`+strings.Join(policies, ",")+`]}`)
	return made["id"].(string)
}

// newRoleKey makes a key with roles by id and returns its headers and id.
func (h *house) newRoleKey(t testing.TB, roleIDs ...string) (headers map[string]string, id string) {
	t.Helper()
	made := h.must(t, http.MethodPost, h.organization+"/keys", `{"name":"made","assignedRoleIds":["`+strings.Join(roleIDs, `","`)+`"]}`)
	return basic(made["keyId"].(string), made["keySecret"].(string)), made["key"].(map[string]any)["id"].(string)
}

// newNobody returns the headers of a key that may do nothing.
func (h *house) newNobody(t testing.TB) map[string]string {
	t.Helper()
	headers, _ := h.newRoleKey(t, h.newRole(t, "Nobody"))
	return headers
}

func TestRoles(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		user := h.newMember(t, "dev@example.com", org.RoleMember)
		_, key := h.newKey(t, "billing")
		list := h.organization + "/roles"
		tenant := "organization/" + h.Installation.OrganizationID
		view := policyText("ALLOW", "control-plane:service:view", "instance/"+h.Installation.ServiceID)
		body := func(name, actors, policies string) string {
			return `{"name":"` + name + `","actors":[` + actors + `],"policies":[` + policies + `]}`
		}
		made := h.must(t, http.MethodPost, list, body("Viewers", `"user/`+user.ID+`","apiKey/`+key+`"`, view))
		role := list + "/" + made["id"].(string)
		if made["type"] != "custom" || made["tenantId"] != tenant || made["ownerId"] != tenant || len(made["actors"].([]any)) != 2 {
			t.Errorf("made %v", made)
		}
		post := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{Name: name, Method: http.MethodPost, Path: list, Headers: h.admin, Body: body, Status: status, Contains: contains}
		}
		policies := func(count int) string { return strings.TrimSuffix(strings.Repeat(view+",", count), ",") }
		testkit.Run(t, h.base, []testkit.Scenario{
			{Name: "list", Path: list, Headers: h.admin, Status: 200, Contains: []string{`"name":"Admin","type":"system"`, `"name":"Developer"`, `"name":"Billing"`, `"name":"Member"`, `"name":"Viewers","type":"custom"`, `"apiKey/` + key + `"`}},
			{Name: "get", Path: role, Headers: h.admin, Status: 200, Contains: []string{`"allowDeny":"ALLOW"`, `"roleId":"` + made["id"].(string) + `"`}, Answered: map[string]string{"ETag": `"1"`}},
			{Name: "get a system role", Path: list + "/" + systemAdmin, Headers: h.admin, Status: 200, Contains: []string{`"control-plane:organization:manage"`, `"instance/*"`, `"user/` + h.Installation.User.ID + `"`}},
			{Name: "member shows it", Path: h.organization + "/members/" + user.ID, Headers: h.admin, Status: 200, Contains: []string{`"role":"member"`, `"roleName":"Member","roleType":"system"`, `"roleName":"Viewers","roleType":"custom"`}},
			{Name: "key shows it", Path: h.organization + "/keys/" + key, Headers: h.admin, Status: 200, Contains: []string{`"roles":["billing"]`, `"roleName":"Viewers"`}},
			post("same name in other case is 409", body("vIEWERS", "", ""), 409, "already exists"),
			post("name of a system role is 400", body("admin", "", ""), 400, "name"),
			post("without actors is 400", `{"name":"x","policies":[]}`, 400, "actors"),
			post("without policies is 400", `{"name":"x","actors":[]}`, 400, "policies"),
			post("long name is 400", body(strings.Repeat("n", 129), "", ""), 400, "name"),
			post("longest name", body(strings.Repeat("n", 128), "", ""), 200),
			post("many policies are 400", body("p", "", policies(21)), 400, "policies"),
			post("most policies", body("p", "", policies(20)), 200),
			post("unknown permission is 400", body("x", "", policyText("ALLOW", "control-plane:moon:view", "instance/*")), 400, "policies.0.permissions.0"),
			post("two scopes are 400", body("x", "", policyText("ALLOW", "control-plane:service:view control-plane:organization:view", "instance/*")), 400, "policies.0.permissions.1", "either on the organization or on services"),
			post("organization/* is 400", body("x", "", policyText("ALLOW", "control-plane:organization:view", "organization/*")), 400, "policies.0.resources.0"),
			post("a service for the organization is 400", body("x", "", policyText("ALLOW", "control-plane:organization:view", "instance/*")), 400, "policies.0.resources.0"),
			post("the organization for services is 400", body("x", "", policyText("ALLOW", "control-plane:service:view", tenant)), 400, "policies.0.resources.0"),
			post("unknown service is 400", body("x", "", policyText("ALLOW", "control-plane:service:view", "instance/"+unknownID)), 400, "must be a service of the organization"),
			post("unknown effect is 400", body("x", "", policyText("MAYBE", "control-plane:service:view", "instance/*")), 400, "allowDeny"),
			post("unknown member is 400", body("x", `"user/0123456789abcdef01234567"`, ""), 400, "actors.0"),
			post("malformed actor is 400", body("x", `"robot/7"`, ""), 400, "actors.0"),
			post("an admin is 400", body("x", `"user/`+h.Installation.User.ID+`"`, ""), 400, "actors.0", "admin"),
			post("same actor twice is 400", body("x", `"user/`+user.ID+`","user/`+user.ID+`"`, ""), 400, "actors.1"),
			post("many actors are 400", body("x", strings.TrimSuffix(strings.Repeat(`"user/`+user.ID+`",`, 501), ","), ""), 400, "actors"),
			{Name: "system role can't change", Method: http.MethodPatch, Path: list + "/" + systemMember, Headers: h.admin, Body: `{"name":"x"}`, Status: 409, Contains: []string{"system role"}},
			{Name: "system role can't go", Method: http.MethodDelete, Path: list + "/" + systemAdmin, Headers: h.admin, Status: 409, Contains: []string{"system role"}},
			{Name: "rename keeps the rest", Method: http.MethodPatch, Path: role, Headers: h.admin, Body: `{"name":"Lookers"}`, Status: 200, Contains: []string{`"name":"Lookers"`, "control-plane:service:view", "user/" + user.ID}},
			{Name: "stale is 412", Method: http.MethodPatch, Path: role, Headers: with(h.admin, "If-Match", `"1"`), Body: `{"name":"x"}`, Status: 412},
			{Name: "put back what was read", Method: http.MethodPatch, Path: role, Headers: h.admin, Body: h.send(t, http.MethodGet, role, "").Body, Status: 400},
			{Name: "actors are replaced", Method: http.MethodPatch, Path: role, Headers: h.admin, Body: `{"actors":["apiKey/` + key + `"]}`, Status: 200, Lacks: []string{"user/" + user.ID}},
			{Name: "delete", Method: http.MethodDelete, Path: role, Headers: h.admin, Status: 200, Lacks: []string{"result"}},
			{Name: "deleted is 404", Path: role, Headers: h.admin, Status: 404},
			{Name: "the key lost it", Path: h.organization + "/keys/" + key, Headers: h.admin, Status: 200, Lacks: []string{"Lookers"}},
			{Name: "activities", Path: h.organization + "/activities", Headers: h.admin, Status: 200, Contains: []string{"organization_role_create", "organization_role_update", "organization_role_delete"}},
		})
		h.verifyLog(t)
	})
}

func TestRolesAreLimited(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	for i := range org.CloudRolesPerOrganizationMax {
		h.newRole(t, fmt.Sprintf("role %d", i))
	}
	if got := h.send(t, http.MethodPost, h.organization+"/roles", `{"name":"one more","actors":[],"policies":[]}`); got.Status != http.StatusConflict {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// TestAssignedRoles gives roles by id to members, invitations and keys.
func TestAssignedRoles(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		role := h.newRole(t, "Viewers", policyText("ALLOW", "control-plane:service:view", "instance/*"))
		member := h.organization + "/members/" + h.newMember(t, "dev@example.com", org.RoleDeveloper).ID
		keys, invitations := h.organization+"/keys", h.organization+"/invitations"
		_, key := h.newRoleKey(t, role)
		patch := func(name, path, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{Name: name, Method: http.MethodPatch, Path: path, Headers: h.admin, Body: body, Status: status, Contains: contains}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			patch("custom role alone makes a member", member, `{"assignedRoleIds":["`+role+`"]}`, 200, `"role":"member"`, `"roleName":"Viewers"`),
			patch("with a system role", member, `{"assignedRoleIds":["`+role+`","`+systemDeveloper+`"]}`, 200, `"role":"developer"`, `"roleName":"Viewers"`),
			patch("without the other", member, `{"assignedRoleIds":["`+systemDeveloper+`"]}`, 200, `"role":"developer"`),
			patch("and with it", member, `{"assignedRoleIds":["`+systemDeveloper+`","`+role+`"]}`, 200, `"roleName":"Viewers"`),
			patch("role leaves the others", member, `{"role":"billing"}`, 200, `"role":"billing"`, `"roleName":"Viewers"`),
			patch("both fields are 400", member, `{"role":"billing","assignedRoleIds":[]}`, 400, "assignedRoleIds"),
			patch("two system roles are 400", member, `{"assignedRoleIds":["`+systemMember+`","`+systemDeveloper+`"]}`, 400, "assignedRoleIds"),
			patch("admin and another are 400", member, `{"assignedRoleIds":["`+systemAdmin+`","`+role+`"]}`, 400, "assignedRoleIds"),
			patch("unknown role is 400", member, `{"assignedRoleIds":["`+unknownID+`"]}`, 400, "assignedRoleIds.0"),
			patch("admin ends the others", member, `{"role":"admin"}`, 200, `"assignedRoles":[{"roleId":"`+systemAdmin+`","roleName":"Admin","roleType":"system"}]`),
			patch("no roles", member, `{"assignedRoleIds":[]}`, 200, `"role":"member"`),
			patch("key: system role", keys+"/"+key, `{"assignedRoleIds":["`+systemDeveloper+`"]}`, 200, `"roles":["developer"]`),
			patch("key: custom role", keys+"/"+key, `{"assignedRoleIds":["`+role+`"]}`, 200, `"roles":[]`, `"roleName":"Viewers"`),
			patch("key: none is 400", keys+"/"+key, `{"assignedRoleIds":[]}`, 400, "assignedRoleIds"),
			patch("key: Member is 400", keys+"/"+key, `{"assignedRoleIds":["`+systemMember+`"]}`, 400, "assignedRoleIds"),
			{Name: "key without roles is 400", Method: http.MethodPost, Path: keys, Headers: h.admin, Body: `{"name":"x"}`, Status: 400, Contains: []string{"roles"}},
			{Name: "invitation without roles is 400", Method: http.MethodPost, Path: invitations, Headers: h.admin, Body: `{"email":"a@example.com"}`, Status: 400, Contains: []string{"role"}},
			{Name: "activities", Path: h.organization + "/activities", Headers: h.admin, Status: 200, Contains: []string{"organization_member_update_roles", "roles-v2-changed"}},
		})
		invited := h.must(t, http.MethodPost, invitations, `{"email":"new@example.com","assignedRoleIds":["`+role+`"]}`)
		_, token, _ := strings.Cut(invited["url"].(string), "token=")
		joined := testkit.Scenario{Method: http.MethodPost, Path: "/v1/invitations/accept", Body: `{"token":"` + token + `","password":"` + apptest.Password + `"}`}.Send(t, h.base)
		if joined.Status != http.StatusOK || !strings.Contains(joined.Body, `"roleName":"Viewers"`) {
			t.Errorf("joined: %d %s", joined.Status, joined.Body)
		}
	})
}

// TestRolesDecide holds what a key with a role may see and do, and that a
// change counts at once.
func TestRolesDecide(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		other := h.newService(t, plainService)
		role := h.newRole(t, "One", policyText("ALLOW", "control-plane:service:view control-plane:service:manage control-plane:service:manage-clickstack-api", "instance/"+h.Installation.ServiceID))
		key, _ := h.newRoleKey(t, role)
		call := func(name, method, path, body string, status int) testkit.Scenario {
			return testkit.Scenario{Name: name, Method: method, Path: path, Headers: key, Body: body, Status: status}
		}
		services := call("sees one", http.MethodGet, h.organization+"/services", "", 200)
		services.Contains, services.Lacks = []string{h.Installation.ServiceID}, []string{strings.TrimPrefix(other, h.organization+"/services/")}
		metrics := call("measures one", http.MethodGet, h.organization+"/prometheus", "", 200)
		metrics.Lacks = services.Lacks
		testkit.Run(t, h.base, []testkit.Scenario{
			services, metrics,
			call("gets it", http.MethodGet, h.service, "", 200),
			call("renames it", http.MethodPatch, h.service, `{"name":"renamed"}`, 200),
			call("may not change its addresses", http.MethodPatch, h.service, `{"ipAccessList":{"add":[{"source":"10.0.0.0/8"}]}}`, 403),
			call("may not scale it", http.MethodPatch, h.service+"/replicaScaling", `{"numReplicas":2}`, 403),
			call("its stack", http.MethodGet, h.service+"/stack/dashboards", "", 200),
			call("the other is not found", http.MethodGet, other, "", 404),
			call("nor changed", http.MethodPatch, other, `{"name":"x"}`, 404),
			call("nor its stack", http.MethodGet, other+"/stack/dashboards", "", 404),
			call("makes none", http.MethodPost, h.organization+"/services", plainService, 403),
			call("no organization", http.MethodGet, h.organization, "", 403),
			call("no cost", http.MethodGet, h.organization+"/usageCost?from_date=2026-11-01&to_date=2026-11-02", "", 403),
		})
		h.must(t, http.MethodPatch, h.organization+"/roles/"+role, `{"policies":[`+policyText("ALLOW", "control-plane:service:view", "instance/*")+`,`+policyText("DENY", "control-plane:service:view", "instance/"+h.Installation.ServiceID)+`]}`)
		testkit.Run(t, h.base, []testkit.Scenario{
			call("denied", http.MethodGet, h.service, "", 404),
			call("allowed", http.MethodGet, other, "", 200),
		})
		h.must(t, http.MethodDelete, h.organization+"/roles/"+role, "")
		testkit.Run(t, h.base, []testkit.Scenario{call("gone", http.MethodGet, other, "", 403)})
	})
}

// TestNobodyGivesMoreThanTheyHave manages people with a role that sees one
// service.
func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	tenant := "organization/" + h.Installation.OrganizationID
	people := policyText("ALLOW", "control-plane:organization:view control-plane:organization:manage control-plane:organization:create-api-keys control-plane:organization:update-api-keys control-plane:organization:delete-api-keys", tenant)
	view := policyText("ALLOW", "control-plane:service:view", "instance/"+h.Installation.ServiceID)
	manager := h.newRole(t, "Manager", people, view)
	strong := h.newRole(t, "Strong", policyText("ALLOW", "control-plane:service:manage", "instance/*"))
	limit := h.newRole(t, "Limit", policyText("DENY", "control-plane:service:manage", "instance/*"))
	key, own := h.newRoleKey(t, manager)
	_, admin := h.newKey(t, "admin")
	developer := h.newMember(t, "dev@example.com", org.RoleDeveloper).ID
	member := h.newMember(t, "member@example.com", org.RoleMember).ID
	roles, members, keys := h.organization+"/roles", h.organization+"/members/", h.organization+"/keys"
	invited := h.invite(t, "boss@example.com", "admin")
	call := func(name, method, path, body string, status int) testkit.Scenario {
		return testkit.Scenario{Name: name, Method: method, Path: path, Headers: key, Body: body, Status: status}
	}
	role := func(name, policy string) string {
		return `{"name":"` + name + `","actors":[],"policies":[` + policy + `]}`
	}
	testkit.Run(t, h.base, []testkit.Scenario{
		call("a role as strong", http.MethodPost, roles, role("Equal", view), 200),
		call("a role on all services", http.MethodPost, roles, role("More", policyText("ALLOW", "control-plane:service:view", "instance/*")), 403),
		call("a role with another permission", http.MethodPost, roles, role("More", policyText("ALLOW", "control-plane:organization:view-billing", tenant)), 403),
		call("to change a stronger role", http.MethodPatch, roles+"/"+strong, `{"name":"Mine"}`, 403),
		call("to delete a stronger role", http.MethodDelete, roles+"/"+strong, "", 403),
		call("to limit a developer", http.MethodPatch, roles+"/"+limit, `{"actors":["user/`+developer+`"]}`, 403),
		call("to assign a stronger role", http.MethodPatch, members+member, `{"assignedRoleIds":["`+strong+`"]}`, 403),
		call("to assign their own", http.MethodPatch, members+member, `{"assignedRoleIds":["`+manager+`"]}`, 200),
		call("to make a developer", http.MethodPatch, members+member, `{"role":"developer"}`, 403),
		call("to make an admin", http.MethodPatch, members+member, `{"role":"admin"}`, 403),
		call("to change an admin", http.MethodPatch, members+h.Installation.User.ID, `{"role":"billing"}`, 403),
		call("to remove a developer", http.MethodDelete, members+developer, "", 403),
		call("to invite an admin", http.MethodPost, h.organization+"/invitations", `{"email":"a@example.com","role":"admin"}`, 403),
		call("to invite a member", http.MethodPost, h.organization+"/invitations", `{"email":"b@example.com","role":"member"}`, 200),
		call("to take the invitation of an admin back", http.MethodDelete, h.organization+"/invitations/"+invited, "", 403),
		call("a name with an invisible character", http.MethodPost, roles, role("Equ\u200bal", view), 400),
		call("a key as strong", http.MethodPost, keys, `{"name":"k","assignedRoleIds":["`+manager+`"]}`, 200),
		call("a stronger key", http.MethodPost, keys, `{"name":"k","assignedRoleIds":["`+strong+`"]}`, 403),
		call("an admin's key", http.MethodPost, keys, `{"name":"k","roles":["admin"]}`, 403),
		call("to strengthen itself", http.MethodPatch, keys+"/"+own, `{"assignedRoleIds":["`+manager+`","`+strong+`"]}`, 403),
		call("to change an admin's key", http.MethodPatch, keys+"/"+admin, `{"state":"disabled"}`, 403),
		call("to delete an admin's key", http.MethodDelete, keys+"/"+admin, "", 403),
	})
}

// invite makes an invitation as an admin and returns its id.
func (h *house) invite(t *testing.T, email, role string) string {
	t.Helper()
	got := testkit.Scenario{
		Method: http.MethodPost, Path: h.organization + "/invitations", Headers: h.admin, Body: `{"email":"` + email + `","role":"` + role + `"}`,
	}.Send(t, h.base)
	result, _ := got.JSON(t)["result"].(map[string]any)
	id, _ := result["id"].(string)
	if id == "" {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	return id
}

// TestNewServicesKeepToTheirMakersRole holds that who makes services gets by it
// into no warehouse and to no part that their role leaves out.
func TestNewServicesKeepToTheirMakersRole(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	maker := h.newRole(t, "Maker",
		policyText("ALLOW", "control-plane:service:view control-plane:service:manage", "instance/*"),
		policyText("DENY", "control-plane:service:manage", "instance/"+h.Installation.ServiceID))
	key, _ := h.newRoleKey(t, maker)
	service := testkit.Scenario{Path: h.service, Headers: h.admin}.Send(t, h.base).JSON(t)["result"].(map[string]any)
	warehouse, _ := service["dataWarehouseId"].(string)
	create := func(name, more string, status int) testkit.Scenario {
		return testkit.Scenario{
			Name: name, Method: http.MethodPost, Path: h.organization + "/services", Headers: key, Status: status,
			Body: `{"name":"new","provider":"aws","region":"us-east-1"` + more + `}`,
		}
	}
	testkit.Run(t, h.base, []testkit.Scenario{
		create("plain", "", 200),
		create("in a warehouse that is denied", `,"dataWarehouseId":"`+warehouse+`"`, 400),
		create("with a list", `,"ipAccessList":[{"source":"10.0.0.0/8"}]`, 403),
		create("with a private endpoint", `,"privateEndpointIds":["vpce-0123456789abcdef0"]`, 403),
	})
}

// TestInvitationsEndWithWhoCouldSendThem holds that an invitation with a role
// stays when somebody loses a role who could not have sent it, and ends when it
// was somebody who could.
func TestInvitationsEndWithWhoCouldSendThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	tenant := "organization/" + h.Installation.OrganizationID
	viewer := h.newRole(t, "Viewer", policyText("ALLOW", "control-plane:service:view", "instance/*"))
	inviter := h.newRole(t, "Inviter", policyText("ALLOW", "control-plane:organization:view control-plane:organization:manage", tenant))
	for role, status := range map[string]int{viewer: http.StatusOK, inviter: http.StatusNotFound} {
		member := h.organization + "/members/" + h.newMember(t, role+"@example.com", org.RoleMember).ID
		send := func(method, path, body string, want int) testkit.Answer {
			t.Helper()
			got := testkit.Scenario{Method: method, Path: path, Headers: h.admin, Body: body}.Send(t, h.base)
			if got.Status != want {
				t.Fatalf("%s %s: %d %s, want %d", method, path, got.Status, got.Body, want)
			}
			return got
		}
		send(http.MethodPatch, member, `{"assignedRoleIds":["`+role+`"]}`, http.StatusOK)
		made := send(http.MethodPost, h.organization+"/invitations", `{"email":"to-`+role+`@example.com","assignedRoleIds":["`+viewer+`"]}`, http.StatusOK)
		invitation, _ := made.JSON(t)["result"].(map[string]any)["id"].(string)
		send(http.MethodPatch, member, `{"assignedRoleIds":["`+access.SystemRoleRef(org.RoleMember).ID+`"]}`, http.StatusOK)
		send(http.MethodGet, h.organization+"/invitations/"+invitation, "", status)
	}
}
