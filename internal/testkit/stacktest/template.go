package stacktest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

// model is a SQLite file that is set up. Making one takes longer than most
// tests, so that a test binary makes it once and every world gets a copy.
type model struct {
	once sync.Once
	file []byte
	home access.Installation
}

var shared, rented model

// moveIn puts a database that is set up into the folder.
func moveIn(t testing.TB, dir string) access.Installation {
	t.Helper()
	shared.once.Do(func() { shared.build(t) })
	if shared.file == nil {
		t.Fatal("the model of all worlds could not be made")
	}
	if err := os.WriteFile(filepath.Join(dir, sqlstore.FileName), shared.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return shared.home
}

// rent returns a copy of a PostgreSQL database that is set up.
func rent(t testing.TB, clock *testkit.Clock) (access.Installation, *sqlstore.Store) {
	t.Helper()
	address := pgtest.NewCopy(t, "model_world", func(address string) error {
		rented.setUp(t, sqlstore.Options{URL: address})
		return nil
	})
	return rented.home, open(t, sqlstore.Options{URL: address, Now: clock.Now})
}

// setUp makes an installation in an empty database, and closes it.
func (m *model) setUp(t testing.TB, o sqlstore.Options) {
	t.Helper()
	clock := testkit.NewClock(Noon())
	o.Now, o.Logger, o.SecretKey = clock.Now, slog.New(slog.DiscardHandler), make([]byte, sqlstore.SecretKeyBytes)
	store, err := sqlstore.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.home = install(t, &access.Service{Store: store, Now: clock.Now, Random: randomness(1)})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// build makes the file; closing the store folds its write-ahead log into it.
func (m *model) build(t testing.TB) {
	t.Helper()
	dir := t.TempDir()
	m.setUp(t, sqlstore.Options{Dir: dir})
	var err error
	if m.file, err = os.ReadFile(filepath.Join(dir, sqlstore.FileName)); err != nil {
		t.Fatal(err)
	}
}
