package sqlstore

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	makeLeaseSQL = `
INSERT INTO leases (name, owner, epoch, expires_at)
VALUES ($1, '', 0, 0)
ON CONFLICT (name) DO NOTHING`

	renewLeaseSQL = `
UPDATE leases
SET expires_at = $3
WHERE name = $1 AND owner = $2 AND expires_at > $4`

	takeLeaseSQL = `
UPDATE leases
SET owner = $2, epoch = epoch + 1, expires_at = $3
WHERE name = $1 AND expires_at <= $4`

	leaseEpochSQL = `
SELECT epoch
FROM leases
WHERE name = $1 AND owner = $2`

	// Writes nothing new: it keeps others from taking the lease before the
	// transaction ends.
	holdLeaseSQL = `
UPDATE leases
SET owner = owner
WHERE name = $1 AND owner = $2 AND epoch = $3`

	giveLeaseSQL = `
UPDATE leases
SET owner = '', epoch = epoch + 1, expires_at = 0
WHERE name = $1 AND owner = $2`
)

// ClaimLease takes or renews a lease for the duration. It returns the epoch
// under which the owner holds it, or zero when somebody else does.
func (s *Store) ClaimLease(ctx context.Context, name, owner string, ttl time.Duration) (epoch int64, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		now, err := s.Clock(ctx)
		if err != nil {
			return err
		}
		if err := s.insert(ctx, about("lease", makeLeaseSQL, name)); err != nil {
			return err
		}
		for _, text := range []string{renewLeaseSQL, takeLeaseSQL} {
			touched, err := s.change(ctx, about("lease", text, name, owner, now.Add(ttl).UnixMilli(), now.UnixMilli()))
			if err != nil {
				return err
			}
			if touched > 0 {
				epoch, err = one(ctx, s, scanInt64, about("lease", leaseEpochSQL, name, owner))
				return err
			}
		}
		return nil
	})
	return epoch, err
}

// HoldLease returns a Conflict fault unless the owner has had the lease since
// the epoch. Until the transaction of ctx ends, nobody takes it.
func (s *Store) HoldLease(ctx context.Context, name, owner string, epoch int64) error {
	touched, err := s.change(ctx, about("lease", holdLeaseSQL, name, owner, epoch))
	if err == nil && touched == 0 {
		return fault.New(fault.Conflict, "another process has taken over")
	}
	return err
}

// GiveLease ends a lease of the owner.
func (s *Store) GiveLease(ctx context.Context, name, owner string) error {
	_, err := s.change(ctx, about("lease", giveLeaseSQL, name, owner))
	return err
}
