package wal

import (
	"errors"

	"golang.org/x/sys/unix"
)

const writePartsMax = 1024 // IOV_MAX of Linux

// WriteParts writes the parts from where they are, without gathering them.
func (f osFile) WriteParts(parts [][]byte, off int64) error {
	for len(parts) > 0 {
		n, err := unix.Pwritev(int(f.Fd()), parts[:min(len(parts), writePartsMax)], off)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return err
		}
		off += int64(n)
		parts = skipBytes(parts, n)
	}
	return nil
}

// skipBytes drops the first n bytes and every part that is empty then. It may
// change the elements of parts.
func skipBytes(parts [][]byte, n int) [][]byte {
	for len(parts) > 0 && len(parts[0]) <= n {
		n -= len(parts[0])
		parts = parts[1:]
	}
	if n > 0 {
		parts[0] = parts[0][n:]
	}
	return parts
}

// Datasync makes the content and the length durable.
func (f osFile) Datasync() error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
