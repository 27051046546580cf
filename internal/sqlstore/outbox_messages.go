package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
)

const (
	addMessageSQL = `
INSERT INTO outbox_messages (id, team_id, webhook_id, alert_id, lane, lane_position, notice, status, reason, tries,
    attempts, next_at, created_at, settled_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
FROM webhooks
WHERE id = $3 AND team_id = $2
ON CONFLICT (id) DO NOTHING`

	pendingMessagesSQL = `
SELECT count(*)
FROM (
    SELECT id
    FROM outbox_messages
    WHERE webhook_id = $1 AND status = 'pending'
    LIMIT $2) waiting`

	dueMessagesSQL = `
SELECT id, team_id, webhook_id, alert_id, lane, lane_position, notice, status, reason, tries,
    attempts, next_at, created_at, settled_at
FROM outbox_messages m
WHERE webhook_id = $1 AND status = 'pending' AND next_at <= $2 AND NOT EXISTS (
    SELECT 1
    FROM outbox_messages b
    WHERE b.lane = m.lane AND b.status = 'pending' AND b.next_at > $2
        AND (b.lane_position < m.lane_position OR b.lane_position = m.lane_position AND b.id < m.id))
ORDER BY lane_position, id
LIMIT $3`

	updateMessageSQL = `
UPDATE outbox_messages
SET status = $2, reason = $3, tries = $4, attempts = $5, next_at = $6, settled_at = $7
WHERE id = $1 AND status = 'pending'`

	hastenMessagesSQL = `
UPDATE outbox_messages
SET next_at = $2
WHERE webhook_id = $1 AND status = 'pending' AND next_at > $2`

	bringForwardSQL = `
UPDATE outbox_messages
SET next_at = $1
WHERE status = 'pending' AND tries = $2 AND next_at > $3`

	bringEndpointsForwardSQL = `
UPDATE outbox_endpoints
SET open_until = NULL
WHERE open_until > $1`

	outboxAheadSQL = `
SELECT (
    SELECT count(*)
    FROM outbox_messages
    WHERE status = 'pending' AND next_at > $1) + (
    SELECT count(*)
    FROM outbox_endpoints
    WHERE open_until > $2)`

	buryMessagesSQL = `
UPDATE outbox_messages
SET status = 'dead', reason = $2, settled_at = $3
WHERE webhook_id = $1 AND status = 'pending'`

	pruneMessagesSQL = `
DELETE FROM outbox_messages
WHERE id IN (
    SELECT id
    FROM outbox_messages
    WHERE settled_at < $1
    ORDER BY settled_at
    LIMIT $2)`

	outboxFiguresSQL = `
SELECT count(*), coalesce(min(next_at), $1)
FROM outbox_messages
WHERE status = 'pending'`

	addAttemptSQL = `
INSERT INTO outbox_attempts (message_id, number, attempted_at, outcome, status_code, answer, failure, latency_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
)

// AddMessage writes a message, unless there is one with its id or the team
// has no such webhook.
func (s *Store) AddMessage(ctx context.Context, m alerting.Message) error {
	return s.insert(ctx, about("message", addMessageSQL, messageFields(&m)...))
}

// PendingMessages returns how many messages wait for a webhook, up to the
// limit.
func (s *Store) PendingMessages(ctx context.Context, webhookID string, limit int) (int, error) {
	n, err := one(ctx, s, scanInt64, about("message", pendingMessagesSQL, webhookID, limit))
	return int(n), err
}

// DueMessages returns messages for the webhook that are due and not behind
// one of their lane that is not, in the order of their positions.
func (s *Store) DueMessages(ctx context.Context, webhookID string, now time.Time, limit int) ([]alerting.Message, error) {
	return some(ctx, s, scanMessage, about("message", dueMessagesSQL, webhookID, instant{&now}, limit))
}

// UpdateMessage writes where a pending message stands. What somebody else
// settled meanwhile stays.
func (s *Store) UpdateMessage(ctx context.Context, m alerting.Message) error {
	_, err := s.change(ctx, about("message", updateMessageSQL, m.ID, m.Status, m.Reason, m.Tries, m.Attempts,
		instant{&m.NextAt}, instant{&m.SettledAt}))
	return err
}

// HastenMessages makes all messages that wait for the webhook due.
func (s *Store) HastenMessages(ctx context.Context, webhookID string, now time.Time) error {
	_, err := s.change(ctx, about("message", hastenMessagesSQL, webhookID, instant{&now}))
	return err
}

// BringForward makes messages due whose time lies further ahead than the longest
// wait before their next attempt, and endpoints reachable that are left alone
// for longer than the pause.
func (s *Store) BringForward(ctx context.Context, now time.Time, waits []time.Duration, pause time.Duration) error {
	open := now.Add(pause)
	ahead, err := one(ctx, s, scanInt64, about("message", outboxAheadSQL, instant{&now}, instant{&open}))
	if err != nil || ahead == 0 {
		return err
	}
	return s.InTx(ctx, func(ctx context.Context) error {
		for tries, wait := range waits {
			latest := now.Add(wait)
			if _, err := s.change(ctx, about("message", bringForwardSQL, instant{&now}, tries, instant{&latest})); err != nil {
				return err
			}
		}
		_, err := s.change(ctx, about("endpoint", bringEndpointsForwardSQL, instant{&open}))
		return err
	})
}

// BuryMessages makes all messages that wait for the webhook dead.
func (s *Store) BuryMessages(ctx context.Context, webhookID, reason string, now time.Time) error {
	_, err := s.change(ctx, about("message", buryMessagesSQL, webhookID, reason, instant{&now}))
	return err
}

// PruneMessages removes messages that were settled before the time, with
// their attempts, and returns how many.
func (s *Store) PruneMessages(ctx context.Context, before time.Time, limit int) (int, error) {
	return s.change(ctx, about("message", pruneMessagesSQL, instant{&before}, limit))
}

// OutboxFigures returns how the outbox stands.
func (s *Store) OutboxFigures(ctx context.Context, now time.Time) (notifier.OutboxFigures, error) {
	return one(ctx, s, func(r row) (notifier.OutboxFigures, error) {
		var f notifier.OutboxFigures
		var oldest time.Time
		err := r.Scan(&f.Pending, instant{&oldest})
		f.DueFor = max(0, now.Sub(oldest))
		return f, err
	}, about("message", outboxFiguresSQL, now.UnixMilli()))
}

// AddAttempt writes an attempt of a message.
func (s *Store) AddAttempt(ctx context.Context, a alerting.Attempt) error {
	return s.insert(ctx, about("attempt", addAttemptSQL, attemptFields(&a)...))
}

func messageFields(m *alerting.Message) []any {
	return []any{
		&m.ID, &m.TeamID, &m.WebhookID, &m.AlertID, &m.Lane, &m.Position, jsonText{&m.Notice}, &m.Status, &m.Reason,
		&m.Tries, &m.Attempts, instant{&m.NextAt}, instant{&m.CreatedAt}, instant{&m.SettledAt},
	}
}

func scanMessage(r row) (alerting.Message, error) {
	var m alerting.Message
	err := r.Scan(messageFields(&m)...)
	return m, err
}

func attemptFields(a *alerting.Attempt) []any {
	return []any{
		&a.MessageID, &a.Number, instant{&a.At}, &a.Outcome, &a.StatusCode, &a.Body, &a.Failure, span{&a.Latency},
	}
}

func scanAttempt(r row) (alerting.Attempt, error) {
	var a alerting.Attempt
	err := r.Scan(attemptFields(&a)...)
	return a, err
}
