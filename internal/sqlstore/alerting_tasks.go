package sqlstore

import (
	"context"
	"hash/fnv"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	beginProgressSQL = `
INSERT INTO alert_progress (alert_id, shard, revision, due_at, attempts, grouped_by)
VALUES ($1, $2, 0, 0, 0, '')`

	hastenProgressSQL = `
UPDATE alert_progress
SET due_at = 0, revision = revision + 1
WHERE alert_id = (SELECT id FROM alerts WHERE team_id = $1 AND id = $2)`

	dueTasksSQL = `
SELECT id, team_id, created_by, source, dashboard_id, tile_id, saved_search_id, group_by,
    threshold, threshold_max, threshold_type, check_interval, schedule_offset_minutes, schedule_start_at,
    channels, name, message, note, consecutive_windows, no_data, renotify_interval, delay_seconds, tags,
    silence, state, state_before_error, failures, created_at, updated_at, version, evaluated_through, open_since,
    alert_shards.owner, alert_shards.shard, alert_shards.epoch, revision, attempts, grouped_by
FROM alert_progress
JOIN alert_shards ON alert_shards.shard = alert_progress.shard
JOIN alerts ON id = alert_id
WHERE due_at <= $1 AND alert_shards.owner = $2
ORDER BY due_at, team_id, id
LIMIT $3`

	dueGroupsSQL = `
SELECT alert_groups.alert_id, group_key, group_values, group_state, breaches, quiet_since, told_at
FROM alert_groups
JOIN alert_progress ON alert_progress.alert_id = alert_groups.alert_id
JOIN alert_shards ON alert_shards.shard = alert_progress.shard
WHERE due_at <= $1 AND alert_shards.owner = $2
ORDER BY alert_groups.alert_id, group_key
LIMIT $3`

	// An alert whose window waits and did not fail is due.
	evaluatorLagSQL = `
SELECT check_interval, CASE WHEN attempts > 0 THEN 1 ELSE 0 END AS failing, min(open_since)
FROM alert_progress
JOIN alert_shards ON alert_shards.shard = alert_progress.shard
JOIN alerts ON id = alert_id
WHERE (due_at <= $1 OR attempts > 0) AND open_since <= $1 AND alert_shards.owner = $2
GROUP BY check_interval, failing
ORDER BY check_interval, failing
LIMIT $3`
)

// dueGroupsMax bounds the groups that are read at once.
const dueGroupsMax = 1_000_000

// shardOf returns the shard of an alert.
func shardOf(alertID string) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(alertID))
	return int64(h.Sum32() % alerting.Shards)
}

// DueTasks returns alerts of the owner's shards that are due at the instant,
// the longest due first, and those of a team together: they may share scans.
func (s *Store) DueTasks(ctx context.Context, owner string, now time.Time, limit int) ([]alerting.Task, error) {
	tasks, err := some(ctx, s, scanTask, about("alert", dueTasksSQL, now.UnixMilli(), owner, limit))
	if err != nil || len(tasks) == 0 {
		return nil, err
	}
	// Groups that come or go between the two reads change the revision, so
	// that nothing made of them can be saved.
	groups, err := some(ctx, s, scanGroup, about("alert group", dueGroupsSQL, now.UnixMilli(), owner, dueGroupsMax))
	if err != nil {
		return nil, err
	}
	byAlert := map[string]map[string]alerting.GroupState{}
	for _, g := range groups {
		if byAlert[g.alertID] == nil {
			byAlert[g.alertID] = map[string]alerting.GroupState{}
		}
		byAlert[g.alertID][g.key] = g.GroupState
	}
	for i := range tasks {
		tasks[i].Groups = byAlert[tasks[i].Alert.ID]
	}
	return tasks, nil
}

func scanTask(r row) (alerting.Task, error) {
	var t alerting.Task
	err := r.Scan(append(alertRowFields(&t.Alert), &t.Claim.Owner, &t.Claim.Shard, &t.Claim.Epoch,
		&t.Revision, &t.Attempts, &t.Grouping)...)
	return t, err
}

// EvaluatorLag returns since when windows of the owner's shards have been
// waiting at the instant, the oldest of each interval that has any, and apart
// from them the oldest of alerts whose query fails.
func (s *Store) EvaluatorLag(ctx context.Context, owner string, now time.Time) ([]alerting.Waiting, error) {
	return some(ctx, s, scanWaiting, about("alert", evaluatorLagSQL, now.UnixMilli(), owner, 2*len(stack.Intervals())))
}

func scanWaiting(r row) (alerting.Waiting, error) {
	var w alerting.Waiting
	var failing int
	err := r.Scan(&w.Interval, &failing, instant{&w.Since})
	w.Failing = failing > 0
	return w, err
}

// groupRow is a group as it is kept.
type groupRow struct {
	alertID string
	key     string
	alerting.GroupState
}

func (g *groupRow) fields() []any {
	return []any{
		&g.alertID, &g.key, jsonText{&g.Values}, &g.State, &g.Breaches, instant{&g.QuietSince}, instant{&g.ToldAt},
	}
}

func scanGroup(r row) (groupRow, error) {
	var g groupRow
	err := r.Scan(g.fields()...)
	return g, err
}
