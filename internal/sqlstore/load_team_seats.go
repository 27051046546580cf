package sqlstore

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

const (
	dumpedTeamSQL = `
SELECT id, default_role_id
FROM teams
LIMIT 1`

	setDumpedDefaultSQL = `
UPDATE teams
SET default_role_id = $2
WHERE id = $1`

	presentRolesSQL = `
SELECT id, team_id, name_key, spec, created_at, updated_at, version
FROM roles
WHERE team_id = $1
ORDER BY id
LIMIT $2`

	movedSeatsSQL = `
SELECT team_members.user_id, COALESCE(organization_members.role, ''), before.user_id IS NOT NULL,
    COALESCE(before.role_id, ''), roles.id IS NOT NULL
FROM team_members
LEFT JOIN services ON services.team_id = team_members.team_id
LEFT JOIN organization_members
    ON organization_members.organization_id = services.organization_id
    AND organization_members.user_id = team_members.user_id
LEFT JOIN team_members AS before ON before.team_id = $2 AND before.user_id = team_members.user_id
LEFT JOIN roles ON roles.id = before.role_id AND roles.team_id = before.team_id
WHERE team_members.team_id = $1
ORDER BY team_members.user_id
LIMIT $3`

	setMovedSeatSQL = `
UPDATE team_members
SET role_id = $3
WHERE team_id = $1 AND user_id = $2`

	endMovedSeatSQL = `
DELETE FROM team_members
WHERE team_id = $1 AND user_id = $2`
)

// withPresentRoles returns the rows with the roles that the team of the dump has
// now, and its present default role: a role that allowed more when the backup
// was made must not come back with it. The roles of the dump count for a team
// that is gone, where nobody has a seat that could be moved.
func (s *Store) withPresentRoles(ctx context.Context, rows TeamRows) (TeamRows, error) {
	team, err := s.TeamByID(ctx, rows.teamID)
	if fault.KindOf(err) == fault.NotFound {
		return rows, nil
	}
	if err != nil {
		return rows, err
	}
	present, err := list(ctx, s, scanPresentRole, about("role", presentRolesSQL, rows.teamID))
	if err != nil {
		return rows, err
	}
	rows.defaultRole, rows.tables = team.DefaultRoleID, slices.Clone(rows.tables)
	for i, table := range rows.tables {
		if table.Table == rolesTable {
			rows.tables[i] = teamTable{dumpHead{rolesTable, presentRoleColumns()}, present}
		}
	}
	return rows, nil
}

// presentRoleColumns are those of presentRolesSQL.
func presentRoleColumns() []string {
	return []string{"id", "team_id", "name_key", "spec", "created_at", "updated_at", "version"}
}

func scanPresentRole(r row) ([]any, error) {
	var id, teamID, name, spec string
	var created, updated, version int64
	err := r.Scan(&id, &teamID, &name, &spec, &created, &updated, &version)
	return []any{id, teamID, name, spec, created, updated, version}, err
}

// movedSeat is somebody who sits in a new team, and what they have in the team
// whose data it gets.
type movedSeat struct {
	userID       string
	organization org.Role
	satBefore    bool
	roleID       string // there; empty: as in the organization
	isCustom     bool
}

// moveSeats lets nobody see more in the new team than in the one that its data
// comes from: who has a role there has it here, and who has no seat there has
// none. Admins of the organization sit in
// every team.
func (s *Store) moveSeats(ctx context.Context, teamID string, rows TeamRows, ids map[string]string) error {
	if _, err := s.change(ctx, about("team", setDumpedDefaultSQL, teamID, withIDs(rows.defaultRole, ids))); err != nil {
		return err
	}
	seats, err := list(ctx, s, scanMovedSeat, about("team member", movedSeatsSQL, teamID, rows.teamID))
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := s.moveSeat(ctx, teamID, seat, ids); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) moveSeat(ctx context.Context, teamID string, seat movedSeat, ids map[string]string) error {
	if seat.organization == org.RoleAdmin {
		return nil
	}
	_, known := ids[seat.roleID]
	if !seat.satBefore || seat.isCustom && !known {
		_, err := s.change(ctx, about("team member", endMovedSeatSQL, teamID, seat.userID))
		return err
	}
	_, err := s.change(ctx, about("team member", setMovedSeatSQL, teamID, seat.userID, withIDs(seat.roleID, ids)))
	return err
}

func scanMovedSeat(r row) (movedSeat, error) {
	var seat movedSeat
	err := r.Scan(&seat.userID, &seat.organization, &seat.satBefore, &seat.roleID, &seat.isCustom)
	return seat, err
}
