package sqlstore

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/fault"
)

const (
	// The recursion goes from webhook to webhook in the index of what waits:
	// a backlog of one costs the others nothing.
	dueEndpointsSQL = `
WITH RECURSIVE waiting (webhook_id) AS (
    SELECT min(webhook_id)
    FROM outbox_messages
    WHERE status = 'pending'
    UNION ALL
    SELECT (
        SELECT min(m.webhook_id)
        FROM outbox_messages m
        WHERE m.status = 'pending' AND m.webhook_id > waiting.webhook_id)
    FROM waiting
    WHERE waiting.webhook_id IS NOT NULL)
SELECT w.id, w.team_id, (
    SELECT min(m.next_at)
    FROM outbox_messages m
    WHERE m.webhook_id = w.id AND m.status = 'pending') AS due_since
FROM waiting
JOIN webhooks w ON w.id = waiting.webhook_id
LEFT JOIN outbox_endpoints e ON e.webhook_id = w.id
WHERE coalesce(e.open_until, 0) <= $1 AND coalesce(e.lease_until, 0) <= $2 AND EXISTS (
    SELECT 1
    FROM outbox_messages m
    WHERE m.webhook_id = w.id AND m.status = 'pending' AND m.next_at <= $1 AND NOT EXISTS (
        SELECT 1
        FROM outbox_messages b
        WHERE b.lane = m.lane AND b.status = 'pending' AND b.next_at > $1
            AND (b.lane_position < m.lane_position OR b.lane_position = m.lane_position AND b.id < m.id)))
ORDER BY due_since, w.id
LIMIT $3`

	takeEndpointSQL = `
INSERT INTO outbox_endpoints (webhook_id, owner, epoch, lease_until, failures, open_until)
VALUES ($1, $2, 1, $3, 0, NULL)
ON CONFLICT (webhook_id) DO UPDATE
SET owner = $2, epoch = outbox_endpoints.epoch + 1, lease_until = $3
WHERE outbox_endpoints.lease_until <= $4
RETURNING epoch, failures, open_until`

	keepEndpointSQL = `
UPDATE outbox_endpoints
SET lease_until = $4, failures = $5, open_until = $6
WHERE webhook_id = $1 AND owner = $2 AND epoch = $3`

	leaveEndpointSQL = `
UPDATE outbox_endpoints
SET lease_until = 0
WHERE webhook_id = $1 AND owner = $2 AND epoch = $3`
)

// DueEndpoints returns endpoints without an owner that have something due and
// may be reached, the longest due first.
func (s *Store) DueEndpoints(ctx context.Context, now time.Time, limit int) ([]notifier.Endpoint, error) {
	clock, err := s.Clock(ctx)
	if err != nil {
		return nil, err
	}
	return some(ctx, s, func(r row) (notifier.Endpoint, error) {
		var e notifier.Endpoint
		var dueSince int64 // for the order alone
		err := r.Scan(&e.WebhookID, &e.TeamID, &dueSince)
		return e, err
	}, about("endpoint", dueEndpointsSQL, now.UnixMilli(), clock.UnixMilli(), limit))
}

// TakeEndpoint makes e.Owner the endpoint's for the duration, and returns
// false when it has another.
func (s *Store) TakeEndpoint(ctx context.Context, e notifier.Endpoint, lease time.Duration) (taken notifier.Endpoint, ok bool, err error) {
	taken = e
	err = s.InTx(ctx, func(ctx context.Context) error {
		clock, err := s.Clock(ctx)
		if err != nil {
			return err
		}
		until := clock.Add(lease).UnixMilli()
		rows, err := some(ctx, s, func(r row) (bool, error) {
			return true, r.Scan(&taken.Epoch, &taken.Failures, instant{&taken.OpenUntil})
		}, about("endpoint", takeEndpointSQL, e.WebhookID, e.Owner, until, clock.UnixMilli()))
		ok = len(rows) == 1
		return err
	})
	return taken, ok, err
}

// KeepEndpoint prolongs the lease and writes how the endpoint did. It is a
// Stale fault when the endpoint has another owner by now.
func (s *Store) KeepEndpoint(ctx context.Context, e notifier.Endpoint, lease time.Duration) error {
	clock, err := s.Clock(ctx)
	if err != nil {
		return err
	}
	touched, err := s.change(ctx, about("endpoint", keepEndpointSQL, e.WebhookID, e.Owner, e.Epoch,
		clock.Add(lease).UnixMilli(), e.Failures, instant{&e.OpenUntil}))
	if err == nil && touched == 0 {
		return fault.New(fault.Stale, "the endpoint has another owner")
	}
	return err
}

// LeaveEndpoint ends the lease, if it is still the owner's.
func (s *Store) LeaveEndpoint(ctx context.Context, e notifier.Endpoint) error {
	_, err := s.change(ctx, about("endpoint", leaveEndpointSQL, e.WebhookID, e.Owner, e.Epoch))
	return err
}

// span keeps a duration as milliseconds.
type span struct{ of *time.Duration }

// Value implements driver.Valuer.
func (d span) Value() (driver.Value, error) { return d.of.Milliseconds(), nil }

// Scan implements sql.Scanner.
func (d span) Scan(src any) error {
	millis, ok := src.(int64)
	if !ok {
		return fmt.Errorf("can't read a duration from %T", src)
	}
	*d.of = time.Duration(millis) * time.Millisecond
	return nil
}
