package access

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// systemRoles are the same in every organization.
func systemRoles() map[org.Role]org.RoleRef {
	return map[org.Role]org.RoleRef{
		org.RoleAdmin:     {ID: "c10d0000-0000-4000-8000-000000000001", Name: "Admin"},
		org.RoleDeveloper: {ID: "c10d0000-0000-4000-8000-000000000002", Name: "Developer"},
		org.RoleBilling:   {ID: "c10d0000-0000-4000-8000-000000000003", Name: "Billing"},
		org.RoleMember:    {ID: "c10d0000-0000-4000-8000-000000000004", Name: "Member"},
	}
}

// SystemRoleRef returns what names the system role of a role.
func SystemRoleRef(role org.Role) org.RoleRef { return systemRoles()[role] }

// SystemRole returns a role of an organization as the cloud role that says the
// same, without actors.
func SystemRole(role org.Role, organizationID string, since time.Time) org.CloudRole {
	ref := systemRoles()[role]
	policies := systemPolicies(role, organizationID)
	for i, p := range policies {
		policies[i].ID = uuid.NewSHA1(uuid.MustParse(ref.ID), []byte(organizationID+p.Resources[0])).String()
	}
	return org.CloudRole{
		ID: ref.ID, OrganizationID: organizationID, Name: ref.Name, IsSystem: true,
		Policies: policies, CreatedAt: since, UpdatedAt: since, Version: 1,
	}
}

// SystemRoleOf returns the role of an organization that has the id of a system
// role.
func SystemRoleOf(id string) (org.Role, bool) {
	for role, known := range systemRoles() {
		if strings.EqualFold(id, known.ID) {
			return role, true
		}
	}
	return "", false
}

// systemPolicies returns what the table of permissions says about a role, as
// policies without ids.
func systemPolicies(role org.Role, organizationID string) org.Policies {
	var policies org.Policies
	add := func(permissions []org.CloudPermission, resource string) {
		held := slices.DeleteFunc(permissions, func(p org.CloudPermission) bool { return !slices.Contains(Permission(p).Roles(), role) })
		if len(held) > 0 {
			policies = append(policies, org.Policy{Effect: org.EffectAllow, Permissions: held, Resources: []string{resource}})
		}
	}
	add(org.OrganizationPermissions(), org.OrganizationResource(organizationID))
	add(org.ServicePermissions(), org.EveryService)
	return policies
}

// hasPolicies reports whether cloud roles decide. They do not about an admin,
// whom nobody can lock out.
func (p Principal) hasPolicies() bool {
	return len(p.Policies) > 0 && !slices.Contains(p.Roles, org.RoleAdmin)
}

// rights returns everything that decides about the caller in the organization.
func (p Principal) rights() org.Policies {
	var all org.Policies
	for _, role := range p.Roles {
		all = append(all, systemPolicies(role, p.OrganizationID)...)
	}
	if slices.Contains(p.Roles, org.RoleAdmin) {
		return all
	}
	return append(all, p.Policies...)
}

// MayAt reports whether the caller holds a permission of services at one of
// them. Without an id it is a service that no role names, such as one to come.
func (p Principal) MayAt(perm Permission, serviceID string) bool {
	resource := org.EveryService
	if serviceID != "" {
		resource = org.ServiceResource(serviceID)
	}
	return p.mayIn(perm, resource)
}

// mayIn reports whether the caller holds the permission of an organization on
// the resource; without one, on the organization or on one service at least.
func (p Principal) mayIn(perm Permission, resource string) bool {
	cloud := org.CloudPermission(perm)
	switch {
	case p.OrganizationID == "":
		return false
	case !p.hasPolicies() || !cloud.Valid():
		return slices.ContainsFunc(perm.Roles(), func(r org.Role) bool { return slices.Contains(p.Roles, r) })
	case resource == "":
		return p.rights().AllowSomewhere(cloud)
	}
	return p.rights().Allow(cloud, resource)
}

// policyRole returns the role in a team of somebody with cloud roles who has
// none of their own there: who manages the stack of the service is a Member,
// who may query its database reads, and others see who is in the team.
func (p Principal) policyRole() *stack.Role {
	holds := func(perm Permission) bool {
		if p.ServiceID == "" {
			return p.mayIn(perm, "")
		}
		return p.MayAt(perm, p.ServiceID)
	}
	id := ""
	switch {
	case holds(StackManage):
		id = stack.RoleMemberID
	case holds(DatabaseAccess):
		id = stack.RoleReadOnlyID
	}
	role, ok := stack.PredefinedRole(id)
	if !ok {
		role = stack.Onlooker()
	}
	return &role
}

// At returns the caller as it acts at a service of its organization.
func (p Principal) At(serviceID string) Principal {
	p.ServiceID = serviceID
	return p
}

// RequireAt returns nil if the caller holds a permission of services at the
// service. A service that they may not even see is NotFound.
func (p Principal) RequireAt(perm Permission, serviceID string) error {
	switch {
	case p.MayAt(perm, serviceID):
		return nil
	case serviceID != "" && p.mayIn(perm, "") && !p.MayAt(ServicesRead, serviceID):
		return fault.New(fault.NotFound, "service does not exist")
	case serviceID == "" && p.mayIn(perm, ""):
		return fault.New(fault.Forbidden, "%s on all services", perm.needAny())
	}
	return fault.New(fault.Forbidden, "%s", perm.needAny())
}

// CheckCovers returns a Forbidden fault unless the caller may do everything that
// somebody with the roles and policies may.
func (p Principal) CheckCovers(roles []org.Role, policies org.Policies) error {
	if slices.Contains(p.Roles, org.RoleAdmin) {
		return nil
	}
	other := Principal{OrganizationID: p.OrganizationID, Roles: roles, Policies: policies}
	if slices.Contains(roles, org.RoleAdmin) {
		return fault.New(fault.Forbidden, "this needs the role admin")
	}
	mine, theirs := p.rights(), other.rights()
	for _, resource := range append(slices.Concat(mine, theirs).Resources(), org.EveryService) {
		for _, perm := range org.CloudPermissions() {
			if theirs.Allow(perm, resource) && !mine.Allow(perm, resource) {
				return fault.New(fault.Forbidden, "this is about more than you may do yourself: %s on %s", perm, resource)
			}
		}
	}
	return nil
}
