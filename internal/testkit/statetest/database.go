package statetest

import (
	"context"
	"database/sql"
	"encoding/base64"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite" // the driver of SQLite

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// sqlTimeMax bounds statements of the driver.
const sqlTimeMax = 30 * time.Second

// sql runs statements on the metadata.
func (w *World) sql(statements ...string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), sqlTimeMax)
	defer cancel()
	if w.url == "" {
		w.sqlite(ctx, statements)
		return
	}
	conn, err := pgx.Connect(ctx, w.url)
	w.check(err)
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		_, err := conn.Exec(ctx, statement)
		w.check(err)
	}
}

// sqlite runs statements on the database of a server that is not running. It
// is copied to an ordinary folder and back: SQLite follows the link in /proc to
// what is not there.
func (w *World) sqlite(ctx context.Context, statements []string) {
	w.t.Helper()
	w.withCopy(func(dir string) {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, sqlstore.FileName))
		w.check(err)
		for _, statement := range statements {
			_, err := db.ExecContext(ctx, statement)
			w.check(err)
		}
		w.check(db.Close())
	})
}

// withCopy lets edit change a copy of the database, and takes it over.
func (w *World) withCopy(edit func(dir string)) {
	w.t.Helper()
	dir := w.t.TempDir()
	w.check(copyFile(w.path(sqlstore.FileName), filepath.Join(dir, sqlstore.FileName)))
	edit(dir)
	w.check(copyFile(filepath.Join(dir, sqlstore.FileName), w.path(sqlstore.FileName)))
}

// aimHooks lets the alert's webhook reach the cell's own receiver.
func (w *World) aimHooks() {
	w.t.Helper()
	if w.url != "" {
		w.aimHooksIn("")
		return
	}
	w.withCopy(w.aimHooksIn)
}

func (w *World) aimHooksIn(dir string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), sqlTimeMax)
	defer cancel()
	text, err := os.ReadFile(w.path("secret.key"))
	w.check(err)
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	w.check(err)
	store, err := sqlstore.Open(ctx, sqlstore.Options{URL: w.url, Dir: dir, Logger: slog.New(slog.DiscardHandler), SecretKey: key})
	w.check(err)
	hook, err := store.WebhookByID(ctx, w.made.TeamID, w.alert.Webhook)
	w.check(err)
	hook.URL = w.hooks.URL
	w.check(store.UpdateWebhook(ctx, hook))
	w.check(store.Close())
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// withholdDatabase takes the database away until the cell lifts it: PostgreSQL
// is stopped, SQLite is locked by somebody else.
func (w *World) withholdDatabase() {
	w.t.Helper()
	if w.cluster != nil {
		w.check(w.cluster.Halt())
		w.later(func() { w.check(w.cluster.Resume()) })
		return
	}
	file, err := os.OpenFile(w.path("cairn.db-shm"), os.O_RDWR, 0)
	w.check(err)
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: sqliteWriteLock, Len: 1}
	w.await(sqlTimeMax, "SQLite is locked", func() bool { return syscall.FcntlFlock(file.Fd(), syscall.F_SETLK, &lock) == nil })
	w.later(func() { _ = file.Close() })
}

// sqliteWriteLock is the byte of the shared memory of SQLite whose owner is the
// only one who may write.
const sqliteWriteLock = 120

// makeReadOnly lets PostgreSQL refuse writes, as a standby does.
func (w *World) makeReadOnly() {
	w.t.Helper()
	address, err := url.Parse(w.url)
	w.check(err)
	name := address.Path[1:]
	others := "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "' AND pid <> pg_backend_pid()"
	w.sql("ALTER DATABASE "+name+" SET default_transaction_read_only = on", others)
	w.later(func() {
		w.sql("SET default_transaction_read_only = off", "ALTER DATABASE "+name+" RESET default_transaction_read_only", others)
	})
}
