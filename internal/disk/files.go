package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// DraftSuffix ends the name of a file that WriteDurably has not finished.
const DraftSuffix = ".new"

// WriteDurably replaces a file so that after a crash there is the old one or
// the new one. Nobody but the owner may read it.
func WriteDurably(path string, content []byte) error {
	draft := path + DraftSuffix
	file, err := os.OpenFile(draft, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", draft, err), os.Remove(draft))
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// ReadFile is os.ReadFile for what must be a file: it fails where os.ReadFile
// would wait for somebody to write to a pipe.
func ReadFile(path string) ([]byte, error) {
	if err := CheckFiles(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// CheckFiles refuses folders, pipes and the like in the place of files. What is
// not there is fine.
func CheckFiles(paths ...string) error {
	for _, path := range paths {
		stat, err := os.Stat(path)
		if err == nil && !stat.Mode().IsRegular() {
			return fmt.Errorf("%s must be a file and is a %s; move it away", path, kindOf(stat.Mode()))
		}
	}
	return nil
}

// CheckLinks refuses links that lead to nothing: what they led to may be on a
// disk that is not mounted, and begun anew it would hide that. What is not there
// is fine.
func CheckLinks(paths ...string) error {
	for _, path := range paths {
		stat, err := os.Lstat(path)
		if err != nil || stat.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			to, _ := os.Readlink(path)
			return fmt.Errorf("%s is a link to %s, which can't be reached; mount the disk that it is on, or remove the link: %w", path, to, err)
		}
	}
	return nil
}

// kindOf names what is not a file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeNamedPipe != 0:
		return "pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// CheckFolders refuses files in the place of folders. What is not there is fine.
func CheckFolders(paths ...string) error {
	for _, path := range paths {
		if stat, err := os.Stat(path); err == nil && !stat.IsDir() {
			return fmt.Errorf("%s must be a folder and is a file; move it away", path)
		}
	}
	return nil
}
