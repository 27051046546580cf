package access

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/org"
)

// Permission names one thing that a caller may do.
type Permission string

// The permissions. The first group acts on an organization, the second on a
// team, the third on the collector, and the last on the caller's own account.
const (
	OrganizationRead   Permission = "organization:read"
	OrganizationManage Permission = "organization:manage"
	MembersRead        Permission = "members:read"
	MembersManage      Permission = "members:manage"
	UsageCostRead      Permission = "usage-cost:read"
	KeysRead           Permission = "keys:read"
	KeysManage         Permission = "keys:manage"
	ActivitiesRead     Permission = "activities:read"
	ServicesRead       Permission = "services:read"
	ServicesManage     Permission = "services:manage"
	EndpointsManage    Permission = "endpoints:manage"

	StackRead  Permission = "stack:read"
	StackWrite Permission = "stack:write"

	TelemetryWrite Permission = "telemetry:write"

	AccountManage Permission = "account:manage"
)

// Roles returns the roles of an organization that hold the permission. This
// is the one table of who may do what, whatever the door. AccountManage is
// every user's; TelemetryWrite is no role's.
func (perm Permission) Roles() []org.Role {
	switch perm {
	case OrganizationRead, MembersRead, AccountManage:
		return org.Roles()
	case UsageCostRead:
		return []org.Role{org.RoleAdmin, org.RoleBilling}
	case KeysRead, ActivitiesRead, ServicesRead, ServicesManage, EndpointsManage, StackRead, StackWrite:
		return []org.Role{org.RoleAdmin, org.RoleDeveloper}
	case OrganizationManage, MembersManage, KeysManage:
		return []org.Role{org.RoleAdmin}
	case TelemetryWrite:
	}
	return nil
}

// May reports whether the caller holds the permission where it acts.
func (p Principal) May(perm Permission) bool {
	switch perm {
	case StackRead, StackWrite:
		return p.TeamID != "" && p.hasRoleFor(perm)
	case TelemetryWrite:
		return p.TeamID != "" && p.Kind == TokenIngestion
	case OrganizationRead, OrganizationManage, MembersRead, MembersManage, UsageCostRead, KeysRead, KeysManage,
		ActivitiesRead, ServicesRead, ServicesManage, EndpointsManage, AccountManage:
	}
	return p.hasRoleFor(perm)
}

// hasRoleFor reports whether the caller's role holds the permission, wherever
// the caller acts.
func (p Principal) hasRoleFor(perm Permission) bool {
	if perm == AccountManage {
		return p.UserID != ""
	}
	return p.OrganizationID != "" &&
		slices.ContainsFunc(perm.Roles(), func(r org.Role) bool { return slices.Contains(p.Roles, r) })
}

// need returns who holds the permission, in words.
func (perm Permission) need() string {
	roles := perm.Roles()
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	switch len(names) {
	case 0:
		return "this needs another kind of key"
	case 1:
		return "this needs the role " + names[0]
	}
	last := len(names) - 1
	return "this needs the role " + strings.Join(names[:last], ", ") + " or " + names[last]
}
