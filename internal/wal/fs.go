package wal

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/fault"
)

// FS is the part of a file system that the log needs; tests put failures here.
type FS interface {
	Create(path string) (File, error) // read and write; an existing file is emptied
	Open(path string) (File, error)   // read and write; the file exists
	Rename(from, to string) error
	Remove(path string) error
	List(dir string) ([]string, error) // names in any order
	SyncDir(dir string) error
}

// File is one open file of an FS.
type File interface {
	ReadAt(b []byte, off int64) (int, error)
	WriteParts(parts [][]byte, off int64) error // all parts one after the other, or an error
	Truncate(size int64) error
	Datasync() error
	Size() (int64, error)
	Named() bool // it has a name still: nobody has removed it
	Close() error
}

// OS is the FS of the operating system.
type OS struct{}

// Create makes or empties a file that only its owner can read.
func (OS) Create(path string) (File, error) {
	return openFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

// Open opens an existing file.
func (OS) Open(path string) (File, error) { return openFile(path, os.O_RDWR) }

// Rename moves a file over another one.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove deletes a file.
func (OS) Remove(path string) error { return os.Remove(path) }

// List returns the names in a folder.
func (OS) List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, nil
}

// SyncDir makes the names in a folder durable.
func (OS) SyncDir(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

type osFile struct{ *os.File }

// errForeign says that something stands in the folder that is no file of the
// log's: a folder, a link, a pipe. A file that can't be opened is not that:
// nobody knows what is in it.
var errForeign = errors.New("not a file of the write-ahead log")

// openFile opens a regular file. It follows no link, which could lead to a
// file of somebody else, and waits for nobody.
func openFile(path string, flags int) (File, error) {
	file, err := os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, fileMode)
	if errors.Is(err, os.ErrPermission) && os.Chmod(path, fileMode) == nil {
		file, err = os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, fileMode)
	}
	if err != nil {
		return nil, orForeign(err)
	}
	return asFile(file, path, func(f *os.File) File { return osFile{f} })
}

// asFile refuses what is not a regular file.
func asFile(file *os.File, path string, wrap func(*os.File) File) (File, error) {
	stat, err := file.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = fmt.Errorf("%w: %s", errForeign, path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return wrap(file), nil
}

func orForeign(err error) error {
	for _, known := range []error{unix.ELOOP, unix.EISDIR, unix.ENXIO, unix.ENODEV, unix.EOPNOTSUPP} {
		if errors.Is(err, known) {
			return fmt.Errorf("%w: %w", errForeign, err)
		}
	}
	return err
}

// Size returns the present length of the file.
func (f osFile) Size() (int64, error) {
	stat, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return stat.Size(), nil
}

// Named reports whether the file has a name. One that can't be asked has.
func (f osFile) Named() bool {
	var stat unix.Stat_t
	return unix.Fstat(int(f.Fd()), &stat) != nil || stat.Nlink > 0
}

const (
	lockName = "lock"
	fileMode = 0o600
)

// lockFolder takes the lock. Something that can't be a lock is moved out of
// the way; a file that may not be opened stays.
func lockFolder(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, fileMode)
	if err != nil && errors.Is(orForeign(err), errForeign) && os.Rename(path, path+corruptSuffix) == nil {
		file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, fileMode)
	}
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return file, nil
	}
	_ = file.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, fault.New(fault.Conflict, "the write-ahead log is open in another process")
	}
	return nil, fmt.Errorf("lock the log folder: %w", err)
}

// unlockFolder gives the lock back. Closing the file alone would not while a
// process that was just started still has a copy of it.
func unlockFolder(lock *os.File) {
	_ = unix.Flock(int(lock.Fd()), unix.LOCK_UN)
	_ = lock.Close()
}
