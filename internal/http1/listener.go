package http1

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
)

// Watch returns a listener whose connections notice ambiguous requests. Give
// the server ConnContext, and ask IsAmbiguous in its handler.
func Watch(socket net.Listener) net.Listener { return listener{socket} }

type listener struct{ net.Listener }

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: accepted}, nil
}

// conn is a connection whose requests are followed.
type conn struct {
	net.Conn
	scan      Scan
	ambiguous atomic.Bool
}

// Read reads and scans. The server reads from one place at a time.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.scan.Take(p[:n]) {
		c.ambiguous.Store(true)
	}
	return n, err
}

// NetConn returns the connection beneath.
func (c *conn) NetConn() net.Conn { return c.Conn }

type connKey struct{}

// ConnContext gives the handlers of a server the connection.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if watched, ok := find(c); ok {
		return context.WithValue(ctx, connKey{}, watched)
	}
	return ctx
}

// find returns the watched connection beneath others.
func find(c net.Conn) (*conn, bool) {
	for {
		if watched, ok := c.(*conn); ok {
			return watched, true
		}
		outer, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return nil, false
		}
		c = outer.NetConn()
	}
}

// Refusal is the message to the client of an ambiguous request.
const Refusal = "the request has a Content-Length and a Transfer-Encoding"

// IsAmbiguous reports whether a request is the ambiguous one that its connection
// has brought, or may be. Answer it with 400 and close the connection: where its
// body ends is not certain. A request of HTTP/1.1 without a transfer encoding
// came before it.
func IsAmbiguous(r *http.Request) bool {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok || !c.ambiguous.Load() {
		return false
	}
	return len(r.TransferEncoding) > 0 || !r.ProtoAtLeast(1, 1)
}
