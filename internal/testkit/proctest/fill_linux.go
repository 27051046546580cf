package proctest

import (
	"os"
	"syscall"
)

// TakeRoom takes room on the disk for a file without writing it.
func TakeRoom(file *os.File, offset, bytes int64) error {
	return syscall.Fallocate(int(file.Fd()), 0, offset, bytes)
}
