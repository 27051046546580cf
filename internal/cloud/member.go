package cloud

import (
	"context"

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
	if err := own(ctx, access.MembersRead, organizationID); err != nil {
		return nil, err
	}
	return c.Store.MembersOf(ctx, organizationID)
}

// Member returns the organization's member.
func (c *Cloud) Member(ctx context.Context, organizationID, userID string) (org.Member, error) {
	if err := own(ctx, access.MembersRead, organizationID); err != nil {
		return org.Member{}, err
	}
	return c.Store.MemberByID(ctx, organizationID, userID)
}

// UpdateMember gives the member the role; nil keeps the one they have.
func (c *Cloud) UpdateMember(ctx context.Context, ref MemberRef, role *org.Role) (org.Member, error) {
	var after org.Member
	err := c.writeMember(ctx, ref, func(ctx context.Context, before org.Member, members []org.Member) error {
		after = before
		if role == nil {
			return nil
		}
		updated, changed, err := before.WithRole(*role, members)
		if err != nil || !changed {
			return err
		}
		if err := c.Store.UpdateMember(ctx, updated); err != nil {
			return err
		}
		updated.Version++
		after = updated
		if err := c.revokeInvitations(ctx, before); err != nil {
			return err
		}
		return c.MemberChanged(ctx, before, after)
	})
	return after, err
}

// DeleteMember removes the member from the organization and from the teams of
// its services.
func (c *Cloud) DeleteMember(ctx context.Context, ref MemberRef) error {
	return c.writeMember(ctx, ref, func(ctx context.Context, before org.Member, members []org.Member) error {
		if err := before.CheckRemove(members); err != nil {
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
// sent must not bring them back, and nothing tells whose is whose.
func (c *Cloud) revokeInvitations(ctx context.Context, before org.Member) error {
	if err := c.Store.RevokeInvitationsTo(ctx, before.OrganizationID, before.Email); err != nil {
		return err
	}
	if before.Role != org.RoleAdmin {
		return nil
	}
	return c.Store.RevokeInvitations(ctx, before.OrganizationID, org.RoleAdmin)
}

// writeMember runs fn with the member and all members of the organization.
func (c *Cloud) writeMember(ctx context.Context, ref MemberRef, fn func(ctx context.Context, m org.Member, all []org.Member) error) error {
	return c.write(ctx, access.MembersManage, ref.OrganizationID, func(ctx context.Context) error {
		member, err := c.Store.MemberByID(ctx, ref.OrganizationID, ref.UserID)
		if err != nil {
			return err
		}
		if err := checkVersion("member", member.Version, ref.Version); err != nil {
			return err
		}
		members, err := c.Store.MembersOf(ctx, ref.OrganizationID)
		if err != nil {
			return err
		}
		return fn(ctx, member, members)
	})
}
