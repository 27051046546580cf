package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertDashboardVersionSQL = `
INSERT INTO dashboard_versions (dashboard_id, version, spec, spec_bytes, created_by, created_at, restored_from)
VALUES ($1, $2, $3, $4, $5, $6, $7)`

	dashboardVersionAtSQL = `
SELECT v.dashboard_id, v.version, v.created_by, v.created_at, v.restored_from, v.spec
FROM dashboard_versions AS v
JOIN dashboards ON dashboards.id = v.dashboard_id
WHERE dashboards.team_id = $1 AND v.dashboard_id = $2 AND v.version = $3`

	dashboardVersionsOfSQL = `
SELECT v.dashboard_id, v.version, v.created_by, v.created_at, v.restored_from
FROM dashboard_versions AS v
JOIN dashboards ON dashboards.id = v.dashboard_id
WHERE dashboards.team_id = $1 AND v.dashboard_id = $2
ORDER BY v.version DESC
LIMIT $3`

	// The newest one stays, however large it is.
	pruneDashboardVersionsSQL = `
DELETE FROM dashboard_versions
WHERE dashboard_id = $1 AND version IN (
    SELECT version
    FROM (
        SELECT
            version,
            row_number() OVER (ORDER BY version DESC) AS place,
            sum(spec_bytes) OVER (ORDER BY version DESC) AS newer_bytes
        FROM dashboard_versions
        WHERE dashboard_id = $1
    ) AS placed
    WHERE place > 1 AND (place > $2 OR newer_bytes > $3)
)`
)

// KeepDashboardVersion adds a version of a dashboard, and removes its oldest
// ones as far as the limits want it.
func (s *Store) KeepDashboardVersion(ctx context.Context, d stack.SavedDashboard, limits resources.VersionLimits) error {
	spec, err := newDocument(d.DashboardSpec)
	if err != nil {
		return err
	}
	err = s.insert(ctx, about("version", insertDashboardVersionSQL, d.DashboardID, d.Version, spec, len(spec),
		d.CreatedBy, instant{&d.CreatedAt}, d.RestoredFrom))
	if err != nil {
		return err
	}
	_, err = s.change(ctx, about("version", pruneDashboardVersionsSQL, d.DashboardID, limits.Versions, limits.Bytes))
	return err
}

// DashboardVersionAt returns a version of the team's dashboard.
func (s *Store) DashboardVersionAt(ctx context.Context, teamID, id string, version int64) (stack.SavedDashboard, error) {
	return one(ctx, s, scanSavedDashboard, about("version", dashboardVersionAtSQL, teamID, id, version))
}

// DashboardVersionsOf returns the versions of the team's dashboard, newest
// first.
func (s *Store) DashboardVersionsOf(ctx context.Context, teamID, id string) ([]stack.DashboardVersion, error) {
	return list(ctx, s, scanDashboardVersion, about("version", dashboardVersionsOfSQL, teamID, id))
}

func scanDashboardVersion(r row) (stack.DashboardVersion, error) {
	var v stack.DashboardVersion
	err := r.Scan(&v.DashboardID, &v.Version, &v.CreatedBy, instant{&v.CreatedAt}, &v.RestoredFrom)
	return v, err
}

func scanSavedDashboard(r row) (stack.SavedDashboard, error) {
	var d stack.SavedDashboard
	err := r.Scan(&d.DashboardID, &d.Version, &d.CreatedBy, instant{&d.CreatedAt}, &d.RestoredFrom, jsonText{&d.DashboardSpec})
	return d, err
}
