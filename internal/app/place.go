package app

import (
	"context"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/wal"
	"github.com/cairnstack/cairn/internal/wal/feed"
)

// placedFS is the file system of a log in the data folder. While the folder is
// not at its path, nothing is made there, and files that can't be found are not
// taken for lost.
type placedFS struct {
	wal.OS
	disk *disk.Watch
}

// Create makes or empties a file.
func (f placedFS) Create(path string) (wal.File, error) {
	if err := f.disk.CheckPlaces(); err != nil {
		return nil, err
	}
	return f.OS.Create(path)
}

// Open opens an existing file.
func (f placedFS) Open(path string) (wal.File, error) {
	file, err := f.OS.Open(path)
	if err == nil {
		return file, nil
	}
	if moved := f.disk.CheckPlaces(); moved != nil {
		return nil, moved
	}
	return nil, err
}

// Rename moves a file over another one.
func (f placedFS) Rename(from, to string) error {
	if err := f.disk.CheckPlaces(); err != nil {
		return err
	}
	return f.OS.Rename(from, to)
}

// Remove deletes a file.
func (f placedFS) Remove(path string) error {
	if err := f.disk.CheckPlaces(); err != nil {
		return err
	}
	return f.OS.Remove(path)
}

// placedNotebook saves nothing while the data folder is not at its path.
type placedNotebook struct {
	feed.Notebook
	disk *disk.Watch
}

// Save replaces the file.
func (n placedNotebook) Save(b []byte) error {
	if err := n.disk.CheckPlace(); err != nil {
		return err
	}
	return n.Notebook.Save(b)
}

// placedTeams makes no tables while the data folder is not at its path.
type placedTeams struct {
	engineTeams
	disk *disk.Watch
}

// Ready makes the team's database if it is not there yet.
func (t placedTeams) Ready(ctx context.Context, team string) error {
	if err := t.disk.CheckInsert(); err != nil {
		return err
	}
	if err := t.engineTeams.Ready(ctx, team); err != nil {
		return err
	}
	return t.disk.CheckPlace()
}
