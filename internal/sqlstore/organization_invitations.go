package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertOrganizationInvitationSQL = `
INSERT INTO organization_invitations (id, organization_id, email, role, created_at, expire_at, token_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	organizationInvitationByIDSQL = `
SELECT id, organization_id, email, role, created_at, expire_at
FROM organization_invitations
WHERE organization_id = $1 AND id = $2`

	organizationInvitationsOfSQL = `
SELECT id, organization_id, email, role, created_at, expire_at
FROM organization_invitations
WHERE organization_id = $1
ORDER BY created_at, id
LIMIT $2`

	organizationInvitationByTokenSQL = `
SELECT id, organization_id, email, role, created_at, expire_at
FROM organization_invitations
WHERE token_hash = $1`

	deleteOrganizationInvitationSQL = `
DELETE FROM organization_invitations
WHERE organization_id = $1 AND id = $2`

	deleteOrganizationInvitationsOfRoleSQL = `
DELETE FROM organization_invitations
WHERE organization_id = $1 AND role = $2`

	deleteTeamInvitationsOfRoleSQL = `
DELETE FROM team_invitations
WHERE role = $2 AND team_id IN (
    SELECT team_id
    FROM services
    WHERE organization_id = $1
)`

	deleteOrganizationInvitationsToSQL = `
DELETE FROM organization_invitations
WHERE organization_id = $1 AND email = $2`

	deleteTeamInvitationsToSQL = `
DELETE FROM team_invitations
WHERE email = $2 AND team_id IN (
    SELECT team_id
    FROM services
    WHERE organization_id = $1
)`
)

// CreateOrganizationInvitation adds an invitation to an organization. Of its
// token only the hash is kept.
func (s *Store) CreateOrganizationInvitation(ctx context.Context, i org.Invitation) error {
	hash := access.HashSecret(i.Token)
	return s.insert(ctx, about("invitation", insertOrganizationInvitationSQL, append(organizationInvitationFields(&i), hexText{&hash})...))
}

// OrganizationInvitationByToken returns the invitation that the token belongs
// to.
func (s *Store) OrganizationInvitationByToken(ctx context.Context, token string) (org.Invitation, error) {
	hash := access.HashSecret(token)
	return one(ctx, s, scanOrganizationInvitation, about("invitation", organizationInvitationByTokenSQL, hexText{&hash}))
}

// OrganizationInvitationByID returns the organization's invitation.
func (s *Store) OrganizationInvitationByID(ctx context.Context, organizationID, id string) (org.Invitation, error) {
	return one(ctx, s, scanOrganizationInvitation, about("invitation", organizationInvitationByIDSQL, organizationID, id))
}

// OrganizationInvitationsOf returns the organization's invitations, oldest
// first.
func (s *Store) OrganizationInvitationsOf(ctx context.Context, organizationID string) ([]org.Invitation, error) {
	return list(ctx, s, scanOrganizationInvitation, about("invitation", organizationInvitationsOfSQL, organizationID))
}

// DeleteOrganizationInvitation removes the organization's invitation.
func (s *Store) DeleteOrganizationInvitation(ctx context.Context, organizationID, id string) error {
	return s.touch(ctx, about("invitation", deleteOrganizationInvitationSQL, organizationID, id))
}

// RevokeInvitations removes the invitations that grant the role, those to the
// organization and those to the teams of its services.
func (s *Store) RevokeInvitations(ctx context.Context, organizationID string, role org.Role) error {
	return s.changeAll(ctx,
		about("invitation", deleteOrganizationInvitationsOfRoleSQL, organizationID, role),
		about("invitation", deleteTeamInvitationsOfRoleSQL, organizationID, role))
}

// RevokeInvitationsTo removes the invitations of an address, those to the
// organization and those to the teams of its services.
func (s *Store) RevokeInvitationsTo(ctx context.Context, organizationID, email string) error {
	return s.changeAll(ctx,
		about("invitation", deleteOrganizationInvitationsToSQL, organizationID, email),
		about("invitation", deleteTeamInvitationsToSQL, organizationID, email))
}

// changeAll runs the statements in one transaction.
func (s *Store) changeAll(ctx context.Context, statements ...statement) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		for _, each := range statements {
			if _, err := s.change(ctx, each); err != nil {
				return err
			}
		}
		return nil
	})
}

func organizationInvitationFields(i *org.Invitation) []any {
	return []any{&i.ID, &i.OrganizationID, &i.Email, &i.Role, instant{&i.CreatedAt}, instant{&i.ExpireAt}}
}

func scanOrganizationInvitation(r row) (org.Invitation, error) {
	var i org.Invitation
	err := r.Scan(organizationInvitationFields(&i)...)
	return i, err
}
