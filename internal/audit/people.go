package audit

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// member looks at somebody's seat in a team.
func (s *Store) member(teamID, userID string) subject {
	return subject{teamID: teamID, kind: org.SubjectMember, id: userID, read: func(ctx context.Context) (seen, error) {
		seat, err := s.SeatOf(ctx, teamID, userID)
		if err != nil {
			return seen{}, err
		}
		user, err := s.UserByID(ctx, userID)
		if err != nil {
			return seen{}, err
		}
		factor, err := s.twoFactor(ctx, userID)
		return showMember(user, seat, factor), err
	}}
}

func showMember(user access.User, seat access.Seat, factor org.Facts) seen {
	facts := org.Facts{
		"email": user.Email, "name": user.Name, "role": seat.Role, "teamRole": roleName(seat), "disabled": !user.DisabledAt.IsZero(), "password": org.Masked(user.PasswordHash),
	}
	maps.Copy(facts, factor)
	return seen{user.Email, facts}
}

// roleName returns the role that somebody was given in the team; empty: none.
func roleName(seat access.Seat) string {
	if seat.StackRole == nil || seat.StackRole.Name == "" {
		return seat.StackRoleID
	}
	return seat.StackRole.Name
}

// AddTeamMember gives the user a seat.
func (s *Store) AddTeamMember(ctx context.Context, teamID, userID, roleID string, at time.Time) error {
	return s.change(ctx, s.member(teamID, userID), func(ctx context.Context) error {
		return s.Store.AddTeamMember(ctx, teamID, userID, roleID, at)
	})
}

// SetMemberRole gives a member another role in the team.
func (s *Store) SetMemberRole(ctx context.Context, teamID, userID, roleID string) error {
	return s.change(ctx, s.member(teamID, userID), func(ctx context.Context) error { return s.Store.SetMemberRole(ctx, teamID, userID, roleID) })
}

// RemoveTeamMember takes the user's seat.
func (s *Store) RemoveTeamMember(ctx context.Context, teamID, userID string) error {
	along := func(ctx context.Context) ([]subject, error) { return s.withSeat(ctx, teamID, userID) }
	return s.removing(ctx, s.member(teamID, userID), along, func(ctx context.Context) error { return s.Store.RemoveTeamMember(ctx, teamID, userID) })
}

// UpdateMember gives a member another role, in all teams of the organization.
func (s *Store) UpdateMember(ctx context.Context, m org.Member) error {
	return s.inOrganization(ctx, m.OrganizationID, m.UserID, func(ctx context.Context) error { return s.Store.UpdateMember(ctx, m) })
}

// DeleteMember takes the member's seats in all teams of the organization.
func (s *Store) DeleteMember(ctx context.Context, organizationID, userID string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		seats, err := s.MembershipsOf(ctx, userID)
		if err != nil {
			return err
		}
		var subs []subject
		for _, seat := range seats {
			if seat.OrganizationID != organizationID {
				continue
			}
			along, err := s.withSeat(ctx, seat.TeamID, userID)
			if err != nil {
				return err
			}
			subs = append(append(subs, s.member(seat.TeamID, userID)), along...)
		}
		return s.changeAll(ctx, subs, func(ctx context.Context) error { return s.Store.DeleteMember(ctx, organizationID, userID) })
	})
}

func (s *Store) inOrganization(ctx context.Context, organizationID, userID string, write func(ctx context.Context) error) error {
	holds := func(m access.Membership) bool { return m.OrganizationID == organizationID }
	return s.inTeams(ctx, userID, holds, s.seats(userID), write)
}

// AddOrganizationMember gives the user a role in all teams of the organization
// in which they sit.
func (s *Store) AddOrganizationMember(ctx context.Context, organizationID, userID string, role org.Role, at time.Time) error {
	return s.inOrganization(ctx, organizationID, userID, func(ctx context.Context) error {
		return s.Store.AddOrganizationMember(ctx, organizationID, userID, role, at)
	})
}

// SetPassword replaces the hash of the user's password.
func (s *Store) SetPassword(ctx context.Context, userID, hash string) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.SetPassword(ctx, userID, hash) })
}

// RenameUser replaces the address and the name of a user.
func (s *Store) RenameUser(ctx context.Context, userID, email, name string) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.RenameUser(ctx, userID, email, name) })
}

// SetDisabled keeps the user from signing in, or lets them again.
func (s *Store) SetDisabled(ctx context.Context, userID string, since time.Time) error {
	return s.everywhere(ctx, userID, s.seats(userID), func(ctx context.Context) error { return s.Store.SetDisabled(ctx, userID, since) })
}

// seats returns how to look at somebody's seat in each team.
func (s *Store) seats(userID string) func(teamID string) subject {
	return func(teamID string) subject { return s.member(teamID, userID) }
}

// invitation looks at an invitation to a team.
func (s *Store) invitation(teamID, id string) subject {
	return subject{teamID: teamID, kind: org.SubjectInvitation, id: id, read: func(ctx context.Context) (seen, error) {
		list, err := s.TeamInvitations(ctx, teamID)
		at := slices.IndexFunc(list, func(i org.TeamInvitation) bool { return i.ID == id })
		if err != nil || at < 0 {
			return seen{}, orMissing(err)
		}
		return showInvitation(list[at]), nil
	}}
}

// CreateTeamInvitation adds an invitation.
func (s *Store) CreateTeamInvitation(ctx context.Context, i org.TeamInvitation) error {
	return s.change(ctx, s.invitation(i.TeamID, i.ID), func(ctx context.Context) error { return s.Store.CreateTeamInvitation(ctx, i) })
}

// DeleteTeamInvitation removes an invitation.
func (s *Store) DeleteTeamInvitation(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.invitation(teamID, id), func(ctx context.Context) error { return s.Store.DeleteTeamInvitation(ctx, teamID, id) })
}

// RevokeInvitations ends the invitations that grant the role, to all teams of
// the organization.
func (s *Store) RevokeInvitations(ctx context.Context, organizationID string, role org.Role) error {
	grants := func(i org.TeamInvitation) bool { return i.Role == role }
	return s.revoke(ctx, organizationID, grants, func(ctx context.Context) error { return s.Store.RevokeInvitations(ctx, organizationID, role) })
}

// RevokeInvitationsTo ends the invitations of an address, to all teams of the
// organization.
func (s *Store) RevokeInvitationsTo(ctx context.Context, organizationID, email string) error {
	isTo := func(i org.TeamInvitation) bool { return i.Email == email }
	return s.revoke(ctx, organizationID, isTo, func(ctx context.Context) error { return s.Store.RevokeInvitationsTo(ctx, organizationID, email) })
}

func (s *Store) revoke(ctx context.Context, organizationID string, ends func(org.TeamInvitation) bool, write func(ctx context.Context) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		teams, err := s.TeamsOfOrganization(ctx, organizationID)
		if err != nil {
			return err
		}
		var subs []subject
		for _, teamID := range teams {
			invitations, err := s.TeamInvitations(ctx, teamID)
			if err != nil {
				return err
			}
			for _, i := range invitations {
				if ends(i) {
					subs = append(subs, s.invitation(teamID, i.ID))
				}
			}
		}
		return s.changeAll(ctx, subs, write)
	})
}
