package access_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

func allow(resource string, permissions ...org.CloudPermission) org.Policy {
	return org.Policy{Effect: org.EffectAllow, Permissions: permissions, Resources: []string{resource}}
}

func deny(resource string, permissions ...org.CloudPermission) org.Policy {
	policy := allow(resource, permissions...)
	policy.Effect = org.EffectDeny
	return policy
}

// TestSystemRolesSayWhatTheTableSays holds that somebody with a role and
// somebody with the policies of its system role may do the same.
func TestSystemRolesSayWhatTheTableSays(t *testing.T) {
	t.Parallel()
	for _, role := range org.Roles() {
		system := access.SystemRole(role, "o", time.Time{})
		if word, ok := access.SystemRoleOf(system.ID); !ok || word != role || system.Ref() != access.SystemRoleRef(role) {
			t.Errorf("%s: %+v", role, system.Ref())
		}
		byRole := access.Principal{OrganizationID: "o", Roles: []org.Role{role}}
		byPolicy := access.Principal{OrganizationID: "o", Policies: system.Policies}
		for _, perm := range org.CloudPermissions() {
			if byRole.May(access.Permission(perm)) != byPolicy.May(access.Permission(perm)) {
				t.Errorf("%s: %s differs", role, perm)
			}
		}
	}
}

func TestPoliciesDecideAtServices(t *testing.T) {
	t.Parallel()
	one := access.Principal{OrganizationID: "o", Policies: org.Policies{allow("instance/a", org.PermitServiceView, org.PermitStackManage)}}
	limited := access.Principal{OrganizationID: "o", Roles: []org.Role{org.RoleDeveloper}, Policies: org.Policies{deny("instance/a", org.PermitServiceView, org.PermitServiceManage, org.PermitStackManage)}}
	admin := access.Principal{OrganizationID: "o", Roles: []org.Role{org.RoleAdmin}, Policies: org.Policies{deny("instance/*", org.PermitServiceView)}}
	f := func(p access.Principal, perm access.Permission, serviceID string, want fault.Kind) {
		t.Helper()
		if got := fault.KindOf(p.RequireAt(perm, serviceID)); got != want {
			t.Errorf("%s at %q: %v, want %v", perm, serviceID, got, want)
		}
	}
	fine := fault.KindOf(nil)
	f(one, access.ServicesRead, "a", fine)
	f(one, access.ServicesRead, "b", fault.NotFound)
	f(one, access.StackManage, "b", fault.NotFound)
	f(one, access.ServicesRead, "", fault.Forbidden)
	f(one, access.ServicesManage, "a", fault.Forbidden)
	f(limited, access.ServicesManage, "a", fault.NotFound)
	f(limited, access.ServicesManage, "b", fine)
	f(limited, access.ServicesManage, "", fine)
	f(admin, access.ServicesRead, "a", fine)
}

// TestPoliciesGiveARoleInTheStack holds what somebody without a role of their
// own in the team has there.
func TestPoliciesGiveARoleInTheStack(t *testing.T) {
	t.Parallel()
	f := func(what string, want string, p access.Principal) {
		t.Helper()
		p.OrganizationID, p.TeamID = "o", "t"
		roles := p.At("a").TeamRoles()
		if len(roles) != 1 || roles[0].ID != want {
			t.Errorf("%s: %+v, want %q", what, roles, want)
		}
	}
	stackAll, database := allow("instance/*", org.PermitStackManage), allow("instance/a", org.PermitDatabaseAccess)
	f("the stack", stack.RoleMemberID, access.Principal{Policies: org.Policies{stackAll}})
	f("the database", stack.RoleReadOnlyID, access.Principal{Policies: org.Policies{database}})
	f("another service", "", access.Principal{Policies: org.Policies{allow("instance/b", org.PermitStackManage)}})
	f("a denial", "", access.Principal{Roles: []org.Role{org.RoleDeveloper}, Policies: org.Policies{deny("instance/a", org.PermitStackManage, org.PermitDatabaseAccess)}})
	f("an admin", stack.RoleAdminID, access.Principal{Roles: []org.Role{org.RoleAdmin}, Policies: org.Policies{deny("instance/a", org.PermitStackManage)}})
	own, _ := stack.PredefinedRole(stack.RoleReadOnlyID)
	f("a role of the team", stack.RoleReadOnlyID, access.Principal{Grants: []stack.Role{own}, Policies: org.Policies{stackAll}})
}

func TestCoversWhatOthersMayDo(t *testing.T) {
	t.Parallel()
	giver := access.Principal{OrganizationID: "o", Policies: org.Policies{
		allow("organization/o", org.PermitOrganizationManage), allow("instance/*", org.PermitServiceView), deny("instance/a", org.PermitServiceView),
	}}
	f := func(what string, covered bool, roles []org.Role, policies ...org.Policy) {
		t.Helper()
		if err := giver.CheckCovers(roles, policies); (err == nil) != covered {
			t.Errorf("%s: %v", what, err)
		}
	}
	f("nothing", true, nil)
	f("the same", true, nil, allow("instance/b", org.PermitServiceView))
	f("what is denied", false, nil, allow("instance/a", org.PermitServiceView))
	f("all services", false, nil, allow("instance/*", org.PermitServiceView))
	f("all but what is denied", true, nil, allow("instance/*", org.PermitServiceView), deny("instance/a", org.PermitServiceView))
	f("more", false, nil, allow("instance/b", org.PermitServiceManage))
	f("a developer", false, []org.Role{org.RoleDeveloper})
	f("an admin", false, []org.Role{org.RoleAdmin})
	giver.Roles = []org.Role{org.RoleAdmin}
	f("an admin, by an admin", true, []org.Role{org.RoleAdmin})
}
