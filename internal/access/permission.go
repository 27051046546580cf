package access

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Permission names one thing that a caller may do.
type Permission string

// The permissions. The first group acts on an organization and its services;
// cloud roles name them. The next acts on a team, then the collector, the
// accounts of others, and the caller's own.
const (
	OrganizationRead       = Permission(org.PermitOrganizationView)
	OrganizationManage     = Permission(org.PermitOrganizationManage)
	ActivitiesRead         = Permission(org.PermitActivitiesView)
	UsageCostRead          = Permission(org.PermitBillingView)
	KeysRead               = Permission(org.PermitKeysView)
	KeysCreate             = Permission(org.PermitKeysCreate)
	KeysUpdate             = Permission(org.PermitKeysUpdate)
	KeysDelete             = Permission(org.PermitKeysDelete)
	ServicesRead           = Permission(org.PermitServiceView)
	ServicesManage         = Permission(org.PermitServiceManage)
	BackupsRead            = Permission(org.PermitBackupsView)
	BackupsManage          = Permission(org.PermitBackupsManage)
	IPAccessListManage     = Permission(org.PermitIPAccessListManage)
	QueryEndpointsRead     = Permission(org.PermitQueryEndpointsView)
	QueryEndpointsManage   = Permission(org.PermitQueryEndpointsManage)
	PrivateEndpointsRead   = Permission(org.PermitPrivateEndpointsView)
	PrivateEndpointsManage = Permission(org.PermitPrivateEndpointsManage)
	PipesManage            = Permission(org.PermitPipesManage)
	ScalingRead            = Permission(org.PermitScalingView)
	ScalingManage          = Permission(org.PermitScalingManage)
	StackManage            = Permission(org.PermitStackManage)
	DatabaseAccess         = Permission(org.PermitDatabaseAccess)

	// StackRead is held by all who have a role in the team, StackWrite by those
	// whose role can change anything, DataRead by those who may read telemetry,
	// AuditRead by those who arrange the team and may read everything in it.
	// What else there is in a team is said by On.
	StackRead  Permission = "stack:read"
	StackWrite Permission = "stack:write"
	DataRead   Permission = "data:read"
	AuditRead  Permission = "audit:read"

	TelemetryWrite Permission = "telemetry:write"

	// MembersManage is to act on accounts and roles of others, whatever they may
	// do. It is an admin's alone: no cloud role can give it.
	MembersManage Permission = "members:manage"
	AccountManage Permission = "account:manage"
)

// teamPrefix begins permissions on a kind of thing of a team.
const teamPrefix = "team:"

// On returns the permission to do something to a kind of thing of a team.
// Whether a thing of the kind is one that the caller may do it to is decided
// where the thing is known.
func On(action stack.Action, subject stack.Subject) Permission {
	return Permission(teamPrefix + string(action) + ":" + string(subject))
}

// on returns what On was asked with.
func (perm Permission) on() (action stack.Action, subject stack.Subject, ok bool) {
	rest, ok := strings.CutPrefix(string(perm), teamPrefix)
	left, right, _ := strings.Cut(rest, ":")
	return stack.Action(left), stack.Subject(right), ok
}

// InTeam reports whether the permission acts in a team, where the roles of the
// team decide.
func (perm Permission) InTeam() bool {
	_, _, ok := perm.on()
	return ok || perm == StackRead || perm == StackWrite || perm == DataRead || perm == AuditRead
}

// Roles returns the roles of an organization that hold the permission. This
// is the one table of who may do what in an organization, whatever the door,
// and what system roles say; in a team the roles of the team decide, and these
// are whose role there follows from that in the organization. AccountManage is
// every user's; TelemetryWrite is no role's.
func (perm Permission) Roles() []org.Role {
	switch perm { //nolint:exhaustive // the others are decided on below
	case OrganizationRead, AccountManage:
		return org.Roles()
	case UsageCostRead:
		return []org.Role{org.RoleAdmin, org.RoleBilling}
	case KeysRead, ActivitiesRead, ServicesRead, ServicesManage, BackupsRead, BackupsManage, IPAccessListManage,
		QueryEndpointsRead, QueryEndpointsManage, PrivateEndpointsRead, PrivateEndpointsManage, PipesManage,
		ScalingRead, ScalingManage, StackManage, DatabaseAccess:
		return []org.Role{org.RoleAdmin, org.RoleDeveloper}
	}
	if perm == MembersManage || org.CloudPermission(perm).Valid() {
		return []org.Role{org.RoleAdmin}
	}
	return perm.impliedRoles()
}

// impliedRoles returns the roles of an organization whose role in a team, as
// long as nobody gave them another, holds the permission.
func (perm Permission) impliedRoles() []org.Role {
	var roles []org.Role
	for _, role := range org.Roles() {
		if perm.heldBy(*impliedRole(role)) {
			roles = append(roles, role)
		}
	}
	return roles
}

// impliedRole returns the role in a team of somebody who has none of their own
// there: others than admins and developers see who is in the team.
func impliedRole(of org.Role) *stack.Role {
	id := map[org.Role]string{org.RoleAdmin: stack.RoleAdminID, org.RoleDeveloper: stack.RoleMemberID}[of]
	role, ok := stack.PredefinedRole(id)
	if !ok {
		role = stack.Onlooker()
	}
	return &role
}

// heldBy reports whether a role of a team holds a permission that acts there.
func (perm Permission) heldBy(role stack.Role) bool {
	if action, subject, ok := perm.on(); ok {
		return role.May(action, subject)
	}
	switch perm { //nolint:exhaustive // the others act on an organization
	case StackRead: // every role that is stored can read connections
		return role.May(stack.ActionRead, stack.SubjectConnection)
	case StackWrite:
		return slices.ContainsFunc(role.Permissions, func(p stack.RolePermission) bool { return !p.Inverted && p.Action != stack.ActionRead })
	case DataRead:
		return role.ReadsData()
	case AuditRead:
		return role.May(stack.ActionUpdate, stack.SubjectTeam) && readsAll(role)
	default:
		return false
	}
}

// readsAll reports whether there is nothing in a team that the role may not
// read.
func readsAll(role stack.Role) bool {
	isHidden := func(subject stack.Subject) bool { return !role.MayAll(stack.ActionRead, subject) }
	return !role.IsScoped() && !slices.ContainsFunc(stack.SubjectAll.Each(), isHidden)
}

// May reports whether the caller holds the permission where it acts.
func (p Principal) May(perm Permission) bool {
	switch {
	case perm.InTeam():
		return p.TeamID != "" && p.holds(perm)
	case perm == TelemetryWrite:
		return p.TeamID != "" && p.Kind == TokenIngestion
	}
	return p.hasRoleFor(perm)
}

// hasRoleFor reports whether the caller's role holds the permission, wherever
// the caller acts.
func (p Principal) hasRoleFor(perm Permission) bool {
	if perm == AccountManage {
		return p.UserID != ""
	}
	if perm.InTeam() {
		return p.holds(perm)
	}
	return p.mayIn(perm, "")
}

// holds reports whether all roles of the caller in the team hold the
// permission.
func (p Principal) holds(perm Permission) bool {
	grants := p.roles()
	return len(grants) > 0 && !slices.ContainsFunc(grants, func(r stack.Role) bool { return !perm.heldBy(r) })
}

// need returns who holds the permission, in words.
func (perm Permission) need() string {
	if action, subject, ok := perm.on(); ok {
		return "this needs the role of a team that may " + string(action) + " the subject " + string(subject)
	}
	if perm == DataRead {
		return "this needs the role of a team that may read data"
	}
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

// needAny is need with the permission that a cloud role may give.
func (perm Permission) needAny() string {
	if !org.CloudPermission(perm).Valid() {
		return perm.need()
	}
	return perm.need() + ", or one with the permission " + string(perm)
}
