package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

// versionTable records which migrations have run.
const versionTable = "schema_versions"

// migrationsDir is the folder of the migrations, which run in the order of
// their names.
const migrationsDir = "migrations"

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date. Migrations only go forward; a schema
// that is newer than this binary is left alone and refused.
func (s *Store) migrate(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.MigrateTimeout)
	defer cancel()
	err := s.migrateAlone(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	}
	return fmt.Errorf("%s: %s", s.dialect.place, s.dialect.explain(err))
}

func (s *Store) migrateAlone(ctx context.Context) (err error) {
	schema, release, err := s.dialect.lockSchema(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	provider, err := newProvider(s.dialect.goose, schema)
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > target {
		return errTooNew(current, target)
	}
	results, err := provider.Up(ctx)
	if len(results) > 0 {
		s.options.Logger.InfoContext(ctx, "brought the database schema up to date",
			"database", s.Kind(), "from", current, "to", target)
	}
	return err
}

// newProvider returns what knows all migrations. Goose gets them as functions:
// reading the files itself, it takes memory of its own for every line, which
// costs more than to run them.
func newProvider(dialect goose.Dialect, schema *sql.DB) (*goose.Provider, error) {
	steps, err := migrationSteps()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, schema, nil,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(steps...))
}

func migrationSteps() ([]*goose.Migration, error) {
	files, err := migrations.ReadDir(migrationsDir)
	if err != nil {
		return nil, err
	}
	steps := make([]*goose.Migration, 0, len(files))
	for _, file := range files {
		step, err := migrationStep(file.Name())
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", file.Name(), err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// migrationStep runs a file as a whole in a transaction; both databases take
// several statements at once.
func migrationStep(name string) (*goose.Migration, error) {
	version, err := goose.NumericComponent(name)
	if err != nil {
		return nil, err
	}
	text, err := migrations.ReadFile(migrationsDir + "/" + name)
	if err != nil {
		return nil, err
	}
	return goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, string(text))
		return err
	}}, nil), nil
}
