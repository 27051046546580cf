package sqlstore

import (
	"context"
	"encoding/json"

	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertDashboardSQL = `
INSERT INTO dashboards (id, team_id, spec, spec_bytes, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	dashboardByIDSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM dashboards
WHERE team_id = $1 AND id = $2`

	dashboardVersionSQL = `
SELECT version
FROM dashboards
WHERE team_id = $1 AND id = $2`

	dashboardsOfSQL = `
SELECT id, team_id, spec, created_at, updated_at, version
FROM dashboards
WHERE team_id = $1
ORDER BY id
LIMIT $2`

	dashboardIDsOfSQL = `
SELECT id
FROM dashboards
WHERE team_id = $1
ORDER BY id
LIMIT $2`

	updateDashboardSQL = `
UPDATE dashboards
SET spec = $4, spec_bytes = $5, updated_at = $6, version = version + 1
WHERE team_id = $1 AND id = $2 AND version = $3`

	deleteDashboardSQL = `
DELETE FROM dashboards
WHERE team_id = $1 AND id = $2`
)

// CreateDashboard adds a dashboard of a team.
func (s *Store) CreateDashboard(ctx context.Context, d stack.Dashboard) error {
	spec, err := newDocument(d.DashboardSpec)
	if err != nil {
		return err
	}
	return s.insert(ctx, about("dashboard", insertDashboardSQL, d.ID, d.TeamID, spec, len(spec),
		instant{&d.CreatedAt}, instant{&d.UpdatedAt}, d.Version))
}

// DashboardByID returns the team's dashboard with the id.
func (s *Store) DashboardByID(ctx context.Context, teamID, id string) (stack.Dashboard, error) {
	return one(ctx, s, scanDashboard, about("dashboard", dashboardByIDSQL, teamID, id))
}

// DashboardVersion returns the version of the team's dashboard with the id.
func (s *Store) DashboardVersion(ctx context.Context, teamID, id string) (int64, error) {
	return one(ctx, s, scanInt64, about("dashboard", dashboardVersionSQL, teamID, id))
}

// DashboardsOf returns the team's dashboards by id.
func (s *Store) DashboardsOf(ctx context.Context, teamID string) ([]stack.Dashboard, error) {
	return list(ctx, s, scanDashboard, about("dashboard", dashboardsOfSQL, teamID))
}

// DashboardIDsOf returns the ids of the team's dashboards.
func (s *Store) DashboardIDsOf(ctx context.Context, teamID string) ([]string, error) {
	return list(ctx, s, scanText, about("dashboard", dashboardIDsOfSQL, teamID))
}

// UpdateDashboard writes a dashboard. d.Version is the version that was read;
// the stored one is then one higher.
func (s *Store) UpdateDashboard(ctx context.Context, d stack.Dashboard) error {
	spec, err := newDocument(d.DashboardSpec)
	if err != nil {
		return err
	}
	st := about("dashboard", updateDashboardSQL, d.TeamID, d.ID, d.Version, spec, len(spec), instant{&d.UpdatedAt})
	return s.update(ctx, st, func() error {
		_, err := s.DashboardByID(ctx, d.TeamID, d.ID)
		return err
	})
}

// DeleteDashboard removes the team's dashboard with its alerts.
func (s *Store) DeleteDashboard(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("dashboard", deleteDashboardSQL, teamID, id))
}

func scanDashboard(r row) (stack.Dashboard, error) {
	var d stack.Dashboard
	err := r.Scan(&d.ID, &d.TeamID, jsonText{&d.DashboardSpec},
		instant{&d.CreatedAt}, instant{&d.UpdatedAt}, &d.Version)
	return d, err
}

// newDocument returns a spec as it is stored.
func newDocument(spec any) (string, error) {
	text, err := json.Marshal(spec)
	return string(text), err
}
