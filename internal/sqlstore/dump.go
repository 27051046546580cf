package sqlstore

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"

	"github.com/cairnstack/cairn/internal/backup"
)

// dumpBytes is how much of a dump is gathered before it is written.
const dumpBytes = 64 << 10

// dumpTables are all tables with rows of users, so that a row comes after
// those that it refers to. What running nodes say about themselves is not among
// them: an installation that is restored has other nodes.
func dumpTables() []string {
	return []string{
		"installation", "users", "teams", "team_members", "roles", "organizations", "organization_members", "services",
		"access_keys", "ingestion_keys", "cloud_keys", "sessions", "password_links", "second_factors", "recovery_codes",
		"identities", "sign_in_returns", "provider_sessions", "idempotency_keys",
		"service_passwords", "reverse_endpoints", "organization_invitations", "cloud_roles", "cloud_role_actors", "activities", "audit_records", "released_teams",
		"backups", "leases",
		"usage_owners", "usage_readings", "usage_locked_days", "usage_locked_costs",
		"seals", "connections", "sources", "webhooks", "saved_searches", "dashboards", "dashboard_versions", "share_links", "alerts", "team_invitations",
		"alert_evaluators", "alert_shards", "alert_progress", "alert_groups", "alert_history", "alert_evaluations",
		"outbox_messages", "outbox_attempts", "outbox_endpoints",
	}
}

// dumpHead begins the rows of a table; each row is an array of its values in
// the order of the columns.
type dumpHead struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

const (
	schemaVersionSQL = `
SELECT max(version_id)
FROM schema_versions`

	teamIDsSQL = `
SELECT id
FROM teams
ORDER BY id`
)

// Dump writes all rows as they are at one moment, as lines of JSON, while
// others go on. Load takes it on either kind of database.
func (s *Store) Dump(ctx context.Context, w io.Writer) (backup.Metadata, error) {
	m := backup.Metadata{Database: s.Kind()}
	err := s.inSnapshot(ctx, func(tx *sql.Tx) (err error) {
		if err := tx.QueryRowContext(ctx, schemaVersionSQL).Scan(&m.Schema); err != nil {
			return err
		}
		if err := s.checkWhole(m.Schema); err != nil {
			return err
		}
		if m.Seal, err = firstText(ctx, tx, sealByIDSQL, sealID); err != nil {
			return err
		}
		if m.Teams, err = texts(ctx, tx, teamIDsSQL); err != nil {
			return err
		}
		m.Tables, err = dump(ctx, tx, wholeTables(dumpTables()), w)
		return err
	})
	return m, s.failure(ctx, about("dump", ""), err)
}

// inSnapshot runs fn in a transaction that sees one moment and changes
// nothing. It takes as long as it takes.
func (s *Store) inSnapshot(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := s.reader.BeginTx(ctx, &s.dialect.snapshot)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, text := range s.dialect.patience {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return fn(tx)
}

// dumpQuery selects rows of a table, with all their columns.
type dumpQuery struct {
	table string
	text  string
	args  []any
}

// wholeTables select all rows of tables whose names are of dumpTables.
func wholeTables(tables []string) []dumpQuery {
	queries := make([]dumpQuery, len(tables))
	for i, table := range tables {
		queries[i] = dumpQuery{table: table, text: "SELECT * FROM " + table}
	}
	return queries
}

func dump(ctx context.Context, tx *sql.Tx, queries []dumpQuery, w io.Writer) ([]backup.Table, error) {
	pages := bufio.NewWriterSize(w, dumpBytes)
	counts := make([]backup.Table, 0, len(queries))
	for _, q := range queries {
		rows, err := dumpTable(ctx, tx, q, pages)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", q.table, err)
		}
		counts = append(counts, backup.Table{Name: q.table, Rows: rows})
	}
	return counts, pages.Flush()
}

func dumpTable(ctx context.Context, tx *sql.Tx, q dumpQuery, w io.Writer) (count backup.Rows, err error) {
	rows, err := tx.QueryContext(ctx, q.text, q.args...)
	if err != nil {
		return count, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	form, err := formOf(q.table, rows)
	if err != nil {
		return count, err
	}
	if _, err := writeLine(w, form.dumpHead); err != nil {
		return count, err
	}
	for rows.Next() {
		row, err := form.scan(rows)
		if err != nil {
			return count, err
		}
		line, err := writeLine(w, row)
		if err != nil {
			return count, err
		}
		count.Count++
		count.Sum += lineSum(line)
	}
	return count, rows.Err()
}

func firstText(ctx context.Context, tx *sql.Tx, query string, args ...any) (string, error) {
	found, err := texts(ctx, tx, query, args...)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

func texts(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, scanText)
}
