package cloud

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Invitations returns the organization's invitations, oldest first. One that
// has expired stays until it is deleted.
func (c *Cloud) Invitations(ctx context.Context, organizationID string) ([]org.Invitation, error) {
	if err := own(ctx, access.OrganizationRead, organizationID); err != nil {
		return nil, err
	}
	invitations, err := c.Store.OrganizationInvitationsOf(ctx, organizationID)
	if err != nil {
		return nil, err
	}
	book, err := c.roleBook(ctx, organizationID)
	for i, one := range invitations {
		invitations[i].CustomRoles = book.refs(invited(one))
	}
	return invitations, err
}

func invited(i org.Invitation) org.RoleActor {
	return org.RoleActor{Kind: org.ActorOfInvitation, ID: i.ID}
}

// Invitation returns the organization's invitation.
func (c *Cloud) Invitation(ctx context.Context, organizationID, id string) (org.Invitation, error) {
	if err := own(ctx, access.OrganizationRead, organizationID); err != nil {
		return org.Invitation{}, err
	}
	i, err := c.Store.OrganizationInvitationByID(ctx, organizationID, id)
	if err != nil {
		return org.Invitation{}, err
	}
	book, err := c.roleBook(ctx, organizationID)
	i.CustomRoles = book.refs(invited(i))
	return i, err
}

// InvitationInput is what a new invitation is made from: with either a system
// role or the ids of all roles.
type InvitationInput struct {
	Email   string
	Role    org.Role
	RoleIDs *[]string
}

// input reads the roles of an invitation.
func (b roleBook) input(in InvitationInput) (org.InvitationInput, error) {
	out := org.InvitationInput{Email: in.Email, Role: in.Role}
	if in.RoleIDs == nil {
		return out, nil
	}
	if in.Role != "" {
		return out, errBothRoles("role")
	}
	wanted, err := b.resolve(*in.RoleIDs)
	if err != nil {
		return out, err
	}
	out.CustomRoles = wanted.custom
	out.Role, err = wanted.only()
	return out, err
}

// CreateInvitation invites somebody to the organization. The token in the
// answer is told this once.
func (c *Cloud) CreateInvitation(ctx context.Context, organizationID string, in InvitationInput) (org.Invitation, error) {
	var made org.Invitation
	err := c.write(ctx, access.OrganizationManage, organizationID, func(ctx context.Context) error {
		book, err := c.roleBook(ctx, organizationID)
		if err != nil {
			return err
		}
		input, err := book.input(in)
		if err != nil {
			return err
		}
		if made, err = org.NewInvitation(input, c.Now()); err != nil {
			return err
		}
		if err := book.checkActorCovers(ctx, []org.Role{made.Role}, made.CustomRoles); err != nil {
			return err
		}
		if err := c.checkInvite(ctx, organizationID, made); err != nil {
			return err
		}
		made.OrganizationID = organizationID
		return c.storeInvitation(ctx, &made)
	})
	return made, err
}

func (c *Cloud) storeInvitation(ctx context.Context, made *org.Invitation) (err error) {
	if made.ID, err = c.newUUID(); err != nil {
		return err
	}
	if made.Token, err = org.NewInvitationToken(c.Random); err != nil {
		return err
	}
	if err := c.Store.CreateOrganizationInvitation(ctx, *made); err != nil {
		return err
	}
	if err := c.setRoles(ctx, made.OrganizationID, invited(*made), nil, made.CustomRoles); err != nil {
		return err
	}
	return c.ledger().record(ctx, entry{
		kind: org.ActivityInvitationCreate, organizationID: made.OrganizationID, targetID: made.ID,
		after: invitationFacts(*made),
	})
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
	return c.write(ctx, access.OrganizationManage, ref.OrganizationID, func(ctx context.Context) error {
		before, err := c.Store.OrganizationInvitationByID(ctx, ref.OrganizationID, ref.ID)
		if err != nil {
			return err
		}
		if err := checkVersion("invitation", InvitationVersion, ref.Version); err != nil {
			return err
		}
		book, err := c.roleBook(ctx, ref.OrganizationID)
		if err != nil {
			return err
		}
		if err := book.checkActorCovers(ctx, []org.Role{before.Role}, book.refs(invited(before))); err != nil {
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
