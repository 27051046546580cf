package otlp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/http1"
)

// watchedListener accepts connections that can tell what became of their
// clients.
type watchedListener struct {
	net.Listener
	frames bool // connections speak HTTP/2
}

// Accept waits for the next connection.
func (l watchedListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	tcp, ok := accepted.(*net.TCPConn)
	if err != nil || !ok {
		return accepted, err
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		_ = tcp.Close()
		return nil, err
	}
	if l.frames {
		return &framedConn{
			watchedConn: watchedConn{TCPConn: tcp, raw: raw}, resets: map[uint32]struct{}{}, sent: frameScan{started: true},
		}, nil
	}
	return &watchedConn{TCPConn: tcp, raw: raw}, nil
}

// watchedConn is a connection whose client is watched. net/http learns that a
// client is gone when it gets to read from the socket; on a busy machine, or
// after a standstill, that is late. The socket knows it at once.
type watchedConn struct {
	*net.TCPConn
	raw      syscall.RawConn
	reset    atomic.Bool  // the client has cut the connection
	requests atomic.Int64 // that have begun on it
}

// Read reads and notes a reset.
func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	c.note(err)
	return n, err
}

// Write writes and notes a reset.
func (c *watchedConn) Write(p []byte) (int, error) {
	n, err := c.TCPConn.Write(p)
	c.note(err)
	return n, err
}

func (c *watchedConn) note(err error) {
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		c.reset.Store(true)
	}
}

// hasEnded reports whether the client has closed or cut the connection.
func (c *watchedConn) hasEnded() bool {
	ended, _ := c.look()
	return ended
}

// wasReset reports whether the client has cut the connection, which the system
// does for a client that closes it without reading an answer that has come.
func (c *watchedConn) wasReset() bool {
	_, reset := c.look()
	return reset
}

func (c *watchedConn) look() (ended, reset bool) {
	err := c.raw.Control(func(fd uintptr) { ended, reset = peerState(int(fd)) }) //nolint:gosec // a descriptor
	if reset {
		c.reset.Store(true)
	}
	return ended || err != nil, c.reset.Load()
}

type connKey struct{}

// connContext gives the handlers of an HTTP server the connection, out of what
// the server has wrapped around it.
func connContext(ctx context.Context, c net.Conn) context.Context {
	ctx = http1.ConnContext(ctx, c)
	for {
		outer, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		c = outer.NetConn()
	}
	return context.WithValue(ctx, connKey{}, c)
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

// framedConn is an HTTP/2 connection. It sees which streams clients cancel,
// also after they were answered, when gRPC looks no more.
type framedConn struct {
	watchedConn

	mu       sync.Mutex
	read     int64 // bytes that were read from the socket
	handled  int64 // bytes that the reader had taken when it last asked for more
	advanced chan struct{}
	scan     frameScan
	resets   map[uint32]struct{}
	flood    resetFlood
	flooded  bool

	writing  sync.Mutex
	sent     frameScan
	isSilent bool // nothing more is written
}

// Read reads under the lock, so that it is known at any time how far the
// reader is.
func (c *framedConn) Read(p []byte) (n int, err error) {
	c.advance()
	failed := c.raw.Read(func(fd uintptr) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		n, err = readSocket(int(fd), p) //nolint:gosec // a descriptor
		c.read += int64(n)
		c.scan.take(p[:n], c.noteReset)
		return !errors.Is(err, syscall.EAGAIN)
	})
	if failed != nil {
		return 0, failed
	}
	if c.isFlooded() {
		return 0, c.sendAway()
	}
	c.note(err)
	return n, err
}

func (c *framedConn) isFlooded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.flooded
}

// advance says that everything that was read has been handled.
func (c *framedConn) advance() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handled = c.read
	if c.advanced != nil {
		close(c.advanced)
		c.advanced = nil
	}
}

// noteReset is called with the lock held.
func (c *framedConn) noteReset(stream, code uint32) {
	c.flooded = c.flood.note(code, time.Now()) || c.flooded
	if code == 0 {
		return
	}
	if len(c.resets) >= resetsMax {
		clear(c.resets)
	}
	c.resets[stream] = struct{}{}
}

// hasReset reports whether the client has cancelled the stream.
func (c *framedConn) hasReset(stream uint32) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, found := c.resets[stream]
	return found
}

// catchUp waits until everything that has come so far has been handled. A
// reader that is held up is not waited for longer than catchUpMax.
func (c *framedConn) catchUp() {
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
func (c *framedConn) arrived() (bytes int64) {
	_ = c.raw.Control(func(fd uintptr) {
		c.mu.Lock()
		defer c.mu.Unlock()
		bytes = c.read + pendingBytes(int(fd)) //nolint:gosec // a descriptor
	})
	return bytes
}

// awaiting returns a channel that is closed when the reader asks for more, nil
// when it has handled so many bytes.
func (c *framedConn) awaiting(bytes int64) <-chan struct{} {
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
