package app_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestRolesHoldOnEveryDoor sends every operation of the documents of all
// APIs through every door with every role of an organization and of a
// team, as somebody who is no member any more, and with a key or an account that
// is no good. Requests name nothing that exists and have no body, so that who is
// let in changes nothing.
func TestRolesHoldOnEveryDoor(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	callers := newCallers(t, s)
	for _, api := range roleAPIs() {
		operations := api.operations(t, s)
		for _, door := range api.doors {
			for _, caller := range callers[door] {
				for _, op := range operations {
					// A query is asked with a key, and only where keys are taken.
					if door == app.RoleUI && op.id == "runQuery" {
						continue
					}
					caller.try(t, s, door, op)
				}
			}
		}
	}
}

// roleAPI is an API with the permissions of its operations.
type roleAPI struct {
	prefix      string
	permissions access.Operations
	public      []string
	doors       []app.Role
}

// roleAPIs are the APIs, each with what it lets everybody do and its doors.
func roleAPIs() []roleAPI {
	return []roleAPI{
		{"/api/v2", access.StackOperations(), []string{"joinTeam", "getShared", "drawSharedTile", "listSharedValues"}, []app.Role{app.RoleStack, app.RoleUI}},
		{"/prometheus/api/v1", access.PrometheusOperations(), []string{"probeHealth", "probeReadiness"}, []app.Role{app.RoleStack, app.RoleUI}},
		{"/v1", access.CloudOperations(), []string{"acceptInvitation"}, []app.Role{app.RoleCloud, app.RoleUI}},
		{"/ui/api", access.UIOperations(), []string{"getInstallation", "setUp", "signIn", "useSignInLink", "getInvitation", "getPasswordLink", "usePasswordLink", "mailPasswordLink", "beginSSO", "finishSSO"}, []app.Role{app.RoleUI}},
	}
}

// roleOperation is an operation of a document with who may use it.
type roleOperation struct {
	id, method, path string
	needs            access.Permission
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

// operations reads the API's document. What deletes comes last: one of them
// ends the session that asks for it.
func (a roleAPI) operations(t *testing.T, s *apptest.Server) []roleOperation {
	t.Helper()
	answer := testkit.Scenario{Path: a.prefix + "/openapi.json"}.Send(t, s.URL(a.doors[0]))
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal([]byte(answer.Body), &document); err != nil {
		t.Fatalf("%s: %v", a.prefix, err)
	}
	var found []roleOperation
	for path, methods := range document.Paths {
		for method, described := range methods {
			needs, listed := a.permissions[described.OperationID]
			if isPublic := slices.Contains(a.public, described.OperationID); isPublic || !listed {
				if !isPublic {
					t.Errorf("%s %s (%s) has no row in internal/access", method, path, described.OperationID)
				}
				continue
			}
			found = append(found, roleOperation{described.OperationID, strings.ToUpper(method), withUnknownIDs(path, s), needs})
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no operations", a.prefix)
	}
	slices.SortFunc(found, func(x, y roleOperation) int { return strings.Compare(x.rank(), y.rank()) })
	return found
}

// isManaged reports whether the operation is below a service, which has to be
// seen first.
func (o roleOperation) isManaged() bool { return strings.Contains(o.path, "/stack/") }

func (o roleOperation) rank() string {
	if o.id == "signOut" {
		return "1"
	}
	return "0" + o.path + o.method
}

// withUnknownIDs fills a path with the organization and service that exist,
// and with ids of nothing.
func withUnknownIDs(path string, s *apptest.Server) string {
	path = strings.ReplaceAll(path, "{organizationId}", s.Installation.OrganizationID)
	path = strings.ReplaceAll(path, "{serviceId}", s.Installation.ServiceID)
	path = strings.ReplaceAll(path, "{userId}", "0123456789abcdef01234567")
	path = strings.ReplaceAll(path, "{activityId}", "0123456789abcdef01234567")
	path = strings.ReplaceAll(path, "{id}", "0123456789abcdef01234567")
	return pathParameter.ReplaceAllString(path, "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11")
}

// roleCaller is somebody at a door.
type roleCaller struct {
	name    string
	headers map[string]string
	who     *access.Principal // nil: nobody who may do anything
	refused []int             // of nobody: the statuses that turn them away
	limited bool              // a key with a role, which ends no keys
}

// may reports whether the caller holds a permission in the team.
func (c roleCaller) may(perm access.Permission) bool { return c.who.Manage("t").May(perm) }

// withRole returns somebody with a role in the organization, and roles in the
// team.
func withRole(userID string, role org.Role, grants ...stack.Role) *access.Principal {
	return &access.Principal{UserID: userID, OrganizationID: "o", Roles: []org.Role{role}, Grants: grants}
}

// try holds that who holds the permission is let in, and that others are told
// that they lack the role.
func (c roleCaller) try(t *testing.T, s *apptest.Server, door app.Role, op roleOperation) {
	t.Helper()
	answer := op.send(t, s, door, c.headers)
	turnedAway := answer.Status == http.StatusForbidden || answer.Status == http.StatusUnauthorized
	switch {
	case op.id == "listOrganizations" && answer.Status == http.StatusOK && !strings.Contains(answer.Body, s.Installation.OrganizationID):
		// A key sees its own organization, which is another one.
	case c.who == nil:
		if !slices.Contains(c.refused, answer.Status) {
			t.Errorf("%s at %s: %s returns %d %s, want one of %v", c.name, door, op.id, answer.Status, answer.Body, c.refused)
		}
	case c.limited && op.id == "deleteAccessKey":
		if answer.Status != http.StatusForbidden {
			t.Errorf("%s at %s: %s returns %d %s, want 403", c.name, door, op.id, answer.Status, answer.Body)
		}
	case c.may(op.needs) && (!op.isManaged() || c.may(access.StackManage)):
		if turnedAway {
			t.Errorf("%s at %s: %s returns %d %s", c.name, door, op.id, answer.Status, answer.Body)
		}
	default:
		if answer.Status != http.StatusForbidden || !strings.Contains(answer.Body, "this needs the role ") {
			t.Errorf("%s at %s: %s returns %d %s, want 403", c.name, door, op.id, answer.Status, answer.Body)
		}
	}
}

// newCallers makes one caller of every kind for each door.
func newCallers(t *testing.T, s *apptest.Server) map[app.Role][]roleCaller {
	t.Helper()
	callers := map[app.Role][]roleCaller{}
	add := func(door app.Role, c roleCaller) { callers[door] = append(callers[door], c) }
	for _, role := range org.Roles() {
		p := newPerson(t, s, "some-"+string(role), role)
		add(app.RoleStack, roleCaller{name: string(role), headers: p.bearer, who: withRole("u", role)})
		add(app.RoleUI, roleCaller{name: string(role), headers: p.session, who: withRole("u", role)})
	}
	for _, role := range org.KeyRoles() {
		add(app.RoleCloud, roleCaller{name: string(role), headers: cloudKey(t, s, s.Installation.OrganizationID, role), who: withRole("", role)})
	}
	for name, role := range matrixRoles(t, s) {
		p := newPerson(t, s, "team-"+name, org.RoleMember)
		if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, p.id, role.ID); err != nil {
			t.Fatal(err)
		}
		who := withRole("u", org.RoleMember, role)
		add(app.RoleStack, roleCaller{name: name, headers: p.bearer, who: who})
		add(app.RoleUI, roleCaller{name: name, headers: p.session, who: who})
		limited := bearer(keyOf(t, s, access.AccessKey{UserID: s.Installation.User.ID, RoleID: role.ID}))
		add(app.RoleStack, roleCaller{name: "an admin's key as " + name, headers: limited, who: withRole("u", org.RoleMember, adminRole(t), role), limited: true})
	}
	strangers(t, s, add)
	gone, disabled := newPerson(t, s, "gone", org.RoleAdmin), newPerson(t, s, "disabled", org.RoleAdmin)
	store := s.Access().Store
	if err := store.DeleteMember(t.Context(), s.Installation.OrganizationID, gone.id); err != nil {
		t.Fatal(err)
	}
	unseated := roleless(t, s)
	if err := store.SetDisabled(t.Context(), disabled.id, s.Installation.User.CreatedAt); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]person{"no member": gone, "no role": unseated, "disabled": disabled} {
		add(app.RoleStack, roleCaller{name: name, headers: p.bearer, refused: []int{http.StatusUnauthorized}})
		add(app.RoleUI, roleCaller{name: name, headers: p.session, refused: []int{http.StatusUnauthorized}})
	}
	foreign := org.Organization{ID: "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a12", Name: "Foreign", CreatedAt: s.Installation.User.CreatedAt, Version: 1}
	if err := store.CreateOrganization(t.Context(), foreign); err != nil {
		t.Fatal(err)
	}
	add(app.RoleCloud, roleCaller{name: "another organization's key", headers: cloudKey(t, s, foreign.ID, org.RoleAdmin),
		refused: []int{http.StatusNotFound, http.StatusBadRequest}})
	add(app.RoleCloud, roleCaller{name: "a disabled key", headers: disabledCloudKey(t, s), refused: []int{http.StatusUnauthorized}})
	return callers
}

// matrixRoles returns roles of the team: the predefined ones, one that is denied
// something, and one with a data scope.
func matrixRoles(t *testing.T, s *apptest.Server) map[string]stack.Role {
	t.Helper()
	roles := map[string]stack.Role{}
	for _, role := range stack.PredefinedRoles() {
		roles[strings.ToLower(role.Name)] = role
	}
	everything := `{"action":"manage","subject":"all"}`
	for name, permissions := range map[string]string{
		"denied":  everything + `,{"action":"read","subject":"all","integration":"clickhouse"},{"action":"delete","subject":"Dashboard","inverted":true}`,
		"scoped":  everything + `,{"action":"read","subject":"all","integration":"clickhouse","conditions":{"where":"ServiceName:cart"}}`,
		"no-data": everything,
	} {
		answer := testkit.Scenario{
			Method: http.MethodPost, Path: "/api/v2/roles", Headers: bearer(s.Installation.AccessKey), Body: `{"name":"` + name + `","permissions":[` + permissions + `]}`,
		}.Send(t, s.URL(app.RoleStack))
		var made struct{ Data stack.RoleSpec }
		var id struct{ Data struct{ ID string } }
		if err := errors.Join(json.Unmarshal([]byte(answer.Body), &made), json.Unmarshal([]byte(answer.Body), &id)); err != nil || id.Data.ID == "" {
			t.Fatalf("%s: %d %s", name, answer.Status, answer.Body)
		}
		roles[name] = stack.Role{Record: stack.Record{ID: id.Data.ID}, RoleSpec: made.Data}
	}
	return roles
}

func adminRole(t *testing.T) stack.Role {
	t.Helper()
	role, ok := stack.PredefinedRole(stack.RoleAdminID)
	if !ok {
		t.Fatal("there is no role Admin")
	}
	return role
}

func keyOf(t *testing.T, s *apptest.Server, key access.AccessKey) string {
	t.Helper()
	key.TeamID, key.Name = s.Installation.TeamID, "matrix"
	_, text, err := s.Access().CreateAccessKey(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// strangers adds callers without a key, with one that has expired, and with one
// that asks for a team of others.
func strangers(t *testing.T, s *apptest.Server, add func(app.Role, roleCaller)) {
	t.Helper()
	nobody := []int{http.StatusUnauthorized}
	for _, door := range []app.Role{app.RoleStack, app.RoleUI, app.RoleCloud} {
		add(door, roleCaller{name: "nobody", refused: nobody})
	}
	expiring := access.AccessKey{UserID: s.Installation.User.ID, ExpireAt: time.Now().Add(200 * time.Millisecond)}
	expired := bearer(keyOf(t, s, expiring))
	time.Sleep(time.Until(expiring.ExpireAt))
	add(app.RoleStack, roleCaller{name: "an expired key", headers: expired, refused: nobody})
	elsewhere := maps.Clone(bearer(s.Installation.AccessKey))
	elsewhere[access.TeamHeader] = "0123456789abcdef01234567"
	add(app.RoleStack, roleCaller{name: "another team's", headers: elsewhere, refused: []int{http.StatusNotFound}})
}

// roleless makes somebody who has a seat in the team and no role in the
// organization, which no use case leaves behind.
func roleless(t *testing.T, s *apptest.Server) person {
	t.Helper()
	p := newPerson(t, s, "roleless", org.RoleDeveloper)
	store := s.Access().Store
	if err := store.DeleteMember(t.Context(), s.Installation.OrganizationID, p.id); err != nil {
		t.Fatal(err)
	}
	if err := store.AddTeamMember(t.Context(), s.Installation.TeamID, p.id, "", s.Installation.User.CreatedAt); err != nil {
		t.Fatal(err)
	}
	_, key, err := s.Access().CreateAccessKey(t.Context(), access.AccessKey{UserID: p.id, TeamID: s.Installation.TeamID, Name: "roleless"})
	if err != nil {
		t.Fatal(err)
	}
	p.bearer = bearer(key)
	return p
}

func cloudKey(t *testing.T, s *apptest.Server, organizationID string, role org.Role) map[string]string {
	t.Helper()
	made, err := s.Access().CreateCloudKey(t.Context(), org.Key{OrganizationID: organizationID, Name: string(role), Roles: []org.Role{role}})
	if err != nil {
		t.Fatal(err)
	}
	return basic(made.KeyID, made.KeySecret)
}

// disabledCloudKey makes a key of an admin and disables it through the API.
func disabledCloudKey(t *testing.T, s *apptest.Server) map[string]string {
	t.Helper()
	made, err := s.Access().CreateCloudKey(t.Context(), org.Key{
		OrganizationID: s.Installation.OrganizationID, Name: "off", Roles: []org.Role{org.RoleAdmin},
	})
	if err != nil {
		t.Fatal(err)
	}
	answer := testkit.Scenario{
		Method: http.MethodPatch, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/keys/" + made.Key.ID,
		Headers: basic(s.Installation.KeyID, s.Installation.KeySecret), Body: `{"state":"disabled"}`,
	}.Send(t, s.URL(app.RoleCloud))
	if answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return basic(made.KeyID, made.KeySecret)
}

// TestBillingAndDeveloperInPlainWords says once more, without the table, what
// the two weaker roles may do.
func TestBillingAndDeveloperInPlainWords(t *testing.T) {
	t.Parallel()
	var billing, notDeveloper []string
	for prefix, operations := range map[string]access.Operations{
		"stack ": access.StackOperations(), "cloud ": access.CloudOperations(), "ui ": access.UIOperations(), "prometheus ": access.PrometheusOperations(),
	} {
		for id, perm := range operations {
			if slices.Contains(perm.Roles(), org.RoleBilling) {
				billing = append(billing, prefix+id)
			}
			if !slices.Contains(perm.Roles(), org.RoleDeveloper) {
				notDeveloper = append(notDeveloper, prefix+id)
			}
		}
	}
	same(t, "billing may", billing, `
		cloud getInvitation, cloud getMember, cloud getOrganization, cloud getRole, cloud getUsageCost, cloud listInvitations, cloud listMembers,
		cloud listOrganizations, cloud listRoles, stack createAccessKey, stack deleteAccessKey, stack getCaller, stack getTeam, stack listAccessKeys,
		stack listInvitations, stack listMembers, ui beginSecondFactor, ui changePassword, ui claimAccount, ui confirmSecondFactor, ui endOtherSessions,
		ui endSession, ui getSecondFactor, ui getSession, ui getSignInMethods, ui listSessions, ui removeSecondFactor, ui renewRecoveryCodes, ui signOut`)
	same(t, "developer may not", notDeveloper, `
		cloud createInvitation, cloud createKey, cloud createRole, cloud createStackRole, cloud deleteInvitation, cloud deleteKey, cloud deleteMember,
		cloud deleteRole, cloud deleteStackRole, cloud getStackAuditChain, cloud getUsageCost, cloud listStackAuditRecords, cloud updateKey, cloud updateMember, cloud updateOrganization, cloud updateRole, cloud updateStackRole,
		stack createInvitation, stack createRole, stack createTeam, stack deleteInvitation, stack deleteRole, stack deleteTeam, stack getAuditChain, stack listAuditRecords, stack removeMember, stack removeMemberRole,
		stack setDefaultRole, stack setMemberRole, stack updateRole, stack updateTeam, ui createPasswordLink, ui removeMemberSecondFactor, ui resetMemberPassword`)
}

func same(t *testing.T, what string, got []string, want string) {
	t.Helper()
	slices.Sort(got)
	if text := strings.Join(got, ", "); text != strings.Join(strings.Fields(want), " ") {
		t.Errorf("%s: %s", what, text)
	}
}
