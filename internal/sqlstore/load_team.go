package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// idRun finds what may be the id of a resource, anywhere in a text.
var idRun = regexp.MustCompile(`[0-9a-f]{24,}`)

// TeamRows are the resources of a dump, in the present schema.
type TeamRows struct {
	teamID      string // whose they were
	defaultRole string
	tables      []teamTable
}

type teamTable struct {
	dumpHead
	rows [][]any
}

// ReadTeamDump reads the dump of a team. One of an older schema is brought up
// to date in a database of its own, as a whole installation would be.
func (s *Store) ReadTeamDump(ctx context.Context, r io.Reader, of backup.Metadata) (rows TeamRows, err error) {
	if s.seal != nil && of.Seal != "" {
		if _, err := s.seal.open(of.Seal, sealID); err != nil {
			return rows, fault.New(fault.Invalid, "the secret key is not the one that the secrets of the backup were sealed with")
		}
	}
	folder, err := os.MkdirTemp("", "cairn-restore-")
	if err != nil {
		return rows, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	scratch, err := connectSQLite(Options{Dir: folder, Logger: s.options.Logger}.withDefaults())
	if err != nil {
		return rows, err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	if err := scratch.load(ctx, r, of); err != nil {
		return rows, err
	}
	if err := scratch.migrate(ctx); err != nil {
		return rows, err
	}
	err = scratch.inSnapshot(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, dumpedTeamSQL).Scan(&rows.teamID, &rows.defaultRole); err != nil {
			return fmt.Errorf("the team: %w", err)
		}
		for _, table := range teamTables() {
			read, err := readTable(ctx, tx, table)
			if err != nil {
				return fmt.Errorf("table %s: %w", table, err)
			}
			rows.tables = append(rows.tables, read)
		}
		return nil
	})
	return rows, err
}

func readTable(ctx context.Context, tx *sql.Tx, name string) (table teamTable, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+name) //nolint:gosec // one of teamTables
	if err != nil {
		return table, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	form, err := formOf(name, rows)
	if err != nil {
		return table, err
	}
	table.dumpHead = form.dumpHead
	for rows.Next() {
		row, err := form.scanPlain(rows)
		if err != nil {
			return table, err
		}
		table.rows = append(table.rows, row)
	}
	return table, rows.Err()
}

// AddTeamRows gives the resources to a new team, under ids of their own: those
// of the dump may still be in use. It needs a transaction.
func (s *Store) AddTeamRows(ctx context.Context, teamID string, rows TeamRows) error {
	// Somebody who looked at the new team has furnished it.
	for _, table := range []string{"sources", "connections"} {
		if _, err := s.change(ctx, about("team", "DELETE FROM "+table+" WHERE team_id = $1", teamID)); err != nil {
			return err
		}
	}
	rows, err := s.withPresentRoles(ctx, rows)
	if err != nil {
		return err
	}
	ids, err := s.newIDs(rows)
	if err != nil {
		return err
	}
	for _, table := range rows.tables {
		for _, row := range table.rows {
			if err := s.addRow(ctx, teamID, table.dumpHead, row, ids); err != nil {
				return fmt.Errorf("table %s: %w", table.Table, err)
			}
		}
	}
	return s.moveSeats(ctx, teamID, rows, ids)
}

// newIDs returns the new ids by the old ones. They sort as these do.
func (s *Store) newIDs(rows TeamRows) (map[string]string, error) {
	var old []string
	for _, table := range rows.tables {
		if at := slices.Index(table.Columns, "id"); at >= 0 {
			for _, row := range table.rows {
				old = append(old, textOf(row[at]))
			}
		}
	}
	slices.Sort(old)
	var source stack.IDs
	ids := make(map[string]string, len(old))
	for _, id := range old {
		fresh, err := source.New(rand.Reader, s.options.Now())
		if err != nil {
			return nil, err
		}
		ids[id] = fresh
	}
	return ids, nil
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}

func (s *Store) addRow(ctx context.Context, teamID string, head dumpHead, row []any, ids map[string]string) error {
	id := ""
	if at := slices.Index(head.Columns, "id"); at >= 0 {
		id = textOf(row[at])
	}
	values := slices.Clone(row)
	for i, column := range head.Columns {
		value, err := s.movedValue(head.Table+"."+column, values[i], id, ids)
		if err != nil {
			return fmt.Errorf("%s: %w", column, err)
		}
		if column == "team_id" {
			value = teamID
		}
		values[i] = value
	}
	if err := s.insert(ctx, about("resource", head.insertText(), values...)); err != nil {
		return err
	}
	if head.Table != "alerts" {
		return nil
	}
	return s.insert(ctx, about("alert", beginProgressSQL, ids[id], shardOf(ids[id])))
}

// movedValue returns what a value of the dump is in the new team: ids are the
// new ones, what is sealed is sealed for its new row, and alerts have not been
// evaluated yet.
func (s *Store) movedValue(column string, value any, id string, ids map[string]string) (any, error) {
	text, isText := value.(string)
	if !isText {
		return value, nil
	}
	if slices.Contains(sealedTeamColumns(), column) {
		plain, err := s.seal.open(text, column+":"+id)
		if err != nil {
			return nil, err
		}
		return s.seal.seal(plain, column+":"+ids[id])
	}
	fresh := stack.NewAlertStatus()
	switch column {
	case "alerts.state":
		return string(fresh.State), nil
	case "alerts.state_before_error":
		return string(fresh.StateBeforeError), nil
	case "alerts.failures":
		return jsonText{&fresh.Failures}.Value()
	}
	return withIDs(text, ids), nil
}

// withIDs returns the text with the ids of resources replaced.
func withIDs(text string, ids map[string]string) string {
	if !strings.ContainsAny(text, "0123456789abcdef") {
		return text
	}
	return idRun.ReplaceAllStringFunc(text, func(run string) string {
		if fresh, known := ids[run]; known {
			return fresh
		}
		return run
	})
}
