package embedded

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"syscall"
)

// Ports below 32768 are outside the range from which systems take ports for
// outgoing connections, so a free one stays free until the engine binds it.
const (
	portMin      = 12000
	portEnd      = 32768
	portTriesMax = 64
)

const loopback = "127.0.0.1"

// freePort returns preferred when it is free, otherwise a random free one.
func freePort(ctx context.Context, random io.Reader, preferred int) (int, error) {
	if preferred != 0 && tryPort(ctx, preferred) == nil {
		return preferred, nil
	}
	for range portTriesMax {
		var b [2]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("read random bytes: %w", err)
		}
		port := portMin + int(binary.BigEndian.Uint16(b[:]))%(portEnd-portMin)
		err := tryPort(ctx, port)
		if err == nil {
			return port, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, syscall.EACCES) {
			return 0, fmt.Errorf("look for a free port: %w", err)
		}
	}
	return 0, fmt.Errorf("no free port between %d and %d in %d tries", portMin, portEnd, portTriesMax)
}

// tryPort listens on a port for a moment.
func tryPort(ctx context.Context, port int) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", loopbackAddress(port))
	if err != nil {
		return err
	}
	return listener.Close()
}

func loopbackAddress(port int) string {
	return net.JoinHostPort(loopback, strconv.Itoa(port))
}
