package org

import (
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// Role is what a key or a member may do in its organization.
type Role string

// The roles: admin may do everything, developer manages services, endpoints
// and stacks, but neither people nor keys of the organization nor cost;
// billing sees cost, members and its own account, and nothing else. A member
// has what the teams give that they have a role in.
const (
	RoleAdmin     Role = "admin"
	RoleDeveloper Role = "developer"
	RoleBilling   Role = "billing"
	RoleMember    Role = "member"
)

// Roles returns every role, in the order in which they are documented.
func Roles() []Role { return []Role{RoleAdmin, RoleDeveloper, RoleBilling, RoleMember} }

// KeyRoles returns the roles that a key can have. A key has no seat in a team,
// so that a member's role would let it do nothing.
func KeyRoles() []Role { return []Role{RoleAdmin, RoleDeveloper, RoleBilling} }

// Valid reports whether r is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// checkRoles breaks a rule unless roles are one or more of KeyRoles, each once.
func checkRoles(rules *fault.Rules, path string, roles []Role) {
	rules.Check(len(roles) > 0, path, "min_items", "must have at least 1 item")
	if !checkCount(rules, path, len(roles), len(KeyRoles())) {
		return
	}
	for i, role := range roles {
		checkWord(rules, item(path, i), role, KeyRoles())
		rules.Check(!slices.Contains(roles[:i], role), item(path, i), "unique", "must be unique")
	}
}
