package sqlstore

import (
	"context"
	"math"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

const (
	insertHistorySQL = `
INSERT INTO alert_history (alert_id, window_end, window_start, group_key, group_values, kind, from_state, to_state,
    value, threshold, threshold_max, message, recorded_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

	pruneHistorySQL = `
DELETE FROM alert_history
WHERE alert_id = $1 AND window_end < $2`

	historyOfSQL = `
SELECT alert_id, window_end, window_start, group_key, group_values, kind, from_state, to_state,
    value, alert_history.threshold, alert_history.threshold_max, alert_history.message, recorded_at
FROM alert_history
JOIN alerts ON id = alert_id
WHERE team_id = $1 AND alert_id = $2 AND window_end >= $3 AND window_end < $4
ORDER BY window_end DESC, recorded_at DESC, kind, group_key
LIMIT $5`

	// A window that failed is replaced when it succeeds.
	saveEvaluationSQL = `
INSERT INTO alert_evaluations (alert_id, window_end, window_start, overall_state, group_results, groups_total,
    query_ms, attempts, error_type, error_message, evaluated_at, non_finite)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (alert_id, window_end) DO UPDATE
SET overall_state = excluded.overall_state, group_results = excluded.group_results,
    groups_total = excluded.groups_total, query_ms = excluded.query_ms, attempts = excluded.attempts,
    error_type = excluded.error_type, error_message = excluded.error_message, evaluated_at = excluded.evaluated_at,
    non_finite = excluded.non_finite`

	pruneEvaluationsSQL = `
DELETE FROM alert_evaluations
WHERE alert_id = $1 AND window_end < $2`

	evaluationsOfSQL = `
SELECT alert_id, window_end, window_start, overall_state, group_results, groups_total,
    query_ms, attempts, error_type, error_message, evaluated_at, non_finite
FROM alert_evaluations
JOIN alerts ON id = alert_id
WHERE team_id = $1 AND alert_id = $2 AND window_end >= $3 AND window_end < $4
ORDER BY window_end DESC
LIMIT $5`
)

// historyRow is an entry of the history of an alert as it is kept.
type historyRow struct {
	alertID string
	alerting.HistoryEntry
}

func (h *historyRow) fields() []any {
	return []any{
		&h.alertID, instant{&h.Window.End}, instant{&h.Window.Start}, &h.Group.Key, jsonText{&h.Group.Values}, &h.Kind,
		&h.From, &h.To, &h.Value, &h.Threshold, &h.ThresholdMax, &h.Message, instant{&h.RecordedAt},
	}
}

func scanHistory(r row) (alerting.HistoryEntry, error) {
	var h historyRow
	err := r.Scan(h.fields()...)
	return h.HistoryEntry, err
}

// saveHistory writes what changed, and drops what is too old.
func (s *Store) saveHistory(ctx context.Context, t alerting.Turn) error {
	for _, entry := range t.History {
		h := historyRow{alertID: t.Task.Alert.ID, HistoryEntry: entry}
		if err := s.insert(ctx, about("alert history", insertHistorySQL, h.fields()...)); err != nil {
			return err
		}
	}
	if len(t.History) == 0 {
		return nil
	}
	old := t.History[0].Window.End.Add(-alerting.HistoryAgeMax).UnixMilli()
	_, err := s.change(ctx, about("alert history", pruneHistorySQL, t.Task.Alert.ID, old))
	return err
}

// AlertHistory returns what changed about the team's alert, newest first.
func (s *Store) AlertHistory(ctx context.Context, teamID, alertID string, span alerting.Span) ([]alerting.HistoryEntry, error) {
	from, to := bounds(span)
	return some(ctx, s, scanHistory, about("alert history", historyOfSQL, teamID, alertID, from, to, span.Limit))
}

// bounds returns a span in milliseconds, the end excluded.
func bounds(span alerting.Span) (from, to int64) {
	from, to = 0, math.MaxInt64
	if !span.From.IsZero() {
		from = span.From.UnixMilli()
	}
	if !span.To.IsZero() {
		to = span.To.UnixMilli()
	}
	return from, to
}

// evaluationRow is what a window said about an alert as it is kept.
type evaluationRow struct {
	alertID   string
	queryMS   int64
	nonFinite int64
	alerting.Evaluation
}

func (e *evaluationRow) fields() []any {
	return []any{
		&e.alertID, instant{&e.Window.End}, instant{&e.Window.Start}, &e.State, jsonText{&e.Groups}, &e.GroupsTotal,
		&e.queryMS, &e.Attempts, &e.ErrorType, &e.Error, instant{&e.At}, &e.nonFinite,
	}
}

func scanEvaluation(r row) (alerting.Evaluation, error) {
	var e evaluationRow
	err := r.Scan(e.fields()...)
	e.Query = time.Duration(e.queryMS) * time.Millisecond
	e.NonFinite = uint64(max(e.nonFinite, 0))
	return e.Evaluation, err
}

// kept returns a count as a column can hold it.
func kept(count uint64) int64 { return int64(min(count, math.MaxInt64)) }

// pruneEvery is how many windows go by between two times that an alert's old
// evaluations are dropped.
const pruneEvery = 64

func (s *Store) saveEvaluations(ctx context.Context, t alerting.Turn) error {
	for _, evaluation := range t.Evaluations {
		e := evaluationRow{alertID: t.Task.Alert.ID, queryMS: evaluation.Query.Milliseconds(), nonFinite: kept(evaluation.NonFinite), Evaluation: evaluation}
		if err := s.insert(ctx, about("alert evaluation", saveEvaluationSQL, e.fields()...)); err != nil {
			return err
		}
		if err := s.pruneEvaluations(ctx, t.Task.Alert.ID, evaluation.Window); err != nil {
			return err
		}
	}
	return nil
}

// pruneEvaluations drops evaluations now and then: those of windows that lie
// too many windows back.
func (s *Store) pruneEvaluations(ctx context.Context, alertID string, w alerting.Window) error {
	length := w.End.Sub(w.Start)
	if w.End.UnixMilli()/length.Milliseconds()%pruneEvery != 0 {
		return nil
	}
	old := w.End.Add(-alerting.EvaluationsMax * length).UnixMilli()
	_, err := s.change(ctx, about("alert evaluation", pruneEvaluationsSQL, alertID, old))
	return err
}

// AlertEvaluations returns what windows said about the team's alert, newest
// first.
func (s *Store) AlertEvaluations(ctx context.Context, teamID, alertID string, span alerting.Span) ([]alerting.Evaluation, error) {
	from, to := bounds(span)
	return some(ctx, s, scanEvaluation, about("alert evaluation", evaluationsOfSQL, teamID, alertID, from, to, span.Limit))
}
