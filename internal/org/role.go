package org

import (
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

// Role is what a key or a member may do in its organization.
type Role string

// The roles: admin may do everything, developer manages services, endpoints
// and stacks, but neither people nor keys of the organization nor cost;
// billing sees cost, members and its own account, and nothing else.
const (
	RoleAdmin     Role = "admin"
	RoleDeveloper Role = "developer"
	RoleBilling   Role = "billing"
)

// Roles returns every role, in the order in which they are documented.
func Roles() []Role { return []Role{RoleAdmin, RoleDeveloper, RoleBilling} }

// Valid reports whether r is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// checkRoles breaks a rule unless roles are one or more of Roles, each once.
func checkRoles(rules *fault.Rules, path string, roles []Role) {
	rules.Check(len(roles) > 0, path, "min_items", "must have at least 1 item")
	if !checkCount(rules, path, len(roles), len(Roles())) {
		return
	}
	for i, role := range roles {
		checkWord(rules, item(path, i), role, Roles())
		rules.Check(!slices.Contains(roles[:i], role), item(path, i), "unique", "must be unique")
	}
}
