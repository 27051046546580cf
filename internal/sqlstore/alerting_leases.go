package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

const (
	announceEvaluatorSQL = `
INSERT INTO alert_evaluators (owner, expires_at)
VALUES ($1, $2)
ON CONFLICT (owner) DO UPDATE
SET expires_at = $2`

	forgetEvaluatorsSQL = `
DELETE FROM alert_evaluators
WHERE expires_at <= $1`

	countEvaluatorsSQL = `
SELECT count(*)
FROM alert_evaluators`

	renewShardsSQL = `
UPDATE alert_shards
SET expires_at = $2
WHERE owner = $1`

	shardsOfSQL = `
SELECT shard
FROM alert_shards
WHERE owner = $1
ORDER BY shard
LIMIT $2`

	freeShardsSQL = `
SELECT shard
FROM alert_shards
WHERE expires_at <= $1
ORDER BY shard
LIMIT $2`

	takeShardSQL = `
UPDATE alert_shards
SET owner = $2, epoch = epoch + 1, expires_at = $3
WHERE shard = $1 AND expires_at <= $4`

	giveShardSQL = `
UPDATE alert_shards
SET owner = '', epoch = epoch + 1, expires_at = 0
WHERE shard = $1 AND owner = $2`

	giveShardsSQL = `
UPDATE alert_shards
SET owner = '', epoch = epoch + 1, expires_at = 0
WHERE owner = $1`

	forgetEvaluatorSQL = `
DELETE FROM alert_evaluators
WHERE owner = $1`
)

// Clock returns the time by which all processes that share the database go:
// PostgreSQL's own, or with SQLite that of the only process.
func (s *Store) Clock(ctx context.Context) (time.Time, error) { return s.dialect.clock(ctx, s) }

// ClaimShards renews the owner's shards for the duration, gives back what is
// more than its fair share, and takes what is free up to it. It returns how
// many the owner holds.
func (s *Store) ClaimShards(ctx context.Context, owner string, ttl time.Duration) (held int, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		now, err := s.Clock(ctx)
		if err != nil {
			return err
		}
		c := claim{Store: s, owner: owner, now: now.UnixMilli(), until: now.Add(ttl).UnixMilli()}
		held, err = c.balance(ctx)
		return err
	})
	return held, err
}

// ReleaseShards gives all shards of the owner back.
func (s *Store) ReleaseShards(ctx context.Context, owner string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.change(ctx, about("shard", giveShardsSQL, owner)); err != nil {
			return err
		}
		_, err := s.change(ctx, about("evaluator", forgetEvaluatorSQL, owner))
		return err
	})
}

// claim is one look at the shards by one owner.
type claim struct {
	*Store
	owner      string
	now, until int64
}

func (c claim) balance(ctx context.Context) (int, error) {
	share, err := c.share(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := c.change(ctx, about("shard", renewShardsSQL, c.owner, c.until)); err != nil {
		return 0, err
	}
	own, err := some(ctx, c.Store, scanInt64, about("shard", shardsOfSQL, c.owner, alerting.Shards))
	if err != nil {
		return 0, err
	}
	if len(own) > share {
		return share, c.give(ctx, own[share:])
	}
	taken, err := c.take(ctx, share-len(own))
	return len(own) + taken, err
}

// share returns how many shards an evaluator may hold while others live.
func (c claim) share(ctx context.Context) (int, error) {
	for _, st := range []statement{
		about("evaluator", forgetEvaluatorsSQL, c.now),
		about("evaluator", announceEvaluatorSQL, c.owner, c.until),
	} {
		if _, err := c.change(ctx, st); err != nil {
			return 0, err
		}
	}
	living, err := one(ctx, c.Store, scanInt64, about("evaluator", countEvaluatorsSQL))
	if err != nil {
		return 0, err
	}
	n := int(living)
	return (alerting.Shards + n - 1) / n, nil
}

func (c claim) give(ctx context.Context, shards []int64) error {
	for _, shard := range shards {
		if _, err := c.change(ctx, about("shard", giveShardSQL, shard, c.owner)); err != nil {
			return err
		}
	}
	return nil
}

func (c claim) take(ctx context.Context, most int) (taken int, err error) {
	free, err := some(ctx, c.Store, scanInt64, about("shard", freeShardsSQL, c.now, most))
	if err != nil {
		return 0, err
	}
	for _, shard := range free {
		touched, err := c.change(ctx, about("shard", takeShardSQL, shard, c.owner, c.until, c.now))
		if err != nil {
			return 0, err
		}
		taken += touched
	}
	return taken, nil
}
