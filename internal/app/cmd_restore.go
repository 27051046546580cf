package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// restoreMark is in the data folder while a restore is under way; it stays
// when that does not come to its end.
const restoreMark = "restore.unfinished"

// namedMax is how many things one message names.
const namedMax = 5

type restoreCmd struct {
	Backup string `arg:"" help:"Folder of the backup." placeholder:"DIR"`
}

// Run makes an empty installation what it was when the backup was made. All
// that can be wrong with the backup, the key and the place is found before
// anything is written.
func (c restoreCmd) Run(ctx context.Context, env *environment) error {
	archive, err := c.open(ctx, env)
	if err != nil {
		return err
	}
	a := &App{Options: env.options(), registry: metric.New(Version())}
	if err := a.restore(ctx, archive, env.report()); err != nil {
		return errors.Join(err, a.clean(ctx))
	}
	if err := errors.Join(a.clean(ctx), removeMark(env.Config.DataDir)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is restored into %s: %s\nStart the server with: cairn serve\n", c.Backup, env.Config.DataDir, contents(archive.Manifest))
	return err
}

// open answers the backup once it is whole, the key fits, and the data folder
// is free for it.
func (c restoreCmd) open(ctx context.Context, env *environment) (*backup.Archive, error) {
	archive, err := backup.Open(c.Backup)
	if err != nil {
		return nil, err
	}
	if err := checkVacant(env.Config.DataDir); err != nil {
		return nil, err
	}
	if err := checkKey(env.Config, archive.Metadata.Seal); err != nil {
		return nil, err
	}
	return archive, archive.Verify(ctx)
}

// checkVacant refuses a folder that has more in it than a secret key.
func checkVacant(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	var found []string
	for _, entry := range entries {
		if !slices.Contains([]string{secretKeyFile, lockName, "lost+found"}, entry.Name()) {
			found = append(found, entry.Name())
		}
	}
	if len(found) == 0 {
		return nil
	}
	return fmt.Errorf("--data-dir: %s is not empty (%s); a restore needs a folder with nothing but %s in it",
		dir, strings.Join(found[:min(len(found), namedMax)], ", "), secretKeyFile)
}

// checkKey refuses a key that does not open what the backup has sealed.
func checkKey(c Config, seal string) error {
	if seal == "" {
		return nil
	}
	if c.SecretKey == "" && !exists(filepath.Join(c.DataDir, secretKeyFile)) {
		return fmt.Errorf("the backup has sealed secrets: copy the %s of the installation into %s, or set --secret-key", secretKeyFile, c.DataDir)
	}
	key, err := secretKey(c)
	if err != nil {
		return err
	}
	if err := sqlstore.OpensSeal(key, seal); err != nil {
		return errors.New("--secret-key: the key is not the one that the backup's secrets were sealed with")
	}
	return nil
}

// restore takes the place, marks it, and fills it.
func (a *App) restore(ctx context.Context, archive *backup.Archive, report func(string)) error {
	for _, step := range []func(context.Context) error{a.checkEngine, a.openDataDir} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	loader := sqlstore.Loader{Options: sqlstore.Options{URL: a.Config.DatabaseURL, Dir: a.Config.DataDir, Logger: a.Logger}}
	if a.Config.DatabaseURL != "" {
		if err := loader.CheckEmpty(ctx); err != nil {
			return err
		}
	}
	if err := a.openVacantEngine(ctx, archive.Teams); err != nil {
		return err
	}
	tables := clickhouse.NewStore(a.engine.client, clickhouse.StoreOptions{})
	return backup.Target{Database: loader, Engine: tables, Report: report}.Restore(ctx, archive)
}

// openVacantEngine marks the folder and opens an engine without tables of the
// teams. An engine of our own has none, but its start writes files already.
func (a *App) openVacantEngine(ctx context.Context, teams []backup.Team) error {
	if a.Config.Embedded() {
		if err := writeMark(a.Config.DataDir); err != nil {
			return err
		}
		return a.openEngine(ctx)
	}
	if err := a.openEngine(ctx); err != nil {
		return err
	}
	if err := a.checkNoTeams(ctx, teams); err != nil {
		return err
	}
	return writeMark(a.Config.DataDir)
}

// checkNoTeams refuses an engine that has tables of the backup's teams.
func (a *App) checkNoTeams(ctx context.Context, teams []backup.Team) error {
	present, err := a.engine.client.TeamDatabases(ctx)
	if err != nil {
		return err
	}
	for _, team := range teams {
		if slices.Contains(present, team.ID) {
			return fmt.Errorf("--clickhouse-url: the engine has telemetry of team %s already", team.ID)
		}
	}
	return nil
}

func writeMark(dir string) error {
	file, err := os.OpenFile(filepath.Join(dir, restoreMark), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	_, err = file.WriteString("A restore into this folder has begun and not ended.\n")
	return errors.Join(err, file.Sync(), file.Close())
}

func removeMark(dir string) error { return os.Remove(filepath.Join(dir, restoreMark)) }

// checkNoMark refuses a folder that is half restored.
func checkNoMark(dir string) error {
	if !exists(filepath.Join(dir, restoreMark)) {
		return nil
	}
	return fmt.Errorf("--data-dir: a restore into %s did not come to its end; empty the folder but for %s, and run cairn restore again", dir, secretKeyFile)
}
