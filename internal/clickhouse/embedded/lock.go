package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	lockPollInterval = 50 * time.Millisecond
	lockFileName     = "lock"
)

// lockFile takes the exclusive lock of path, waiting up to wait for the
// holder to go. The lock belongs to the open file: a child that inherits it
// holds it too, so it is free only when server and engine are both gone.
func lockFile(ctx context.Context, path string, wait time.Duration) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock of the engine's folder: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := awaitLock(ctx, file); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// Remove removes the folder of an embedded engine, once no process
// uses it any more: the engine of a server that was killed ends a moment later.
func Remove(ctx context.Context, dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	lock, err := lockFile(ctx, filepath.Join(dir, lockFileName), lockWaitMax)
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(dir), lock.Close())
}

func awaitLock(ctx context.Context, file *os.File) error {
	ticker := time.NewTicker(lockPollInterval)
	defer ticker.Stop()
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return fmt.Errorf("lock the engine's folder: %w", err)
		}
		select {
		case <-ctx.Done():
			return fault.New(fault.Conflict, "another server uses this data folder: stop it first, or choose another folder")
		case <-ticker.C:
		}
	}
}
