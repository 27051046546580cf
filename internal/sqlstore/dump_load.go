package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/pressly/goose/v3"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
)

// seededTable has rows before anybody has stored one.
const seededTable = "alert_shards"

// Loader restores dumps into the database of its options.
type Loader struct{ Options Options }

// CheckEmpty returns a Conflict fault that names a table with rows, or nil for
// a database without any.
func (l Loader) CheckEmpty(ctx context.Context) error {
	return l.open(func(s *Store) error { return s.checkEmpty(ctx) })
}

// Load makes the schema of a dump and stores all its rows or none. The next Open
// brings the schema up to date: were it done here, a failure would come after
// the rows are stored. A dump of a newer schema is a Conflict fault, and so is
// a database that is not empty.
func (l Loader) Load(ctx context.Context, r io.Reader, of backup.Metadata) error {
	return l.open(func(s *Store) error {
		if err := s.checkEmpty(ctx); err != nil {
			return err
		}
		return s.load(ctx, r, of)
	})
}

// SQLiteFiles returns the names of all files that a SQLite database can have
// in its folder.
func SQLiteFiles() []string {
	const lock, journal = FileName + lockSuffix, "-journal"
	return []string{FileName + "-wal", FileName + "-shm", FileName + journal, lock + journal, lock, FileName}
}

// RemoveSQLite removes the SQLite database in a folder that nobody has open.
func RemoveSQLite(dir string) error {
	var failed error
	for _, name := range SQLiteFiles() {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (l Loader) open(use func(s *Store) error) error {
	s, err := connect(l.Options.withDefaults())
	if err != nil {
		return err
	}
	return errors.Join(use(s), s.Close())
}

// OpensSeal returns ErrSecretKey unless the key is the one that a dump's seal
// was sealed with. Without a seal there is nothing to open.
func OpensSeal(key []byte, seal string) error {
	if seal == "" {
		return nil
	}
	sealer, err := newSealer(key)
	if err != nil {
		return err
	}
	if _, err := sealer.open(seal, sealID); err != nil {
		return ErrSecretKey
	}
	return nil
}

func (s *Store) checkEmpty(ctx context.Context) error {
	return s.inSnapshot(ctx, func(tx *sql.Tx) error {
		present, err := texts(ctx, tx, s.dialect.tablesSQL)
		if err != nil {
			return err
		}
		for _, table := range dumpTables() {
			if !slices.Contains(present, table) || table == seededTable {
				continue
			}
			found, err := texts(ctx, tx, "SELECT 'a row' FROM "+table+" LIMIT 1")
			if err != nil {
				return err
			}
			if len(found) > 0 {
				return fault.New(fault.Conflict, "%s: the database is not empty: the table %s has rows", s.dialect.place, table)
			}
		}
		return nil
	})
}

// load makes the schema as it was and fills it.
func (s *Store) load(ctx context.Context, r io.Reader, of backup.Metadata) (err error) {
	schema, release, err := s.dialect.lockSchema(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	_, provider, err := s.newProvider(schema)
	if err != nil {
		return err
	}
	if err := migrateTo(ctx, provider, of.Schema); err != nil {
		return err
	}
	tx, err := schema.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := loadTables(ctx, tx, r); err != nil {
		return err
	}
	if err := checkLoaded(ctx, tx, of); err != nil {
		return err
	}
	return tx.Commit()
}

// migrateTo brings the schema to a version, forward only.
func migrateTo(ctx context.Context, provider *goose.Provider, version int64) error {
	current, target, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case version < 1 || version > target:
		return fault.New(fault.Conflict, "the metadata has schema version %d and this program knows version %d at most; use a newer cairn", version, target)
	case current > version:
		return fault.New(fault.Conflict, "the database has schema version %d and the metadata %d; use a database without tables", current, version)
	}
	_, err = provider.UpTo(ctx, version)
	return err
}

// checkLoaded compares what is stored with what was dumped.
func checkLoaded(ctx context.Context, tx *sql.Tx, of backup.Metadata) error {
	names := make([]string, len(of.Tables))
	for i, table := range of.Tables {
		if !slices.Contains(dumpTables(), table.Name) {
			return errDump
		}
		names[i] = table.Name
	}
	stored, err := dump(ctx, tx, wholeTables(names), io.Discard)
	if err != nil {
		return err
	}
	for i, table := range stored {
		if table != of.Tables[i] {
			return fmt.Errorf("the table %s has %d rows that are not the %d of the dump", table.Name, table.Count, of.Tables[i].Count)
		}
	}
	return nil
}
