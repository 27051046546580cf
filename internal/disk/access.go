package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// How deep below a folder, and at how many entries, one looks for files that
// can't be used: as deep as the parts of the engine's tables are.
const (
	barredDepthMax   = 8
	barredEntriesMax = 200_000
)

// Barred is a file or folder that this process may not use. The zero Barred is
// none.
type Barred struct {
	Path  string
	Owner int // user id
}

// Own says what a process does with its own files of a tree.
type Own int

// What is done with them.
const (
	OwnWritten  Own = iota // they are read and written
	OwnRead                // they are read, and replaced
	OwnRepaired            // their mode is repaired when they are opened
)

// FindBarred returns the first of the paths, or of what is in them, that this
// process may not use; none within the limits is the zero Barred. Folders have
// to be read and written, and so have the files of others. Links are not
// followed. Upper levels come first.
func FindBarred(paths []string, own Own) Barred {
	left := barredEntriesMax
	for range barredDepthMax {
		var below []string
		for _, path := range paths {
			if left--; left < 0 {
				return Barred{}
			}
			if barred := look(path, own); barred.Path != "" {
				return barred
			}
			below = append(below, entriesOf(path, left)...)
		}
		paths = below
	}
	return Barred{}
}

// look returns a path that may not be used.
func look(path string, own Own) Barred {
	stat, err := os.Lstat(path)
	if err != nil || stat.Mode()&fs.ModeSymlink != 0 {
		return Barred{}
	}
	owned, ok := stat.Sys().(*syscall.Stat_t)
	if !ok {
		return Barred{}
	}
	need := uint32(unix.R_OK | unix.W_OK)
	switch isOwn := int(owned.Uid) == os.Geteuid(); {
	case stat.IsDir():
		need |= unix.X_OK
	case isOwn && own == OwnRead:
		need = unix.R_OK
	case isOwn && own == OwnRepaired:
		return Barred{}
	}
	if errors.Is(unix.Access(path, need), unix.EACCES) {
		return Barred{path, int(owned.Uid)}
	}
	return Barred{}
}

// entriesOf returns up to limit entries of a folder; none for a file or a link.
func entriesOf(path string, limit int) (paths []string) {
	if stat, err := os.Lstat(path); err != nil || !stat.IsDir() {
		return nil
	}
	entries, _ := os.ReadDir(path) // what can't be read is not looked at
	for _, entry := range entries[:min(len(entries), limit)] {
		paths = append(paths, filepath.Join(path, entry.Name()))
	}
	return paths
}

// Err says what is barred, and what to run on the folder that has it; nil for
// none.
func (b Barred) Err(dir string) error {
	me := strings.TrimPrefix(UserName(os.Geteuid()), "#")
	switch {
	case b.Path == "":
		return nil
	case b.Owner == os.Geteuid():
		return fmt.Errorf("%s can't be read and written by its owner %s; run: chmod -R u+rwX %s", b.Path, me, dir)
	}
	return fmt.Errorf("%s belongs to %s and can't be written by %s; run: chown -R %s %s",
		b.Path, strings.TrimPrefix(UserName(b.Owner), "#"), me, me, dir)
}

// UserName returns the name of a user, or #1000 as sudo understands it.
func UserName(uid int) string {
	found, err := user.LookupId(strconv.Itoa(uid))
	if err != nil {
		return "#" + strconv.Itoa(uid)
	}
	return found.Username
}
