package sqlstore

import (
	"context"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertCloudRoleSQL = `
INSERT INTO cloud_roles (id, organization_id, name, name_key, policies, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

	cloudRoleByIDSQL = `
SELECT id, organization_id, name, policies, created_at, updated_at, version
FROM cloud_roles
WHERE organization_id = $1 AND id = $2`

	cloudRolesOfSQL = `
SELECT id, organization_id, name, policies, created_at, updated_at, version
FROM cloud_roles
WHERE organization_id = $1
ORDER BY created_at, id
LIMIT $2`

	updateCloudRoleSQL = `
UPDATE cloud_roles
SET name = $4, name_key = $5, policies = $6, updated_at = $7, version = version + 1
WHERE organization_id = $1 AND id = $2 AND version = $3`

	deleteCloudRoleSQL = `
DELETE FROM cloud_roles
WHERE organization_id = $1 AND id = $2`

	// As many as all roles of an organization can have.
	assignmentsOfSQL = `
SELECT cloud_role_actors.role_id, COALESCE(cloud_role_actors.user_id, ''), COALESCE(cloud_role_actors.key_id, ''),
    COALESCE(cloud_role_actors.invitation_id, '')
FROM cloud_role_actors
JOIN cloud_roles ON cloud_roles.id = cloud_role_actors.role_id
WHERE cloud_roles.organization_id = $1
ORDER BY cloud_roles.created_at, cloud_roles.id, 2, 3, 4
LIMIT 100000`

	// A single statement: it runs at every request of who has such a role.
	policiesOfUserSQL = `
SELECT cloud_roles.policies
FROM cloud_role_actors
JOIN cloud_roles ON cloud_roles.id = cloud_role_actors.role_id
WHERE cloud_role_actors.organization_id = $1 AND cloud_role_actors.user_id = $2
ORDER BY cloud_roles.id
LIMIT $3`

	policiesOfKeySQL = `
SELECT cloud_roles.policies
FROM cloud_role_actors
JOIN cloud_roles ON cloud_roles.id = cloud_role_actors.role_id
WHERE cloud_role_actors.organization_id = $1 AND cloud_role_actors.key_id = $2
ORDER BY cloud_roles.id
LIMIT $3`

	insertUserRoleSQL = `
INSERT INTO cloud_role_actors (role_id, organization_id, user_id)
VALUES ($1, $2, $3)`

	insertKeyRoleSQL = `
INSERT INTO cloud_role_actors (role_id, organization_id, key_id)
VALUES ($1, $2, $3)`

	insertInvitationRoleSQL = `
INSERT INTO cloud_role_actors (role_id, organization_id, invitation_id)
VALUES ($1, $2, $3)`

	deleteUserRoleSQL = `
DELETE FROM cloud_role_actors
WHERE role_id = $1 AND organization_id = $2 AND user_id = $3`

	deleteKeyRoleSQL = `
DELETE FROM cloud_role_actors
WHERE role_id = $1 AND organization_id = $2 AND key_id = $3`

	deleteInvitationRoleSQL = `
DELETE FROM cloud_role_actors
WHERE role_id = $1 AND organization_id = $2 AND invitation_id = $3`

	invitedRolesSQL = `
SELECT role_id
FROM cloud_role_actors
WHERE invitation_id = $1
ORDER BY role_id
LIMIT $2`

	deleteInvitationsWithRolesSQL = `
DELETE FROM organization_invitations
WHERE organization_id = $1 AND id IN (
    SELECT invitation_id
    FROM cloud_role_actors
    WHERE organization_id = $1 AND invitation_id IS NOT NULL
)`
)

// CreateCloudRole adds a role of an organization, without actors.
func (s *Store) CreateCloudRole(ctx context.Context, r org.CloudRole) error {
	return s.insert(ctx, about("role", insertCloudRoleSQL, r.ID, r.OrganizationID, r.Name, strings.ToLower(r.Name), jsonText{r.Policies},
		instant{&r.CreatedAt}, instant{&r.UpdatedAt}, r.Version).orTaken(org.CloudRoleNameTaken))
}

// CloudRoleByID returns the organization's role with the id, without actors;
// system roles are not kept.
func (s *Store) CloudRoleByID(ctx context.Context, organizationID, id string) (org.CloudRole, error) {
	return one(ctx, s, scanCloudRole, about("role", cloudRoleByIDSQL, organizationID, id))
}

// CloudRolesOf returns the organization's roles, oldest first, without actors
// and without system roles.
func (s *Store) CloudRolesOf(ctx context.Context, organizationID string) ([]org.CloudRole, error) {
	return list(ctx, s, scanCloudRole, about("role", cloudRolesOfSQL, organizationID))
}

// UpdateCloudRole writes name and policies of a role. r.Version is the version
// that was read; the stored one is then one higher.
func (s *Store) UpdateCloudRole(ctx context.Context, r org.CloudRole) error {
	st := about("role", updateCloudRoleSQL, r.OrganizationID, r.ID, r.Version, r.Name, strings.ToLower(r.Name), jsonText{r.Policies},
		instant{&r.UpdatedAt}).orTaken(org.CloudRoleNameTaken)
	return s.update(ctx, st, func() error {
		_, err := s.CloudRoleByID(ctx, r.OrganizationID, r.ID)
		return err
	})
}

// DeleteCloudRole removes the organization's role from all who have it.
func (s *Store) DeleteCloudRole(ctx context.Context, organizationID, id string) error {
	return s.touch(ctx, about("role", deleteCloudRoleSQL, organizationID, id))
}

// AssignmentsOf returns who has which role of the organization, oldest role
// first.
func (s *Store) AssignmentsOf(ctx context.Context, organizationID string) ([]org.Assignment, error) {
	return some(ctx, s, scanAssignment, about("role", assignmentsOfSQL, organizationID))
}

// PoliciesOf returns the policies of all cloud roles of a member or a key.
func (s *Store) PoliciesOf(ctx context.Context, organizationID string, actor org.RoleActor) (org.Policies, error) {
	text := policiesOfUserSQL
	if actor.Kind == org.ActorOfKey {
		text = policiesOfKeySQL
	}
	lists, err := list(ctx, s, scanPolicies, about("role", text, organizationID, actor.ID))
	return slices.Concat(lists...), err
}

// Assign gives roles of the organization to those who do not have them.
func (s *Store) Assign(ctx context.Context, organizationID string, assignments ...org.Assignment) error {
	texts := map[org.ActorKind]string{
		org.ActorOfUser: insertUserRoleSQL, org.ActorOfKey: insertKeyRoleSQL, org.ActorOfInvitation: insertInvitationRoleSQL,
	}
	return s.changeAll(ctx, assigning(organizationID, texts, assignments)...)
}

// Unassign takes roles of the organization from those who have them.
func (s *Store) Unassign(ctx context.Context, organizationID string, assignments ...org.Assignment) error {
	texts := map[org.ActorKind]string{
		org.ActorOfUser: deleteUserRoleSQL, org.ActorOfKey: deleteKeyRoleSQL, org.ActorOfInvitation: deleteInvitationRoleSQL,
	}
	return s.changeAll(ctx, assigning(organizationID, texts, assignments)...)
}

func assigning(organizationID string, texts map[org.ActorKind]string, assignments []org.Assignment) []statement {
	statements := make([]statement, len(assignments))
	for i, a := range assignments {
		statements[i] = about("role", texts[a.Actor.Kind], a.RoleID, organizationID, a.Actor.ID)
	}
	return statements
}

// GiveInvitedRoles gives the user, who has none yet, the cloud roles of an
// invitation to the organization.
func (s *Store) GiveInvitedRoles(ctx context.Context, organizationID, invitationID, userID string) error {
	ids, err := list(ctx, s, scanText, about("role", invitedRolesSQL, invitationID))
	if err != nil {
		return err
	}
	assignments := make([]org.Assignment, len(ids))
	for i, id := range ids {
		assignments[i] = org.Assignment{RoleID: id, Actor: org.RoleActor{Kind: org.ActorOfUser, ID: userID}}
	}
	return s.Assign(ctx, organizationID, assignments...)
}

// RevokeInvitationsWithRoles removes the invitations to the organization that
// give cloud roles.
func (s *Store) RevokeInvitationsWithRoles(ctx context.Context, organizationID string) error {
	_, err := s.change(ctx, about("invitation", deleteInvitationsWithRolesSQL, organizationID))
	return err
}

func scanCloudRole(r row) (org.CloudRole, error) {
	var role org.CloudRole
	err := r.Scan(&role.ID, &role.OrganizationID, &role.Name, jsonText{&role.Policies}, instant{&role.CreatedAt}, instant{&role.UpdatedAt}, &role.Version)
	return role, err
}

func scanPolicies(r row) (org.Policies, error) {
	var policies org.Policies
	err := r.Scan(jsonText{&policies})
	return policies, err
}

func scanAssignment(r row) (org.Assignment, error) {
	var a org.Assignment
	var user, key, invitation string
	if err := r.Scan(&a.RoleID, &user, &key, &invitation); err != nil {
		return a, err
	}
	switch {
	case user != "":
		a.Actor = org.RoleActor{Kind: org.ActorOfUser, ID: user}
	case key != "":
		a.Actor = org.RoleActor{Kind: org.ActorOfKey, ID: key}
	default:
		a.Actor = org.RoleActor{Kind: org.ActorOfInvitation, ID: invitation}
	}
	return a, nil
}
