package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Invitations returns the team's invitations without their tokens, oldest
// first.
func (r *Resources) Invitations(ctx context.Context) ([]org.TeamInvitation, error) {
	teamID, err := teamAs(ctx, access.On(stack.ActionRead, stack.SubjectUser))
	if err != nil {
		return nil, err
	}
	return r.Store.TeamInvitations(ctx, teamID)
}

// Invited is what became of an invitation: one that waits to be accepted, or,
// for somebody who has an account, a member.
type Invited struct {
	org.TeamInvitation
	UserID string // of somebody who is in the team now; empty: the invitation waits
}

// Invite asks somebody to join the team, with the role developer unless the
// body names another. Its token is told this once: asking again gives the
// invitation a new one, and the old one is worth nothing any more. Who has
// an account already joins at once.
func (r *Resources) Invite(ctx context.Context, body []byte) (Invited, error) {
	p, err := access.Require(ctx, access.On(stack.ActionCreate, stack.SubjectUser))
	if err != nil {
		return Invited{}, err
	}
	in, err := r.decodeInvitation(ctx, p, body)
	if err != nil {
		return Invited{}, err
	}
	if err := r.checkReplaced(ctx, p, in.Email); err != nil {
		return Invited{}, err
	}
	user, err := found(r.Store.UserByEmail(ctx, in.Email))
	if err != nil {
		return Invited{}, err
	}
	if user != nil {
		return r.seat(ctx, p, *user, in)
	}
	var made org.TeamInvitation
	err = r.inTurn(ctx, p, func(ctx context.Context, t turn) error {
		made, err = r.invite(ctx, t, in)
		return err
	})
	return Invited{TeamInvitation: made}, err
}

// decodeInvitation returns who is invited as what. With a role in the team, and
// none in the organization that is named, they become a member of that.
func (r *Resources) decodeInvitation(ctx context.Context, p access.Principal, body []byte) (org.TeamInvitation, error) {
	in, err := stack.DecodeInvitation(body)
	if err != nil {
		return org.TeamInvitation{}, err
	}
	made := org.TeamInvitation{Email: in.Email, Name: in.Name, StackRoleID: in.RoleID}
	if in.RoleID == "" && (in.Role == nil || org.Role(*in.Role) == org.RoleMember) {
		team, err := r.Store.TeamByID(ctx, p.TeamID)
		if err != nil {
			return org.TeamInvitation{}, err
		}
		made.StackRoleID = team.DefaultRoleID
	}
	if made.StackRoleID != "" {
		if _, err := r.roleToGive(ctx, p, made.StackRoleID); err != nil {
			return org.TeamInvitation{}, err
		}
	}
	switch {
	case in.Role != nil:
		made.Role = org.Role(*in.Role)
	case made.StackRoleID != "":
		made.Role = org.RoleMember
	default:
		made.Role = org.RoleDeveloper
	}
	return made, checkInvited(p, made)
}

// checkReplaced returns a Forbidden fault for an address that has an invitation
// which the caller could not have made: theirs would take its place.
func (r *Resources) checkReplaced(ctx context.Context, p access.Principal, email string) error {
	known, err := found(r.Store.TeamInvitationByEmail(ctx, p.TeamID, email))
	if err != nil || known == nil {
		return err
	}
	return checkInvited(p, *known)
}

// checkInvited returns a fault unless the caller may give the role in the
// organization.
func checkInvited(p access.Principal, i org.TeamInvitation) error {
	switch {
	case !i.Role.Valid():
		return fault.InvalidAt("role", "enum", "must be one of admin, developer, billing, member")
	case i.Role != org.RoleMember && !p.May(access.MembersManage):
		return fault.New(fault.Forbidden, "to invite somebody as %s of the organization needs the role admin there; send roleId for a role in the team", i.Role)
	}
	return nil
}

// seat makes a member of somebody who has an account.
func (r *Resources) seat(ctx context.Context, p access.Principal, user access.User, in org.TeamInvitation) (Invited, error) {
	role, err := r.Accounts.AddMember(ctx, user, access.Membership{TeamID: p.TeamID, Role: in.Role, StackRoleID: in.StackRoleID})
	if fault.KindOf(err) == fault.Conflict {
		return Invited{}, fault.InvalidAt("email", "unique", "already belongs to a member of the team")
	}
	return Invited{TeamInvitation: org.TeamInvitation{TeamID: p.TeamID, Email: in.Email, Name: user.Name, Role: role, StackRoleID: in.StackRoleID}, UserID: user.ID}, err
}

func (r *Resources) invite(ctx context.Context, t turn, in org.TeamInvitation) (org.TeamInvitation, error) {
	id, err := r.invitationID(ctx, t, in.Email)
	if err != nil {
		return org.TeamInvitation{}, err
	}
	have, err := r.Store.HoldingsOf(ctx, t.TeamID)
	if err != nil {
		return org.TeamInvitation{}, err
	}
	if err := room("invitations", have.Invitations, InvitationsMax); err != nil {
		return org.TeamInvitation{}, err
	}
	token, err := org.NewInvitationToken(r.Random)
	if err != nil {
		return org.TeamInvitation{}, err
	}
	made := org.TeamInvitation{ID: id, TeamID: t.TeamID, Email: in.Email, Name: in.Name, Role: in.Role, StackRoleID: in.StackRoleID, Token: token, CreatedAt: t.now}
	return made, r.Store.CreateTeamInvitation(ctx, made)
}

// invitationID ends the invitation that the address has, and returns its id if
// it was open, otherwise a new one.
func (r *Resources) invitationID(ctx context.Context, t turn, email string) (string, error) {
	known, err := found(r.Store.TeamInvitationByEmail(ctx, t.TeamID, email))
	if err != nil {
		return "", err
	}
	if known == nil {
		return t.mint()
	}
	if err := r.Store.DeleteTeamInvitation(ctx, t.TeamID, known.ID); err != nil {
		return "", err
	}
	if !known.Open(t.now) {
		return t.mint()
	}
	return known.ID, nil
}

// Uninvite takes an invitation back.
func (r *Resources) Uninvite(ctx context.Context, id string) error {
	return r.changeAs(ctx, access.On(stack.ActionDelete, stack.SubjectUser), func(ctx context.Context, t turn) error {
		return r.Store.DeleteTeamInvitation(ctx, t.TeamID, id)
	})
}

// InvitationState returns what became of an invitation to the team that a token
// belongs to. Nobody needs to be signed in: the token is the credential, and a
// made-up one looks like one that was used.
func (r *Resources) InvitationState(ctx context.Context, token string) (org.InvitationState, error) {
	invitation, err := r.Store.TeamInvitationByToken(ctx, token)
	return org.InvitationStateOf(invitation, err, r.now())
}

// Accept makes the account of somebody who was invited, and gives it a seat
// in the team with the role of the invitation. The token is the credential; it
// works once.
func (r *Resources) Accept(ctx context.Context, token string, in access.NewUser) (access.User, error) {
	invitation, err := r.openInvitation(ctx, token)
	if err != nil {
		return access.User{}, err
	}
	in.Email, in.Name = invitation.Email, invitation.Naming(in.Name)
	user, err := r.Accounts.NewAccount(ctx, in)
	if err != nil {
		return access.User{}, err
	}
	return user, r.Accounts.LockPeople(ctx, invitation.TeamID, func(ctx context.Context) error {
		return r.join(ctx, invitation.TeamID, token, user)
	})
}

// join uses the invitation up. The team is locked so that nobody replaces the
// invitation by one with another token meanwhile.
func (r *Resources) join(ctx context.Context, teamID, token string, user access.User) error {
	if err := r.Store.LockTeam(ctx, teamID); err != nil {
		return err
	}
	invitation, err := r.openInvitation(ctx, token)
	if err != nil {
		return err
	}
	ctx = access.WithPrincipal(ctx, access.Principal{UserID: user.ID, TeamID: teamID})
	if err := r.Store.DeleteTeamInvitation(ctx, invitation.TeamID, invitation.ID); err != nil {
		return err
	}
	return r.Accounts.Enroll(ctx, user, access.Membership{TeamID: invitation.TeamID, Role: invitation.Role, StackRoleID: invitation.StackRoleID})
}

// openInvitation returns the invitation of a token while it can be accepted.
func (r *Resources) openInvitation(ctx context.Context, token string) (org.TeamInvitation, error) {
	invitation, err := r.Store.TeamInvitationByToken(ctx, token)
	if fault.KindOf(err) == fault.NotFound || err == nil && !invitation.Open(r.now()) {
		return invitation, fault.New(fault.NotFound, "the invitation does not exist or has expired")
	}
	return invitation, err
}
