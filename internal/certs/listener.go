package certs

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"time"
)

// Bounds of turning somebody away who does not speak TLS.
const (
	farewellTimeMax  = time.Second
	farewellBytesMax = 256 << 10
)

// ListenerOptions describes a listener that speaks TLS.
type ListenerOptions struct {
	Config *tls.Config
	// Plain is the response to a client that speaks HTTP without TLS.
	Plain func() []byte
	// Refused is told why a handshake failed.
	Refused func(client net.Addr, cause error)
}

// Listen returns a listener whose connections speak TLS. The first read of one
// shakes hands, so that nobody waits for a slow client but itself, and the
// reader's deadline holds.
func Listen(socket net.Listener, o ListenerOptions) net.Listener { return listener{socket, o} }

type listener struct {
	net.Listener
	options ListenerOptions
}

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: tls.Server(accepted, l.options.Config), options: l.options}, nil
}

// conn is a connection that speaks TLS. NetConn returns what is beneath.
type conn struct {
	*tls.Conn
	options ListenerOptions
	shaken  bool // by the one reader
}

// Read shakes hands first.
func (c *conn) Read(p []byte) (int, error) {
	if !c.shaken {
		c.shaken = true
		if err := c.HandshakeContext(context.Background()); err != nil {
			c.refuse(err)
			return 0, err
		}
	}
	return c.Conn.Read(p)
}

func (c *conn) refuse(cause error) {
	if raw, ok := PlainHTTP(cause); ok {
		cause = ErrPlain
		turnAway(raw, c.options.Plain())
	}
	c.options.Refused(c.RemoteAddr(), cause)
}

// ErrPlain says that a client has sent HTTP without TLS.
var ErrPlain = errors.New("the client speaks HTTP without TLS")

// PlainHTTP returns the connection of a client whose handshake failed because
// it speaks HTTP without TLS.
func PlainHTTP(cause error) (net.Conn, bool) {
	var broken tls.RecordHeaderError
	if !errors.As(cause, &broken) || broken.Conn == nil {
		return nil, false
	}
	switch string(broken.RecordHeader[:]) {
	case "GET /", "HEAD ", "POST ", "PUT /", "PATCH", "DELET", "OPTIO", "PRI *":
		return broken.Conn, true
	}
	return nil, false
}

// turnAway sends the response and reads what is still on its way, because
// closing a connection with something unread would destroy the response.
func turnAway(raw net.Conn, response []byte) {
	_ = raw.SetDeadline(time.Now().Add(farewellTimeMax))
	if _, err := raw.Write(response); err != nil {
		return
	}
	if half, ok := raw.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	_, _ = io.CopyN(io.Discard, struct{ io.Reader }{raw}, farewellBytesMax)
}
