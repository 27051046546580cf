package sqlstore_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestOneOfManyClaimsWinsAndTheOthersSeeItsAnswer(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		var made, replayed atomic.Int64
		var group sync.WaitGroup
		for range 16 {
			group.Go(func() {
				record, err := claimOrMake(t.Context(), s)
				switch {
				case err != nil:
					t.Error(err)
				case record == nil:
					made.Add(1)
				case string(record) == "sealed \x00\xff answer":
					replayed.Add(1)
				default:
					t.Errorf("replayed %q", record)
				}
			})
		}
		group.Wait()
		if made.Load() != 1 || replayed.Load() != 15 {
			t.Errorf("%d made and %d replayed, want 1 and 15", made.Load(), replayed.Load())
		}
		wantUsers(t, s, 1)
	})
}

// claimOrMake makes user 1 once for all callers.
func claimOrMake(ctx context.Context, s *sqlstore.Store) (record []byte, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		record, err = s.ClaimIdempotencyKey(ctx, "caller", "key", now.Add(time.Hour))
		if err != nil || record != nil {
			return err
		}
		if err := s.CreateUser(ctx, user(1)); err != nil {
			return err
		}
		return s.SaveIdempotentAnswer(ctx, "caller", "key", []byte("sealed \x00\xff answer"))
	})
	return record, err
}

func TestClaimThatRollsBackLeavesTheKeyFree(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		err := s.InTx(t.Context(), func(ctx context.Context) error {
			_, err := s.ClaimIdempotencyKey(ctx, "caller", "key", now.Add(time.Hour))
			return errors.Join(err, errStop)
		})
		if !errors.Is(err, errStop) {
			t.Errorf("InTx() = %v", err)
		}
		record, err := claimOrMake(t.Context(), s)
		if record != nil || err != nil {
			t.Errorf("the second claim = %q, %v", record, err)
		}
	})
}

func TestExpiredKeyIsClaimedAnew(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		s := open(t, o)
		_, err := claimOrMake(t.Context(), s)
		ok(t, err)
		o.Now = func() time.Time { return now.Add(time.Hour) }
		later := open(t, o)
		ok(t, later.InTx(t.Context(), func(ctx context.Context) error {
			record, err := later.ClaimIdempotencyKey(ctx, "caller", "key", now.Add(2*time.Hour))
			if record != nil {
				t.Errorf("an expired key returns %q", record)
			}
			return err
		}))
	})
}

func TestKeysOfOtherCallersAreOthers(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		_, err := claimOrMake(t.Context(), s)
		ok(t, err)
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			record, err := s.ClaimIdempotencyKey(ctx, "another", "key", now.Add(time.Hour))
			if record != nil {
				t.Errorf("another caller sees %q", record)
			}
			return err
		}))
	})
}

func TestClaimsNeedATransactionAndAnswersAClaim(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		_, err := s.ClaimIdempotencyKey(t.Context(), "caller", "key", now.Add(time.Hour))
		wantKind(t, err, fault.Internal)
		wantKind(t, s.SaveIdempotentAnswer(t.Context(), "caller", "key", []byte("x")), fault.NotFound)
	})
}

func TestExpiredIdempotencyKeysAreSweptInBounds(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			for n := range sqlstore.SweepRowsMax + 1 {
				if _, err := s.ClaimIdempotencyKey(ctx, "caller", id(n), now.Add(time.Hour)); err != nil {
					return err
				}
			}
			_, err := s.ClaimIdempotencyKey(ctx, "caller", "fresh", now.Add(2*time.Hour))
			return err
		}))
		for _, want := range []int{sqlstore.SweepRowsMax, 1, 0} {
			if n, err := s.DeleteIdempotencyKeysBefore(t.Context(), now.Add(time.Hour)); n != want || err != nil {
				t.Errorf("DeleteIdempotencyKeysBefore() = %d, %v, want %d", n, err, want)
			}
		}
	})
}
