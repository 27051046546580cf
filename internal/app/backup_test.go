package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestBackupIsForThoseWhoReadTheDataFolder also has the server listen on all
// addresses; the command reaches it on loopback.
func TestBackupIsForThoseWhoReadTheDataFolder(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.AdminAddr = "0.0.0.0:0" }})
	for _, key := range []string{"", "Bearer ", "Bearer " + s.Installation.AccessKey} {
		got := testkit.Scenario{Method: http.MethodPost, Path: "/backup", Headers: map[string]string{"Authorization": key}}.Send(t, s.URL(app.RoleAdmin))
		if got.Status != http.StatusUnauthorized || strings.Contains(got.Body, s.Installation.AccessKey) {
			t.Errorf("%d %s", got.Status, got.Body)
		}
	}
	if stat, err := os.Stat(filepath.Join(s.Config.DataDir, "control.json")); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("control.json: %v, %v", stat, err)
	}
	made := filepath.Join(t.TempDir(), "backup")
	if got := runCairn(t, nil, "backup", made, "--data-dir", s.Config.DataDir); got.code != app.ExitOK || !strings.Contains(got.stdout, "The secret key is not in it") {
		t.Fatalf("%+v", got)
	}
	if got := runCairn(t, nil, "backup", "verify", made); got.code != app.ExitOK || !strings.Contains(got.stdout, "is whole") {
		t.Errorf("%+v", got)
	}
	if stat, err := os.Stat(made); err != nil || stat.Mode().Perm() != 0o700 {
		t.Errorf("the backup: %v, %v", stat, err)
	}
}

func TestBackupNeedsAnInstallation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	got := runCairn(t, nil, "backup", filepath.Join(dir, "backup"), "--data-dir", filepath.Join(dir, "data"))
	if got.code != app.ExitFail || !strings.Contains(got.stderr, "there is no installation in") {
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
	for _, command := range [][]string{{"bootstrap"}, {"serve", "--clickhouse-url", "clickhouse://127.0.0.1:1"}} {
		got := runCairn(t, nil, append(command, "--data-dir", dir)...)
		if got.code != app.ExitFail || !strings.Contains(got.stderr, "did not come to its end; empty the folder but for secret.key") {
			t.Errorf("%v: %+v", command, got)
		}
	}
}
