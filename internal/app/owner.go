package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// checkOwner refuses to run the engine as root on the data of somebody else, who
// could not use the files that it makes. Serving as root is allowed.
func checkOwner(c Config, command string) error {
	uid, _, other := c.OtherOwner()
	if !other {
		return nil
	}
	name := disk.UserName(uid)
	return fmt.Errorf("--data-dir: %s belongs to %s, who could not use what root makes there; run it as %s: sudo -u %s cairn %s …",
		c.DataDir, strings.TrimPrefix(name, "#"), strings.TrimPrefix(name, "#"), name, command)
}

// OtherOwner reports whether root is at work on the data of somebody else, and
// returns who that is.
func (c Config) OtherOwner() (uid, gid int, other bool) {
	uid, gid, found := ownerOf(c.EngineDir())
	if !found {
		uid, gid, found = ownerOf(c.DataDir)
	}
	return uid, gid, found && os.Geteuid() == 0 && uid != 0
}

func ownerOf(path string) (uid, gid int, found bool) {
	stat, err := os.Stat(path)
	if err != nil {
		return 0, 0, false
	}
	owned, ok := stat.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(owned.Uid), int(owned.Gid), true
}

// checkWritable names a file of the data folder that can't be used, mostly
// because it belongs to somebody else. Files that are not the server's are not
// looked at.
func checkWritable(c Config) error {
	names := append(sqlstore.SQLiteFiles(), lockName, secretKeyFile, controlFile, lossesFile, installationFile)
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.Join(c.DataDir, name)
	}
	for _, barred := range []disk.Barred{
		disk.FindBarred(paths, disk.OwnWritten),
		disk.FindBarred([]string{c.walDir(), c.refusedDir()}, disk.OwnRepaired),
		disk.FindBarred([]string{c.EngineDir()}, disk.OwnRead),
	} {
		if err := barred.Err(c.DataDir); err != nil {
			return fmt.Errorf("--data-dir: %w", err)
		}
	}
	return nil
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
