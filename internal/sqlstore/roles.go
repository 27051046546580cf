package sqlstore

import (
	"context"
	"strings"

	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertRoleSQL = `
INSERT INTO roles (id, team_id, name_key, spec, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	roleByIDSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM roles
WHERE team_id = $1 AND id = $2`

	rolesOfSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM roles
WHERE team_id = $1
ORDER BY id
LIMIT $2`

	updateRoleSQL = `
UPDATE roles
SET name_key = $4, spec = $5, updated_at = $6, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteRoleSQL = `
DELETE FROM roles
WHERE team_id = $1 AND id = $2`

	roleUseSQL = `
SELECT
    (SELECT count(*) FROM team_members WHERE team_id = $1 AND role_id = $2),
    (SELECT count(*) FROM access_keys WHERE team_id = $1 AND role_id = $2),
    (SELECT count(*) FROM team_invitations WHERE team_id = $1 AND role_id = $2),
    (SELECT count(*) FROM teams WHERE id = $1 AND default_role_id = $2)`

	setMemberRoleSQL = `
UPDATE team_members
SET role_id = $3
WHERE team_id = $1 AND user_id = $2`

	setDefaultRoleSQL = `
UPDATE teams
SET default_role_id = $2, version = version + 1
WHERE id = $1`
)

// CreateRole adds a role of a team.
func (s *Store) CreateRole(ctx context.Context, role stack.Role) error {
	return s.insert(ctx, about("role", insertRoleSQL, role.ID, role.TeamID, strings.ToLower(role.Name), jsonText{role.RoleSpec},
		instant{&role.CreatedAt}, instant{&role.UpdatedAt}, role.Version).orTaken(resources.RoleNameTaken))
}

// RoleByID returns the team's role with the id; predefined ones are not kept.
func (s *Store) RoleByID(ctx context.Context, teamID, id string) (stack.Role, error) {
	return one(ctx, s, scanRole, about("role", roleByIDSQL, teamID, id))
}

// RolesOf returns the team's roles by id, without the predefined ones.
func (s *Store) RolesOf(ctx context.Context, teamID string) ([]stack.Role, error) {
	return list(ctx, s, scanRole, about("role", rolesOfSQL, teamID))
}

// UpdateRole writes a role. role.Version is the version that was read; the
// stored one is then one higher.
func (s *Store) UpdateRole(ctx context.Context, role stack.Role) error {
	st := about("role", updateRoleSQL, role.TeamID, role.ID, role.Version, strings.ToLower(role.Name), jsonText{role.RoleSpec},
		instant{&role.UpdatedAt}).orTaken(resources.RoleNameTaken)
	return s.update(ctx, st, func() error {
		_, err := s.RoleByID(ctx, role.TeamID, role.ID)
		return err
	})
}

// DeleteRole removes the team's role.
func (s *Store) DeleteRole(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("role", deleteRoleSQL, teamID, id))
}

// UseOfRole counts what has the role.
func (s *Store) UseOfRole(ctx context.Context, teamID, id string) (resources.RoleUse, error) {
	return one(ctx, s, func(r row) (use resources.RoleUse, err error) {
		err = r.Scan(&use.Members, &use.Keys, &use.Invitations, &use.Defaults)
		return use, err
	}, about("role", roleUseSQL, teamID, id))
}

// SetMemberRole gives a member another role; empty: the one that follows from
// the role in the organization.
func (s *Store) SetMemberRole(ctx context.Context, teamID, userID, roleID string) error {
	return s.touch(ctx, about("team member", setMemberRoleSQL, teamID, userID, roleID))
}

// SetDefaultRole sets the role of those who are invited without one.
func (s *Store) SetDefaultRole(ctx context.Context, teamID, roleID string) error {
	return s.touch(ctx, about("team", setDefaultRoleSQL, teamID, roleID))
}

// readRole returns the role of a seat or a key: nil without an id. A role that
// is gone allows nothing.
func readRole(teamID, id, spec string) (*stack.Role, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	if role, ok := stack.PredefinedRole(id); ok {
		return &role, nil
	}
	role := &stack.Role{Record: stack.Record{ID: id, TeamID: teamID}}
	if spec == "" {
		return role, nil
	}
	return role, jsonText{&role.RoleSpec}.Scan(spec)
}

func scanRole(r row) (stack.Role, error) {
	var role stack.Role
	err := r.Scan(&role.ID, &role.TeamID, jsonText{&role.RoleSpec}, instant{&role.CreatedAt}, instant{&role.UpdatedAt}, &role.Version)
	return role, err
}
