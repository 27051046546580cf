package access

import (
	"slices"

	"github.com/cairnstack/cairn/internal/org"
)

// Permission names one thing that a caller may do.
type Permission string

// The permissions. The first group acts on an organization, the second on a
// team, the third on the collector.
const (
	OrganizationRead   Permission = "organization:read"
	OrganizationManage Permission = "organization:manage"
	KeysManage         Permission = "keys:manage"
	MembersManage      Permission = "members:manage"
	ServicesManage     Permission = "services:manage"
	EndpointsManage    Permission = "endpoints:manage"
	UsageCostRead      Permission = "usage-cost:read"
	ManagedStackWrite  Permission = "managed-stack:write"

	StackRead  Permission = "stack:read"
	StackWrite Permission = "stack:write"

	TelemetryWrite Permission = "telemetry:write"
)

// May reports whether the caller holds the permission. This is the one table
// of who may do what.
func (p Principal) May(perm Permission) bool {
	switch perm {
	case OrganizationRead:
		return p.hasAny(org.RoleAdmin, org.RoleDeveloper, org.RoleBilling)
	case OrganizationManage, KeysManage, MembersManage:
		return p.hasAny(org.RoleAdmin)
	case ServicesManage, EndpointsManage, ManagedStackWrite:
		return p.hasAny(org.RoleAdmin, org.RoleDeveloper)
	case UsageCostRead:
		return p.hasAny(org.RoleAdmin, org.RoleBilling)
	case StackRead, StackWrite:
		return p.TeamID != "" && p.mayInTeam(perm)
	case TelemetryWrite:
		return p.TeamID != "" && p.Kind == TokenIngestion
	}
	return false
}

// mayInTeam asks for a seat in the team, or for a role in the organization
// that the team belongs to.
func (p Principal) mayInTeam(perm Permission) bool {
	switch {
	case !p.Managing:
		return p.UserID != ""
	case perm == StackWrite:
		return p.May(ManagedStackWrite)
	default:
		return p.May(OrganizationRead)
	}
}

func (p Principal) hasAny(roles ...org.Role) bool {
	return p.OrganizationID != "" &&
		slices.ContainsFunc(roles, func(r org.Role) bool { return slices.Contains(p.Roles, r) })
}
