package receive

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/peer"
)

// watchedListener accepts connections that can tell what became of their
// clients.
type watchedListener struct {
	net.Listener
	frames bool // connections speak HTTP/2
}

// WatchFrames returns a listener whose connections speak HTTP/2 and are watched.
func WatchFrames(socket net.Listener) net.Listener { return watchedListener{socket, true} }

// Accept waits for the next connection.
func (l watchedListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	known, ok := knownConn(accepted)
	if err != nil || !ok {
		return accepted, err
	}
	raw, err := known.SyscallConn()
	if err != nil {
		_ = known.Close()
		return nil, err
	}
	if l.frames {
		return &FramedConn{
			WatchedConn: WatchedConn{Conn: known, raw: raw}, resets: map[uint32]struct{}{}, sent: frameScan{started: true},
		}, nil
	}
	return &WatchedConn{Conn: known, raw: raw}, nil
}

// knownConn returns a connection that knows where it comes from.
func knownConn(accepted net.Conn) (*peer.Conn, bool) {
	if tcp, ok := accepted.(*net.TCPConn); ok {
		return peer.Direct(tcp), true
	}
	known, ok := accepted.(*peer.Conn)
	return known, ok
}

// WatchedConn is a connection whose client is watched. net/http learns that a
// client is gone when it gets to read from the socket; on a busy machine, or
// after a standstill, that is late. The socket knows it at once.
type WatchedConn struct {
	*peer.Conn
	raw      syscall.RawConn
	reset    atomic.Bool  // the client has cut the connection
	Requests atomic.Int64 // that have begun on it
}

// Read reads and notes a reset.
func (c *WatchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.note(err)
	return n, err
}

// Write writes and notes a reset.
func (c *WatchedConn) Write(p []byte) (int, error) {
	n, err := c.TCPConn.Write(p)
	c.note(err)
	return n, err
}

func (c *WatchedConn) note(err error) {
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		c.reset.Store(true)
	}
}

// HasEnded reports whether the client has closed or cut the connection.
func (c *WatchedConn) HasEnded() bool {
	ended, _ := c.look()
	return ended
}

// WasReset reports whether the client has cut the connection, which the system
// does for a client that closes it without reading an answer that has come.
func (c *WatchedConn) WasReset() bool {
	_, reset := c.look()
	return reset
}

func (c *WatchedConn) look() (ended, reset bool) {
	err := c.raw.Control(func(fd uintptr) { ended, reset = peerState(int(fd)) }) // a descriptor
	if reset {
		c.reset.Store(true)
	}
	return ended || err != nil, c.reset.Load()
}

type connKey struct{}

// connContext gives the handlers of an HTTP server the connection, out of what
// the server has wrapped around it.
func connContext(ctx context.Context, c net.Conn) context.Context {
	ctx = peer.ConnContext(http1.ConnContext(ctx, c), c)
	for {
		outer, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		c = outer.NetConn()
	}
	return context.WithValue(ctx, connKey{}, c)
}

// ConnOf returns the connection that a request came on, or nil.
func ConnOf(ctx context.Context) *WatchedConn {
	conn, _ := ctx.Value(connKey{}).(*WatchedConn)
	return conn
}

// HTTPServer is an http.Server that watches its clients.
type HTTPServer struct {
	*http.Server
	wrap func(net.Listener) net.Listener
}

// HTTP makes an HTTP server watch its clients. Connections that wrap adds
// something to must tell by NetConn what they are about.
func HTTP(server *http.Server, wrap func(net.Listener) net.Listener) HTTPServer {
	server.ConnContext = connContext
	return HTTPServer{server, wrap}
}

// Serve serves on the socket.
func (s HTTPServer) Serve(socket net.Listener) error {
	return s.Server.Serve(s.wrap(watchedListener{Listener: socket}))
}

// Limits of what is known of the streams of a connection.
const (
	catchUpMax      = 250 * time.Millisecond // of waiting for the connection's reader
	resetsMax       = 4096
	resetFrameType  = 3
	frameHeadBytes  = 9
	resetFrameBytes = 4
	prefaceBytes    = 24
)

// FramedConn is an HTTP/2 connection. It sees which streams clients cancel,
// also after they were answered, when gRPC looks no more.
type FramedConn struct {
	WatchedConn

	mu       sync.Mutex
	read     int64 // bytes that were read from the socket
	handled  int64 // bytes that the reader had taken when it last asked for more
	advanced chan struct{}
	scan     frameScan
	resets   map[uint32]struct{}
	flood    resetFlood
	flooded  bool

	sealed   *tls.Conn // on top of the socket; nil: frames are on the socket itself
	writing  sync.Mutex
	sent     frameScan
	isSilent bool // nothing more is written
}

// Read reads frames. They are scanned where they can be read: on the socket, or
// as TLS has opened them.
func (c *FramedConn) Read(p []byte) (n int, err error) {
	if c.sealed == nil {
		n, err = c.readSocket(p, c.scanFrames)
	} else {
		n, err = c.sealed.Read(p)
		c.scanSealed(p[:n])
	}
	if c.isFlooded() {
		return 0, c.sendAway()
	}
	return n, err
}

// readSocket reads under the lock, so that it is known at any time how far the
// reader is.
func (c *FramedConn) readSocket(p []byte, scan func([]byte)) (n int, err error) {
	if err := c.Settle(); err != nil {
		return 0, err
	}
	c.advance()
	failed := c.raw.Read(func(fd uintptr) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		n, err = readSocket(int(fd), p) // a descriptor
		c.read += int64(n)
		scan(p[:n])
		return !errors.Is(err, syscall.EAGAIN)
	})
	if failed != nil {
		return 0, failed
	}
	if foreign := c.Screen(p[:n]); foreign != nil {
		return 0, foreign
	}
	c.note(err)
	return n, err
}

// scanFrames is called with the lock held.
func (c *FramedConn) scanFrames(p []byte) { c.scan.take(p, c.noteReset) }

func (c *FramedConn) isFlooded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.flooded
}

// advance says that everything that was read has been handled.
func (c *FramedConn) advance() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handled = c.read
	if c.advanced != nil {
		close(c.advanced)
		c.advanced = nil
	}
}

// noteReset is called with the lock held.
func (c *FramedConn) noteReset(stream, code uint32) {
	c.flooded = c.flood.note(code, time.Now()) || c.flooded
	if code == 0 {
		return
	}
	if len(c.resets) >= resetsMax {
		clear(c.resets)
	}
	c.resets[stream] = struct{}{}
}

// HasReset reports whether the client has cancelled the stream.
func (c *FramedConn) HasReset(stream uint32) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, found := c.resets[stream]
	return found
}

// CatchUp waits until everything that has come so far has been handled. A
// reader that is held up is not waited for longer than catchUpMax.
func (c *FramedConn) CatchUp() {
	target := c.arrived()
	timer := time.NewTimer(catchUpMax)
	defer timer.Stop()
	for {
		advanced := c.awaiting(target)
		if advanced == nil {
			return
		}
		select {
		case <-advanced:
		case <-timer.C:
			return
		}
	}
}

// arrived returns how many bytes have come, in the socket's buffer too.
func (c *FramedConn) arrived() (bytes int64) {
	_ = c.raw.Control(func(fd uintptr) {
		c.mu.Lock()
		defer c.mu.Unlock()
		bytes = c.read + pendingBytes(int(fd)) // a descriptor
	})
	return bytes
}

// awaiting returns a channel that is closed when the reader asks for more, nil
// when it has handled so many bytes.
func (c *FramedConn) awaiting(bytes int64) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.handled >= bytes {
		return nil
	}
	if c.advanced == nil {
		c.advanced = make(chan struct{})
	}
	return c.advanced
}
