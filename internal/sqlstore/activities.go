package sqlstore

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

const (
	insertActivitySQL = `
INSERT INTO activities (id, organization_id, sequence, service_id, type, actor_type, actor_id, actor_details,
    actor_ip_address, actor_user_agent, target_id, key_update, before_facts, after_facts, created_at, prev_hash, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

	lastActivitySQL = `
SELECT id, organization_id, sequence, service_id, type, actor_type, actor_id, actor_details,
    actor_ip_address, actor_user_agent, target_id, key_update, before_facts, after_facts, created_at, prev_hash, hash
FROM activities
WHERE organization_id = $1
ORDER BY sequence DESC
LIMIT 1`

	activityByIDSQL = `
SELECT id, organization_id, sequence, service_id, type, actor_type, actor_id, actor_details,
    actor_ip_address, actor_user_agent, target_id, key_update, before_facts, after_facts, created_at, prev_hash, hash
FROM activities
WHERE organization_id = $1 AND id = $2`

	activitiesOfSQL = `
SELECT id, organization_id, sequence, service_id, type, actor_type, actor_id, actor_details,
    actor_ip_address, actor_user_agent, target_id, key_update, before_facts, after_facts, created_at, prev_hash, hash
FROM activities
WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND sequence < $4
ORDER BY sequence DESC
LIMIT $5`
)

// AppendActivity adds an entry to the audit log of its organization. A place
// in the log that is taken is a Conflict.
func (s *Store) AppendActivity(ctx context.Context, a org.Activity) error {
	return s.insert(ctx, about("activity", insertActivitySQL, activityFields(&a)...))
}

// LastActivity returns the newest entry of the organization's audit log, the
// zero Activity when there is none.
func (s *Store) LastActivity(ctx context.Context, organizationID string) (org.Activity, error) {
	found, err := some(ctx, s, scanActivity, about("activity", lastActivitySQL, organizationID))
	if err != nil || len(found) == 0 {
		return org.Activity{}, err
	}
	return found[0], nil
}

// ActivityByID returns the entry of the organization's audit log.
func (s *Store) ActivityByID(ctx context.Context, organizationID, id string) (org.Activity, error) {
	return one(ctx, s, scanActivity, about("activity", activityByIDSQL, organizationID, id))
}

// ActivitiesOf returns at most limit entries of the organization in the time
// range whose sequence is lower than below, newest first. A below of zero is
// above all.
func (s *Store) ActivitiesOf(ctx context.Context, organizationID string, r org.TimeRange, below int64, limit int) ([]org.Activity, error) {
	if below == 0 {
		below = math.MaxInt64
	}
	from, to := int64(0), int64(math.MaxInt64)
	if !r.From.IsZero() {
		from = wholeMilli(r.From)
	}
	if !r.To.IsZero() {
		to = wholeMilli(r.To)
	}
	return some(ctx, s, scanActivity, about("activity", activitiesOfSQL, organizationID, from, to, below, limit))
}

// wholeMilli rounds up, so that a bound within a millisecond means the next.
func wholeMilli(t time.Time) int64 { return t.Add(time.Millisecond - 1).UnixMilli() }

// hashBytes keeps a hash of the log as lower-case hex.
type hashBytes struct{ of *org.Hash }

// Value implements driver.Valuer.
func (h hashBytes) Value() (driver.Value, error) { return h.of.String(), nil }

// Scan implements sql.Scanner.
func (h hashBytes) Scan(src any) error {
	text, _ := src.(string)
	parsed, ok := org.ParseHash(text)
	if !ok {
		return fmt.Errorf("can't read a hash from %T", src)
	}
	*h.of = parsed
	return nil
}

func activityFields(a *org.Activity) []any {
	return []any{
		&a.ID, &a.OrganizationID, &a.Sequence, &a.ServiceID, &a.Type, &a.Actor.Type, &a.Actor.ID, &a.Actor.Details,
		&a.Actor.IPAddress, &a.Actor.UserAgent, &a.TargetID, &a.KeyUpdate, &a.Before, &a.After,
		instant{&a.CreatedAt}, hashBytes{&a.PrevHash}, hashBytes{&a.Hash},
	}
}

func scanActivity(r row) (org.Activity, error) {
	var a org.Activity
	err := r.Scan(activityFields(&a)...)
	return a, err
}
