package cloud

import (
	"context"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// People knows accounts.
type People interface {
	// Admit returns the account of the address if the password is theirs, and
	// a new one that is not stored yet if there is none. It hashes a password
	// and must not be called inside a transaction.
	Admit(ctx context.Context, in access.NewUser) (user access.User, known bool, err error)
}

// guest is somebody who has proved to own an account, or who gets one.
type guest struct {
	access.User
	known bool
}

// InvitationState returns what became of an invitation to an organization that
// a token belongs to. Nobody needs to be signed in: the token is the credential.
func (c *Cloud) InvitationState(ctx context.Context, token string) (org.InvitationState, error) {
	i, err := c.Store.OrganizationInvitationByToken(ctx, token)
	return org.InvitationStateOf(i, err, c.Now())
}

// AcceptInvitation makes a member of the one who was invited: of the account that
// the address has, if the password is theirs, otherwise of a new one. The
// token is the credential; it works once.
func (c *Cloud) AcceptInvitation(ctx context.Context, token string, in access.NewUser) (org.Member, error) {
	i, err := c.openInvitation(ctx, token)
	if err != nil {
		return org.Member{}, err
	}
	who, err := c.admit(ctx, i, in)
	if err != nil {
		return org.Member{}, err
	}
	var member org.Member
	err = locked(ctx, c.Store, i.OrganizationID, func(ctx context.Context) error {
		if i, err = c.openInvitation(ctx, token); err != nil {
			return err
		}
		member, err = c.join(ctx, i, who)
		return err
	})
	return member, err
}

func (c *Cloud) admit(ctx context.Context, i org.Invitation, in access.NewUser) (guest, error) {
	in.Email = i.Email
	if strings.TrimSpace(in.Name) == "" {
		in.Name = i.Email
	}
	user, known, err := c.People.Admit(ctx, in)
	return guest{user, known}, err
}

// openInvitation returns the invitation of a token while it can be accepted.
func (c *Cloud) openInvitation(ctx context.Context, token string) (org.Invitation, error) {
	i, err := c.Store.OrganizationInvitationByToken(ctx, token)
	if fault.KindOf(err) == fault.NotFound || err == nil && !i.Open(c.Now()) {
		return i, fault.New(fault.NotFound, "the invitation does not exist or has expired")
	}
	return i, err
}

func (c *Cloud) join(ctx context.Context, i org.Invitation, user guest) (org.Member, error) {
	if !user.known {
		if err := c.Store.CreateUser(ctx, user.User); err != nil {
			return org.Member{}, err
		}
	}
	member, err := i.Accept(org.Member{UserID: user.ID, Name: user.Name, Email: user.Email, Version: 1}, c.Now())
	if err != nil {
		return org.Member{}, err
	}
	ctx = access.WithPrincipal(ctx, access.Principal{UserID: user.ID, OrganizationID: i.OrganizationID})
	if err := c.seat(ctx, member); err != nil {
		return org.Member{}, err
	}
	if err := c.Store.GiveInvitedRoles(ctx, i.OrganizationID, i.ID, user.ID); err != nil {
		return org.Member{}, err
	}
	if err := c.Store.RevokeInvitationsTo(ctx, i.OrganizationID, i.Email); err != nil {
		return org.Member{}, err
	}
	book, err := c.roleBook(ctx, i.OrganizationID)
	if err != nil {
		return org.Member{}, err
	}
	member.CustomRoles = book.refs(actorOf(member))
	return member, c.MemberJoined(ctx, member)
}

// seat gives a member their role, and a place in the teams of all services:
// sessions hang on it. The role decides what they may do there.
func (c *Cloud) seat(ctx context.Context, m org.Member) error {
	if err := c.Store.AddOrganizationMember(ctx, m.OrganizationID, m.UserID, m.Role, m.JoinedAt); err != nil {
		return err
	}
	services, err := c.Store.ServicesOf(ctx, m.OrganizationID)
	if err != nil {
		return err
	}
	for _, s := range services {
		if err := c.Store.AddTeamMember(ctx, s.TeamID, m.UserID, "", m.JoinedAt); err != nil {
			return err
		}
	}
	return nil
}
