package receive

import (
	"context"
	"crypto/tls"
	"net"
)

// Seal shakes hands: from then on the frames of the connection go through TLS.
// Nothing may have been read or written before.
func (c *FramedConn) Seal(ctx context.Context, config *tls.Config) error {
	sealed := tls.Server(beneath{&c.WatchedConn, c}, config)
	if err := sealed.HandshakeContext(ctx); err != nil {
		return err
	}
	c.sealed = sealed
	return nil
}

// Close ends TLS, where it is spoken, and closes the connection.
func (c *FramedConn) Close() error {
	if c.sealed != nil {
		return c.sealed.Close()
	}
	return c.WatchedConn.Close()
}

func (c *FramedConn) scanSealed(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.scanFrames(p)
}

// writeFrames writes whole or broken frames.
func (c *FramedConn) writeFrames(p []byte) (int, error) {
	if c.sealed != nil {
		return c.sealed.Write(p)
	}
	return c.WatchedConn.Write(p)
}

// beneath is the socket as TLS sees it: bytes, whose arrival is followed.
type beneath struct {
	net.Conn
	framed *FramedConn
}

// Read reads from the socket. When it is called, all whole records before were
// taken by the reader of the frames.
func (b beneath) Read(p []byte) (int, error) { return b.framed.readSocket(p, func([]byte) {}) }
