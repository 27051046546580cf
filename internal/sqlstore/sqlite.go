package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FileName is the name of the SQLite file in its folder.
const FileName = "cairn.db"

// lockSuffix makes the name of the file whose lock guards the schema.
const lockSuffix = ".lock"

// The file holds hashes of secrets: nobody but the owner may read it. SQLite
// gives its companions (-wal, -shm) the mode of the file itself.
const (
	fileMode   = 0o600
	folderMode = 0o700
)

// connectSQLite opens one connection that writes and a bounded pool that
// reads. Readers never wait for the writer, and writers wait in a queue of
// this process before they wait for another process.
func connectSQLite(o Options) (*Store, error) {
	path, err := prepareFile(o.Dir)
	if err != nil {
		return nil, folderError(o.Dir, err)
	}
	writer, err := openSQLite(path, o.StatementTimeout, "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		return nil, folderError(o.Dir, err)
	}
	readers, err := openSQLite(path, o.StatementTimeout, "_pragma=query_only(1)")
	if err != nil {
		return nil, errors.Join(folderError(o.Dir, err), writer.Close())
	}
	limitConns(writer, 1)
	limitConns(readers, o.ConnsMax)
	return &Store{options: o, dialect: sqliteDialect(path, o, writer), writer: writer, reader: readers}, nil
}

func sqliteDialect(path string, o Options, writer *sql.DB) dialect {
	return dialect{
		kind:      KindSQLite,
		place:     folderName(o.Dir),
		goose:     goose.DialectSQLite3,
		tablesSQL: sqliteTablesSQL,
		clock:     ownClock,
		classify:  classifySQLite,
		explain:   sqliteReason,
		writable:  sqliteWritable,
		mayUse:    sqliteMayUse,
		lockSchema: func(ctx context.Context) (*sql.DB, func() error, error) {
			release, err := lockFile(ctx, path+lockSuffix, o.MigrateTimeout)
			return writer, release, err
		},
	}
}

// prepareFile makes the folder and the file, so that the file never has
// another mode than ours.
func prepareFile(dir string) (string, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(absolute, folderMode); err != nil {
		return "", err
	}
	path := filepath.Join(absolute, FileName)
	return path, errors.Join(makeFile(path), makeFile(path+lockSuffix))
}

// makeFile touches a file that exists by its name alone: closing a descriptor
// of a file that is in use would drop the locks this process holds on it.
func makeFile(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return tighten(path)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func tighten(path string) error {
	state, err := os.Stat(path)
	if err != nil || !state.Mode().IsRegular() || state.Mode().Perm()&^fileMode == 0 {
		return err
	}
	return os.Chmod(path, fileMode)
}

func openSQLite(path string, wait time.Duration, parameters string) (*sql.DB, error) {
	address := url.URL{Scheme: "file", Path: path, RawQuery: parameters +
		"&_pragma=foreign_keys(1)&_pragma=busy_timeout(" + milliseconds(wait) + ")"}
	connector, err := sqlite.NewConnector(address.String())
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(keepingConnector{connector}), nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// limitConns keeps connections open once made: a SQLite connection is a file
// handle, and a new one would read the schema again.
func limitConns(db *sql.DB, conns int) {
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
}

// lockFile holds an exclusive lock on an empty database beside the real one.
// A lock on the real one would stand in the way of the migration itself.
func lockFile(ctx context.Context, path string, wait time.Duration) (func() error, error) {
	db, err := openSQLite(path, wait, "_txlock=exclusive")
	if err != nil {
		return nil, lockError{err}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, errors.Join(lockError{err}, db.Close())
	}
	return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
}

// lockError is a failure of the file that guards the schema.
type lockError struct{ error }

func (e lockError) Unwrap() error { return e.error }

// tryLockFile takes the lock of a folder for a moment. Somebody else who has it
// is no failure.
func tryLockFile(ctx context.Context, dir string) error {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	release, err := lockFile(ctx, filepath.Join(absolute, FileName+lockSuffix), 0)
	if classifySQLite(err) == problemBusy {
		return nil
	}
	if err != nil {
		return err
	}
	return release()
}

func folderName(dir string) string { return "data folder " + dir }

func folderError(dir string, err error) error {
	return fmt.Errorf("%s: %s", folderName(dir), sqliteReason(err))
}

func sqliteReason(err error) string {
	file := "can't use " + FileName + ": "
	if _, isLock := errors.AsType[lockError](err); isLock {
		file = "can't use " + FileName + lockSuffix + ", which must be an empty file: "
	}
	problem := classifySQLite(err)
	if errors.Is(err, context.DeadlineExceeded) {
		problem = problemBusy
	}
	switch problem {
	case problemBusy:
		return file + "it is locked by another process"
	case problemFull:
		return file + "no space is left on the disk"
	case problemAway:
		return file + "it can't be opened, read and written"
	case problemReadOnly:
		return file + "it can't be written"
	case problemTaken, problemOrphan, problemOther:
	}
	return file + plainReason(err)
}

// plainReason cuts a file error down to its cause; the folder is named
// already.
func plainReason(err error) string {
	var path *fs.PathError
	var failure *sqlite.Error
	switch {
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &failure) && (failure.Code() == sqlite3.SQLITE_NOTADB || failure.Code() == sqlite3.SQLITE_CORRUPT):
		return "it is damaged or no database"
	}
	return oneLine(err.Error())
}
