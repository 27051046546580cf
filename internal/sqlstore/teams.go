package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertTeamSQL = `
INSERT INTO teams (id, name, created_at, version, default_role_id)
VALUES ($1, $2, $3, $4, $5)`

	teamByIDSQL = `
SELECT id, name, created_at, version, default_role_id
FROM teams
WHERE id = $1`

	teamsSQL = `
SELECT id, name, created_at, version, default_role_id
FROM teams
ORDER BY created_at, id
LIMIT $1`

	renameTeamSQL = `
UPDATE teams
SET name = $2, version = version + 1
WHERE id = $1`

	insertTeamMemberSQL = `
INSERT INTO team_members (team_id, user_id, created_at, role_id)
VALUES ($1, $2, $3, $4)`

	membershipsOfSQL = `
SELECT teams.id, teams.name, COALESCE(services.organization_id, ''), COALESCE(organization_members.role, ''), COALESCE(services.id, ''), team_members.role_id
FROM team_members
JOIN teams ON teams.id = team_members.team_id
LEFT JOIN services ON services.team_id = teams.id
LEFT JOIN organization_members
    ON organization_members.organization_id = services.organization_id
    AND organization_members.user_id = team_members.user_id
WHERE team_members.user_id = $1
ORDER BY team_members.created_at, teams.id
LIMIT $2`

	seatOfSQL = `
SELECT teams.id, teams.name, COALESCE(services.organization_id, ''), COALESCE(organization_members.role, ''), COALESCE(services.id, ''), team_members.role_id, users.disabled_at,
    COALESCE(roles.spec, ''),
    EXISTS (
        SELECT 1
        FROM cloud_role_actors
        WHERE cloud_role_actors.organization_id = services.organization_id AND cloud_role_actors.user_id = team_members.user_id
    )
FROM team_members
JOIN teams ON teams.id = team_members.team_id
JOIN users ON users.id = team_members.user_id
LEFT JOIN roles ON roles.id = team_members.role_id AND roles.team_id = team_members.team_id
LEFT JOIN services ON services.team_id = teams.id
LEFT JOIN organization_members
    ON organization_members.organization_id = services.organization_id
    AND organization_members.user_id = team_members.user_id
WHERE team_members.team_id = $1 AND team_members.user_id = $2`

	moveSessionsSQL = `
UPDATE sessions
SET team_id = (
    SELECT other.team_id
    FROM team_members AS other
    WHERE other.user_id = sessions.user_id AND other.team_id <> $1
    ORDER BY other.created_at, other.team_id
    LIMIT 1)
WHERE team_id = $1 AND EXISTS (
    SELECT 1
    FROM team_members AS other
    WHERE other.user_id = sessions.user_id AND other.team_id <> $1)`

	deleteSeatsSQL = `
DELETE FROM team_members
WHERE team_id = $1`

	deleteIngestionKeysSQL = `
DELETE FROM ingestion_keys
WHERE team_id = $1`

	deleteInvitationsSQL = `
DELETE FROM team_invitations
WHERE team_id = $1`

	teamsOfOrganizationSQL = `
SELECT team_id
FROM services
WHERE organization_id = $1
ORDER BY created_at, team_id
LIMIT $2`
)

// CreateTeam adds a team.
func (s *Store) CreateTeam(ctx context.Context, t stack.Team) error {
	return s.insert(ctx, about("team", insertTeamSQL, teamFields(&t)...))
}

// RenameTeam gives the team another name.
func (s *Store) RenameTeam(ctx context.Context, id, name string) error {
	return s.touch(ctx, about("team", renameTeamSQL, id, name))
}

// CloseTeam ends the seats of a team with the access keys and share links that
// hang on them, its ingestion keys and its invitations. Sessions go on in
// another team of their user, or end.
func (s *Store) CloseTeam(ctx context.Context, id string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		for _, statement := range []string{moveSessionsSQL, deleteSeatsSQL, deleteIngestionKeysSQL, deleteInvitationsSQL} {
			if _, err := s.change(ctx, about("team", statement, id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// TeamByID returns the team with the id.
func (s *Store) TeamByID(ctx context.Context, id string) (stack.Team, error) {
	return one(ctx, s, scanTeam, about("team", teamByIDSQL, id))
}

// Teams returns all teams, oldest first.
func (s *Store) Teams(ctx context.Context) ([]stack.Team, error) {
	return list(ctx, s, scanTeam, about("team", teamsSQL))
}

// AddTeamMember gives the user a seat in the team, with a role there; empty:
// the one that follows from the role in the organization.
func (s *Store) AddTeamMember(ctx context.Context, teamID, userID, roleID string, at time.Time) error {
	return s.insert(ctx, about("team member", insertTeamMemberSQL, teamID, userID, instant{&at}, roleID).
		orTaken("the user is a member of the team already"))
}

// MembershipsOf returns the user's seats, oldest first. A team that belongs to
// a service comes with its organization and the user's role there, if any.
func (s *Store) MembershipsOf(ctx context.Context, userID string) ([]access.Membership, error) {
	return list(ctx, s, scanMembership, about("team member", membershipsOfSQL, userID))
}

// SeatOf returns the user's seat in the team.
func (s *Store) SeatOf(ctx context.Context, teamID, userID string) (access.Seat, error) {
	return one(ctx, s, scanSeat, about("team member", seatOfSQL, teamID, userID))
}

// TeamsOfOrganization returns the ids of the teams of the organization's
// services, oldest first.
func (s *Store) TeamsOfOrganization(ctx context.Context, organizationID string) ([]string, error) {
	return list(ctx, s, scanText, about("team", teamsOfOrganizationSQL, organizationID))
}

func teamFields(t *stack.Team) []any {
	return []any{&t.ID, &t.Name, instant{&t.CreatedAt}, &t.Version, &t.DefaultRoleID}
}

func scanTeam(r row) (stack.Team, error) {
	var t stack.Team
	err := r.Scan(teamFields(&t)...)
	return t, err
}

func scanMembership(r row) (access.Membership, error) {
	var m access.Membership
	err := r.Scan(membershipFields(&m)...)
	return m, err
}

func scanSeat(r row) (access.Seat, error) {
	var seat access.Seat
	var spec string
	if err := r.Scan(append(membershipFields(&seat.Membership), instant{&seat.DisabledAt}, &spec, &seat.HasCloudRoles)...); err != nil {
		return seat, err
	}
	role, err := readRole(seat.TeamID, seat.StackRoleID, spec)
	seat.StackRole = role
	return seat, err
}

func membershipFields(m *access.Membership) []any {
	return []any{&m.TeamID, &m.TeamName, &m.OrganizationID, &m.Role, &m.ServiceID, &m.StackRoleID}
}
