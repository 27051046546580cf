// Package sqlstore keeps metadata in SQLite or PostgreSQL: accounts, keys,
// sessions, teams, organizations and services. Both databases run the same
// SQL text; what differs between them is in dialect.go.
//
// Every method takes its transaction from the context (see Store.InTx). A
// look-up of something that is not there, or that belongs to somebody else,
// is a NotFound fault; a value that is taken is Conflict; a version that is
// no longer current is Stale; a database that is busy, full or away is
// Unavailable.
package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"time"
)

// The kinds of database.
const (
	KindSQLite   = "sqlite"
	KindPostgres = "postgres"
)

// What Options that are left at zero mean.
const (
	DefaultConnsMax         = 16
	DefaultConnectTimeout   = 5 * time.Second
	DefaultStatementTimeout = 10 * time.Second
	DefaultTxTimeout        = 30 * time.Second
	DefaultMigrateTimeout   = 5 * time.Minute
	DefaultListRowsMax      = 10_000
)

// Options say where the database is and how much it may be asked. Logger is
// required, and Dir when URL is empty; a limit of zero means its default.
type Options struct {
	URL       string // postgres://…; empty: SQLite
	Dir       string // folder of the SQLite file; made when missing
	Logger    *slog.Logger
	Now       func() time.Time // nil: the system's clock
	SecretKey []byte           // seals what has to be used again; nil: nothing can be sealed or opened

	ConnsMax         int           // connections to PostgreSQL, or readers of SQLite
	ConnectTimeout   time.Duration // to reach PostgreSQL
	StatementTimeout time.Duration // one statement, with its wait for a connection or a lock
	TxTimeout        time.Duration // one InTx
	MigrateTimeout   time.Duration // bringing the schema up to date, with the wait for others who do
	ListRowsMax      int           // rows of one list
	NodeTTL          time.Duration // after which a silent node counts as gone

	migrations fs.FS // nil: those of this program
}

func (o Options) withDefaults() Options {
	o.ConnsMax = cmp.Or(o.ConnsMax, DefaultConnsMax)
	o.ConnectTimeout = cmp.Or(o.ConnectTimeout, DefaultConnectTimeout)
	o.StatementTimeout = cmp.Or(o.StatementTimeout, DefaultStatementTimeout)
	o.TxTimeout = cmp.Or(o.TxTimeout, DefaultTxTimeout)
	o.MigrateTimeout = cmp.Or(o.MigrateTimeout, DefaultMigrateTimeout)
	o.ListRowsMax = cmp.Or(o.ListRowsMax, DefaultListRowsMax)
	o.NodeTTL = cmp.Or(o.NodeTTL, NodeTTL)
	if o.migrations == nil {
		o.migrations = migrations
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	options Options
	dialect dialect
	writer  *sql.DB
	reader  reader
	seal    *sealer
}

// reader is what reads outside of a transaction run on.
type reader interface {
	executor
	BeginTx(ctx context.Context, options *sql.TxOptions) (*sql.Tx, error)
	Close() error
}

// Open connects to the database and brings its schema up to date. Its error
// is one line that names CAIRN_DATABASE_URL or the folder, and never holds a
// password.
func Open(ctx context.Context, o Options) (*Store, error) {
	o = o.withDefaults()
	seal, err := newSealer(o.SecretKey)
	if err != nil {
		return nil, err
	}
	s, err := connect(o)
	if err != nil {
		return nil, err
	}
	s.seal = seal
	for _, step := range []func(context.Context) error{s.migrate, s.checkSeal} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

func connect(o Options) (*Store, error) {
	if o.URL != "" {
		return connectPostgres(o)
	}
	return connectSQLite(o)
}

// Kind returns KindSQLite or KindPostgres.
func (s *Store) Kind() string { return s.dialect.kind }

// Ping returns an Unavailable fault unless the database responds to a query
// and can be written.
func (s *Store) Ping(ctx context.Context) error { return s.dialect.writable(ctx, s) }

// Close ends all connections. Calls that are under way fail.
func (s *Store) Close() error {
	// The writer of SQLite goes last: it folds the write-ahead log into the file.
	return errors.Join(s.reader.Close(), s.writer.Close())
}
