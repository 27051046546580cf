package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertOrganizationSQL = `
INSERT INTO organizations (id, name, private_endpoints, enable_core_dumps, created_at, version)
VALUES ($1, $2, $3, $4, $5, $6)`

	organizationByIDSQL = `
SELECT id, name, private_endpoints, enable_core_dumps, created_at, version
FROM organizations
WHERE id = $1`

	organizationsSQL = `
SELECT id, name, private_endpoints, enable_core_dumps, created_at, version
FROM organizations
ORDER BY created_at, id
LIMIT $1`

	organizationOfTeamSQL = `
SELECT organizations.id, organizations.name, organizations.private_endpoints, organizations.enable_core_dumps,
    organizations.created_at, organizations.version
FROM organizations
JOIN services ON services.organization_id = organizations.id
WHERE services.team_id = $1`

	updateOrganizationSQL = `
UPDATE organizations
SET name = $3, private_endpoints = $4, enable_core_dumps = $5, version = version + 1
WHERE id = $1 AND version = $2`

	// Changes nothing, and makes others who would wait until the end of the
	// transaction.
	lockOrganizationSQL = `
UPDATE organizations
SET version = version
WHERE id = $1`

	insertOrganizationMemberSQL = `
INSERT INTO organization_members (organization_id, user_id, role, created_at)
VALUES ($1, $2, $3, $4)`
)

// CreateOrganization adds an organization.
func (s *Store) CreateOrganization(ctx context.Context, o org.Organization) error {
	return s.insert(ctx, about("organization", insertOrganizationSQL, organizationFields(&o)...))
}

// OrganizationByID returns the organization with the id.
func (s *Store) OrganizationByID(ctx context.Context, id string) (org.Organization, error) {
	return one(ctx, s, scanOrganization, about("organization", organizationByIDSQL, id))
}

// Organizations returns all organizations, oldest first.
func (s *Store) Organizations(ctx context.Context) ([]org.Organization, error) {
	return list(ctx, s, scanOrganization, about("organization", organizationsSQL))
}

// OrganizationOfTeam returns the organization whose service owns the team.
func (s *Store) OrganizationOfTeam(ctx context.Context, teamID string) (org.Organization, error) {
	return one(ctx, s, scanOrganization, about("organization", organizationOfTeamSQL, teamID))
}

// UpdateOrganization writes what may change of an organization. o.Version is
// the version that was read; the stored one is then one higher.
func (s *Store) UpdateOrganization(ctx context.Context, o org.Organization) error {
	st := about("organization", updateOrganizationSQL, o.ID, o.Version,
		o.Name, jsonText{&o.PrivateEndpoints}, o.EnableCoreDumps)
	return s.update(ctx, st, func() error {
		_, err := s.OrganizationByID(ctx, o.ID)
		return err
	})
}

// LockOrganization makes every other transaction that locks the organization
// wait until the transaction of ctx ends.
func (s *Store) LockOrganization(ctx context.Context, id string) error {
	return s.touch(ctx, about("organization", lockOrganizationSQL, id))
}

// AddOrganizationMember gives the user a role in the organization.
func (s *Store) AddOrganizationMember(ctx context.Context, organizationID, userID string, role org.Role, at time.Time) error {
	return s.insert(ctx, about("organization member", insertOrganizationMemberSQL, organizationID, userID, role, instant{&at}).
		orTaken("the user is a member of the organization already"))
}

func organizationFields(o *org.Organization) []any {
	return []any{
		&o.ID, &o.Name, jsonText{&o.PrivateEndpoints}, &o.EnableCoreDumps,
		instant{&o.CreatedAt}, &o.Version,
	}
}

func scanOrganization(r row) (org.Organization, error) {
	var o org.Organization
	err := r.Scan(organizationFields(&o)...)
	return o, err
}
