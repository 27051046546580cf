package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/cairnstack/cairn/internal/fault"
)

// MovedText begins what Check says of a data folder, before the path.
const MovedText = dataFolder + isNoLongerAt

const (
	dataFolder   = "the data folder"
	isNoLongerAt = " is no longer at "
)

// Place is the path of a folder that must stay there: files that are opened by
// path would otherwise end up in another folder.
type Place struct {
	what  string
	dir   string
	found os.FileInfo // nil: there was no folder to watch
}

// NewPlace returns the place of the data folder that is at the path now.
func NewPlace(dir string) Place { return newPlace(dataFolder, dir) }

func newPlace(what, dir string) Place {
	found, err := os.Stat(dir)
	if err != nil {
		found = nil
	}
	return Place{what, dir, found}
}

// Check returns an Unavailable fault while the folder is not at its path. A
// path that can't be looked at is not held against it.
func (p Place) Check() error {
	if p.found == nil {
		return nil
	}
	now, err := os.Stat(p.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return p.moved("it was moved or removed; move it back")
	case err == nil && !os.SameFile(p.found, now):
		return p.moved("another one is there now; move that away and the right one back")
	}
	return nil
}

func (p Place) moved(what string) error {
	f := fault.New(fault.Unavailable, "%s%s%s: %s, or restart the server with the folder's new path; telemetry is refused until then",
		p.what, isNoLongerAt, p.dir, what)
	f.RetryAfter = retryAfter
	return f
}
