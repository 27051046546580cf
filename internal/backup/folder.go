package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/fault"
)

// The modes of what a backup is made of: it holds what users have stored.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// Folder is a backup that is being written, beside its place. It is a Sink.
type Folder struct{ path, draft string }

// NewFolder begins a backup at a path where nothing is, or an empty folder.
func NewFolder(path string) (*Folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fault.New(fault.Conflict, "%s is not empty; a backup needs a folder of its own", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fault.Wrap(fault.Conflict, err, "%s can't be the folder of a backup", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, err
	}
	draft, err := os.MkdirTemp(filepath.Dir(path), filepath.Base(path)+".unfinished-")
	return &Folder{path, draft}, err
}

// Create begins a file.
func (f *Folder) Create(name string) (io.WriteCloser, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	path := filepath.Join(f.draft, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return nil, err
	}
	return durable{file}, nil
}

// Commit puts the backup in its place once all of it is on disk.
func (f *Folder) Commit() error {
	err := filepath.WalkDir(f.draft, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return disk.SyncFolder(path)
	})
	if err != nil {
		return err
	}
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("put the backup in its place: %w", err) // it was empty, or not there
	}
	if err := os.Rename(f.draft, f.path); err != nil {
		return fmt.Errorf("put the backup in its place: %w", err)
	}
	return disk.SyncFolder(filepath.Dir(f.path))
}

// Discard removes what was written.
func (f *Folder) Discard() error { return os.RemoveAll(f.draft) }

// durable is a file that is on disk when it is closed.
type durable struct{ *os.File }

// Close syncs and closes the file.
func (d durable) Close() error { return errors.Join(d.Sync(), d.File.Close()) }
