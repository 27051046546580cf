package sqlstore

import (
	"context"
	"reflect"

	"github.com/cairnstack/cairn/internal/alerting"
)

const (
	// The owner of the shard and its epoch are asked for in the statement that
	// takes the turn: an evaluator that lost the shard can't write any more.
	saveProgressSQL = `
UPDATE alert_progress
SET evaluated_through = $5, open_since = $6, due_at = $7, attempts = $8, grouped_by = $9, revision = revision + 1
WHERE alert_id = $1 AND revision = $2 AND EXISTS (
    SELECT 1
    FROM alert_shards
    WHERE alert_shards.shard = alert_progress.shard AND owner = $3 AND epoch = $4)`

	saveGroupSQL = `
INSERT INTO alert_groups (alert_id, group_key, group_values, group_state, breaches, quiet_since, told_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (alert_id, group_key) DO UPDATE
SET group_state = excluded.group_state, breaches = excluded.breaches,
    quiet_since = excluded.quiet_since, told_at = excluded.told_at`

	deleteGroupSQL = `
DELETE FROM alert_groups
WHERE alert_id = $1 AND group_key = $2`

	saveStatusSQL = `
UPDATE alerts
SET state = $2, state_before_error = $3, failures = $4, version = version + 1
WHERE id = $1`
)

// SaveTurn writes a turn, and returns false without writing anything when the
// alert is gone, was changed or evaluated meanwhile, or belongs to another
// evaluator by now. It needs a transaction.
func (s *Store) SaveTurn(ctx context.Context, t alerting.Turn) (bool, error) {
	touched, err := s.change(ctx, about("alert", saveProgressSQL, t.Task.Alert.ID, t.Task.Revision,
		t.Task.Claim.Owner, t.Task.Claim.Epoch, instant{&t.Progress.Through}, instant{&t.Progress.OpenSince},
		t.Progress.DueAt.UnixMilli(), t.Progress.Attempts, t.Progress.Grouping))
	if err != nil || touched == 0 {
		return false, err
	}
	for _, write := range []func(context.Context, alerting.Turn) error{s.saveGroups, s.saveHistory, s.saveEvaluations, s.saveStatus} {
		if err := write(ctx, t); err != nil {
			return false, err
		}
	}
	return true, nil
}

// saveGroups writes the groups that differ from those of the task.
func (s *Store) saveGroups(ctx context.Context, t alerting.Turn) error {
	if !t.Changed {
		return nil
	}
	for key, group := range t.Groups {
		if before, known := t.Task.Groups[key]; known && reflect.DeepEqual(before.Group, group.Group) {
			continue
		}
		g := groupRow{alertID: t.Task.Alert.ID, key: key, GroupState: group}
		if err := s.insert(ctx, about("alert group", saveGroupSQL, g.fields()...)); err != nil {
			return err
		}
	}
	for key := range t.Task.Groups {
		if _, stays := t.Groups[key]; stays {
			continue
		}
		if _, err := s.change(ctx, about("alert group", deleteGroupSQL, t.Task.Alert.ID, key)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) saveStatus(ctx context.Context, t alerting.Turn) error {
	if t.Status == nil {
		return nil
	}
	_, err := s.change(ctx, about("alert", saveStatusSQL, t.Task.Alert.ID,
		t.Status.State, t.Status.StateBeforeError, jsonText{&t.Status.Failures}))
	return err
}
