package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestBackupIsForThoseWhoReadTheDataFolder also has the server listen on all
// addresses; the command reaches it on loopback.
func TestBackupIsForThoseWhoReadTheDataFolder(t *testing.T) {
	t.Parallel()
	s, stop := startServer(t, func(o *app.Options) { o.Config.AdminAddr = "0.0.0.0:0" })
	for _, key := range []string{"", "Bearer ", "Bearer " + s.Installation.AccessKey} {
		got := testkit.Scenario{Method: http.MethodPost, Path: "/backup", Headers: map[string]string{"Authorization": key}}.Send(t, s.URL(app.RoleAdmin))
		if got.Status != http.StatusUnauthorized || strings.Contains(got.Body, s.Installation.AccessKey) {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	}
	control := filepath.Join(s.Config.DataDir, "control.json")
	if stat, err := os.Stat(control); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("control.json: %v, %v", stat, err)
	}
	if got := post(t, s, protoOf(t, append(noise(2), "moved")...), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	made := filepath.Join(t.TempDir(), "backup")
	if got := clitest.Run(t, nil, "backup", made, "--data-dir", s.Config.DataDir); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "The secret key is not in it") {
		t.Fatalf("%+v", got)
	}
	if got := clitest.Run(t, nil, "backup", "verify", made); got.Code != cli.ExitOK || !strings.Contains(got.Stdout, "is whole") {
		t.Errorf("%+v", got)
	}
	if stat, err := os.Stat(made); err != nil || stat.Mode().Perm() != 0o700 {
		t.Errorf("the backup: %v, %v", stat, err)
	}
	wantOneAtATime(t, s)
	stop() // while somebody has stopped reading
	if _, err := os.Stat(control); err == nil {
		t.Error("control.json is still there")
	}
	wantMoved(t, s, made)
}

// startServer runs a server that is set up until it is stopped: while it runs
// it sees to it that its team has tables.
func startServer(t *testing.T, adjust func(*app.Options)) (s *apptest.Server, stop func()) {
	t.Helper()
	options := app.Options{
		Config: apptest.Config(t, apptest.Options{}), Logger: slog.New(slog.DiscardHandler), Now: time.Now, Engine: enginetest.Endpoint(t),
	}
	adjust(&options)
	served, err := app.New(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	served.Start(t.Context())
	stop = sync.OnceFunc(func() {
		if err := served.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	t.Cleanup(stop)
	made, err := served.Access().Install(t.Context(), access.NewUser{Email: "admin@localhost", Name: "Administrator", Password: apptest.Password})
	if err != nil {
		t.Fatal(err)
	}
	return &apptest.Server{App: served, Installation: made, Config: options.Config}, stop
}

// wantMoved restores a backup of SQLite into PostgreSQL and a ClickHouse that
// is not the program's own, where the team's telemetry was in the way.
func wantMoved(t *testing.T, s *apptest.Server, made string) {
	t.Helper()
	config := apptest.Config(t, apptest.Options{Postgres: true})
	env := map[string]string{
		"CAIRN_DATA_DIR": filepath.Join(config.DataDir, "fresh"), "CAIRN_DATABASE_URL": config.DatabaseURL,
		"CAIRN_CLICKHOUSE_URL": adminURL(t), "CAIRN_SECRET_KEY_FILE": filepath.Join(s.Config.DataDir, "secret.key"),
	}
	got := clitest.Run(t, env, "restore", made)
	if want := "the engine has telemetry of team " + s.Installation.TeamID + " already"; got.Code != cli.ExitFail || !strings.Contains(got.Stderr, want) {
		t.Errorf("%+v, want %q", got, want)
	}
	mark := filepath.Join(env["CAIRN_DATA_DIR"], "restore.unfinished") // as if that telemetry were of a restore that was killed
	if err := os.WriteFile(mark, []byte(`{"teams":["`+s.Installation.TeamID+`"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := clitest.Run(t, env, "restore", made); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "again with --force") {
		t.Errorf("%+v", got)
	}
	if got := clitest.Run(t, env, "restore", "--force", made); got.Code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the mark is still there")
	}
	if n := stored(t, s, "moved"); n != 1 {
		t.Errorf("the record is there %d times", n)
	}
	env["CAIRN_DATA_DIR"] = filepath.Join(config.DataDir, "another")
	if got := clitest.Run(t, env, "restore", made); got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "the database is not empty: the table") {
		t.Errorf("%+v", got)
	}
	wantRows(t, config, made)
	env["CAIRN_DATA_DIR"] = filepath.Join(config.DataDir, "fresh")
	wantMovedBack(t, s, made, env)
}

// wantMovedBack makes a backup of PostgreSQL and of that ClickHouse, without a
// server, and restores it into SQLite.
func wantMovedBack(t *testing.T, s *apptest.Server, made string, env map[string]string) {
	t.Helper()
	back := filepath.Join(t.TempDir(), "back")
	if got := clitest.Run(t, env, "backup", back); got.Code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if err := tables.NewTeams(enginetest.Client(t)).DropTeam(t.Context(), s.Installation.TeamID); err != nil {
		t.Fatal(err)
	}
	delete(env, "CAIRN_DATABASE_URL")
	env["CAIRN_DATA_DIR"] = t.TempDir()
	if got := clitest.Run(t, env, "restore", back); got.Code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	if n := stored(t, s, "moved"); n != 1 {
		t.Errorf("the record is there %d times", n)
	}
	wantRows(t, app.Config{DataDir: env["CAIRN_DATA_DIR"]}, made)
}

// adminURL returns the address of the tests' engine as that of an external one.
func adminURL(t *testing.T) string {
	t.Helper()
	if enginetest.IsCluster() {
		return enginetest.Cluster(t).URL()
	}
	target, err := enginetest.Start(t).Target()
	if err != nil {
		t.Fatal(err)
	}
	login := target.Logins[clickhouse.Admin]
	return "clickhouse://" + login.User + ":" + login.Password + "@" + target.Addresses[0]
}

// wantRows compares the metadata of a database with that of a backup.
func wantRows(t *testing.T, config app.Config, made string) {
	t.Helper()
	archive, err := backup.Open(made)
	if err != nil {
		t.Fatal(err)
	}
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{URL: config.DatabaseURL, Dir: config.DataDir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	got, err := store.Dump(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(archive.Metadata.Tables, got.Tables); diff != "" {
		t.Errorf("the metadata differs (-backup +restored):\n%s", diff)
	}
}

func TestBackupNeedsAnInstallation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	got := clitest.Run(t, nil, "backup", filepath.Join(dir, "backup"), "--data-dir", filepath.Join(dir, "data"))
	if got.Code != cli.ExitFail || !strings.Contains(got.Stderr, "there is no installation in") {
		t.Errorf("%+v", got)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestHalfRestoredFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "restore.unfinished"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"bootstrap"}, {"doctor"}, {"serve", "--clickhouse-url", "clickhouse://127.0.0.1:1"}} {
		got := clitest.Run(t, nil, append(command, "--data-dir", dir)...)
		if got.Code != cli.ExitFail || !strings.Contains(got.Stdout+got.Stderr, "was interrupted: run cairn restore again") {
			t.Errorf("%v: %+v", command, got)
		}
	}
}
