package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// roleText is the body of a cloud role for one member, which allows the
// permissions on the organization and on the services.
func roleText(organizationID, userID string, services string) string {
	return fmt.Sprintf(`{"name":"Operators","actors":["user/%s"],"policies":[
		{"allowDeny":"ALLOW","resources":["organization/%s"],"permissions":["control-plane:organization:view","control-plane:organization:create-api-keys"]},
		{"allowDeny":"ALLOW","resources":["%s"],"permissions":["control-plane:service:view","control-plane:service:manage-clickstack-api"]}]}`,
		userID, organizationID, services)
}

// TestCloudRolesOpenServicesToCome holds that somebody with a role on all
// services is let into one that is made later.
func TestCloudRolesOpenServicesToCome(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	m := cloudMatrix{t: t, s: s}
	p := newPerson(t, s, "operator", org.RoleMember)
	m.send(http.MethodPost, "/roles", roleText(s.Installation.OrganizationID, p.id, "instance/*"))
	team := newServiceTeam(t, s, "later")
	for path, headers := range map[string]map[string]string{
		"/api/v2/dashboards":                 inTeam(p.session, team),
		servicePath(s) + "/stack/dashboards": p.session,
	} {
		call := testkit.Scenario{Path: path, Headers: headers}
		testkit.Eventually(t, time.Minute, path+" is open", func() bool { return call.Send(t, s.URL(app.RoleUI)).Status == http.StatusOK })
	}
}

// TestRoleInATeamIsNotLeftByAKey holds that somebody whose role in a team is less
// than what a cloud role gives makes no key that has no such role.
func TestRoleInATeamIsNotLeftByAKey(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	m := cloudMatrix{t: t, s: s}
	p := newPerson(t, s, "operator", org.RoleMember)
	role, _ := m.send(http.MethodPost, "/roles", roleText(s.Installation.OrganizationID, p.id, "instance/*"))["id"].(string)
	create := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/organizations/" + s.Installation.OrganizationID + "/keys", Headers: p.session,
		Body: `{"name":"mine","assignedRoleIds":["` + role + `"]}`,
	}
	if got := create.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusOK {
		t.Fatalf("without a role in a team: %d %s", got.Status, got.Body)
	}
	if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, p.id, stack.RoleReadOnlyID); err != nil {
		t.Fatal(err)
	}
	if got := create.Send(t, s.URL(app.RoleUI)); got.Status != http.StatusForbidden {
		t.Errorf("with one: %d %s, want 403", got.Status, got.Body)
	}
}
