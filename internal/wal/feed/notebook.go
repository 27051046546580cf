package feed

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// notebookBytesMax is more than a pipeline ever saves.
const notebookBytesMax = 4 << 20

// Notebook keeps a few bytes in a file.
type Notebook struct{ path string }

// NewNotebook returns the notebook at a path.
func NewNotebook(path string) Notebook { return Notebook{path} }

// Load returns what was saved last, or nothing. Something else in its place is
// moved out of the way; a file that can't be read is an error and stays.
func (n Notebook) Load() ([]byte, error) {
	stat, err := os.Lstat(n.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !stat.Mode().IsRegular() || stat.Size() > notebookBytesMax {
		return nil, moveAside(n.path)
	}
	return os.ReadFile(n.path)
}

// moveAside renames a file to a name that nobody looks for.
func moveAside(path string) error { return os.Rename(path, path+".corrupt") }

func isFile(path string) bool {
	stat, err := os.Lstat(path)
	return err == nil && stat.Mode().IsRegular()
}

// Save replaces the file, durably.
func (n Notebook) Save(b []byte) error {
	const flags = os.O_CREATE | os.O_TRUNC | os.O_WRONLY | unix.O_NOFOLLOW | unix.O_NONBLOCK
	draft, err := os.OpenFile(n.path+".tmp", flags, 0o600)
	if err != nil && !isFile(n.path+".tmp") && moveAside(n.path+".tmp") == nil {
		draft, err = os.OpenFile(n.path+".tmp", flags, 0o600)
	}
	if err != nil {
		return err
	}
	_, err = draft.Write(b)
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft.Name(), n.path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(n.path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
