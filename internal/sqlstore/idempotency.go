package sqlstore

import (
	"context"
	"encoding/base64"
	"errors"
	"time"
)

// errNoTx says that a claim was tried where it could not be taken back.
var errNoTx = errors.New("an idempotency key can only be claimed inside InTx")

const (
	// A row of a claim that is not committed makes the insert wait. The update
	// takes over what has expired, and locks the row even where it does not.
	claimIdempotencyKeySQL = `
INSERT INTO idempotency_keys (scope, key, record, expire_at)
VALUES ($1, $2, '', $3)
ON CONFLICT (scope, key) DO UPDATE
SET record = '', expire_at = $3
WHERE idempotency_keys.expire_at <= $4 OR idempotency_keys.record = ''`

	idempotentRecordSQL = `
SELECT record
FROM idempotency_keys
WHERE scope = $1 AND key = $2`

	saveIdempotentAnswerSQL = `
UPDATE idempotency_keys
SET record = $3
WHERE scope = $1 AND key = $2`

	deleteIdempotencyKeysSQL = `
DELETE FROM idempotency_keys
WHERE (scope, key) IN (
    SELECT scope, key
    FROM idempotency_keys
    WHERE expire_at <= $1
    ORDER BY expire_at
    LIMIT $2
)`
)

// ClaimIdempotencyKey claims a key within the transaction of ctx and returns
// nil, or returns the record that is stored under it and has not expired.
// While another transaction holds the key, it waits.
func (s *Store) ClaimIdempotencyKey(ctx context.Context, scope, key string, expires time.Time) ([]byte, error) {
	if s.transaction(ctx) == nil {
		return nil, errNoTx
	}
	now := s.options.Now()
	claimed, err := s.change(ctx, about("idempotency key", claimIdempotencyKeySQL, scope, key, instant{&expires}, instant{&now}))
	if err != nil || claimed > 0 {
		return nil, err
	}
	return one(ctx, s, scanRecord, about("idempotency key", idempotentRecordSQL, scope, key))
}

// SaveIdempotentAnswer stores the record, which is not empty, of a key that
// the transaction of ctx has claimed.
func (s *Store) SaveIdempotentAnswer(ctx context.Context, scope, key string, record []byte) error {
	text := base64.StdEncoding.EncodeToString(record)
	return s.touch(ctx, about("idempotency key", saveIdempotentAnswerSQL, scope, key, text))
}

// DeleteIdempotencyKeysBefore removes keys that expired at the given time or
// before, at most SweepRowsMax, and returns how many.
func (s *Store) DeleteIdempotencyKeysBefore(ctx context.Context, at time.Time) (int, error) {
	return s.change(ctx, about("idempotency key", deleteIdempotencyKeysSQL, instant{&at}, SweepRowsMax))
}

func scanRecord(r row) ([]byte, error) {
	var text string
	if err := r.Scan(&text); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(text)
}
