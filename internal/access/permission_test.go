package access_test

import (
	"context"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

func TestPermissionTable(t *testing.T) {
	t.Parallel()
	cloud := func(role org.Role) access.Principal {
		return access.Principal{Kind: access.TokenCloud, OrganizationID: "o", Roles: []org.Role{role}}
	}
	seated := func(role org.Role) access.Principal {
		return access.Principal{Kind: access.TokenAccess, UserID: "u", TeamID: "t", OrganizationID: "o", Roles: []org.Role{role}}
	}
	roleless := access.Principal{Kind: access.TokenAccess, UserID: "u", TeamID: "t", OrganizationID: "o"}
	collector := access.Principal{Kind: access.TokenIngestion, TeamID: "t"}
	f := func(perm access.Permission, p access.Principal, want bool) {
		t.Helper()
		if got := p.May(perm); got != want {
			t.Errorf("%s, %s %v: May() = %t, want %t", perm, p.Kind, p.Roles, got, want)
		}
	}
	for perm, roles := range map[access.Permission]string{
		access.OrganizationManage: "admin", access.KeysCreate: "admin", access.KeysUpdate: "admin", access.KeysDelete: "admin", access.MembersManage: "admin",
		access.ServicesManage: "admin developer", access.PrivateEndpointsManage: "admin developer", access.PipesManage: "admin developer", access.StackManage: "admin developer", access.ServicesRead: "admin developer",
		access.KeysRead: "admin developer", access.ActivitiesRead: "admin developer",
		access.StackRead: "admin developer", access.StackWrite: "admin developer",
		access.DataRead: "admin developer", access.On(stack.ActionUpdate, stack.SubjectDashboard): "admin developer",
		access.On(stack.ActionCreate, stack.SubjectRole): "admin", access.On(stack.ActionRead, stack.SubjectUser): "admin developer billing member",
		access.UsageCostRead: "admin billing", access.OrganizationRead: "admin developer billing member",
	} {
		for _, role := range org.Roles() {
			want := strings.Contains(roles, string(role))
			f(perm, seated(role), want)
			f(perm, cloud(role).Manage("t"), want)
			f(perm, cloud(role), want && !perm.InTeam())
		}
		f(perm, roleless, false)
		f(perm, collector, false)
	}
	f(access.AccountManage, roleless, true)
	f(access.AccountManage, cloud(org.RoleAdmin), false)
	f(access.TelemetryWrite, collector, true)
	f(access.TelemetryWrite, seated(org.RoleAdmin), false)
	f("made-up", cloud(org.RoleAdmin), false)
}

func TestRequire(t *testing.T) {
	t.Parallel()
	if _, err := access.Require(t.Context(), access.StackRead); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("without a caller: %v", err)
	}
	ctx := access.WithPrincipal(context.Background(), access.Principal{Kind: access.TokenIngestion, TeamID: "t"})
	if _, err := access.Require(ctx, access.StackRead); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("without the permission: %v", err)
	}
	if p, err := access.Require(ctx, access.TelemetryWrite); err != nil || p.TeamID != "t" {
		t.Errorf("with the permission: %v, %v", p, err)
	}
}
