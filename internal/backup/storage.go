package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/fault"
)

// Storage keeps backups. A key is a path of ids; what is below a key belongs
// to it.
type Storage interface {
	// Place names the storage: two storages of one place have the same backups.
	Place() string
	// New begins a backup.
	New(ctx context.Context, key string) (Draft, error)
	// Open returns the files of a backup.
	Open(ctx context.Context, key string) (Files, error)
	// Remove deletes all that is below a key, finished or not. It may be
	// repeated.
	Remove(ctx context.Context, key string) error
}

// Draft is a backup that is being written. Until it is committed, it can't be
// opened.
type Draft interface {
	Sink
	Commit() error
	Discard() error
}

// roomLookBytes is how much is written between two looks at the room that is
// left on a disk.
const roomLookBytes = 64 << 20

var keyPattern = regexp.MustCompile(`^[0-9a-f-]{1,64}(/[0-9a-f-]{1,64}){0,7}$`)

// CheckKey returns an error for a key that no storage has.
func CheckKey(key string) error {
	if !keyPattern.MatchString(key) {
		return fault.New(fault.Invalid, "a storage of backups has no such key")
	}
	return nil
}

// MarkFile is in a folder that keeps backups. An empty folder without it, where
// backups were stored, is one whose disk is not mounted.
const MarkFile = ".cairn-backups"

// Dir is a folder that keeps backups, on a disk that may be full of telemetry
// or shared with other servers.
type Dir struct {
	Path string
	// Known reports whether backups were stored in the folder.
	Known func(ctx context.Context) (bool, error)
}

// Place returns the path.
func (d Dir) Place() string { return d.Path }

func (d Dir) pathOf(key string) string { return filepath.Join(d.Path, filepath.FromSlash(key)) }

// New begins a backup if the disk has room.
func (d Dir) New(ctx context.Context, key string) (Draft, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	if err := d.settle(ctx); err != nil {
		return nil, explained(err)
	}
	path := d.pathOf(key)
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, explained(err)
	}
	if err := d.checkRoom(); err != nil {
		return nil, err
	}
	folder, err := NewFolder(path)
	if err != nil {
		return nil, explained(err)
	}
	return dirDraft{folder, d}, nil
}

// settle makes sure that the folder is the one that has the earlier backups. A
// new one is made and marked.
func (d Dir) settle(ctx context.Context) error {
	mark := filepath.Join(d.Path, MarkFile)
	if _, err := os.Stat(mark); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(d.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if known, err := d.Known(ctx); err != nil || known && len(entries) == 0 {
		return errors.Join(err, fault.Wrap(fault.Unavailable, fmt.Errorf("there is no %s; if the folder is a new one, create that file", mark),
			"the folder of the backups does not have those that were stored in it; is its disk mounted?"))
	}
	if err := os.MkdirAll(d.Path, folderMode); err != nil {
		return err
	}
	return os.WriteFile(mark, nil, fileMode)
}

// explained says in words of owners, who see no paths of the server, why a
// folder takes nothing.
func explained(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fault.Wrap(fault.Unavailable, err, "the disk of the backups is full")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return fault.Wrap(fault.Unavailable, err, "the folder of the backups can't be written to")
	}
	return err
}

// checkRoom keeps a backup from taking the room that telemetry needs.
func (d Dir) checkRoom() error {
	space, err := disk.Measure(d.Path)
	if err == nil && space.IsTight() {
		err = fault.New(fault.Unavailable, "the disk of the backups is almost full: %d MB are free", space.FreeBytes/1_000_000)
	}
	return err
}

// Open returns the files of a backup.
func (d Dir) Open(_ context.Context, key string) (Files, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	return folderFiles(d.pathOf(key)), nil
}

// Remove deletes a backup, and the folders above it that are empty then.
func (d Dir) Remove(_ context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	path := d.pathOf(key)
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	for parent := filepath.Dir(path); parent != filepath.Clean(d.Path); parent = filepath.Dir(parent) {
		if err := os.Remove(parent); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil // it has other backups
		}
	}
	return nil
}

// dirDraft is a folder that looks at its disk now and then.
type dirDraft struct {
	*Folder
	dir Dir
}

// Create begins a file.
func (d dirDraft) Create(name string) (io.WriteCloser, error) {
	file, err := d.Folder.Create(name)
	if err != nil {
		return nil, explained(err)
	}
	return &watched{WriteCloser: file, dir: d.dir}, nil
}

// Commit makes the backup one that can be opened.
func (d dirDraft) Commit() error { return explained(d.Folder.Commit()) }

type watched struct {
	io.WriteCloser
	dir     Dir
	written int
}

// Write fails when the disk is almost full.
func (w *watched) Write(b []byte) (int, error) {
	if w.written += len(b); w.written >= roomLookBytes {
		w.written = 0
		if err := w.dir.checkRoom(); err != nil {
			return 0, err
		}
	}
	n, err := w.WriteCloser.Write(b)
	return n, explained(err)
}

// Close returns once the file is on the disk.
func (w *watched) Close() error { return explained(w.WriteCloser.Close()) }
