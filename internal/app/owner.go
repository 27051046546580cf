package app

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

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// How deep below the data folder, and at how many entries, one looks for files
// that can't be written: as deep as the engine's own logs are.
const (
	ownedDepthMax   = 5
	ownedEntriesMax = 4096
)

// checkOwner refuses to run the engine as root on the data of somebody else, who
// could not use the files that it makes. Serving as root is allowed.
func checkOwner(c Config, command string) error {
	owner, found := ownerOf(c.EngineDir())
	if !found {
		owner, found = ownerOf(c.DataDir)
	}
	if !found || os.Geteuid() != 0 || owner == 0 {
		return nil
	}
	name := userName(owner)
	return fmt.Errorf("--data-dir: %s belongs to %s, who could not use what root makes there; run it as %s: sudo -u %s cairn %s …",
		c.DataDir, strings.TrimPrefix(name, "#"), strings.TrimPrefix(name, "#"), name, command)
}

func ownerOf(path string) (uid int, found bool) {
	stat, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	owned, ok := stat.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(owned.Uid), true
}

// userName returns the name of a user, or #1000 as sudo understands it.
func userName(uid int) string {
	found, err := user.LookupId(strconv.Itoa(uid))
	if err != nil {
		return "#" + strconv.Itoa(uid)
	}
	return found.Username
}

// checkWritable names a file of the data folder that belongs to somebody else
// and can't be written. Files that are not the server's are not looked at.
func checkWritable(c Config) error {
	names := append(sqlstore.SQLiteFiles(), lockName, secretKeyFile, controlFile, lossesFile, installationFile,
		filepath.Base(c.walDir()), filepath.Base(c.refusedDir()), filepath.Base(c.EngineDir()))
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.Join(c.DataDir, name)
	}
	path := firstForeign(paths)
	if path == "" {
		return nil
	}
	owner, _ := ownerOf(path)
	me := userName(os.Geteuid())
	return fmt.Errorf("--data-dir: %s belongs to %s and can't be written by %s; run: chown -R %s %s", path,
		strings.TrimPrefix(userName(owner), "#"), strings.TrimPrefix(me, "#"), strings.TrimPrefix(me, "#"), c.DataDir)
}

// firstForeign returns the first of the paths, or of what is in them, that
// isForeign; empty: none within the limits. Upper levels come first.
func firstForeign(paths []string) string {
	left := ownedEntriesMax
	for range ownedDepthMax {
		var below []string
		for _, path := range paths {
			if left--; left < 0 {
				return ""
			}
			if isForeign(path) {
				return path
			}
			below = append(below, entriesOf(path, left)...)
		}
		paths = below
	}
	return ""
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

// isForeign reports whether a file or folder belongs to somebody else and can't
// be written. Links are not followed.
func isForeign(path string) bool {
	stat, err := os.Lstat(path)
	if err != nil || stat.Mode()&fs.ModeSymlink != 0 {
		return false
	}
	owned, ok := stat.Sys().(*syscall.Stat_t)
	return ok && int(owned.Uid) != os.Geteuid() && errors.Is(unix.Access(path, unix.W_OK), unix.EACCES)
}

// explainPermission adds to an error of a start which files belong to somebody
// else, where that may be the reason.
func explainPermission(c Config, err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	if foreign := checkWritable(c); foreign != nil {
		return fmt.Errorf("%w (%w)", foreign, err)
	}
	return err
}
