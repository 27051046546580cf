package sqlstore

import (
	"context"

	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	alertsOfSQL = `
SELECT id, team_id, created_by, source, dashboard_id, tile_id, saved_search_id, group_by,
    threshold, threshold_max, threshold_type, check_interval, schedule_offset_minutes, schedule_start_at,
    channels, name, message, note, consecutive_windows, no_data, renotify_interval, delay_seconds, tags,
    silence, state, state_before_error, failures, created_at, updated_at, version, evaluated_through, open_since
FROM alerts
JOIN alert_progress ON alert_id = id
WHERE team_id = $1
ORDER BY id
LIMIT $2 OFFSET $3`

	countAlertsSQL = `
SELECT count(*)
FROM alerts
WHERE team_id = $1`

	alertsOnDashboardSQL = `
SELECT id, team_id, created_by, source, dashboard_id, tile_id, saved_search_id, group_by,
    threshold, threshold_max, threshold_type, check_interval, schedule_offset_minutes, schedule_start_at,
    channels, name, message, note, consecutive_windows, no_data, renotify_interval, delay_seconds, tags,
    silence, state, state_before_error, failures, created_at, updated_at, version, evaluated_through, open_since
FROM alerts
JOIN alert_progress ON alert_id = id
WHERE team_id = $1 AND dashboard_id = $2
ORDER BY id
LIMIT $3`

	reassignAlertsSQL = `
UPDATE alerts
SET created_by = $3, version = version + 1
WHERE team_id = $1 AND created_by = $2`
)

// AlertsOf returns a part of the team's alerts by id, and how many there are.
func (s *Store) AlertsOf(ctx context.Context, teamID string, part resources.Part) ([]stack.Alert, int, error) {
	return page(ctx, s, scanAlert, paged{
		items: about("alert", alertsOfSQL, teamID, part.Limit, part.Offset),
		count: about("alert", countAlertsSQL, teamID),
	})
}

// AlertsOnDashboard returns the alerts that watch a tile of the team's
// dashboard.
func (s *Store) AlertsOnDashboard(ctx context.Context, teamID, dashboardID string) ([]stack.Alert, error) {
	return list(ctx, s, scanAlert, about("alert", alertsOnDashboardSQL, teamID, dashboardID))
}

// ReassignAlerts makes the user to the creator of the alerts of another.
func (s *Store) ReassignAlerts(ctx context.Context, teamID, fromUserID, toUserID string) error {
	_, err := s.change(ctx, about("alert", reassignAlertsSQL, teamID, fromUserID, toUserID))
	return err
}
