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
)

// model is a SQLite file that is set up. Making one takes longer than most
// tests, so that a test binary makes it once and every world gets a copy.
type model struct {
	once sync.Once
	file []byte
	home access.Installation
}

var shared model

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

// build makes the file; closing the store folds its write-ahead log into it.
func (m *model) build(t testing.TB) {
	t.Helper()
	dir, clock := t.TempDir(), testkit.NewClock(Noon())
	store, err := sqlstore.Open(context.Background(), sqlstore.Options{
		Dir: dir, Now: clock.Now, Logger: slog.New(slog.DiscardHandler), SecretKey: make([]byte, sqlstore.SecretKeyBytes),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.home = install(t, &access.Service{Store: store, Now: clock.Now, Random: randomness(1)})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if m.file, err = os.ReadFile(filepath.Join(dir, sqlstore.FileName)); err != nil {
		t.Fatal(err)
	}
}
