package sqlstore

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/cairnstack/cairn/internal/stack"
)

const (
	insertAlertSQL = `
INSERT INTO alerts (id, team_id, created_by, source, dashboard_id, tile_id, saved_search_id, group_by,
    threshold, threshold_max, threshold_type, check_interval, schedule_offset_minutes, schedule_start_at,
    channels, name, message, note, consecutive_windows, no_data, renotify_interval, delay_seconds, tags,
    silence, state, state_before_error, failures, created_at, updated_at, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
    $23, $24, $25, $26, $27, $28, $29, $30)`

	// SQLite compiles a join anew each time that it runs, which takes eight
	// times as long as looking the two columns up.
	alertByIDSQL = `
SELECT id, team_id, created_by, source, dashboard_id, tile_id, saved_search_id, group_by,
    threshold, threshold_max, threshold_type, check_interval, schedule_offset_minutes, schedule_start_at,
    channels, name, message, note, consecutive_windows, no_data, renotify_interval, delay_seconds, tags,
    silence, state, state_before_error, failures, created_at, updated_at, version,
    (SELECT evaluated_through FROM alert_progress WHERE alert_id = alerts.id),
    (SELECT open_since FROM alert_progress WHERE alert_id = alerts.id)
FROM alerts
WHERE team_id = $1 AND id = $2`

	// Evaluation may raise the version at any time; it leaves these columns
	// alone, so that nothing is lost without a guard.
	updateAlertSQL = `
UPDATE alerts
SET source = $4, dashboard_id = $5, tile_id = $6, saved_search_id = $7, group_by = $8, threshold = $9,
    threshold_max = $10, threshold_type = $11, check_interval = $12, schedule_offset_minutes = $13,
    schedule_start_at = $14, channels = $15, name = $16, message = $17, note = $18, consecutive_windows = $19,
    no_data = $20, renotify_interval = $21, delay_seconds = $22, tags = $23, updated_at = $3, version = version + 1
WHERE team_id = $1 AND id = $2
RETURNING version`

	silenceAlertSQL = `
UPDATE alerts
SET silence = $3, updated_at = $4, version = version + 1
WHERE team_id = $1 AND id = $2
RETURNING version`

	deleteAlertSQL = `
DELETE FROM alerts
WHERE team_id = $1 AND id = $2`
)

// CreateAlert adds an alert of a team. It is due at once.
func (s *Store) CreateAlert(ctx context.Context, a stack.Alert) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.insert(ctx, about("alert", insertAlertSQL, alertFields(&a)...)); err != nil {
			return err
		}
		return s.insert(ctx, about("alert", beginProgressSQL, a.ID, shardOf(a.ID)))
	})
}

// AlertByID returns the team's alert with the id.
func (s *Store) AlertByID(ctx context.Context, teamID, id string) (stack.Alert, error) {
	return one(ctx, s, scanAlert, about("alert", alertByIDSQL, teamID, id))
}

// UpdateAlert writes what the owner decides of an alert, and returns its new
// version. The alert is due at once. It needs a transaction.
func (s *Store) UpdateAlert(ctx context.Context, a stack.Alert) (int64, error) {
	if _, err := s.change(ctx, about("alert", hastenProgressSQL, a.TeamID, a.ID)); err != nil {
		return 0, err
	}
	values := append([]any{a.TeamID, a.ID, instant{&a.UpdatedAt}}, alertSpecFields(&a.AlertSpec)...)
	return one(ctx, s, scanInt64, about("alert", updateAlertSQL, values...))
}

// SilenceAlert writes the silence of an alert, or that it has none, and
// returns its new version. It needs a transaction.
func (s *Store) SilenceAlert(ctx context.Context, a stack.Alert) (int64, error) {
	return one(ctx, s, scanInt64,
		about("alert", silenceAlertSQL, a.TeamID, a.ID, jsonText{&a.Silence}, instant{&a.UpdatedAt}))
}

// DeleteAlert removes the team's alert.
func (s *Store) DeleteAlert(ctx context.Context, teamID, id string) error {
	return s.touch(ctx, about("alert", deleteAlertSQL, teamID, id))
}

func alertFields(a *stack.Alert) []any {
	fields := append([]any{&a.ID, &a.TeamID, &a.CreatedBy}, alertSpecFields(&a.AlertSpec)...)
	return append(fields, jsonText{&a.Silence}, &a.State, &a.StateBeforeError, jsonText{&a.Failures},
		instant{&a.CreatedAt}, instant{&a.UpdatedAt}, &a.Version)
}

// alertRowFields is what a query of alerts returns: the alert and its progress.
func alertRowFields(a *stack.Alert) []any {
	return append(alertFields(a), instant{&a.Progress.Through}, instant{&a.Progress.OpenSince})
}

func alertSpecFields(a *stack.AlertSpec) []any {
	return []any{
		&a.Source, optionalText{&a.DashboardID}, &a.TileID, optionalText{&a.SavedSearchID}, &a.GroupBy,
		&a.Threshold, &a.ThresholdMax, &a.ThresholdType, &a.Interval, &a.ScheduleOffsetMinutes,
		optionalInstant{&a.ScheduleStartAt}, jsonText{&a.Channels}, &a.Name, &a.Message, &a.Note,
		&a.NumConsecutiveWindows, &a.NoData, &a.RenotifyInterval, &a.DelaySeconds, jsonText{&a.Tags},
	}
}

func scanAlert(r row) (stack.Alert, error) {
	var a stack.Alert
	err := r.Scan(alertRowFields(&a)...)
	return a, err
}

// optionalText keeps an empty text as NULL.
type optionalText struct{ of *string }

// Value implements driver.Valuer.
func (o optionalText) Value() (driver.Value, error) {
	if *o.of == "" {
		return nil, nil
	}
	return *o.of, nil
}

// Scan implements sql.Scanner.
func (o optionalText) Scan(src any) error {
	switch text := src.(type) {
	case nil:
		*o.of = ""
	case string:
		*o.of = text
	default:
		return fmt.Errorf("can't read a text from %T", src)
	}
	return nil
}
