package resources

import (
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/stack"
)

// shownTo returns a role as the caller may see it. What a role of the team's
// own allows, and on which rows, is for those who manage roles and those who
// have it: the conditions of the others name data that a scope hides.
func shownTo(p access.Principal, role stack.Role) stack.Role {
	if role.Predefined || managesRoles(p) || hasRole(p, role.ID) {
		return role
	}
	role.Description, role.Permissions, role.IsHidden = "", []stack.RolePermission{}, true
	return role
}

func managesRoles(p access.Principal) bool {
	manages := func(action stack.Action) bool { return p.May(access.On(action, stack.SubjectRole)) }
	return manages(stack.ActionCreate) || manages(stack.ActionUpdate) || manages(stack.ActionDelete)
}

func hasRole(p access.Principal, id string) bool {
	return slices.ContainsFunc(p.TeamRoles(), func(r stack.Role) bool { return r.ID == id })
}
