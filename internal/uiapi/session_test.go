package uiapi_test

import (
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/uiapi"
)

func TestSessionSaysWhatMayBeDone(t *testing.T) {
	t.Parallel()
	scoped := []stack.RolePermission{
		{Action: stack.ActionManage, Subject: stack.SubjectAll, Integration: stack.IntegrationResources},
		{Action: stack.ActionDelete, Subject: stack.SubjectDashboard, Integration: stack.IntegrationResources, Inverted: true},
		{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData, Conditions: stack.Conditions{"where": "ServiceName:shop"}},
	}
	for name, c := range map[string]struct {
		role             org.Role
		grants           []stack.Role
		may, mayNot      []string
		readsData, scope bool
	}{
		"admin": {
			role: org.RoleAdmin, readsData: true,
			may: []string{"create:Dashboard", "delete:Alert", "update:User", "create:Role"},
		},
		"developer": {
			role: org.RoleDeveloper, readsData: true,
			may: []string{"create:Dashboard", "read:Role"}, mayNot: []string{"update:User", "create:Role"},
		},
		"billing": {
			role: org.RoleBilling, scope: true,
			may: []string{"read:User"}, mayNot: []string{"read:Connection", "read:Dashboard"},
		},
		"read only": {
			role: org.RoleMember, grants: stack.PredefinedRoles()[2:], readsData: true,
			may: []string{"read:Alert", "read:Dashboard"}, mayNot: []string{"create:Dashboard", "update:Alert"},
		},
		"scoped": {
			role: org.RoleMember, grants: []stack.Role{{RoleSpec: stack.RoleSpec{Permissions: scoped}}}, readsData: true, scope: true,
			may: []string{"create:Dashboard"}, mayNot: []string{"delete:Dashboard", "read:Alert", "create:Alert"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, readsData, isScoped := uiapi.May(access.Principal{
				UserID: "u", TeamID: "t", OrganizationID: "o", Roles: []org.Role{c.role}, Grants: c.grants,
			})
			if readsData != c.readsData || isScoped != c.scope {
				t.Errorf("reads data %t, is scoped %t", readsData, isScoped)
			}
			for _, right := range c.may {
				if !slices.Contains(got, right) {
					t.Errorf("%s is missing from %v", right, got)
				}
			}
			for _, right := range c.mayNot {
				if slices.Contains(got, right) {
					t.Errorf("%s is in %v", right, got)
				}
			}
		})
	}
}
