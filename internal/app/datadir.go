package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

const (
	dataDirMode   = 0o700
	lockWaitMax   = 3 * time.Second
	lockLookEvery = 50 * time.Millisecond
	lockName      = "server.lock"
	probePrefix   = ".probe-"
)

var errLocked = errors.New("the data folder is in use")

// prepareDataDir makes the folder and proves that it can be written. On a full
// disk it fails with disk.ErrFull.
func prepareDataDir(dir string) error {
	if err := disk.CheckLinks(dir); err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	if err := os.MkdirAll(dir, dataDirMode); err != nil {
		return dataDirError(dir, "can't make the folder", err)
	}
	if err := probeDataDir(dir); err != nil {
		return dataDirError(dir, "can't write to the folder", err)
	}
	return nil
}

// probeParent proves that a folder which is not there can be made, without
// making it.
func probeParent(dir string) error {
	parent := nearestDir(dir)
	probe, err := os.MkdirTemp(parent, probePrefix+"*")
	if err != nil {
		return dataDirError(dir, "can't make the folder "+dir, err)
	}
	return os.Remove(probe)
}

// checkShapes refuses folders and pipes in the place of files, files in that of
// folders and links that lead nowhere, before somebody who needs them says it in other words. What can be
// moved out of the way is not here.
func checkShapes(c Config) error {
	files := append(sqlstore.SQLiteFiles(), lockName, secretKeyFile, controlFile, lossesFile, installationFile, restoreMark)
	for i, name := range files {
		files[i] = filepath.Join(c.DataDir, name)
	}
	if err := errors.Join(
		disk.CheckFiles(files...), disk.CheckLinks(append(files, c.walDir(), c.refusedDir())...), embedded.CheckShapes(c.EngineDir()),
	); err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	return nil
}

func probeDataDir(dir string) error {
	probe, err := os.CreateTemp(dir, probePrefix+"*")
	if err != nil {
		return err
	}
	_, writeErr := probe.Write(make([]byte, 4096))
	return errors.Join(writeErr, probe.Sync(), probe.Close(), os.Remove(probe.Name()))
}

func dataDirError(dir, what string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("--data-dir: %w below %s", disk.ErrFull, dir)
	}
	return fmt.Errorf("--data-dir: %s: %w", what, err)
}

// awaitDataDir takes the folder for this server. A server that was just killed
// holds it for a moment longer, so a start waits for up to lockWaitMax.
func awaitDataDir(ctx context.Context, dir string) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, lockWaitMax)
	defer cancel()
	ticker := time.NewTicker(lockLookEvery)
	defer ticker.Stop()
	for {
		lock, err := lockDataDir(dir)
		if err == nil {
			noteOwner(lock)
		}
		if !errors.Is(err, errLocked) {
			return lock, err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, fmt.Errorf("--data-dir: another server is using %s%s", dir, readOwner(dir))
		}
	}
}

// noteOwner writes the process into the lock, for those who find it taken. On a
// full disk it is not said.
func noteOwner(lock *os.File) {
	text := []byte(strconv.Itoa(os.Getpid()) + "\n")
	if _, err := lock.WriteAt(text, 0); err == nil {
		_ = lock.Truncate(int64(len(text)))
	}
}

// readOwner names the process that has the lock, if it is known.
func readOwner(dir string) string {
	text, err := disk.ReadFile(filepath.Join(dir, lockName))
	pid, parseErr := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || parseErr != nil {
		return ""
	}
	return fmt.Sprintf(" (process %d)", pid)
}

// lockDataDir takes the folder, or returns errLocked when a server has it. The
// lock goes with the process, however it ends.
func lockDataDir(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockName)
	if err := errors.Join(disk.CheckFiles(path), disk.CheckLinks(path)); err != nil {
		return nil, fmt.Errorf("--data-dir: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--data-dir: can't open the lock: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errLocked, file.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--data-dir: can't lock the folder: %w", err), file.Close())
	}
	return file, nil
}
