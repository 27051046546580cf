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

// Restoration is what a restore needs to know besides the place.
type Restoration struct {
	Backup string // its folder
	Force  bool   // remove what an interrupted restore has left in an external engine
	Report func(line string)
}

// Restore makes an empty installation what it was when the backup was made, or
// leaves it as empty as it was. All that can be wrong with the backup, the key
// and the place is found before anything is written.
func Restore(ctx context.Context, o Options, asked Restoration) (backup.Manifest, error) {
	archive, err := openBackup(ctx, o.Config, asked.Backup)
	if err != nil {
		return backup.Manifest{}, err
	}
	a := &App{Options: o, registry: metric.New(Version())}
	if err := a.claimVacant(ctx); err != nil {
		return backup.Manifest{}, errors.Join(err, a.clean(ctx))
	}
	r := &restoring{App: a, archive: archive, force: asked.Force}
	return archive.Manifest, r.run(ctx, asked.Report)
}

// openBackup returns the backup once it is whole, the key fits, and the data
// folder is free for it.
func openBackup(ctx context.Context, c Config, folder string) (*backup.Archive, error) {
	archive, err := backup.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := checkVacant(c.DataDir); err != nil {
		return nil, err
	}
	if err := checkOwner(c, "restore"); err != nil {
		return nil, err
	}
	if err := checkKey(c, archive.Metadata.Seal); err != nil {
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
