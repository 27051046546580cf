package access

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// MemberLog keeps who joins and leaves organizations, and who gets another
// role. It is called inside the transaction of the change, which has locked the
// organization, while the member is one.
type MemberLog interface {
	MemberJoined(ctx context.Context, m org.Member) error
	MemberChanged(ctx context.Context, before, after org.Member) error
	MemberLeaves(ctx context.Context, m org.Member) error
}

// unlogged is the MemberLog of a service that has none.
type unlogged struct{}

func (unlogged) MemberJoined(context.Context, org.Member) error              { return nil }
func (unlogged) MemberChanged(context.Context, org.Member, org.Member) error { return nil }
func (unlogged) MemberLeaves(context.Context, org.Member) error              { return nil }

func (s *Service) members() MemberLog {
	if s.Members == nil {
		return unlogged{}
	}
	return s.Members
}

// AddMember gives somebody who has an account a seat in the team, and returns
// their role in the organization behind it: the one that they have there, or
// that of the seat. A member of the team is a Conflict.
func (s *Service) AddMember(ctx context.Context, user User, seat Membership) (role org.Role, err error) {
	err = s.inOrganizationOf(ctx, seat.TeamID, func(ctx context.Context, organization org.Organization) error {
		if err := s.Store.AddTeamMember(ctx, seat.TeamID, user.ID, seat.StackRoleID, s.Now()); err != nil {
			return err
		}
		if role, err = s.roleOr(ctx, organization.ID, user, seat.Role); err != nil {
			return err
		}
		return s.Store.RevokeInvitationsTo(ctx, organization.ID, user.Email)
	})
	return role, err
}

// roleOr returns the user's role in the organization. Somebody without one gets
// the role, and a seat in all teams.
func (s *Service) roleOr(ctx context.Context, organizationID string, user User, role org.Role) (org.Role, error) {
	member, err := s.Store.MemberByID(ctx, organizationID, user.ID)
	if known, err := foundOr(err); known || err != nil {
		return member.Role, err
	}
	if err := s.addRole(ctx, organizationID, user, role); err != nil {
		return "", err
	}
	if role == org.RoleMember { // who has what their own teams give
		return role, nil
	}
	return role, s.seatEverywhere(ctx, user.ID, organizationID)
}

// addRole makes the user a member of the organization.
func (s *Service) addRole(ctx context.Context, organizationID string, user User, role org.Role) error {
	if err := s.Store.AddOrganizationMember(ctx, organizationID, user.ID, role, s.Now()); err != nil {
		return err
	}
	return s.members().MemberJoined(ctx, org.Member{
		UserID: user.ID, OrganizationID: organizationID, Name: user.Name, Email: user.Email, Role: role,
	})
}

// RemoveMember takes somebody's seat in the team with the keys and sessions
// that hang on it, and with their last seat also their role in the
// organization. The last admin who can sign in is a Conflict; somebody who
// has no seat is NotFound.
func (s *Service) RemoveMember(ctx context.Context, teamID, userID string) error {
	return s.inOrganizationOf(ctx, teamID, func(ctx context.Context, organization org.Organization) error {
		if _, err := s.Store.SeatOf(ctx, teamID, userID); err != nil {
			return err
		}
		if err := s.checkMember(ctx, organization.ID, userID, org.Member.CheckRemove); err != nil {
			return err
		}
		seats, err := s.Store.MembershipsOf(ctx, userID)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(seats, func(m Membership) bool { return m.OrganizationID == organization.ID && m.TeamID != teamID }) {
			s.log(ctx, "a member was removed from a team and stays in the organization", userID)
			return s.Store.RemoveTeamMember(ctx, teamID, userID)
		}
		return s.leave(ctx, organization.ID, teamID, userID)
	})
}

// leave removes the last seat and the role. A seat without a role is from
// before roles counted.
func (s *Service) leave(ctx context.Context, organizationID, teamID, userID string) error {
	member, err := s.Store.MemberByID(ctx, organizationID, userID)
	known, err := foundOr(err)
	if err != nil {
		return err
	}
	if !known {
		return s.Store.RemoveTeamMember(ctx, teamID, userID)
	}
	if err := s.members().MemberLeaves(ctx, member); err != nil {
		return err
	}
	if err := s.Store.DeleteMember(ctx, organizationID, userID); err != nil {
		return err
	}
	return s.revokeInvitations(ctx, member)
}

// LimitToTeams takes a developer's role in the organization behind the team.
// In its other teams they keep the role that followed from it.
func (s *Service) LimitToTeams(ctx context.Context, teamID, userID string) error {
	return s.inOrganizationOf(ctx, teamID, func(ctx context.Context, organization org.Organization) error {
		member, err := s.Store.MemberByID(ctx, organization.ID, userID)
		if err != nil || member.Role != org.RoleDeveloper {
			return err
		}
		seats, err := s.Store.MembershipsOf(ctx, userID)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			if seat.OrganizationID == organization.ID && seat.StackRoleID == "" {
				if err := s.Store.SetMemberRole(ctx, seat.TeamID, userID, stack.RoleMemberID); err != nil {
					return err
				}
			}
		}
		before := member
		member.Role = org.RoleMember
		if err := s.Store.UpdateMember(ctx, member); err != nil {
			return err
		}
		return s.members().MemberChanged(ctx, before, member)
	})
}

// revokeInvitations ends the invitations of somebody who goes, and, when an
// admin goes, all that make admins: one that they sent must not bring them back,
// and nothing tells whose is whose.
func (s *Service) revokeInvitations(ctx context.Context, gone org.Member) error {
	if err := s.Store.RevokeInvitationsTo(ctx, gone.OrganizationID, gone.Email); err != nil {
		return err
	}
	if err := s.Store.RevokeInvitationsWithRoles(ctx, gone.OrganizationID); err != nil {
		return err
	}
	if gone.Role != org.RoleAdmin {
		return nil
	}
	return s.Store.RevokeInvitations(ctx, gone.OrganizationID, org.RoleAdmin)
}

// checkMember runs check on a member and all members of the organization,
// which the transaction of ctx has locked.
func (s *Service) checkMember(ctx context.Context, organizationID, userID string, check func(org.Member, []org.Member) error) error {
	members, err := s.Store.MembersOf(ctx, organizationID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(members, func(m org.Member) bool { return m.UserID == userID })
	if at < 0 {
		return nil
	}
	return check(members[at], members)
}

// LockPeople runs fn in a transaction in which nobody else changes the people
// of the organization behind the team. Who locks the team too does so inside:
// the organization comes first everywhere.
func (s *Service) LockPeople(ctx context.Context, teamID string, fn func(ctx context.Context) error) error {
	return s.inOrganizationOf(ctx, teamID, func(ctx context.Context, _ org.Organization) error { return fn(ctx) })
}

// inOrganizationOf runs fn in a transaction in which nobody else changes the
// people of the organization behind the team.
func (s *Service) inOrganizationOf(ctx context.Context, teamID string, fn func(ctx context.Context, o org.Organization) error) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		organization, err := s.Store.OrganizationOfTeam(ctx, teamID)
		if err != nil {
			return err
		}
		if err := s.Store.LockOrganization(ctx, organization.ID); err != nil {
			return err
		}
		return fn(ctx, organization)
	})
}

// DisableUser keeps the account from signing in and refuses its access keys;
// its sessions and password links end. The last admin of an organization who can sign in is a
// Conflict.
func (s *Service) DisableUser(ctx context.Context, user User) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		organizations, err := s.Store.OrganizationsOfUser(ctx, user.ID)
		if err != nil {
			return err
		}
		for _, id := range organizations {
			if err := s.Store.LockOrganization(ctx, id); err != nil {
				return err
			}
			if err := s.checkMember(ctx, id, user.ID, org.Member.CheckDisable); err != nil {
				return err
			}
			member, err := s.Store.MemberByID(ctx, id, user.ID)
			if err != nil {
				return err
			}
			if err := s.revokeInvitations(ctx, member); err != nil {
				return err
			}
		}
		if err := s.Store.SetDisabled(ctx, user.ID, s.Now()); err != nil {
			return err
		}
		if err := s.Store.EndPasswordLinks(ctx, user.ID, ""); err != nil {
			return err
		}
		return s.Store.DeleteSessionsOf(ctx, user.ID, "")
	})
}

// EnableUser lets the account sign in again.
func (s *Service) EnableUser(ctx context.Context, user User) error {
	return s.Store.SetDisabled(ctx, user.ID, time.Time{})
}

// MakeAdmin gives the account the role admin in the organization and a seat in
// the teams of all its services, whatever it had before. It is for the
// operator of the installation, who needs no permission. A disabled account is
// a Conflict.
func (s *Service) MakeAdmin(ctx context.Context, user User, organizationID string) error {
	if !user.DisabledAt.IsZero() {
		return fault.New(fault.Conflict, "the account is disabled; enable it first")
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockOrganization(ctx, organizationID); err != nil {
			return err
		}
		if err := s.promote(ctx, user, organizationID); err != nil {
			return err
		}
		if err := s.seatEverywhere(ctx, user.ID, organizationID); err != nil {
			return err
		}
		return s.Store.RevokeInvitationsTo(ctx, organizationID, user.Email)
	})
}

func (s *Service) promote(ctx context.Context, user User, organizationID string) error {
	member, err := s.Store.MemberByID(ctx, organizationID, user.ID)
	known, err := foundOr(err)
	switch {
	case err != nil:
		return err
	case !known:
		return s.addRole(ctx, organizationID, user, org.RoleAdmin)
	case member.Role == org.RoleAdmin:
		return nil
	}
	before := member
	member.Role = org.RoleAdmin
	if err := s.Store.UpdateMember(ctx, member); err != nil {
		return err
	}
	return s.members().MemberChanged(ctx, before, member)
}

// seatEverywhere gives the user a seat in each team of the organization.
func (s *Service) seatEverywhere(ctx context.Context, userID, organizationID string) error {
	teams, err := s.Store.TeamsOfOrganization(ctx, organizationID)
	if err != nil {
		return err
	}
	for _, teamID := range teams {
		_, err := s.Store.SeatOf(ctx, teamID, userID)
		seated, err := foundOr(err)
		if err == nil && !seated {
			err = s.Store.AddTeamMember(ctx, teamID, userID, "", s.Now())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reseat gives an admin whose last seat went with its service a seat in all
// teams of the organization: nobody else could let them in.
func (s *Service) reseat(ctx context.Context, userID string) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		organizations, err := s.Store.OrganizationsOfUser(ctx, userID)
		if err != nil {
			return err
		}
		for _, id := range organizations {
			if err := s.reseatIn(ctx, id, userID); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) reseatIn(ctx context.Context, organizationID, userID string) error {
	if err := s.Store.LockOrganization(ctx, organizationID); err != nil {
		return err
	}
	member, err := s.Store.MemberByID(ctx, organizationID, userID)
	known, err := foundOr(err)
	if err != nil || !known || member.Role != org.RoleAdmin {
		return err
	}
	return s.seatEverywhere(ctx, userID, organizationID)
}
