package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// urlOption is how messages name the address, whose text may hold a password.
const urlOption = "CAIRN_DATABASE_URL"

// schemaLockID is the advisory lock of the migrating process; the number is
// arbitrary and must never change.
const schemaLockID = 3_181_547_092

// Connections are renewed now and then, so that a fleet finds its way back to
// a server that was moved.
const (
	connLifeMax = 30 * time.Minute
	connIdleMax = 5 * time.Minute
)

var errURL = errors.New(urlOption + " must be an address such as postgres://user:password@host:5432/database")

// connectPostgres opens one bounded pool for reads and writes. pgx keeps
// prepared statements per connection on its own.
func connectPostgres(o Options) (*Store, error) {
	config, err := parseURL(o)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*config)
	limitConns(db, o.ConnsMax)
	db.SetConnMaxLifetime(connLifeMax)
	db.SetConnMaxIdleTime(connIdleMax)
	return &Store{options: o, dialect: postgresDialect(config), writer: db, reader: db}, nil
}

func postgresDialect(config *pgx.ConnConfig) dialect {
	return dialect{
		kind:      KindPostgres,
		place:     urlOption,
		goose:     goose.DialectPostgres,
		snapshot:  sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
		tablesSQL: postgresTablesSQL,
		patience:  []string{"SET LOCAL statement_timeout = 0", "SET LOCAL idle_in_transaction_session_timeout = 0"},
		gently:    []string{lockWaits},
		clock:     postgresClock,
		classify:  classifyPostgres,
		explain:   func(err error) string { return postgresReason(config, err) },
		writable:  postgresWritable,
		mayUse:    postgresMayUse,
		lockSchema: func(ctx context.Context) (*sql.DB, func() error, error) {
			return lockAdvisory(ctx, withoutTimeouts(config))
		},
	}
}

// parseURL returns the address with our limits where it sets none. Its error
// drops the parser's, which repeats the address.
func parseURL(o Options) (*pgx.ConnConfig, error) {
	if !strings.HasPrefix(o.URL, "postgres://") && !strings.HasPrefix(o.URL, "postgresql://") {
		return nil, errURL
	}
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return nil, errURL
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, o.ConnectTimeout)
	for name, value := range map[string]string{
		"application_name":                    "cairn",
		"statement_timeout":                   milliseconds(o.StatementTimeout),
		"idle_in_transaction_session_timeout": milliseconds(o.TxTimeout),
		"default_transaction_isolation":       "read committed",
	} {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	return config, nil
}

// lockAdvisory holds an advisory lock of the database on a connection of its
// own; the server frees it when that connection goes.
func lockAdvisory(ctx context.Context, config *pgx.ConnConfig) (*sql.DB, func() error, error) {
	db := stdlib.OpenDB(*config)
	limitConns(db, 2) // the lock's and the migration's
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	release := func() error { return errors.Join(conn.Close(), db.Close()) }
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(schemaLockID)); err != nil {
		return nil, nil, errors.Join(err, release())
	}
	return db, release, nil
}

// withoutTimeouts returns the address for work on the schema, which may take
// longer than a statement of a request.
func withoutTimeouts(config *pgx.ConnConfig) *pgx.ConnConfig {
	patient := config.Copy()
	patient.RuntimeParams["statement_timeout"] = "0"
	patient.RuntimeParams["idle_in_transaction_session_timeout"] = "0"
	return patient
}

func postgresReason(config *pgx.ConnConfig, err error) string {
	if kind := classifyPostgres(err); kind != problemAway && kind != problemReadOnly && !errors.Is(err, context.DeadlineExceeded) {
		return innermost(config, err)
	}
	address := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	return fmt.Sprintf("can't use PostgreSQL at %s: %s", address, innermost(config, err))
}

// innermost prefers the words that the server or the system chose to the
// driver's.
func innermost(config *pgx.ConnConfig, err error) string {
	var failure *pgconn.PgError
	var name *net.DNSError
	var network *net.OpError
	switch {
	case errors.As(err, &failure):
		return masked(config, failure.Message)
	case errors.As(err, &name):
		return "the host name can't be resolved"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	case errors.As(err, &network):
		return masked(config, network.Err.Error())
	}
	return masked(config, err.Error())
}

func masked(config *pgx.ConnConfig, text string) string {
	if config.Password != "" {
		text = strings.ReplaceAll(text, config.Password, "***")
	}
	return oneLine(text)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
