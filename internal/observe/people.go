package observe

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Team answers the caller's team.
func (r *Resources) Team(ctx context.Context) (stack.Team, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return stack.Team{}, err
	}
	return r.Store.TeamByID(ctx, teamID)
}

// Members answers who sits in the team, the longest there first.
func (r *Resources) Members(ctx context.Context) ([]Member, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	return r.Store.TeamMembers(ctx, teamID)
}

// RemoveMember takes somebody's seat in the team, with the keys and sessions
// that hang on it. Their alerts become the caller's.
func (r *Resources) RemoveMember(ctx context.Context, userID string) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		if err := stack.CheckMemberRemoval(t.UserID, userID); err != nil {
			return err
		}
		if err := r.Store.RemoveTeamMember(ctx, t.TeamID, userID); err != nil {
			return err
		}
		return r.Store.ReassignAlerts(ctx, t.TeamID, userID, t.Actor())
	})
}

// Invitations answers the team's invitations, oldest first.
func (r *Resources) Invitations(ctx context.Context) ([]stack.Invitation, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	return r.Store.TeamInvitations(ctx, teamID)
}

// Invite asks somebody to join the team. Asking again answers the invitation
// that is open, and a new one when it has expired.
func (r *Resources) Invite(ctx context.Context, body []byte) (stack.Invitation, error) {
	in, err := stack.DecodeInvitation(body)
	if err != nil {
		return stack.Invitation{}, err
	}
	var made stack.Invitation
	err = r.change(ctx, func(ctx context.Context, t turn) error {
		if err := r.checkStranger(ctx, in.Email); err != nil {
			return err
		}
		open, err := r.openInvitation(ctx, t, in.Email)
		if err != nil {
			return err
		}
		if open != nil {
			made = *open
			return nil
		}
		made, err = r.invite(ctx, t, in)
		return err
	})
	return made, err
}

func (r *Resources) checkStranger(ctx context.Context, email string) error {
	user, err := found(r.Store.UserByEmail(ctx, email))
	if err != nil {
		return err
	}
	if user != nil {
		return invalid("email", "unique", "belongs to somebody who has an account already")
	}
	return nil
}

// openInvitation answers the invitation of the address that can still be
// accepted, or nil. One that can't is removed.
func (r *Resources) openInvitation(ctx context.Context, t turn, email string) (*stack.Invitation, error) {
	known, err := found(r.Store.TeamInvitationByEmail(ctx, t.TeamID, email))
	if err != nil || known == nil || known.Open(t.now) {
		return known, err
	}
	return nil, r.Store.DeleteTeamInvitation(ctx, t.TeamID, known.ID)
}

func (r *Resources) invite(ctx context.Context, t turn, in stack.InvitationInput) (stack.Invitation, error) {
	have, err := r.Store.HoldingsOf(ctx, t.TeamID)
	if err != nil {
		return stack.Invitation{}, err
	}
	if err := room("invitations", have.Invitations, InvitationsMax); err != nil {
		return stack.Invitation{}, err
	}
	token, err := stack.NewInvitationToken(r.Random)
	if err != nil {
		return stack.Invitation{}, err
	}
	id, err := t.mint()
	if err != nil {
		return stack.Invitation{}, err
	}
	made := stack.Invitation{ID: id, TeamID: t.TeamID, Email: in.Email, Name: in.Name, Token: token, CreatedAt: t.now}
	return made, r.Store.CreateTeamInvitation(ctx, made)
}

// Uninvite takes an invitation back.
func (r *Resources) Uninvite(ctx context.Context, id string) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		return r.Store.DeleteTeamInvitation(ctx, t.TeamID, id)
	})
}

// Accept makes the account of somebody who was invited, and gives it a seat
// in the team. The token is the credential; it works once.
func (r *Resources) Accept(ctx context.Context, token string, in access.NewUser) (access.User, error) {
	var user access.User
	err := r.Store.InTx(ctx, func(ctx context.Context) error {
		invitation, err := r.Store.TeamInvitationByToken(ctx, token)
		if fault.KindOf(err) == fault.NotFound || err == nil && !invitation.Open(r.now()) {
			return fault.New(fault.NotFound, "the invitation does not exist or has expired")
		}
		if err != nil {
			return err
		}
		// Whoever deletes the invitation first has used it.
		if err := r.Store.DeleteTeamInvitation(ctx, invitation.TeamID, invitation.ID); err != nil {
			return err
		}
		in.Email, in.Name = invitation.Email, invitation.Naming(in.Name)
		user, err = r.Accounts.CreateMember(ctx, in, access.Membership{TeamID: invitation.TeamID, Role: org.RoleDeveloper})
		return err
	})
	return user, err
}
