package sqlstore

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// dumpLineBytesMax bounds a row of a dump.
const dumpLineBytesMax = 64 << 20

var columnPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// loadTables stores the rows of a dump.
func loadTables(ctx context.Context, tx *sql.Tx, r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, dumpBytes), dumpLineBytesMax)
	var table *loading
	for lines.Scan() {
		next, err := table.take(ctx, tx, lines.Bytes())
		if err != nil {
			return errors.Join(err, table.close())
		}
		table = next
	}
	return errors.Join(lines.Err(), table.close())
}

// loading is a table whose rows are being stored; nil before the first one.
type loading struct {
	dumpHead
	insert *sql.Stmt
}

// take stores a row, or begins the next table, and returns the table that the
// next line belongs to.
func (l *loading) take(ctx context.Context, tx *sql.Tx, line []byte) (*loading, error) {
	if bytes.HasPrefix(line, []byte("{")) {
		next, err := startLoading(ctx, tx, line)
		return next, errors.Join(err, l.close())
	}
	if l == nil {
		return nil, errDump
	}
	return l, l.store(ctx, line)
}

// startLoading empties a table and prepares to fill it.
func startLoading(ctx context.Context, tx *sql.Tx, line []byte) (*loading, error) {
	l := &loading{}
	if err := json.Unmarshal(line, &l.dumpHead); err != nil || !l.isKnown() {
		return nil, errDump
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM "+l.Table); err != nil { //nolint:gosec // isKnown: one of dumpTables
		return nil, err
	}
	insert, err := tx.PrepareContext(ctx, l.insertText())
	l.insert = insert
	return l, err
}

// isKnown makes sure that no text of a file becomes SQL text.
func (h dumpHead) isKnown() bool {
	if len(h.Columns) == 0 || !slices.Contains(dumpTables(), h.Table) {
		return false
	}
	return !slices.ContainsFunc(h.Columns, func(column string) bool { return !columnPattern.MatchString(column) })
}

func (h dumpHead) insertText() string {
	places := make([]string, len(h.Columns))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	return "INSERT INTO " + h.Table + " (" + strings.Join(h.Columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
}

func (l *loading) store(ctx context.Context, line []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var raw []any
	if err := decoder.Decode(&raw); err != nil || len(raw) != len(l.Columns) {
		return errDump
	}
	for i := range raw {
		value, err := storable(raw[i])
		if err != nil {
			return err
		}
		raw[i] = value
	}
	if _, err := l.insert.ExecContext(ctx, raw...); err != nil {
		return fmt.Errorf("table %s: %w", l.Table, err)
	}
	return nil
}

func (l *loading) close() error {
	if l == nil || l.insert == nil {
		return nil
	}
	return l.insert.Close()
}
