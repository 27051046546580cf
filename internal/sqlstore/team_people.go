package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

const (
	teamMembersSQL = `
SELECT users.id, users.email, users.name, COALESCE(organization_members.role, ''), team_members.created_at, team_members.role_id,
    COALESCE(second_factors.confirmed_at, 0) > 0,
    EXISTS (
        SELECT 1
        FROM cloud_role_actors
        WHERE cloud_role_actors.organization_id = services.organization_id AND cloud_role_actors.user_id = team_members.user_id
    )
FROM team_members
LEFT JOIN second_factors ON second_factors.user_id = team_members.user_id
JOIN users ON users.id = team_members.user_id
LEFT JOIN services ON services.team_id = team_members.team_id
LEFT JOIN organization_members
    ON organization_members.organization_id = services.organization_id
    AND organization_members.user_id = team_members.user_id
WHERE team_members.team_id = $1
ORDER BY team_members.created_at, users.id
LIMIT $2`

	deleteTeamMemberSQL = `
DELETE FROM team_members
WHERE team_id = $1 AND user_id = $2`

	insertTeamInvitationSQL = `
INSERT INTO team_invitations (id, team_id, email, name, token, token_hash, created_at, role, role_id)
VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8)`

	teamInvitationsSQL = `
SELECT id, team_id, email, name, role, created_at, role_id
FROM team_invitations
WHERE team_id = $1
ORDER BY created_at, id
LIMIT $2`

	teamInvitationByEmailSQL = `
SELECT id, team_id, email, name, role, created_at, role_id
FROM team_invitations
WHERE team_id = $1 AND email = $2`

	teamInvitationByTokenSQL = `
SELECT id, team_id, email, name, role, created_at, role_id
FROM team_invitations
WHERE token_hash = $1`

	deleteTeamInvitationSQL = `
DELETE FROM team_invitations
WHERE team_id = $1 AND id = $2`
)

// TeamMembers returns who sits in the team, the longest there first.
func (s *Store) TeamMembers(ctx context.Context, teamID string) ([]org.TeamMember, error) {
	return list(ctx, s, scanTeamMember, about("team member", teamMembersSQL, teamID))
}

// RemoveTeamMember takes the user's seat with the keys and sessions that hang
// on it.
func (s *Store) RemoveTeamMember(ctx context.Context, teamID, userID string) error {
	return s.touch(ctx, about("team member", deleteTeamMemberSQL, teamID, userID))
}

// CreateTeamInvitation adds an invitation of a team. Of its token only the
// hash is kept.
func (s *Store) CreateTeamInvitation(ctx context.Context, i org.TeamInvitation) error {
	hash := access.HashSecret(i.Token)
	return s.insert(ctx, about("invitation", insertTeamInvitationSQL,
		i.ID, i.TeamID, i.Email, i.Name, hexText{&hash}, instant{&i.CreatedAt}, i.Role, i.StackRoleID))
}

// TeamInvitations returns the team's invitations, oldest first.
func (s *Store) TeamInvitations(ctx context.Context, teamID string) ([]org.TeamInvitation, error) {
	return list(ctx, s, scanTeamInvitation, about("invitation", teamInvitationsSQL, teamID))
}

// TeamInvitationByEmail returns the team's invitation of the address.
func (s *Store) TeamInvitationByEmail(ctx context.Context, teamID, email string) (org.TeamInvitation, error) {
	return one(ctx, s, scanTeamInvitation, about("invitation", teamInvitationByEmailSQL, teamID, email))
}

// TeamInvitationByToken returns the invitation that the token belongs to.
func (s *Store) TeamInvitationByToken(ctx context.Context, token string) (org.TeamInvitation, error) {
	hash := access.HashSecret(token)
	return one(ctx, s, scanTeamInvitation, about("invitation", teamInvitationByTokenSQL, hexText{&hash}))
}

// DeleteTeamInvitation removes the team's invitation.
func (s *Store) DeleteTeamInvitation(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("invitation", deleteTeamInvitationSQL, teamID, id))
}

func scanTeamInvitation(r row) (org.TeamInvitation, error) {
	var i org.TeamInvitation
	err := r.Scan(&i.ID, &i.TeamID, &i.Email, &i.Name, &i.Role, instant{&i.CreatedAt}, &i.StackRoleID)
	return i, err
}

func scanTeamMember(r row) (org.TeamMember, error) {
	var m org.TeamMember
	err := r.Scan(&m.UserID, &m.Email, &m.Name, &m.Role, instant{&m.JoinedAt}, &m.StackRoleID, &m.HasSecondFactor, &m.HasCloudRoles)
	return m, err
}
