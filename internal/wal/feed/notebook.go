package feed

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// notebookBytesMax is more than a pipeline ever saves.
const notebookBytesMax = 4 << 20

// errNotebook says that a notebook's file is not one.
var errNotebook = errors.New("the file is too large for a notebook")

// Notebook keeps a few bytes in a file.
type Notebook struct{ path string }

// NewNotebook answers the notebook at a path.
func NewNotebook(path string) Notebook { return Notebook{path} }

// Load answers what was saved last, or nothing.
func (n Notebook) Load() ([]byte, error) {
	stat, err := os.Stat(n.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if stat.Size() > notebookBytesMax {
		return nil, errNotebook
	}
	return os.ReadFile(n.path)
}

// Save replaces the file, durably.
func (n Notebook) Save(b []byte) error {
	draft, err := os.OpenFile(n.path+".tmp", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
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
