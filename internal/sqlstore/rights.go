package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

const (
	postgresMakerSQL = `
SELECT current_user
WHERE NOT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE)`

	postgresNotOwnedSQL = `
SELECT tablename
FROM pg_tables
WHERE schemaname = current_schema() AND NOT pg_has_role(tableowner, 'USAGE')
ORDER BY tablename
LIMIT 1`

	postgresNotWritableSQL = `
SELECT c.relname
FROM pg_class c
WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind = 'r'
  AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
    AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
ORDER BY c.relname
LIMIT 1`
)

// tryMigrate reports what would keep the schema from being brought up to date,
// and its tables from being used.
func (s *Store) tryMigrate(ctx context.Context) error {
	known, err := s.newestVersion()
	if err != nil {
		return err
	}
	return s.inSnapshot(ctx, func(tx *sql.Tx) error {
		current, err := s.schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		if err := checkSupport(ctx, tx, current, known); err != nil {
			return err
		}
		return s.dialect.mayUse(ctx, tx, current < known)
	})
}

// schemaVersion returns the version of the schema; 0 before the first migration.
func (s *Store) schemaVersion(ctx context.Context, tx *sql.Tx) (version int64, err error) {
	present, err := texts(ctx, tx, s.dialect.tablesSQL)
	if err != nil || !slices.Contains(present, versionTable) {
		return 0, err
	}
	var newest sql.NullInt64
	err = tx.QueryRowContext(ctx, schemaVersionSQL).Scan(&newest)
	return newest.Int64, err
}

// sqliteMayUse has nothing to ask: who can write the file can do everything.
func sqliteMayUse(context.Context, *sql.Tx, bool) error { return nil }

// postgresMayUse asks for the rights of the user: to change the schema where
// that has to be done, and to use its tables.
func postgresMayUse(ctx context.Context, tx *sql.Tx, toMigrate bool) error {
	type right struct{ missing, text string }
	rights := []right{{postgresNotWritableSQL, "the user may not read and write the table %s; grant it SELECT, INSERT, UPDATE and DELETE on all tables"}}
	if toMigrate {
		rights = append([]right{
			{postgresMakerSQL, "permission denied: the user %[1]s may not make tables in the schema; run: GRANT USAGE, CREATE ON SCHEMA public TO %[1]s"},
			{postgresNotOwnedSQL, "the user does not own the table %s, which has to be changed for this version; make it the owner of all tables"},
		}, rights...)
	}
	for _, r := range rights {
		found, err := firstText(ctx, tx, r.missing)
		if err != nil {
			return err
		}
		if found != "" {
			return fmt.Errorf(r.text, found)
		}
	}
	return nil
}
