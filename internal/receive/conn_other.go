//go:build unix && !linux

package receive

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"
)

// peerState reports whether the other side of a socket has closed or cut the
// connection, once everything before it was read.
func peerState(fd int) (ended, reset bool) {
	n, _, err := unix.Recvfrom(fd, make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
	reset = errors.Is(err, unix.ECONNRESET)
	return reset || err == nil && n == 0, reset
}

// pendingBytes returns whether there is something to read.
func pendingBytes(fd int) int64 {
	n, _, err := unix.Recvfrom(fd, make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
	if err != nil {
		return 0
	}
	return int64(n)
}

// readSocket reads without waiting.
func readSocket(fd int, p []byte) (int, error) {
	n, err := unix.Read(fd, p)
	if err == nil && n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return max(n, 0), err
}
