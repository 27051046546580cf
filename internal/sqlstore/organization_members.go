package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	membersOfSQL = `
SELECT users.id, organization_members.organization_id, users.name, users.email, organization_members.role,
    users.disabled_at IS NULL AND (users.password_hash <> '' OR EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id)),
    organization_members.created_at, organization_members.version
FROM organization_members
JOIN users ON users.id = organization_members.user_id
WHERE organization_members.organization_id = $1
ORDER BY organization_members.created_at, users.id
LIMIT $2`

	memberByIDSQL = `
SELECT users.id, organization_members.organization_id, users.name, users.email, organization_members.role,
    users.disabled_at IS NULL AND (users.password_hash <> '' OR EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id)),
    organization_members.created_at, organization_members.version
FROM organization_members
JOIN users ON users.id = organization_members.user_id
WHERE organization_members.organization_id = $1 AND users.id = $2`

	updateMemberSQL = `
UPDATE organization_members
SET role = $4, version = version + 1
WHERE organization_id = $1 AND user_id = $2 AND version = $3`

	deleteMemberSQL = `
DELETE FROM organization_members
WHERE organization_id = $1 AND user_id = $2`

	organizationsOfUserSQL = `
SELECT organization_id
FROM organization_members
WHERE user_id = $1
ORDER BY organization_id
LIMIT $2`

	// Access keys and sessions of the seats go with them.
	deleteSeatsOfMemberSQL = `
DELETE FROM team_members
WHERE user_id = $2 AND team_id IN (
    SELECT team_id
    FROM services
    WHERE organization_id = $1
)`
)

// MembersOf returns the organization's members, oldest first.
func (s *Store) MembersOf(ctx context.Context, organizationID string) ([]org.Member, error) {
	return list(ctx, s, scanMember, about("member", membersOfSQL, organizationID))
}

// MemberByID returns the organization's member with the user id.
func (s *Store) MemberByID(ctx context.Context, organizationID, userID string) (org.Member, error) {
	return one(ctx, s, scanMember, about("member", memberByIDSQL, organizationID, userID))
}

// OrganizationsOfUser returns the ids of the organizations that the user is a
// member of, in order.
func (s *Store) OrganizationsOfUser(ctx context.Context, userID string) ([]string, error) {
	return list(ctx, s, scanText, about("member", organizationsOfUserSQL, userID))
}

// UpdateMember writes the role of the member. m.Version is the version that
// was read; the stored one is then one higher.
func (s *Store) UpdateMember(ctx context.Context, m org.Member) error {
	st := about("member", updateMemberSQL, m.OrganizationID, m.UserID, m.Version, m.Role)
	return s.update(ctx, st, func() error {
		_, err := s.MemberByID(ctx, m.OrganizationID, m.UserID)
		return err
	})
}

// DeleteMember removes the user from the organization and from the teams of
// its services, with the access keys and sessions that they had there.
func (s *Store) DeleteMember(ctx context.Context, organizationID, userID string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.change(ctx, about("team member", deleteSeatsOfMemberSQL, organizationID, userID)); err != nil {
			return err
		}
		return s.touch(ctx, about("member", deleteMemberSQL, organizationID, userID))
	})
}

func scanMember(r row) (org.Member, error) {
	var m org.Member
	err := r.Scan(&m.UserID, &m.OrganizationID, &m.Name, &m.Email, &m.Role, &m.CanSignIn, instant{&m.JoinedAt}, &m.Version)
	return m, err
}
