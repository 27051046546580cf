package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestReopenKeepsData(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		s, err := sqlstore.Open(t.Context(), o)
		ok(t, err)
		ok(t, s.CreateUser(t.Context(), user(1)))
		ok(t, s.Close())
		got, err := open(t, o).UserByID(t.Context(), id(1))
		ok(t, err)
		if diff := cmp.Diff(user(1), got); diff != "" {
			t.Errorf("the user differs after reopening (-want +got):\n%s", diff)
		}
	})
}

func TestTwoStoresShareOneDatabase(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		server, command := open(t, o), open(t, o)
		for n := range 20 {
			writer, reader := server, command
			if n%2 == 1 {
				writer, reader = command, server
			}
			ok(t, writer.CreateUser(t.Context(), user(n)))
			_, err := reader.UserByID(t.Context(), id(n))
			ok(t, err)
		}
	})
}

func TestPingAndKind(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		s := open(t, o)
		ok(t, s.Ping(t.Context()))
		want := sqlstore.KindSQLite
		if o.URL != "" {
			want = sqlstore.KindPostgres
		}
		if s.Kind() != want {
			t.Errorf("Kind() = %q, want %q", s.Kind(), want)
		}
	})
}

func TestGoroutinesMigrateOneAtATime(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				s, err := sqlstore.Open(t.Context(), o)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		ok(t, open(t, o).CreateUser(t.Context(), user(1)))
	})
}

func TestProcessesMigrateOneAtATime(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				process := exec.CommandContext(t.Context(), os.Args[0])
				process.Env = append(os.Environ(), openVariable+"="+o.URL+o.Dir)
				if output, err := process.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, output)
				}
			})
		}
		group.Wait()
		ok(t, open(t, o).CreateUser(t.Context(), user(1)))
	})
}

// openOnce is what a process of TestProcessesMigrateOneAtATime does.
func openOnce(place string) int {
	o := sqlstore.Options{Dir: place, Logger: slog.New(slog.DiscardHandler)}
	if strings.HasPrefix(place, "postgres://") {
		o.URL, o.Dir = place, ""
	}
	s, err := sqlstore.Open(context.Background(), o)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

func TestNewerSchemaIsRefused(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		s := open(t, o)
		ok(t, s.WriterExec(t.Context(), "INSERT INTO schema_versions (version_id, is_applied) VALUES (9000, true)"))
		ok(t, s.WriterExec(t.Context(), "UPDATE schema_support SET least = 9000"))
		_, err := sqlstore.Open(t.Context(), o)
		if err == nil {
			t.Fatal("a schema of version 9000 was opened")
		}
		wantLine(t, err, "version 9000", "start a newer cairn")
		if o.URL != "" {
			wantLine(t, err, "CAIRN_DATABASE_URL")
		} else {
			wantLine(t, err, "data folder "+o.Dir)
		}
	})
}

func TestCancelledOpenSaysSo(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := sqlstore.Open(ctx, o)
		if err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
			t.Errorf("Open with a cancelled context = %v", err)
		}
	})
}

func TestSQLiteFilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "here")
	s := open(t, sqlstore.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	ok(t, s.CreateUser(t.Context(), user(1)))
	wantMode(t, dir, fs.ModeDir|0o700)
	for _, name := range []string{"cairn.db", "cairn.db-wal", "cairn.db-shm", "cairn.db.lock"} {
		wantMode(t, filepath.Join(dir, name), 0o600)
	}
}

func TestSQLiteFileOfAWiderModeIsTightened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, sqlstore.FileName)
	ok(t, os.WriteFile(path, nil, 0o600))
	ok(t, os.Chmod(path, 0o644))
	open(t, sqlstore.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	wantMode(t, path, 0o600)
}

func TestSQLiteTakesAnyFolderName(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a b?mode=memory&x#y%41;ü")
	s := open(t, sqlstore.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	ok(t, s.CreateUser(t.Context(), user(1)))
	if _, err := os.Stat(filepath.Join(dir, sqlstore.FileName)); err != nil {
		t.Error(err)
	}
}

func TestSQLiteReadersCannotWrite(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err := s.ReaderExec(t.Context(), "DELETE FROM users"); err == nil {
		t.Error("a reader deleted rows")
	}
}

func TestSQLiteWritesAreOnDiskBeforeTheyAreAnswered(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		got, err := s.Text(t.Context(), "PRAGMA "+pragma)
		if got != want || err != nil {
			t.Errorf("%s is %q, %v, want %q", pragma, got, err, want)
		}
	}
}

func TestSQLiteFullDiskIsUnavailable(t *testing.T) {
	t.Parallel()
	s := open(t, sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	ok(t, s.WriterExec(t.Context(), "PRAGMA max_page_count = 1"))
	large := user(1)
	large.Name = strings.Repeat("x", 1<<20)
	err := s.CreateUser(t.Context(), large)
	wantKind(t, err, fault.Unavailable)
	if message := fault.From(err).Message; message != "the database has no space left" {
		t.Errorf("the message is %q", message)
	}
}

func TestUnusableFoldersAreNamed(t *testing.T) {
	t.Parallel()
	f := func(prepare func(dir string) error, want string) {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "data")
		ok(t, prepare(dir))
		_, err := sqlstore.Open(t.Context(), sqlstore.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Fatalf("the folder was opened; want %q", want)
		}
		wantLine(t, err, "data folder "+dir, want)
	}
	f(func(dir string) error { return os.WriteFile(dir, nil, 0o600) }, "not a directory")
	f(func(dir string) error { return os.MkdirAll(filepath.Join(dir, "cairn.db"), 0o700) }, "can't be opened")
	f(func(dir string) error {
		garbage := strings.Repeat("no database ", 1000)
		return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "cairn.db"), []byte(garbage), 0o600))
	}, "damaged or no database")
}

func TestSchemaLockOfAnotherProcessIsNamed(t *testing.T) {
	t.Parallel()
	o := sqlstore.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}
	open(t, o)
	other, err := sql.Open("sqlite", filepath.Join(o.Dir, "cairn.db.lock"))
	ok(t, err)
	defer func() { _ = other.Close() }()
	_, err = other.ExecContext(t.Context(), "BEGIN EXCLUSIVE")
	ok(t, err)
	o.MigrateTimeout = 50 * time.Millisecond
	_, err = sqlstore.Open(t.Context(), o)
	if err == nil {
		t.Fatal("the store was opened while another process migrates")
	}
	wantLine(t, err, "data folder "+o.Dir, "locked by another process")
}

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	state, err := os.Stat(path)
	if err != nil {
		t.Error(err)
		return
	}
	if state.Mode() != want {
		t.Errorf("%s has mode %v, want %v", filepath.Base(path), state.Mode(), want)
	}
}

func wantLine(t *testing.T, err error, parts ...string) {
	t.Helper()
	text := err.Error()
	if strings.ContainsAny(text, "\n\t") {
		t.Errorf("%q is more than one line", text)
	}
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not say %q", text, part)
		}
	}
}
