package sqlstore

import (
	"context"
	"database/sql"
	"io"

	"github.com/cairnstack/cairn/internal/backup"
)

// versionsTable has no column of the team: its rows hang on dashboards.
const versionsTable = "dashboard_versions"

// rolesTable decides about people: a restore takes its present rows.
const rolesTable = "roles"

const (
	teamRowSQL = `
SELECT *
FROM teams
WHERE id = $1`

	teamVersionsSQL = `
SELECT dashboard_versions.*
FROM dashboard_versions
JOIN dashboards ON dashboards.id = dashboard_versions.dashboard_id
WHERE dashboards.team_id = $1`
)

// teamTables are the tables whose rows a team takes with it into another
// service, so that a row comes after those that it refers to. What people and
// keys have in the team, and what was evaluated and sent, stays behind.
func teamTables() []string {
	return []string{rolesTable, "connections", "sources", "webhooks", "saved_searches", "dashboards", versionsTable, "alerts"}
}

// sealedTeamColumns are the columns of teamTables that hold sealed values, which
// are bound to the id of their row.
func sealedTeamColumns() []string {
	return []string{"webhooks.url", "webhooks.secrets", "connections.password"}
}

// teamQueries select the rows of a team, the team itself first.
func teamQueries(teamID string) []dumpQuery {
	queries := []dumpQuery{{table: "teams", text: teamRowSQL, args: []any{teamID}}}
	for _, table := range teamTables() {
		text := "SELECT * FROM " + table + " WHERE team_id = $1"
		if table == versionsTable {
			text = teamVersionsSQL
		}
		queries = append(queries, dumpQuery{table: table, text: text, args: []any{teamID}})
	}
	return queries
}

// TeamDump is the metadata of one team, as a service's backup has it.
type TeamDump struct {
	Store  *Store
	TeamID string
}

// Dump writes the resources of the team as they are at one moment.
func (d TeamDump) Dump(ctx context.Context, w io.Writer) (backup.Metadata, error) {
	s := d.Store
	m := backup.Metadata{Database: s.Kind(), Teams: []string{d.TeamID}}
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
		m.Tables, err = dump(ctx, tx, teamQueries(d.TeamID), w)
		return err
	})
	return m, s.failure(ctx, about("dump", ""), err)
}
