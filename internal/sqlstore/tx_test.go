package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

var errStop = errors.New("stop")

func TestTransactionCommits(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			ok(t, s.CreateUser(ctx, user(1)))
			_, err := s.UserByID(ctx, id(1))
			ok(t, err)
			_, err = s.UserByID(t.Context(), id(1))
			wantKind(t, err, fault.NotFound)
			return nil
		}))
		wantUsers(t, s, 1)
	})
}

func TestTransactionRollsBackOnError(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		err := s.InTx(t.Context(), func(ctx context.Context) error {
			ok(t, s.CreateUser(ctx, user(1)))
			return fmt.Errorf("wrapped: %w", errStop)
		})
		if !errors.Is(err, errStop) {
			t.Errorf("InTx() = %v", err)
		}
		wantUsers(t, s, 0)
	})
}

func TestTransactionRollsBackOnPanic(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		func() {
			defer func() {
				if got := recover(); got != "stop" {
					t.Errorf("recovered %v", got)
				}
			}()
			_ = s.InTx(t.Context(), func(ctx context.Context) error {
				ok(t, s.CreateUser(ctx, user(1)))
				panic("stop")
			})
		}()
		wantUsers(t, s, 0)
		ok(t, s.CreateUser(t.Context(), user(1)))
	})
}

func TestInnerTransactionJoinsTheOuter(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		inner := func(ctx context.Context) error { return s.CreateUser(ctx, user(2)) }
		outer := func(result error) func(ctx context.Context) error {
			return func(ctx context.Context) error {
				ok(t, s.CreateUser(ctx, user(1)))
				ok(t, s.InTx(ctx, inner))
				return result
			}
		}
		if err := s.InTx(t.Context(), outer(errStop)); !errors.Is(err, errStop) {
			t.Errorf("InTx() = %v", err)
		}
		wantUsers(t, s, 0)
		ok(t, s.InTx(t.Context(), outer(nil)))
		wantUsers(t, s, 2)
	})
}

func TestOuterTransactionCannotCommitAfterAFailureInside(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateUser(t.Context(), user(1)))
		f := func(name string, swallowed func(ctx context.Context)) {
			t.Helper()
			err := s.InTx(t.Context(), func(ctx context.Context) error {
				ok(t, s.CreateUser(ctx, user(2)))
				swallowed(ctx)
				return nil
			})
			wantKind(t, err, fault.Internal)
			if n, err := s.CountUsers(t.Context()); n != 1 || err != nil {
				t.Errorf("%s: CountUsers() = %d, %v, want 1", name, n, err)
			}
		}
		f("inner transaction", func(ctx context.Context) {
			_ = s.InTx(ctx, func(context.Context) error { return errStop })
		})
		f("statement", func(ctx context.Context) { _ = s.CreateUser(ctx, user(1)) })
	})
}

func TestMissingRowLeavesTheTransactionGood(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			_, err := s.UserByID(ctx, id(1))
			wantKind(t, err, fault.NotFound)
			return s.CreateUser(ctx, user(1))
		}))
		wantUsers(t, s, 1)
	})
}

func TestTransactionOfAnotherStoreIsNotJoined(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		s, other := open(t, o), open(t, o)
		ok(t, s.InTx(t.Context(), func(ctx context.Context) error {
			ok(t, s.CreateUser(ctx, user(1)))
			n, err := other.CountUsers(ctx)
			if n != 0 {
				t.Errorf("another store sees %d users of the open transaction", n)
			}
			return err
		}))
	})
}

func TestTransactionsOfTwoStoresTakeTurns(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		const each = 15
		var group sync.WaitGroup
		for part := range 2 {
			s := open(t, o)
			group.Go(func() {
				for n := range each {
					if err := readThenWrite(t.Context(), s, part*each+n); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		wantUsers(t, open(t, o), 2*each)
	})
}

// readThenWrite is what SQLite refuses to a transaction that did not announce
// its write and finds that another one was faster.
func readThenWrite(ctx context.Context, s *sqlstore.Store, n int) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.CountUsers(ctx); err != nil {
			return err
		}
		return s.CreateUser(ctx, user(n))
	})
}

func TestTransactionIsBoundedInTime(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		o.TxTimeout = 50 * time.Millisecond
		s := open(t, o)
		err := s.InTx(t.Context(), func(ctx context.Context) error {
			<-ctx.Done()
			return s.CreateUser(ctx, user(1))
		})
		wantKind(t, err, fault.Unavailable)
		wantUsers(t, s, 0)
	})
}

func TestCancelledCallSaysSo(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.UserByID(ctx, id(1))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("UserByID() = %v", err)
		}
		if err := s.CreateUser(ctx, user(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("CreateUser() = %v", err)
		}
		wantUsers(t, s, 0)
	})
}

func TestWriterThatWaitsTooLongIsUnavailable(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		o.ConnsMax, o.StatementTimeout = 1, 100*time.Millisecond
		s := open(t, o)
		ok(t, s.InTx(t.Context(), func(context.Context) error {
			// A context without the transaction waits for its connection.
			wantKind(t, s.CreateUser(t.Context(), user(1)), fault.Unavailable)
			return nil
		}))
	})
}

func TestNoUpdateIsLostAmong64Writers(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		const writers = 64
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				if err := addLetter(t.Context(), s); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		got, err := s.OrganizationByID(t.Context(), uuid(1))
		ok(t, err)
		if added := len(got.Name) - len(organization(1).Name); added != writers || got.Version != 1+writers {
			t.Errorf("%d writers left %d letters and version %d", writers, added, got.Version)
		}
	})
}

// addLetter reads, changes and writes until nobody was faster.
func addLetter(ctx context.Context, s *sqlstore.Store) error {
	for {
		o, err := s.OrganizationByID(ctx, uuid(1))
		if err != nil {
			return err
		}
		o.Name += "x"
		err = s.UpdateOrganization(ctx, o)
		if fault.KindOf(err) != fault.Stale {
			return err
		}
	}
}

func wantUsers(t *testing.T, s *sqlstore.Store, want int) {
	t.Helper()
	if n, err := s.CountUsers(t.Context()); n != want || err != nil {
		t.Errorf("CountUsers() = %d, %v, want %d", n, err, want)
	}
}
