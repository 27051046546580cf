package cloud

import (
	"context"
	"fmt"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// roleBook is all cloud roles of an organization with those who have them.
type roleBook struct {
	organizationID string
	roles          []org.CloudRole                   // without system roles
	held           map[org.RoleActor][]org.CloudRole // also by invitations
	system         map[org.RoleActor][]org.Role      // of members and keys
	isLimited      bool                              // the caller has a role in a team, which counts there instead of these
}

func (c *Cloud) roleBook(ctx context.Context, organizationID string) (roleBook, error) {
	book := roleBook{organizationID: organizationID, held: map[org.RoleActor][]org.CloudRole{}, system: map[org.RoleActor][]org.Role{}}
	roles, err := c.Store.CloudRolesOf(ctx, organizationID)
	if err != nil {
		return book, err
	}
	assignments, err := c.Store.AssignmentsOf(ctx, organizationID)
	if err != nil {
		return book, err
	}
	for i, role := range roles {
		for _, a := range assignments {
			if a.RoleID == role.ID && a.Actor.Kind != org.ActorOfInvitation {
				roles[i].Actors = append(roles[i].Actors, a.Actor)
			}
		}
	}
	for _, a := range assignments {
		if at := slices.IndexFunc(roles, func(r org.CloudRole) bool { return r.ID == a.RoleID }); at >= 0 {
			book.held[a.Actor] = append(book.held[a.Actor], roles[at])
		}
	}
	book.roles = roles
	if book.isLimited, err = c.isLimited(ctx, organizationID); err != nil {
		return book, err
	}
	return book, c.fillSystem(ctx, book)
}

// isLimited reports whether the caller has a role in a team of the organization.
func (c *Cloud) isLimited(ctx context.Context, organizationID string) (bool, error) {
	p, _ := access.From(ctx)
	if p.UserID == "" || slices.Contains(p.Roles, org.RoleAdmin) {
		return false, nil
	}
	seats, err := c.Store.MembershipsOf(ctx, p.UserID)
	return slices.ContainsFunc(seats, func(m access.Membership) bool {
		return m.OrganizationID == organizationID && m.StackRoleID != ""
	}), err
}

// checkStack returns a Forbidden fault if a caller whose role in a team is
// another one gives what opens that team.
func (b roleBook) checkStack(roles []org.Role, policies org.Policies) error {
	opens := slices.Contains(roles, org.RoleDeveloper) ||
		policies.AllowSomewhere(org.PermitStackManage) || policies.AllowSomewhere(org.PermitDatabaseAccess)
	if b.isLimited && opens {
		return fault.New(fault.Forbidden, "this is about more than you may do yourself: your role in a team decides what you see there")
	}
	return nil
}

// fillSystem notes which system roles members and keys have.
func (c *Cloud) fillSystem(ctx context.Context, book roleBook) error {
	members, err := c.Store.MembersOf(ctx, book.organizationID)
	if err != nil {
		return err
	}
	keys, err := c.Store.CloudKeysOf(ctx, book.organizationID)
	for _, m := range members {
		book.system[org.RoleActor{Kind: org.ActorOfUser, ID: m.UserID}] = []org.Role{m.Role}
	}
	for _, k := range keys {
		book.system[org.RoleActor{Kind: org.ActorOfKey, ID: k.ID}] = k.Roles
	}
	return err
}

// refs names the cloud roles of an actor, oldest first.
func (b roleBook) refs(actor org.RoleActor) []org.RoleRef {
	var refs []org.RoleRef
	for _, role := range b.held[actor] {
		refs = append(refs, role.Ref())
	}
	return refs
}

// policies returns those of cloud roles that are given by name.
func (b roleBook) policies(refs []org.RoleRef) org.Policies {
	var all org.Policies
	for _, role := range b.roles {
		if slices.Contains(refs, role.Ref()) {
			all = append(all, role.Policies...)
		}
	}
	return all
}

// invite reports whether somebody with the cloud roles invites people.
func (b roleBook) invite(refs []org.RoleRef) bool {
	return b.policies(refs).AllowSomewhere(org.PermitOrganizationManage)
}

// anyInvites reports whether the cloud roles of one of the actors let them invite
// people.
func (b roleBook) anyInvites(actors []org.RoleActor) bool {
	return slices.ContainsFunc(actors, func(a org.RoleActor) bool { return b.invite(b.refs(a)) })
}

// checkActors returns an Invalid fault for an actor who is not in the
// organization, or is an admin, who may do everything.
func (b roleBook) checkActors(role org.CloudRole, present []org.RoleActor) error {
	var rules fault.Rules
	for i, actor := range role.Actors {
		path := fmt.Sprintf("actors.%d", i)
		system, exists := b.system[actor]
		if !exists {
			rules.Break(path, "reference", "must be a member or a key of the organization")
			continue
		}
		if slices.Contains(present, actor) {
			continue
		}
		rules.Check(!slices.Contains(system, org.RoleAdmin), path, "conflict", "must not be an admin, who may do everything already")
		rules.Check(len(b.held[actor]) < org.CloudRolesPerActorMax, path, "max_items", "must not have more than %d roles", org.CloudRolesPerActorMax)
	}
	return rules.Err()
}

// checkCovers returns a Forbidden fault unless the caller may do whatever the
// role allows, and whatever those may do who have it, before and after the
// change.
func (b roleBook) checkCovers(ctx context.Context, before, after org.CloudRole) error {
	p, _ := access.From(ctx)
	for _, role := range []org.CloudRole{before, after} {
		if err := p.CheckCovers(nil, role.Policies); err != nil {
			return err
		}
		if err := b.checkStack(nil, role.Policies); err != nil {
			return err
		}
	}
	for _, actor := range append(slices.Clone(before.Actors), without(after.Actors, before.Actors)...) {
		var others org.Policies
		for _, role := range b.held[actor] {
			if role.ID != after.ID {
				others = append(others, role.Policies...)
			}
		}
		was, is := others, others
		if slices.Contains(before.Actors, actor) {
			was = slices.Concat(others, before.Policies)
		}
		if slices.Contains(after.Actors, actor) {
			is = slices.Concat(others, after.Policies)
		}
		for _, policies := range []org.Policies{was, is} {
			if err := p.CheckCovers(b.system[actor], policies); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkActorCovers returns a Forbidden fault unless the caller may do whatever
// somebody with the roles may.
func (b roleBook) checkActorCovers(ctx context.Context, system []org.Role, custom []org.RoleRef) error {
	p, called := access.From(ctx)
	if !called { // the operator of the installation
		return nil
	}
	if err := p.CheckCovers(system, b.policies(custom)); err != nil {
		return err
	}
	return b.checkStack(system, b.policies(custom))
}

// assigned is the roles that a list of ids names.
type assigned struct {
	system []org.Role
	custom []org.RoleRef
}

// resolve reads the ids of roles that somebody is to have. It returns an
// Invalid fault for one that does not exist, and for an admin who has others.
func (b roleBook) resolve(ids []string) (assigned, error) {
	var out assigned
	var rules fault.Rules
	rules.Check(len(ids) <= org.CloudRolesPerActorMax, "assignedRoleIds", "max_items", "must have at most %d items", org.CloudRolesPerActorMax)
	for i, id := range ids {
		path := fmt.Sprintf("assignedRoleIds.%d", i)
		if word, isSystem := access.SystemRoleOf(id); isSystem {
			rules.Check(!slices.Contains(out.system, word), path, "unique", "must be unique")
			out.system = append(out.system, word)
			continue
		}
		role, err := roleIn(b.roles, id)
		if err != nil {
			rules.Break(path, "reference", "must be the id of a role of the organization")
			continue
		}
		rules.Check(!slices.Contains(out.custom, role.Ref()), path, "unique", "must be unique")
		out.custom = append(out.custom, role.Ref())
	}
	isAdmin := slices.Contains(out.system, org.RoleAdmin)
	rules.Check(!isAdmin || len(ids) < 2, "assignedRoleIds", "conflict", "must not have others besides Admin, who may do everything")
	out.custom = b.inOrder(out.custom)
	return out, rules.Err()
}

// resolveForKey is resolve for a key, which has at least one role and none of
// people.
func (b roleBook) resolveForKey(ids []string) (assigned, error) {
	var rules fault.Rules
	rules.Check(len(ids) > 0, "assignedRoleIds", "min_items", "must have at least 1 item")
	wanted, err := b.resolve(ids)
	if err != nil {
		return wanted, err
	}
	rules.Check(!slices.Contains(wanted.system, org.RoleMember), "assignedRoleIds", "conflict", "must not have Member, which is a role of people")
	wanted.system = append([]org.Role{}, wanted.system...)
	return wanted, rules.Err()
}

// inOrder returns the roles in the order of refs.
func (b roleBook) inOrder(refs []org.RoleRef) []org.RoleRef {
	var sorted []org.RoleRef
	for _, role := range b.roles {
		if slices.Contains(refs, role.Ref()) {
			sorted = append(sorted, role.Ref())
		}
	}
	return sorted
}

// only returns the one system role of a person; Member is everybody's.
func (a assigned) only() (org.Role, error) {
	switch len(a.system) {
	case 0:
		return org.RoleMember, nil
	case 1:
		return a.system[0], nil
	}
	return "", fault.InvalidAt("assignedRoleIds", "conflict", "must have at most one system role")
}

// setRoles makes the cloud roles of an actor those that are given.
func (c *Cloud) setRoles(ctx context.Context, organizationID string, actor org.RoleActor, before, after []org.RoleRef) error {
	give := func(refs []org.RoleRef) []org.Assignment {
		out := make([]org.Assignment, len(refs))
		for i, ref := range refs {
			out[i] = org.Assignment{RoleID: ref.ID, Actor: actor}
		}
		return out
	}
	if err := c.Store.Unassign(ctx, organizationID, give(without(before, after))...); err != nil {
		return err
	}
	return c.Store.Assign(ctx, organizationID, give(without(after, before))...)
}

// errBothRoles refuses a body with the deprecated field and its successor.
func errBothRoles(field string) error {
	return fault.InvalidAt("assignedRoleIds", "conflict", "can't be combined with "+field)
}

func namesOf(refs []org.RoleRef) []string {
	names := make([]string, len(refs))
	for i, ref := range refs {
		names[i] = ref.Name
	}
	return names
}
