package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"

	"github.com/cairnstack/cairn/internal/pause"
)

// versionTable records which migrations have run.
const versionTable = "schema_versions"

// migrationsDir is the folder of the migrations, which run in the order of
// their names.
const migrationsDir = "migrations"

// migrate brings the schema up to date. Migrations only go forward; a schema
// that is newer than this program is left alone, and refused if the program may
// not use it.
func (s *Store) migrate(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.MigrateTimeout)
	defer cancel()
	err := s.migrateAfterNodes(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	}
	return fmt.Errorf("%s: %s", s.dialect.place, s.dialect.explain(err))
}

func (s *Store) migrateAlone(ctx context.Context) error {
	return s.withSchema(ctx, func(schema *sql.DB) error {
		steps, provider, err := s.newProvider(schema)
		if err != nil {
			return err
		}
		current, target, err := provider.GetVersions(ctx)
		if err != nil {
			return err
		}
		if current > target {
			return checkSupport(ctx, schema, current, target)
		}
		if err := s.checkNodes(ctx, schema, current, leastOf(steps, current)); err != nil {
			return err
		}
		return s.up(ctx, provider, current, target)
	})
}

// withSchema does something with the schema while no other process does.
func (s *Store) withSchema(ctx context.Context, do func(schema *sql.DB) error) (err error) {
	schema, release, err := s.dialect.lockSchema(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	return do(schema)
}

// up runs what is missing. A migration that waits for a table gives way to those
// who use it, and is tried again.
func (s *Store) up(ctx context.Context, provider *goose.Provider, current, target int64) error {
	done := 0
	for {
		results, err := provider.Up(ctx)
		done += len(results)
		if len(s.dialect.gently) > 0 && err != nil && s.dialect.classify(err) == problemBusy && ctx.Err() == nil {
			_ = pause.For(ctx, giveWay)
			continue
		}
		if done > 0 {
			s.options.Logger.InfoContext(ctx, "brought the database schema up to date",
				"database", s.Kind(), "from", current, "to", target)
		}
		return err
	}
}

// newProvider returns what knows all migrations. Goose gets them as functions:
// reading the files itself, it takes memory of its own for every line, which
// costs more than to run them.
func (s *Store) newProvider(schema *sql.DB) ([]step, *goose.Provider, error) {
	steps, err := readSteps(s.options.migrations)
	if err != nil {
		return nil, nil, err
	}
	all := make([]*goose.Migration, len(steps))
	for i, step := range steps {
		all[i] = step.migration(s.dialect.gently)
	}
	provider, err := goose.NewProvider(s.dialect.goose, schema, nil,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(all...))
	return steps, provider, err
}
