package access

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// TeamHeader picks the team in which a person with several acts.
const TeamHeader = "X-Hdx-Team"

// Principal is an authenticated caller. A cloud key acts for an
// organization, an access key and a session act for a user in a team, an
// ingestion key for a team alone.
type Principal struct {
	KeyID          string // record id of the key or session; names the caller in logs
	Kind           TokenKind
	UserID         string
	TeamID         string
	OrganizationID string
	Roles          []org.Role // in OrganizationID, which owns the team; they decide on every door
	// Policies are those of the caller's cloud roles. They add to Roles and take
	// away from them, but for an admin.
	Policies org.Policies
	// ServiceID is the service that the team belongs to; empty: not known yet.
	ServiceID string
	// Grants are roles in the team, that of the member and that of the key: what
	// one of them does not allow is not allowed. Empty: what follows from Roles.
	Grants []stack.Role
	// limited says that one of Grants is that of the key, and in TeamID alone.
	limited bool
}

// Manage returns the caller, who has no seat, as it acts in a team that belongs
// to its organization.
func (p Principal) Manage(teamID string) Principal {
	p.TeamID = teamID
	return p
}

// CheckWhole returns a Forbidden fault for a key that is limited to a role: it
// must not make anything that acts as its owner without that limit.
func (p Principal) CheckWhole(what string) error {
	if p.limited {
		return fault.New(fault.Forbidden, "a key that is limited to a role can't %s", what)
	}
	return nil
}

// TeamRoles returns the roles that decide in the team; all of them must allow
// what is done.
func (p Principal) TeamRoles() []stack.Role { return p.roles() }

// roles returns what decides in the team.
func (p Principal) roles() []stack.Role {
	if len(p.Grants) > 0 {
		return p.Grants
	}
	if p.OrganizationID == "" {
		return nil
	}
	if p.hasPolicies() {
		return []stack.Role{*p.policyRole()}
	}
	for _, role := range org.Roles() { // those who have several act as the first
		if slices.Contains(p.Roles, role) {
			return []stack.Role{*impliedRole(role)}
		}
	}
	return nil
}

// Allows reports whether the caller may do the action to a thing of the team
// with the fields. Of an update, changed is the fields that it changes.
func (p Principal) Allows(action stack.Action, subject stack.Subject, fields map[string]any, changed ...string) bool {
	return p.every(func(r stack.Role) bool { return r.Allows(action, subject, fields, changed) })
}

// MayAll reports whether the caller may do the action to everything of the
// kind.
func (p Principal) MayAll(action stack.Action, subject stack.Subject) bool {
	return p.every(func(r stack.Role) bool { return r.MayAll(action, subject) })
}

func (p Principal) every(does func(stack.Role) bool) bool {
	roles := p.roles()
	return len(roles) > 0 && !slices.ContainsFunc(roles, func(r stack.Role) bool { return !does(r) })
}

// IsScoped reports whether there is data of the team that the caller may not
// read.
func (p Principal) IsScoped() bool {
	return !p.every(func(r stack.Role) bool { return !r.IsScoped() })
}

// Actor returns the id under which the caller's deeds are remembered: the
// user's, or that of a key without user.
func (p Principal) Actor() string {
	if p.UserID != "" {
		return p.UserID
	}
	return p.KeyID
}

type principalKey struct{}

// WithPrincipal returns a context that carries the caller.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// WithoutPrincipal returns a context in which the server itself acts.
func WithoutPrincipal(ctx context.Context) context.Context {
	return context.WithValue(ctx, principalKey{}, nil)
}

// From returns the caller of the context.
func From(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// Require returns the caller if it holds the permission: Unauthenticated
// without a caller, Forbidden without the permission.
func Require(ctx context.Context, perm Permission) (Principal, error) {
	p, ok := From(ctx)
	if !ok {
		return Principal{}, fault.New(fault.Unauthenticated, "no credential was given")
	}
	if !p.May(perm) {
		return Principal{}, fault.New(fault.Forbidden, "%s", perm.needAny())
	}
	return p, nil
}

// RequireMetrics returns the caller if it may read the metrics of the team without naming
// a source, as PromQL does: who may read some sources alone might see others' rows.
func RequireMetrics(ctx context.Context) (Principal, error) {
	p, err := Require(ctx, DataRead)
	if err == nil && !p.MayAll(stack.ActionRead, stack.SubjectSource) {
		err = fault.New(fault.Forbidden, "PromQL reads all metrics of the team: it needs a role that may read all sources")
	}
	return p, err
}

// RoleIDOf returns the role that a member has in the team; empty for somebody
// who has none.
func RoleIDOf(m org.TeamMember) string {
	switch {
	case m.Role == org.RoleAdmin || m.StackRoleID == "":
		return impliedRole(m.Role).ID
	default:
		return m.StackRoleID
	}
}
