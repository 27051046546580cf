package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
)

// errDoomed says that somebody tried to commit after a failure.
var errDoomed = errors.New("the transaction can't be committed: a part of it failed before")

// executor runs statements: a pool, or a transaction.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// transactionKey finds the transaction of one store in a context.
type transactionKey struct{ store *Store }

// transaction is an open transaction. After a failure it is doomed:
// PostgreSQL refuses what follows, so SQLite must not commit it either.
type transaction struct {
	*sql.Tx
	doomed atomic.Bool
}

// InTx runs fn in one transaction that rides in the context given to fn, and
// commits it when fn returns nil. A call inside another joins it; when the
// inner one fails, the outer one can't commit any more. Inside fn, calls must
// use fn's context: with another one they would wait for this transaction.
//
// fn runs once. The transaction sees what others commit meanwhile (READ
// COMMITTED on PostgreSQL; SQLite has one writer at a time), so that a
// concurrent change is caught by unique keys and version guards; a deadlock
// is an Unavailable fault for the caller to repeat.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if outer := s.transaction(ctx); outer != nil {
		return outer.join(ctx, fn)
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.TxTimeout)
	defer cancel()
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return s.failure(ctx, about("transaction", ""), err)
	}
	// After a commit this does nothing; it is deferred for panics.
	defer func() { _ = tx.Rollback() }()
	t := &transaction{Tx: tx}
	if err := fn(context.WithValue(ctx, transactionKey{s}, t)); err != nil {
		return err
	}
	if t.doomed.Load() {
		return errDoomed
	}
	return s.failure(ctx, about("transaction", ""), tx.Commit())
}

func (t *transaction) join(ctx context.Context, fn func(ctx context.Context) error) error {
	err := fn(ctx)
	if err != nil {
		t.doomed.Store(true)
	}
	return err
}

// transaction returns the transaction of the context, or nil.
func (s *Store) transaction(ctx context.Context) *transaction {
	t, _ := ctx.Value(transactionKey{s}).(*transaction)
	return t
}

// read returns what a reading statement runs on.
func (s *Store) read(ctx context.Context) executor {
	if t := s.transaction(ctx); t != nil {
		return t
	}
	return s.reader
}

// write returns what a writing statement runs on.
func (s *Store) write(ctx context.Context) executor {
	if t := s.transaction(ctx); t != nil {
		return t
	}
	return s.writer
}
