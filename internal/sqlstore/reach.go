package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// Reached is what there is to know of a database before it is opened.
type Reached struct {
	Seal   string // what the key of its secrets opens; empty: nothing was sealed yet
	Schema Schema
	Nodes  []Node // that run on it
}

// identityBytes are enough for no two databases to share an identity.
const identityBytes = 16

// Identity returns a name that the database keeps for good, through backups
// too, and that no other has; empty for one that was never opened.
func (r Reached) Identity() string {
	if r.Seal == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(r.Seal)) // no two seals are alike
	return hex.EncodeToString(sum[:identityBytes])
}

// Reach looks at a database without a change to it. Its error is the one line
// that Open would return.
func Reach(ctx context.Context, o Options) (found Reached, err error) {
	s, err := connect(o.withDefaults())
	if err != nil {
		return Reached{}, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, look := range []func(context.Context) error{s.tryWrite, s.tryLock, s.tryMigrate} {
		if err := look(ctx); err != nil {
			return Reached{}, fmt.Errorf("%s: %s", s.dialect.place, s.dialect.explain(err))
		}
	}
	return s.Reached(ctx)
}

// Reached returns what there is to know of the database.
func (s *Store) Reached(ctx context.Context) (Reached, error) {
	seal, err := s.storedSeal(ctx)
	if err != nil {
		return Reached{}, err
	}
	found := Reached{Seal: seal}
	if found.Schema, err = s.Schema(ctx); err == nil && found.Schema.Version >= supportSince {
		found.Nodes, err = s.Nodes(ctx)
	}
	return found, err
}

// storedSeal returns what was sealed first, or nothing.
func (s *Store) storedSeal(ctx context.Context) (seal string, err error) {
	err = s.inSnapshot(ctx, func(tx *sql.Tx) error {
		present, err := texts(ctx, tx, s.dialect.tablesSQL)
		if err != nil || !slices.Contains(present, "seals") {
			return err
		}
		seal, err = firstText(ctx, tx, sealByIDSQL, sealID)
		return err
	})
	return seal, s.failure(ctx, about("seal", ""), err)
}

// tryWrite begins a transaction as writers do.
func (s *Store) tryWrite(ctx context.Context) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return errors.Join(s.dialect.writable(ctx, s), tx.Rollback())
}

// tryLock takes the lock that guards the schema, unless somebody has it.
func (s *Store) tryLock(ctx context.Context) error {
	if s.Kind() == KindPostgres {
		return nil
	}
	return tryLockFile(ctx, s.options.Dir)
}

func sqliteWritable(ctx context.Context, s *Store) error {
	_, err := one(ctx, s, scanInt64, about("database", "SELECT CAST(1 AS BIGINT)"))
	if err == nil && errors.Is(unix.Access(filepath.Join(s.options.Dir, FileName), unix.W_OK), unix.EACCES) {
		return unavailable(nil, FileName+" can't be written: run chmod u+rw on it, or give it to the user of the server", retryAway)
	}
	return err
}

const postgresReadOnlySQL = `
SELECT current_setting('transaction_read_only')`

// postgresWritable refuses a database that takes no changes: a standby, or one
// that somebody has made read-only.
func postgresWritable(ctx context.Context, s *Store) error {
	setting, err := one(ctx, s, scanText, about("database", postgresReadOnlySQL))
	if err == nil && setting == "on" {
		return unavailable(nil, "the database is read-only", retryAway)
	}
	return err
}
