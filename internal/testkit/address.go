package testkit

import (
	"fmt"
	"math/rand/v2"
	"net"
)

// FreeAddr returns an address that stays free for a server that is stopped and
// started again. Its port is below those that systems give to outgoing
// connections, and its host is one of the sixteen million of loopback, so that
// no server on 127.0.0.1 takes it in the meantime, whichever port it draws.
func FreeAddr() string {
	for {
		host := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
		addr := net.JoinHostPort(host, fmt.Sprint(10_000+rand.IntN(22_000)))
		if socket, err := net.Listen("tcp", addr); err == nil { //nolint:noctx // binds and returns at once
			_ = socket.Close()
			return addr
		}
	}
}
