package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// dialect is all that differs between the databases once they are open.
type dialect struct {
	kind  string
	place string // how messages name the database
	goose goose.Dialect
	// snapshot makes a transaction that sees one moment; patience are the
	// statements that let it take longer than a request's.
	snapshot  sql.TxOptions
	patience  []string
	gently    []string // keep a migration from holding up those who use its tables
	tablesSQL string
	// clock returns the time by which all processes that share the database go.
	clock func(ctx context.Context, s *Store) (time.Time, error)
	// classify returns what went wrong; explain says it in a line for the
	// person who starts the server.
	classify func(err error) problem
	explain  func(err error) string
	// writable looks whether the database takes changes, and makes none.
	writable func(ctx context.Context, s *Store) error
	// mayUse looks for rights that are missing, to migrate too where that is to
	// be done.
	mayUse func(ctx context.Context, tx *sql.Tx, toMigrate bool) error
	// lockSchema waits until no other process migrates and returns the pool
	// to migrate on; release ends both.
	lockSchema func(ctx context.Context) (schema *sql.DB, release func() error, err error)
}

// problem is a failure of the database in words that both share.
type problem int

const (
	problemOther    problem = iota
	problemTaken            // a unique value exists already
	problemOrphan           // a row refers to one that is not there, or is referred to
	problemBusy             // locked, deadlocked, or too slow
	problemFull             // no room on the disk
	problemAway             // not reachable
	problemReadOnly         // it can be read, and not written
)

const (
	sqliteTablesSQL = `
SELECT name
FROM sqlite_master
WHERE type = 'table'
ORDER BY name`

	postgresTablesSQL = `
SELECT tablename
FROM pg_tables
WHERE schemaname = current_schema()
ORDER BY tablename`
)

const postgresClockSQL = `
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`

// ownClock returns the process's clock: SQLite has one process.
func ownClock(_ context.Context, s *Store) (time.Time, error) { return s.options.Now().UTC(), nil }

func postgresClock(ctx context.Context, s *Store) (time.Time, error) {
	millis, err := one(ctx, s, scanInt64, about("clock", postgresClockSQL))
	return time.UnixMilli(millis).UTC(), err
}

func classifySQLite(err error) problem {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return problemOther
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return problemTaken
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return problemOrphan
	}
	const primaryCode = 0xff
	switch failure.Code() & primaryCode {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return problemBusy
	case sqlite3.SQLITE_FULL:
		return problemFull
	case sqlite3.SQLITE_READONLY:
		return problemReadOnly
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return problemAway
	}
	return problemOther
}

func classifyPostgres(err error) problem {
	var failure *pgconn.PgError
	if errors.As(err, &failure) {
		return classifySQLState(failure.Code)
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	if errors.As(err, &network) || errors.As(err, &connecting) || isClosedConn(err) {
		return problemAway
	}
	return problemOther
}

func isClosedConn(err error) bool {
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// classifySQLState sorts the five characters of PostgreSQL's error codes, of
// which the first two name the class.
func classifySQLState(code string) problem {
	switch code {
	case "23505": // unique_violation
		return problemTaken
	case "23503": // foreign_key_violation
		return problemOrphan
	case "40001", "40P01", "55P03", "57014": // serialization, deadlock, lock not available, statement timeout
		return problemBusy
	case "53100": // disk_full
		return problemFull
	case "25006": // read_only_sql_transaction
		return problemReadOnly
	case "3D000": // the database was dropped
		return problemAway
	}
	for _, class := range []string{"08", "53", "57P", "28"} { // connection, resources, shutdown, authorization
		if strings.HasPrefix(code, class) {
			return problemAway
		}
	}
	return problemOther
}
