package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cairnstack/cairn/internal/fault"
)

const leastSQL = `
SELECT least
FROM schema_support`

// oneRow is a pool or a transaction that reads a row.
type oneRow interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// errTooNew refuses a schema that programs as old as this one can't use.
func errTooNew(current, least, known int64) error {
	return fmt.Errorf("the schema has version %d, for which a program has to know version %d, and this program knows version %d at most; start a newer cairn",
		current, least, known)
}

// checkSupport refuses a schema of a newer program unless it says that older
// ones may go on with it.
func checkSupport(ctx context.Context, db oneRow, current, known int64) error {
	if current <= known {
		return nil
	}
	var least int64
	if err := db.QueryRowContext(ctx, leastSQL).Scan(&least); err != nil {
		return err
	}
	if least > known {
		return errTooNew(current, least, known)
	}
	return nil
}

// NewestSchema returns the newest version of the schema that this program knows.
func NewestSchema() (int64, error) {
	return (&Store{options: Options{}.withDefaults()}).newestVersion()
}

// newestVersion returns the version of the schema after all migrations.
func (s *Store) newestVersion() (int64, error) {
	steps, err := readSteps(s.options.migrations)
	if err != nil || len(steps) == 0 {
		return 0, err
	}
	return steps[len(steps)-1].version, nil
}

// Schema is the version of the schema that a database has, and the newest that
// this program knows.
type Schema struct{ Version, Known int64 }

// IsNewer reports whether a newer program has changed the schema.
func (s Schema) IsNewer() bool { return s.Version > s.Known }

// Schema returns which schema the database has.
func (s *Store) Schema(ctx context.Context) (found Schema, err error) {
	if found.Known, err = s.newestVersion(); err != nil {
		return found, err
	}
	err = s.inSnapshot(ctx, func(tx *sql.Tx) error {
		found.Version, err = s.schemaVersion(ctx, tx)
		return err
	})
	return found, s.failure(ctx, about("schema", ""), err)
}

// checkWhole returns a Conflict fault where a newer program has changed the
// schema: this one would leave out what it does not know.
func (s *Store) checkWhole(version int64) error {
	known, err := s.newestVersion()
	if err != nil || version <= known {
		return err
	}
	return fault.New(fault.Conflict,
		"the schema has version %d and this program knows version %d: its backup would lack what is new; back up with a newer cairn", version, known)
}
