package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// versionTable records which migrations have run.
const versionTable = "schema_versions"

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
		return fmt.Errorf("the schema has version %d and this program knows version %d at most; start a newer cairn", current, target)
	}
	results, err := provider.Up(ctx)
	if len(results) > 0 {
		s.options.Logger.InfoContext(ctx, "brought the database schema up to date",
			"database", s.Kind(), "from", current, "to", target)
	}
	return err
}

func newProvider(dialect goose.Dialect, schema *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, schema, files,
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
}
