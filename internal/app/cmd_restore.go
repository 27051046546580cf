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
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/metric"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// namedMax is how many things one message names.
const namedMax = 5

type restoreCmd struct {
	Backup string `arg:"" help:"Folder of the backup." placeholder:"DIR"`
	Force  bool   `help:"Remove what an interrupted restore has left in an external ClickHouse."`
}

// Run makes an empty installation what it was when the backup was made, or
// leaves it as empty as it was. All that can be wrong with the backup, the key
// and the place is found before anything is written.
func (c restoreCmd) Run(ctx context.Context, env *environment) error {
	archive, err := c.open(ctx, env)
	if err != nil {
		return err
	}
	a := &App{Options: env.options(), registry: metric.New(Version())}
	if err := a.claimVacant(ctx); err != nil {
		return errors.Join(err, a.clean(ctx))
	}
	r := &restoring{App: a, archive: archive, force: c.Force}
	if err := r.run(ctx, env.report()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is restored into %s: %s\nStart the server with: cairn serve --data-dir %s\n", c.Backup, env.Config.DataDir, contents(archive.Manifest), env.Config.DataDir)
	return err
}

// open returns the backup once it is whole, the key fits, and the data folder
// is free for it.
func (c restoreCmd) open(ctx context.Context, env *environment) (*backup.Archive, error) {
	archive, err := backup.Open(c.Backup)
	if err != nil {
		return nil, err
	}
	if err := checkVacant(env.Config.DataDir); err != nil {
		return nil, err
	}
	if err := checkOwner(env.Config, "restore"); err != nil {
		return nil, err
	}
	if err := checkKey(env.Config, archive.Metadata.Seal); err != nil {
		return nil, err
	}
	return archive, archive.Verify(ctx)
}

// checkVacant refuses a folder that has more in it than a secret key and what
// an interrupted restore has left.
func checkVacant(dir string) error {
	kept := []string{secretKeyFile, lockName, "lost+found", restoreMark + disk.DraftSuffix}
	if exists(filepath.Join(dir, restoreMark)) {
		kept = append(kept, restoredNames()...)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	var found []string
	for _, entry := range entries {
		if !slices.Contains(kept, entry.Name()) && !strings.HasPrefix(entry.Name(), probePrefix) {
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
