package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Invitations returns the organization's invitations, oldest first. One that
// has expired stays until it is deleted.
func (c *Cloud) Invitations(ctx context.Context, organizationID string) ([]org.Invitation, error) {
	if err := own(ctx, access.MembersRead, organizationID); err != nil {
		return nil, err
	}
	return c.Store.OrganizationInvitationsOf(ctx, organizationID)
}

// Invitation returns the organization's invitation.
func (c *Cloud) Invitation(ctx context.Context, organizationID, id string) (org.Invitation, error) {
	if err := own(ctx, access.MembersRead, organizationID); err != nil {
		return org.Invitation{}, err
	}
	return c.Store.OrganizationInvitationByID(ctx, organizationID, id)
}

// CreateInvitation invites somebody to the organization. The token in the
// answer is told this once.
func (c *Cloud) CreateInvitation(ctx context.Context, organizationID string, in org.InvitationInput) (org.Invitation, error) {
	var made org.Invitation
	err := c.write(ctx, access.MembersManage, organizationID, func(ctx context.Context) error {
		var err error
		if made, err = org.NewInvitation(in, c.Now()); err != nil {
			return err
		}
		if err := c.checkInvite(ctx, organizationID, made); err != nil {
			return err
		}
		made.OrganizationID = organizationID
		if made.ID, err = c.newUUID(); err != nil {
			return err
		}
		if made.Token, err = org.NewInvitationToken(c.Random); err != nil {
			return err
		}
		if err := c.Store.CreateOrganizationInvitation(ctx, made); err != nil {
			return err
		}
		return c.ledger().record(ctx, entry{
			kind: org.ActivityInvitationCreate, organizationID: organizationID, targetID: made.ID,
			after: invitationFacts(made),
		})
	})
	return made, err
}

func (c *Cloud) checkInvite(ctx context.Context, organizationID string, i org.Invitation) error {
	invitations, err := c.Store.OrganizationInvitationsOf(ctx, organizationID)
	if err != nil {
		return err
	}
	members, err := c.Store.MembersOf(ctx, organizationID)
	if err != nil {
		return err
	}
	return i.CheckInvite(invitations, members)
}

// InvitationVersion is that of every invitation: they never change.
const InvitationVersion = 1

// InvitationRef names an invitation and the version that it must have; nil
// means any.
type InvitationRef struct {
	OrganizationID string
	ID             string
	Version        *int64
}

// DeleteInvitation takes the invitation back.
func (c *Cloud) DeleteInvitation(ctx context.Context, ref InvitationRef) error {
	return c.write(ctx, access.MembersManage, ref.OrganizationID, func(ctx context.Context) error {
		before, err := c.Store.OrganizationInvitationByID(ctx, ref.OrganizationID, ref.ID)
		if err != nil {
			return err
		}
		if err := checkVersion("invitation", InvitationVersion, ref.Version); err != nil {
			return err
		}
		if err := c.Store.DeleteOrganizationInvitation(ctx, ref.OrganizationID, ref.ID); err != nil {
			return err
		}
		return c.ledger().record(ctx, entry{
			kind: org.ActivityInvitationDelete, organizationID: ref.OrganizationID, targetID: ref.ID,
			before: invitationFacts(before),
		})
	})
}
