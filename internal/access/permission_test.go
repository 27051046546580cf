package access_test

import (
	"context"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

func TestPermissionTable(t *testing.T) {
	t.Parallel()
	cloud := func(role org.Role) access.Principal {
		return access.Principal{Kind: access.TokenCloud, OrganizationID: "o", Roles: []org.Role{role}}
	}
	member := access.Principal{Kind: access.TokenAccess, UserID: "u", TeamID: "t"}
	collector := access.Principal{Kind: access.TokenIngestion, TeamID: "t"}
	f := func(perm access.Permission, p access.Principal, want bool) {
		t.Helper()
		if got := p.May(perm); got != want {
			t.Errorf("%s, %s %v: May() = %t, want %t", perm, p.Kind, p.Roles, got, want)
		}
	}
	for _, perm := range []access.Permission{access.OrganizationManage, access.KeysManage, access.MembersManage} {
		f(perm, cloud(org.RoleAdmin), true)
		f(perm, cloud(org.RoleDeveloper), false)
		f(perm, cloud(org.RoleBilling), false)
		f(perm, member, false)
	}
	for _, perm := range []access.Permission{access.ServicesManage, access.EndpointsManage, access.ManagedStackWrite} {
		f(perm, cloud(org.RoleAdmin), true)
		f(perm, cloud(org.RoleDeveloper), true)
		f(perm, cloud(org.RoleBilling), false)
		f(perm, collector, false)
	}
	for _, role := range org.Roles() {
		f(access.OrganizationRead, cloud(role), true)
		f(access.StackRead, cloud(role), false)
		f(access.TelemetryWrite, cloud(role), false)
	}
	for _, role := range org.Roles() {
		f(access.StackRead, cloud(role).Manage("t"), true)
		f(access.StackWrite, cloud(role).Manage("t"), role != org.RoleBilling)
	}
	seated := access.Principal{Kind: access.TokenSession, UserID: "u", TeamID: "t", OrganizationID: "o", Roles: []org.Role{org.RoleBilling}}
	f(access.StackWrite, seated, true)
	f(access.StackWrite, seated.Manage("another"), false)
	f(access.StackRead, member.Manage("another"), false)
	f(access.UsageCostRead, cloud(org.RoleBilling), true)
	f(access.UsageCostRead, cloud(org.RoleDeveloper), false)
	f(access.StackWrite, member, true)
	f(access.StackWrite, collector, false)
	f(access.TelemetryWrite, collector, true)
	f(access.TelemetryWrite, member, false)
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
