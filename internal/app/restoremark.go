package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// restoreMark is in the data folder while a restore is under way; it stays
// when the restore is killed, or can't remove what it has stored.
const restoreMark = "restore.unfinished"

// draftSuffix ends the names of files that are being written.
const draftSuffix = ".tmp"

// restoreNote is the content of the mark.
type restoreNote struct {
	Note  string   `json:"note"`
	Teams []string `json:"teams"` // whose telemetry may be there
}

// restoredNames returns the names of what a restore puts into the data folder.
func restoredNames() []string {
	return append(sqlstore.SQLiteFiles(), restoreMark, filepath.Base(Config{}.EngineDir()))
}

// writeMark makes the mark durable.
func writeMark(dir string, teams []string) error {
	text, err := json.Marshal(restoreNote{"A restore into this folder has begun and not ended.", teams})
	if err != nil {
		return err
	}
	return writeDurably(filepath.Join(dir, restoreMark), append(text, '\n'))
}

// writeDurably replaces a file, whole or not at all.
func writeDurably(path string, text []byte) error {
	draft := path + draftSuffix
	file, err := os.OpenFile(draft, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// readMark returns the teams that an interrupted restore was to store, and
// whether there was one. A mark that can't be read names no teams.
func readMark(dir string) (teams []string, found bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, restoreMark))
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
	return errors.Join(os.Remove(filepath.Join(dir, restoreMark)), syncFolder(dir))
}

// checkNoMark refuses a folder that is half restored.
func checkNoMark(dir string) error {
	if !exists(filepath.Join(dir, restoreMark)) {
		return nil
	}
	return fmt.Errorf("--data-dir: a restore into %s was interrupted: run cairn restore again, which begins anew", dir)
}
