package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

const lockPollInterval = 50 * time.Millisecond

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
