// Package storetest gives tests empty metadata stores whose schema is up to
// date. Each is a copy: to apply every migration takes longer than most tests.
package storetest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// model is the SQLite file that others are copied from, one per test binary.
var model struct {
	once sync.Once
	file []byte
	err  error
}

// Options returns where the store of t is, on SQLite or on PostgreSQL.
func Options(t testing.TB, kind string) sqlstore.Options {
	t.Helper()
	o := sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}
	if kind == sqlstore.KindPostgres {
		o.URL = Postgres(t)
		return o
	}
	SQLite(t, o.Dir)
	return o
}

// Postgres returns the address of a store that is dropped when t ends. The test
// binary's TestMain calls pgtest.Main.
func Postgres(t testing.TB) string {
	t.Helper()
	return pgtest.NewCopy(t, "model_store", func(address string) error {
		return migrate(sqlstore.Options{URL: address})
	})
}

// SQLite puts the file of a store into the folder.
func SQLite(t testing.TB, dir string) {
	t.Helper()
	model.once.Do(func() { model.file, model.err = migratedFile() })
	if model.err != nil {
		t.Fatalf("storetest: %v", model.err)
	}
	if err := os.WriteFile(filepath.Join(dir, sqlstore.FileName), model.file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// migratedFile makes the file; closing the store folds its write-ahead log
// into it.
func migratedFile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "cairn-store-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := migrate(sqlstore.Options{Dir: dir}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, sqlstore.FileName))
}

// migrate brings the schema up to date.
func migrate(o sqlstore.Options) error {
	o.Logger = slog.New(slog.DiscardHandler)
	store, err := sqlstore.Open(context.Background(), o)
	if err != nil {
		return err
	}
	return store.Close()
}
