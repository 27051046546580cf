package cloud

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// MemberRef names a member and the version that it must have; nil means any.
type MemberRef struct {
	OrganizationID string
	UserID         string
	Version        *int64
}

// Members returns the organization's members, oldest first.
func (c *Cloud) Members(ctx context.Context, organizationID string) ([]org.Member, error) {
	if err := own(ctx, access.OrganizationRead, organizationID); err != nil {
		return nil, err
	}
	members, err := c.Store.MembersOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	book, err := c.roleBook(ctx, organizationID)
	for i, m := range members {
		members[i].CustomRoles = book.refs(actorOf(m))
	}
	return members, err
}

func actorOf(m org.Member) org.RoleActor { return org.RoleActor{Kind: org.ActorOfUser, ID: m.UserID} }

// Member returns the organization's member.
func (c *Cloud) Member(ctx context.Context, organizationID, userID string) (org.Member, error) {
	if err := own(ctx, access.OrganizationRead, organizationID); err != nil {
		return org.Member{}, err
	}
	m, err := c.Store.MemberByID(ctx, organizationID, userID)
	if err != nil {
		return org.Member{}, err
	}
	book, err := c.roleBook(ctx, organizationID)
	m.CustomRoles = book.refs(actorOf(m))
	return m, err
}

// MemberPatch is an update of a member: either the system role, which leaves
// other roles as they are, or the ids of all roles. The zero value changes
// nothing.
type MemberPatch struct {
	Role    *org.Role
	RoleIDs *[]string
}

// UpdateMember gives the member other roles.
func (c *Cloud) UpdateMember(ctx context.Context, ref MemberRef, patch MemberPatch) (org.Member, error) {
	var after org.Member
	err := c.writeMember(ctx, ref, func(ctx context.Context, before org.Member, people people) error {
		after = before
		updated, changed, err := people.patched(before, patch)
		if err != nil || !changed {
			return err
		}
		if err := people.book.checkActorCovers(ctx, []org.Role{updated.Role}, updated.CustomRoles); err != nil {
			return err
		}
		if err := c.Store.UpdateMember(ctx, updated); err != nil {
			return err
		}
		updated.Version++
		after = updated
		if err := c.setRoles(ctx, ref.OrganizationID, actorOf(before), before.CustomRoles, after.CustomRoles); err != nil {
			return err
		}
		if err := c.revokeInvitations(ctx, before); err != nil {
			return err
		}
		return c.MemberChanged(ctx, before, after)
	})
	return after, err
}

// people is everybody of an organization.
type people struct {
	members []org.Member
	book    roleBook
}

// patched returns the member after the patch and whether that changed them.
func (p people) patched(m org.Member, patch MemberPatch) (org.Member, bool, error) {
	before := m
	switch {
	case patch.Role != nil && patch.RoleIDs != nil:
		return m, false, errBothRoles("role")
	case patch.RoleIDs != nil:
		wanted, err := p.book.resolve(*patch.RoleIDs)
		if err != nil {
			return m, false, err
		}
		role, err := wanted.only()
		if err != nil {
			return m, false, err
		}
		m.CustomRoles, patch.Role = wanted.custom, &role
	case patch.Role == nil:
		return m, false, nil
	}
	m, changed, err := m.WithRole(*patch.Role, p.members)
	if m.Role == org.RoleAdmin {
		m.CustomRoles = nil
	}
	return m, changed || !slices.Equal(m.CustomRoles, before.CustomRoles), err
}

// DeleteMember removes the member from the organization and from the teams of
// its services.
func (c *Cloud) DeleteMember(ctx context.Context, ref MemberRef) error {
	return c.writeMember(ctx, ref, func(ctx context.Context, before org.Member, people people) error {
		if err := before.CheckRemove(people.members); err != nil {
			return err
		}
		if err := c.MemberLeaves(ctx, before); err != nil {
			return err
		}
		if err := c.Store.DeleteMember(ctx, ref.OrganizationID, ref.UserID); err != nil {
			return err
		}
		return c.revokeInvitations(ctx, before)
	})
}

// revokeInvitations ends the invitations of somebody who goes or gets another
// role, and, when an admin is one no longer, all that make admins: one that they
// sent must not bring them back, and it is not known whose is whose. The same goes
// for those whose cloud roles let them invite people, and invitations that give
// cloud roles.
func (c *Cloud) revokeInvitations(ctx context.Context, before org.Member) error {
	if err := c.Store.RevokeInvitationsTo(ctx, before.OrganizationID, before.Email); err != nil {
		return err
	}
	book, err := c.roleBook(ctx, before.OrganizationID)
	if err != nil {
		return err
	}
	if before.Role == org.RoleAdmin || book.invite(before.CustomRoles) {
		if err := c.Store.RevokeInvitationsWithRoles(ctx, before.OrganizationID); err != nil {
			return err
		}
	}
	if before.Role != org.RoleAdmin {
		return nil
	}
	return c.Store.RevokeInvitations(ctx, before.OrganizationID, org.RoleAdmin)
}

// writeMember runs fn with a member who may do no more than the caller, and all
// people of the organization.
func (c *Cloud) writeMember(ctx context.Context, ref MemberRef, fn func(ctx context.Context, m org.Member, all people) error) error {
	return c.write(ctx, access.OrganizationManage, ref.OrganizationID, func(ctx context.Context) error {
		member, err := c.Store.MemberByID(ctx, ref.OrganizationID, ref.UserID)
		if err != nil {
			return err
		}
		if err := checkVersion("member", member.Version, ref.Version); err != nil {
			return err
		}
		var all people
		if all.members, err = c.Store.MembersOf(ctx, ref.OrganizationID); err != nil {
			return err
		}
		if all.book, err = c.roleBook(ctx, ref.OrganizationID); err != nil {
			return err
		}
		member.CustomRoles = all.book.refs(actorOf(member))
		if err := all.book.checkActorCovers(ctx, []org.Role{member.Role}, member.CustomRoles); err != nil {
			return err
		}
		return fn(ctx, member, all)
	})
}
