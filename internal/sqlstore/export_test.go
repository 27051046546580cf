package sqlstore

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing/fstest"

	"github.com/cairnstack/cairn/internal/backup"
)

// WriterExec runs a text on the connections that write.
func (s *Store) WriterExec(ctx context.Context, text string) error {
	_, err := s.writer.ExecContext(repeated(ctx), text)
	return s.failure(ctx, about("row", text), err)
}

// ReaderExec runs a text on the connections that read.
func (s *Store) ReaderExec(ctx context.Context, text string) error {
	_, err := s.reader.ExecContext(ctx, text)
	return err
}

// Failure returns the fault that is made of a database error.
func (s *Store) Failure(err error) error {
	return s.failure(context.Background(), about("row", ""), err)
}

// Text returns the one text that a query selects on the connections that
// write.
func (s *Store) Text(ctx context.Context, query string) (string, error) {
	var text string
	err := s.writer.QueryRowContext(repeated(ctx), query).Scan(&text)
	return text, err
}

// Nested runs a query again while its rows are open, in one transaction, and
// returns how many rows both have.
func (s *Store) Nested(ctx context.Context, query string) (outer, inner int, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		rows, err := s.read(ctx).QueryContext(repeated(ctx), query)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			outer++
			found, err := some(ctx, s, scanInt64, about("row", query))
			if err != nil {
				return err
			}
			inner += len(found)
		}
		return rows.Err()
	})
	return outer, inner, err
}

// LoadAt fills an empty database of a schema version and leaves it there.
func LoadAt(ctx context.Context, o Options, version int64, r io.Reader) error {
	return Loader{o}.open(func(s *Store) error {
		return s.load(ctx, r, backup.Metadata{Schema: version})
	})
}

// HalfMigrated runs the first half of a migration's statements and calls hold
// in the middle of it. Nothing is committed.
func HalfMigrated(ctx context.Context, o Options, version int64, hold func()) error {
	return Loader{o}.open(func(s *Store) error {
		statements, err := migrationStatements(version)
		if err != nil {
			return err
		}
		tx, err := s.writer.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		for _, text := range statements[:(len(statements)+1)/2] {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		hold()
		return nil
	})
}

func migrationStatements(version int64) ([]string, error) {
	names, err := fs.Glob(migrations, fmt.Sprintf("migrations/%04d_*.sql", version))
	if err != nil || len(names) != 1 {
		return nil, fmt.Errorf("migration %d: %v, %w", version, names, err)
	}
	text, err := migrations.ReadFile(names[0])
	_, up, _ := strings.Cut(string(text), "-- +goose Up\n")
	return strings.SplitAfter(strings.TrimSpace(up), ";\n"), err
}

// MigrationFiles returns the migrations by name.
func MigrationFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(migrations, "migrations", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[entry.Name()], err = migrations.ReadFile(path)
		return err
	})
	return files, err
}

// Newer returns the options of a program with further migrations, by the ends of
// their names, behind those of this one.
func Newer(o Options, texts ...string) Options {
	all := fstest.MapFS{}
	steps, _ := readSteps(migrations)
	for _, s := range steps {
		all[fmt.Sprintf("%s/%04d_step.since_%04d.sql", migrationsDir, s.version, s.least)] = &fstest.MapFile{Data: []byte(s.text)}
	}
	for i := 0; i < len(texts); i += 2 {
		name := strings.ReplaceAll(texts[i], "NEWEST", fmt.Sprintf("%04d", len(steps)))
		all[fmt.Sprintf("%s/%04d_%s.sql", migrationsDir, len(steps)+i/2+1, name)] = &fstest.MapFile{Data: []byte(texts[i+1])}
	}
	o.migrations = all
	return o
}

// Catalog returns all tables, columns and indexes, a line each.
func (s *Store) Catalog(ctx context.Context) ([]string, error) {
	text := `SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1`
	if s.Kind() == KindPostgres {
		text = `
SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
FROM information_schema.columns WHERE table_schema = current_schema()
UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
ORDER BY 1`
	}
	return some(ctx, s, scanText, about("catalog", text))
}

// DumpTables returns the tables that are dumped.
func DumpTables() []string { return dumpTables() }

// TeamTables returns the tables whose rows are in the backup of a service.
func TeamTables() []string { return teamTables() }

// SealedTeamColumns returns the columns that are sealed anew for a new team.
func SealedTeamColumns() []string { return sealedTeamColumns() }

// PresentTables returns the tables that the database has.
func (s *Store) PresentTables(ctx context.Context) ([]string, error) {
	return some(ctx, s, scanText, about("table", s.dialect.tablesSQL))
}

const deleteUserSQL = `
DELETE FROM users
WHERE id = $1`

// DeleteUser removes the user with their seats, access keys and sessions.
func (s *Store) DeleteUser(ctx context.Context, id string) error {
	return s.touch(ctx, about("user", deleteUserSQL, id))
}
