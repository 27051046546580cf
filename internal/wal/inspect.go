package wal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// inspectBytesMax is how much of a log Inspect reads to its end; of a longer one
// it reads the last segment.
const inspectBytesMax = 512 << 20

// Inspection is what the next Open would find in a folder.
type Inspection struct {
	Exists bool // there is a folder
	ID     ID
	Lost   []Lost // what Open and a reader would report
	Doubt  string // why records may be lost that nobody can count
}

// Inspect recovers the log of a folder as Open does with those stamps, and
// changes nothing. Nobody may have the log open.
func Inspect(dir string, stamps ...uint64) (found Inspection, err error) {
	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		lock, err = os.Open(os.DevNull) // a log that was never used has an empty one
	}
	if err != nil {
		return Inspection{}, err
	}
	stat, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !stat.IsDir() {
		return Inspection{}, lock.Close()
	}
	found.Exists = true
	options, err := Options{
		FS:      frozen{},
		Stamps:  stamps,
		OnLost:  func(_ ID, from, to Position) { found.Lost = append(found.Lost, Lost{from, to}) },
		OnDoubt: func(why string) { found.Doubt = why },
	}.withDefaults()
	if err != nil {
		return Inspection{}, errors.Join(err, lock.Close())
	}
	l := newLog(dir, options, lock)
	defer l.release()
	if err := l.recover(); err != nil {
		return Inspection{}, err
	}
	found.ID = l.id
	return found, l.inspectRest()
}

// inspectRest reports what a reader would find missing.
func (l *Log) inspectRest() error {
	segments := l.index.segments
	end := l.index.cursor()
	if n := len(segments); n > 0 {
		end = max(end, segments[n-1].next)
	}
	l.lose(end, l.index.end())
	if len(segments) == 0 || l.index.bytes.Load() > inspectBytesMax {
		return nil
	}
	for _, s := range segments[:len(segments)-1] {
		if err := l.verifyOne(s); err != nil {
			return err
		}
	}
	return nil
}

// frozen is the FS of the operating system, on which changes are made in vain.
type frozen struct{ OS }

// Open opens an existing file to read it.
func (frozen) Open(path string) (File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, orForeign(err)
	}
	return asFile(file, path, func(f *os.File) File { return frozenFile{osFile{f}} })
}

// Create returns a file that forgets what is written.
func (frozen) Create(string) (File, error) { return &vainFile{}, nil }

// Rename does nothing.
func (frozen) Rename(string, string) error { return nil }

// Remove does nothing.
func (frozen) Remove(string) error { return nil }

// SyncDir does nothing.
func (frozen) SyncDir(string) error { return nil }

// frozenFile is a file that is read alone.
type frozenFile struct{ osFile }

func (frozenFile) WriteParts([][]byte, int64) error { return nil }
func (frozenFile) Truncate(int64) error             { return nil }
func (frozenFile) Datasync() error                  { return nil }

// vainFile knows how long it would be, and nothing else.
type vainFile struct{ size int64 }

func (*vainFile) ReadAt([]byte, int64) (int, error) { return 0, errDamaged }

func (f *vainFile) WriteParts(parts [][]byte, off int64) error {
	for _, part := range parts {
		off += int64(len(part))
	}
	f.size = max(f.size, off)
	return nil
}

func (f *vainFile) Truncate(size int64) error { f.size = size; return nil }
func (*vainFile) Datasync() error             { return nil }
func (f *vainFile) Size() (int64, error)      { return f.size, nil }
func (*vainFile) Named() bool                 { return true }
func (*vainFile) Close() error                { return nil }
