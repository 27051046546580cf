package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
)

// TestFolderWithoutItsDiskTakesNoBackup holds that backups are not written into
// the empty folder that a disk was mounted at, in every state of the folder and
// with and without earlier backups.
func TestFolderWithoutItsDiskTakesNoBackup(t *testing.T) {
	t.Parallel()
	states := map[string]func(path string) error{
		"missing": func(string) error { return nil },
		"empty":   func(path string) error { return os.Mkdir(path, 0o700) },
		"marked": func(path string) error {
			return errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, backup.MarkFile), nil, 0o600))
		},
		"with backups": func(path string) error { return os.MkdirAll(filepath.Join(path, "0a"), 0o700) },
	}
	for state, put := range states {
		for _, known := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "backups")
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			dir := backup.Dir{Path: path, Known: func(context.Context) (bool, error) { return known, nil }}
			_, err := dir.New(t.Context(), "0b/0c")
			isAway := known && (state == "missing" || state == "empty")
			if isAway != (fault.KindOf(err) == fault.Unavailable) || !isAway && err != nil {
				t.Errorf("%s, known: %t: %v", state, known, err)
			}
			if _, err := os.Stat(filepath.Join(path, backup.MarkFile)); (err == nil) == isAway {
				t.Errorf("%s, known: %t: the mark is %v", state, known, err)
			}
		}
	}
}
