package access

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// plan is what the rules give somebody in an organization, taken together.
type plan struct {
	organizationID string
	role           org.Role
	everywhere     *string           // name of the role in all other teams; nil: no seat there
	teams          map[string]string // name of the role, by id of the team
}

// take adds what a grant gives. The strongest role in the organization counts;
// in a team the first one does.
func (p *plan) take(teamID string, g Grant) {
	p.role = stronger(p.role, g.Role)
	if teamID == "" {
		if p.everywhere == nil {
			p.everywhere = &g.TeamRole
		}
		return
	}
	if _, known := p.teams[teamID]; !known {
		p.teams[teamID] = g.TeamRole
	}
}

// in returns the name of the role in a team, and whether there is a seat.
func (p *plan) in(teamID string) (role string, isWanted bool) {
	if role, isWanted = p.teams[teamID]; isWanted || p.everywhere == nil {
		return role, isWanted
	}
	return *p.everywhere, true
}

// plans gathers the grants of a person by organization. A team that does not
// exist gives nothing.
func (s *Service) plans(ctx context.Context, v *visit) ([]*plan, error) {
	found := map[string]*plan{}
	for _, grant := range v.Grants {
		organizationID, teamID, err := s.place(ctx, v, grant)
		if fault.KindOf(err) == fault.NotFound {
			s.log(ctx, "a rule of single sign-on names a team that does not exist", v.user.ID)
			continue
		}
		if err != nil {
			return nil, err
		}
		if found[organizationID] == nil {
			found[organizationID] = &plan{organizationID: organizationID, teams: map[string]string{}}
		}
		found[organizationID].take(teamID, grant)
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *plan) int { return strings.Compare(a.organizationID, b.organizationID) }), nil
}

func (s *Service) place(ctx context.Context, v *visit, g Grant) (organizationID, teamID string, err error) {
	if g.Team == "" {
		return v.home, "", nil
	}
	if teamID, err = s.Store.TeamByName(ctx, g.Team); err != nil {
		return "", "", err
	}
	organization, err := s.Store.OrganizationOfTeam(ctx, teamID)
	return organization.ID, teamID, err
}

// stronger returns the role that may do more.
func stronger(a, b org.Role) org.Role {
	for _, role := range org.Roles() {
		if a == role || b == role {
			return role
		}
	}
	return ""
}

// seat makes role and seats of the user in an organization those of the plan.
// The last admin who can sign in stays one.
func (s *Service) seat(ctx context.Context, user User, p *plan) error {
	if err := s.Store.LockOrganization(ctx, p.organizationID); err != nil {
		return err
	}
	if err := s.assume(ctx, user, p); err != nil {
		return err
	}
	teams, err := s.Store.TeamsOfOrganization(ctx, p.organizationID)
	if err != nil {
		return err
	}
	for _, teamID := range teams {
		role, isWanted := p.in(teamID)
		if err := s.seatIn(ctx, user, teamID, teamRole{role, isWanted}); err != nil {
			return err
		}
	}
	return nil
}

// assume gives the user the role of the plan.
func (s *Service) assume(ctx context.Context, user User, p *plan) error {
	members, err := s.Store.MembersOf(ctx, p.organizationID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(members, func(m org.Member) bool { return m.UserID == user.ID })
	if at < 0 {
		return s.addRole(ctx, p.organizationID, user, p.role)
	}
	after, changed, err := members[at].WithRole(p.role, members)
	if fault.KindOf(err) == fault.Conflict {
		s.log(ctx, "rules give the last admin another role: the role stays", user.ID)
		return nil
	}
	if err != nil || !changed {
		return err
	}
	if err := s.Store.UpdateMember(ctx, after); err != nil {
		return err
	}
	return s.members().MemberChanged(ctx, members[at], after)
}

// teamRole is the name of a role in a team, where there is to be a seat.
type teamRole struct {
	name     string // empty: it follows from the role in the organization
	isWanted bool
}

// seatIn gives the user a seat in the team with the role, or takes it.
func (s *Service) seatIn(ctx context.Context, user User, teamID string, role teamRole) error {
	roleID, isKnown, err := s.roleID(ctx, teamID, role.name)
	if err != nil {
		return err
	}
	if role.isWanted && !isKnown {
		s.log(ctx, "a rule of single sign-on names a role that the team does not have", user.ID)
		role.isWanted = false
	}
	seat, err := s.Store.SeatOf(ctx, teamID, user.ID)
	isSeated, err := foundOr(err)
	switch {
	case err != nil:
		return err
	case isSeated && !role.isWanted:
		return s.Store.RemoveTeamMember(ctx, teamID, user.ID)
	case isSeated && seat.StackRoleID != roleID:
		return s.Store.SetMemberRole(ctx, teamID, user.ID, roleID)
	case !isSeated && role.isWanted:
		return s.Store.AddTeamMember(ctx, teamID, user.ID, roleID, s.Now())
	}
	return nil
}

// roleID returns the id of the team's role with the name, and whether there is
// one.
func (s *Service) roleID(ctx context.Context, teamID, name string) (id string, isKnown bool, err error) {
	if name == "" {
		return "", true, nil
	}
	own, err := s.Store.RolesOf(ctx, teamID)
	if err != nil {
		return "", false, err
	}
	all := append(stack.PredefinedRoles(), own...)
	at := slices.IndexFunc(all, func(r stack.Role) bool { return strings.EqualFold(r.Name, name) })
	if at < 0 {
		return "", false, nil
	}
	return all[at].ID, true, nil
}
