package receive

import (
	"io"

	"golang.org/x/sys/unix"
)

// peerState reports whether the other side of a socket has closed or cut the
// connection, also while there is something left to read.
func peerState(fd int) (ended, reset bool) {
	look := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}} // a descriptor
	if _, err := unix.Poll(look, 0); err != nil {
		return false, false
	}
	reset = look[0].Revents&unix.POLLERR != 0
	return reset || look[0].Revents&(unix.POLLRDHUP|unix.POLLHUP) != 0, reset
}

// pendingBytes returns how much there is to read.
func pendingBytes(fd int) int64 {
	n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return int64(n)
}

// readSocket reads without waiting.
func readSocket(fd int, p []byte) (int, error) {
	for {
		n, err := unix.Read(fd, p)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}
