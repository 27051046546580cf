package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// restoreMark is in the data folder while a restore is under way; it stays
// when the restore is killed, or can't remove what it has stored.
const restoreMark = "restore.unfinished"

// restoreNote is the content of the mark.
type restoreNote struct {
	Note  string   `json:"note"`
	Teams []string `json:"teams"` // whose telemetry may be there
}

// restoredNames returns the names of what a restore puts into the data folder.
func restoredNames() []string {
	return append(sqlstore.SQLiteFiles(), restoreMark, installationFile, lossesFile, filepath.Base(Config{}.EngineDir()))
}

// writeMark makes the mark durable.
func writeMark(dir string, teams []string) error {
	text, err := json.Marshal(restoreNote{"A restore into this folder has begun and not ended.", teams})
	if err != nil {
		return err
	}
	return disk.WriteDurably(filepath.Join(dir, restoreMark), append(text, '\n'))
}

// readMark returns the teams that an interrupted restore was to store, and
// whether there was one. A mark that can't be read names no teams.
func readMark(dir string) (teams []string, found bool, err error) {
	text, err := disk.ReadFile(filepath.Join(dir, restoreMark))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("--data-dir: %w", err)
	}
	var note restoreNote
	if json.Unmarshal(text, &note) != nil {
		return nil, true, nil
	}
	return note.Teams, true, nil
}

func removeMark(dir string) error {
	return errors.Join(os.Remove(filepath.Join(dir, restoreMark)), disk.SyncFolder(dir))
}

// checkNoMark refuses a folder that is half restored.
func checkNoMark(dir string) error {
	if !exists(filepath.Join(dir, restoreMark)) {
		return nil
	}
	return fmt.Errorf("--data-dir: a restore into %s was interrupted: run cairn restore again, which begins anew", dir)
}
