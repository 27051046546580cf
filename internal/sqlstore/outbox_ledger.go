package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
)

const (
	messageByIDSQL = `
SELECT id, team_id, webhook_id, alert_id, lane, lane_position, notice, status, reason, tries,
    attempts, next_at, created_at, settled_at
FROM outbox_messages
WHERE team_id = $1 AND id = $2`

	messagesOfAlertSQL = `
SELECT id, team_id, webhook_id, alert_id, lane, lane_position, notice, status, reason, tries,
    attempts, next_at, created_at, settled_at
FROM outbox_messages
WHERE team_id = $1 AND alert_id = $2
ORDER BY created_at DESC, id
LIMIT $3 OFFSET $4`

	countMessagesOfAlertSQL = `
SELECT count(*)
FROM outbox_messages
WHERE team_id = $1 AND alert_id = $2`

	messagesOfWebhookSQL = `
SELECT id, team_id, webhook_id, alert_id, lane, lane_position, notice, status, reason, tries,
    attempts, next_at, created_at, settled_at
FROM outbox_messages
WHERE team_id = $1 AND webhook_id = $2
ORDER BY created_at DESC, id
LIMIT $3 OFFSET $4`

	countMessagesOfWebhookSQL = `
SELECT count(*)
FROM outbox_messages
WHERE team_id = $1 AND webhook_id = $2`

	attemptsOfSQL = `
SELECT message_id, number, attempted_at, outcome, status_code, answer, failure, latency_ms
FROM outbox_attempts
WHERE message_id = $1
ORDER BY number DESC
LIMIT $2`

	redeliverMessageSQL = `
UPDATE outbox_messages
SET status = 'pending', reason = '', tries = 0, next_at = $3, settled_at = NULL,
    lane = CASE WHEN status = 'pending' THEN lane ELSE id END
WHERE team_id = $1 AND id = $2`

	disableWebhookSQL = `
UPDATE webhooks
SET disabled_at = $3, updated_at = $3, version = version + 1
WHERE team_id = $1 AND id = $2 AND disabled_at IS NULL`
)

// MessageByID returns the team's message with the id.
func (s *Store) MessageByID(ctx context.Context, teamID, id string) (alerting.Message, error) {
	return one(ctx, s, scanMessage, about("delivery", messageByIDSQL, teamID, id))
}

// Messages returns a part of the messages of an alert or of a webhook, the
// newest first, and how many there are.
func (s *Store) Messages(ctx context.Context, q notifier.LedgerQuery) ([]alerting.Message, int, error) {
	items, count, id := messagesOfAlertSQL, countMessagesOfAlertSQL, q.AlertID
	if q.WebhookID != "" {
		items, count, id = messagesOfWebhookSQL, countMessagesOfWebhookSQL, q.WebhookID
	}
	return page(ctx, s, scanMessage, paged{
		items: about("delivery", items, q.TeamID, id, q.Limit, q.Offset),
		count: about("delivery", count, q.TeamID, id),
	})
}

// Attempts returns the last attempts of a message, the newest first.
func (s *Store) Attempts(ctx context.Context, messageID string, limit int) ([]alerting.Attempt, error) {
	return some(ctx, s, scanAttempt, about("attempt", attemptsOfSQL, messageID, limit))
}

// RedeliverMessage makes the team's message due again, with a whole schedule
// before it. One that was settled leaves its lane: those behind it are gone.
func (s *Store) RedeliverMessage(ctx context.Context, teamID, id string, now time.Time) error {
	return s.touch(ctx, about("delivery", redeliverMessageSQL, teamID, id, instant{&now}))
}

// DisableWebhook writes that the receiver wants no more. One that is disabled
// already stays as it is.
func (s *Store) DisableWebhook(ctx context.Context, teamID, id string, at time.Time) error {
	err := s.touch(ctx, about("webhook", disableWebhookSQL, teamID, id, instant{&at}))
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}
