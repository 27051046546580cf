package embedded

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strconv"
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
	if preferred != 0 && portIsFree(ctx, preferred) {
		return preferred, nil
	}
	for range portTriesMax {
		var b [2]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("read random bytes: %w", err)
		}
		port := portMin + int(binary.BigEndian.Uint16(b[:]))%(portEnd-portMin)
		if portIsFree(ctx, port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no free port between %d and %d in %d tries", portMin, portEnd, portTriesMax)
}

func portIsFree(ctx context.Context, port int) bool {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", loopbackAddress(port))
	if err != nil {
		return false
	}
	return listener.Close() == nil
}

func loopbackAddress(port int) string {
	return net.JoinHostPort(loopback, strconv.Itoa(port))
}
