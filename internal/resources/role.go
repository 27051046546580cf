package resources

import (
	"context"
	"reflect"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// RoleRecords keeps the roles of teams, without the predefined ones, and who
// has them.
type RoleRecords interface {
	CreateRole(ctx context.Context, r stack.Role) error
	RoleByID(ctx context.Context, teamID, id string) (stack.Role, error)
	RolesOf(ctx context.Context, teamID string) ([]stack.Role, error)
	UpdateRole(ctx context.Context, r stack.Role) error
	DeleteRole(ctx context.Context, teamID, id string) error
	UseOfRole(ctx context.Context, teamID, id string) (RoleUse, error)
	SetMemberRole(ctx context.Context, teamID, userID, roleID string) error
	SetDefaultRole(ctx context.Context, teamID, roleID string) error
}

// RoleUse counts what has a role.
type RoleUse struct{ Members, Keys, Invitations, Defaults int }

// ScopeChecker compiles conditions on data.
type ScopeChecker interface {
	// CheckScope returns an Invalid fault unless a condition of the role can
	// restrict every table that it is about. It does not ask the engine.
	CheckScope(permissions []stack.RolePermission) error
	// TryScope returns an Invalid fault unless the engine can compute every
	// condition of the role.
	TryScope(ctx context.Context, teamID string, permissions []stack.RolePermission) error
}

// Roles returns the roles of the team, the predefined ones first. Of those that
// the caller neither has nor manages it shows the names.
func (r *Resources) Roles(ctx context.Context) ([]stack.Role, error) {
	p, err := access.Require(ctx, access.On(stack.ActionRead, stack.SubjectRole))
	if err != nil {
		return nil, err
	}
	own, err := r.Store.RolesOf(ctx, p.TeamID)
	roles := append(stack.PredefinedRoles(), own...)
	for i, role := range roles {
		roles[i] = shownTo(p, role)
	}
	return roles, err
}

// Role returns a role of the team, as Roles does.
func (r *Resources) Role(ctx context.Context, id string) (stack.Role, error) {
	p, err := access.Require(ctx, access.On(stack.ActionRead, stack.SubjectRole))
	if err != nil {
		return stack.Role{}, err
	}
	role, err := r.role(ctx, p.TeamID, id)
	return shownTo(p, role), err
}

func (r *Resources) role(ctx context.Context, teamID, id string) (stack.Role, error) {
	if role, ok := stack.PredefinedRole(id); ok {
		return role, nil
	}
	return r.Store.RoleByID(ctx, teamID, id)
}

// CreateRole makes a role of the body.
func (r *Resources) CreateRole(ctx context.Context, body []byte) (stack.Role, error) {
	var made stack.Role
	create := access.On(stack.ActionCreate, stack.SubjectRole)
	if err := r.tryScope(ctx, create, body); err != nil {
		return made, err
	}
	err := r.changeAs(ctx, create, func(ctx context.Context, t turn) error {
		spec, err := r.nextRole(t.Principal, stack.RoleSpec{}, body)
		if err != nil {
			return err
		}
		have, err := r.Store.RolesOf(ctx, t.TeamID)
		if err != nil {
			return err
		}
		if err := room("roles", len(have), RolesMax); err != nil {
			return err
		}
		if made.Record, err = t.newRecord(); err != nil {
			return err
		}
		made.RoleSpec = spec
		return r.Store.CreateRole(ctx, made)
	})
	return made, nameTaken(err)
}

// nextRole returns the role as it will be, if the caller may give it.
func (r *Resources) nextRole(p access.Principal, stored stack.RoleSpec, body []byte) (stack.RoleSpec, error) {
	in, err := stack.DecodeRole(body)
	if err != nil {
		return stack.RoleSpec{}, err
	}
	next, err := stored.Apply(in)
	if err != nil {
		return stack.RoleSpec{}, err
	}
	if r.Scopes != nil {
		if err := r.Scopes.CheckScope(next.Permissions); err != nil {
			return stack.RoleSpec{}, err
		}
	}
	return next, checkGrant(p, stack.Role{RoleSpec: next})
}

// tryScope returns an Invalid fault for a body with a condition on data that the
// engine can't compute: it would break every question of those who have the
// role. No transaction may be open, because the engine may be slow. What else is
// wrong with the body is found where it is applied.
func (r *Resources) tryScope(ctx context.Context, perm access.Permission, body []byte) error {
	p, err := access.Require(ctx, perm)
	if err != nil || r.Scopes == nil {
		return err
	}
	next, err := r.nextRole(p, stack.RoleSpec{Name: "-"}, body)
	if err != nil {
		return nil // it is found again where the stored role is known
	}
	return r.Scopes.TryScope(ctx, p.TeamID, next.Permissions)
}

// nameTaken says at which field a role's name is taken.
func nameTaken(err error) error {
	if fault.KindOf(err) == fault.Conflict && fault.From(err).Details == nil && fault.From(err).Message == RoleNameTaken {
		return fault.InvalidAt("name", "unique", "must not be that of another role")
	}
	return err
}

// RoleNameTaken is how a store says that the name of a role differs from that
// of another in case at most.
const RoleNameTaken = "a role of this name already exists"

// checkGrant returns a Forbidden fault when a role may do what the caller may
// not: nobody gives more than they have. What can't be proved to be no more is
// refused.
func checkGrant(p access.Principal, role stack.Role) error {
	having := p.TeamRoles()
	isMore := func(within func(stack.Role) bool) bool {
		return len(having) == 0 || slices.ContainsFunc(having, func(own stack.Role) bool { return !within(own) })
	}
	if role.ReadsData() && isMore(role.ReadsWithin) {
		return fault.New(fault.Forbidden, "the role may read data that you may not; nobody can give more than they have")
	}
	for _, action := range stack.ActionManage.Each() {
		for _, subject := range stack.SubjectAll.Each() {
			isFree := action == stack.ActionRead && subject == stack.SubjectConnection // every role has it
			if !isFree && role.May(action, subject) && isMore(func(own stack.Role) bool { return role.ActsWithin(own, action, subject) }) {
				return fault.New(fault.Forbidden, "the role may %s the subject %s, which you may not; nobody can give more than they have", action, subject)
			}
		}
	}
	return nil
}

// UpdateRole changes a role by the body. Who has it may do what it says from
// now on.
func (r *Resources) UpdateRole(ctx context.Context, ref Ref, body []byte) (stack.Role, error) {
	var next stack.Role
	update := access.On(stack.ActionUpdate, stack.SubjectRole)
	if _, err := r.Role(ctx, ref.ID); err == nil {
		if err := r.tryScope(ctx, update, body); err != nil {
			return next, err
		}
	}
	err := r.changeAs(ctx, update, func(ctx context.Context, t turn) error {
		stored, err := r.roleToChange(ctx, t, ref)
		if err != nil {
			_, broken := r.nextRole(t.Principal, stack.RoleSpec{Name: "-"}, body)
			return missing(err, broken)
		}
		next = stored
		if next.RoleSpec, err = r.nextRole(t.Principal, stored.RoleSpec, body); err != nil || reflect.DeepEqual(next, stored) {
			return err
		}
		next.UpdatedAt = t.now
		if err := r.Store.UpdateRole(ctx, next); err != nil {
			return err
		}
		next.Record = t.touched(next.Record)
		return nil
	})
	return next, nameTaken(err)
}

func (r *Resources) roleToChange(ctx context.Context, t turn, ref Ref) (stack.Role, error) {
	role, err := r.role(ctx, t.TeamID, ref.ID)
	if err != nil {
		return stack.Role{}, err
	}
	if role.Predefined {
		return stack.Role{}, fault.New(fault.Conflict, "the role %s is predefined and can't be changed or deleted", role.Name)
	}
	return role, ref.check("role", role.Version)
}

// DeleteRole removes a role that nobody has.
func (r *Resources) DeleteRole(ctx context.Context, ref Ref) error {
	return r.changeAs(ctx, access.On(stack.ActionDelete, stack.SubjectRole), func(ctx context.Context, t turn) error {
		role, err := r.roleToChange(ctx, t, ref)
		if err != nil {
			return err
		}
		use, err := r.Store.UseOfRole(ctx, t.TeamID, role.ID)
		if err != nil {
			return err
		}
		if use != (RoleUse{}) {
			return fault.New(fault.Conflict, "the role is in use: members %d, access keys %d, invitations %d, default role %d; give them another one first",
				use.Members, use.Keys, use.Invitations, use.Defaults)
		}
		return r.Store.DeleteRole(ctx, t.TeamID, role.ID)
	})
}

// roleToGive returns a role of the team that the caller may give, by the roleId
// of a body.
func (r *Resources) roleToGive(ctx context.Context, p access.Principal, id string) (stack.Role, error) {
	const path = "roleId"
	if err := stack.CheckID(path, id); err != nil {
		return stack.Role{}, err
	}
	role, err := r.role(ctx, p.TeamID, id)
	if fault.KindOf(err) == fault.NotFound {
		return stack.Role{}, fault.InvalidAt(path, "reference", "must be the id of a role of the team")
	}
	if err != nil {
		return stack.Role{}, err
	}
	return role, checkGrant(p, role)
}

// SetDefaultRole sets the role of those who are invited without one; empty:
// the one that follows from their role in the organization.
func (r *Resources) SetDefaultRole(ctx context.Context, roleID string) error {
	return r.changeAs(ctx, access.On(stack.ActionUpdate, stack.SubjectTeam), func(ctx context.Context, t turn) error {
		if roleID != "" {
			if _, err := r.roleToGive(ctx, t.Principal, roleID); err != nil {
				return err
			}
		}
		return r.Store.SetDefaultRole(ctx, t.TeamID, roleID)
	})
}

// SetMemberRole gives a member of the team another role there. An admin of the
// organization is Admin in all of its teams: to change that is a Conflict. A
// developer of the organization who gets less than Member becomes a member of
// it, because developers manage its services.
func (r *Resources) SetMemberRole(ctx context.Context, userID, roleID string) (org.TeamMember, error) {
	p, err := access.Require(ctx, access.On(stack.ActionUpdate, stack.SubjectUser))
	if err != nil {
		return org.TeamMember{}, err
	}
	var set org.TeamMember
	err = r.Accounts.LockPeople(ctx, p.TeamID, func(ctx context.Context) error {
		role, err := r.roleToGive(ctx, p, roleID)
		if err != nil {
			return err
		}
		return r.inTurn(ctx, p, func(ctx context.Context, t turn) error {
			set, err = r.setMemberRole(ctx, t, userID, role)
			return err
		})
	})
	return set, err
}

func (r *Resources) setMemberRole(ctx context.Context, t turn, userID string, role stack.Role) (org.TeamMember, error) {
	member, err := r.member(ctx, t.TeamID, userID)
	if err != nil {
		return org.TeamMember{}, err
	}
	if err := r.checkBelow(ctx, t.Principal, member); err != nil {
		return org.TeamMember{}, err
	}
	if member.Role == org.RoleAdmin && role.ID != stack.RoleAdminID {
		return org.TeamMember{}, fault.New(fault.Conflict, "an admin of the organization is Admin in all of its teams; change their role in the organization first")
	}
	if err := r.Store.SetMemberRole(ctx, t.TeamID, userID, role.ID); err != nil {
		return org.TeamMember{}, err
	}
	isLess := role.ID != stack.RoleAdminID && role.ID != stack.RoleMemberID
	if member.Role == org.RoleDeveloper && isLess {
		if err := r.Accounts.LimitToTeams(ctx, t.TeamID, userID); err != nil {
			return org.TeamMember{}, err
		}
	}
	return r.member(ctx, t.TeamID, userID)
}

// checkBelow returns a Forbidden fault for a member who may do what the caller
// may not, in the team or in the organization.
func (r *Resources) checkBelow(ctx context.Context, p access.Principal, m org.TeamMember) error {
	if m.UserID == p.UserID || p.May(access.MembersManage) {
		return nil
	}
	if m.HasCloudRoles {
		return fault.New(fault.Forbidden, "they have roles of the organization; an admin there can change that")
	}
	if m.Role != org.RoleMember {
		return fault.New(fault.Forbidden, "they have the role %s in the organization; an admin there can change that", m.Role)
	}
	role, err := r.role(ctx, p.TeamID, m.StackRoleID)
	if fault.KindOf(err) == fault.NotFound { // none, or one that is gone
		return nil
	}
	if err != nil {
		return err
	}
	return checkGrant(p, role)
}

// member returns somebody who sits in the team.
func (r *Resources) member(ctx context.Context, teamID, userID string) (org.TeamMember, error) {
	members, err := r.Store.TeamMembers(ctx, teamID)
	if err != nil {
		return org.TeamMember{}, err
	}
	at := slices.IndexFunc(members, func(m org.TeamMember) bool { return m.UserID == userID })
	if at < 0 {
		return org.TeamMember{}, fault.New(fault.NotFound, "team member does not exist")
	}
	return members[at], nil
}

// MembersWithRoles returns who sits in the team, and the names of its roles by
// their ids.
func (r *Resources) MembersWithRoles(ctx context.Context) ([]org.TeamMember, map[string]string, error) {
	members, err := r.Members(ctx)
	if err != nil {
		return nil, nil, err
	}
	p, _ := access.From(ctx)
	names, err := r.RoleNames(ctx, p.TeamID)
	return members, names, err
}

// RoleNames returns the names of a team's roles by their ids.
func (r *Resources) RoleNames(ctx context.Context, teamID string) (map[string]string, error) {
	own, err := r.Store.RolesOf(ctx, teamID)
	names := map[string]string{}
	for _, role := range append(stack.PredefinedRoles(), own...) {
		names[role.ID] = role.Name
	}
	return names, err
}
