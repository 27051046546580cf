package peer

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"
)

// HeaderTimeMax is how long a load balancer has to send its PROXY protocol
// header.
const HeaderTimeMax = 5 * time.Second

// ListenerOptions describes a Listener. A zero HeaderTime is HeaderTimeMax.
type ListenerOptions struct {
	Balancers  Proxies // whose PROXY protocol headers are believed, and required
	Logger     *slog.Logger
	HeaderTime time.Duration
}

// Listen returns a listener whose connections know where they come from. Load
// balancers say that in a PROXY protocol header; one without a header is cut
// off, and so is everybody else with one.
func Listen(socket net.Listener, o ListenerOptions) net.Listener {
	if o.HeaderTime == 0 {
		o.HeaderTime = HeaderTimeMax
	}
	return listener{socket, o, &complaints{missing: complaint{logger: o.Logger}, foreign: complaint{logger: o.Logger}}}
}

type listener struct {
	net.Listener
	options    ListenerOptions
	complaints *complaints
}

// Accept waits for the next connection, not for its header: nobody waits for a
// load balancer that is slow but its own clients.
func (l listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	tcp, ok := accepted.(*net.TCPConn)
	if err != nil || !ok {
		return accepted, err
	}
	return &Conn{
		TCPConn: tcp, complaints: l.complaints, headerTime: l.options.HeaderTime,
		isBalancer: l.options.Balancers.Trusts(RemoteOf(tcp.RemoteAddr())),
	}, nil
}

// Conn is a connection that knows where it comes from. The first call that
// needs to know reads the header.
type Conn struct {
	*net.TCPConn
	complaints *complaints
	isBalancer bool
	headerTime time.Duration

	settling sync.Once
	remote   net.Addr
	origin   Origin
	err      error

	screened bool // the beginning was looked at; by the one reader
}

// Direct returns a connection that comes from its other side.
func Direct(tcp *net.TCPConn) *Conn { return &Conn{TCPConn: tcp, screened: true} }

// Settle reads the header, once. A connection that fails to bring one is closed.
func (c *Conn) Settle() error {
	c.settling.Do(func() {
		c.remote = c.TCPConn.RemoteAddr()
		c.origin = Origin{Client: RemoteOf(c.remote)}
		if !c.isBalancer {
			return
		}
		if c.err = c.readHeader(); c.err != nil {
			_ = c.Close()
			c.complaints.missing.note("a load balancer sent no PROXY protocol header that can be read; its connection is closed", c.origin, c.err)
		}
	})
	return c.err
}

func (c *Conn) readHeader() error {
	slow := time.AfterFunc(c.headerTime, func() { _ = c.Close() })
	h, err := readHeader(c.TCPConn)
	if !slow.Stop() && err == nil {
		err = net.ErrClosed
	}
	if err != nil || h.isLocal {
		return err
	}
	c.remote, c.origin = h.client, h.origin
	return nil
}

// Origin returns where the connection comes from.
func (c *Conn) Origin() Origin {
	_ = c.Settle() // a connection without a header is closed and comes from its other side
	return c.origin
}

// RemoteAddr returns the address of the client.
func (c *Conn) RemoteAddr() net.Addr {
	_ = c.Settle() // as in Origin
	return c.remote
}

// Read reads what stands behind the header.
func (c *Conn) Read(p []byte) (int, error) {
	if err := c.Settle(); err != nil {
		return 0, err
	}
	n, err := c.TCPConn.Read(p)
	if foreign := c.Screen(p[:n]); foreign != nil {
		return 0, foreign
	}
	return n, err
}

// WriteTo copies what stands behind the header.
func (c *Conn) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{c})
}

// errForeignHeader ends a connection with the header of nobody who is believed.
var errForeignHeader = errors.New("a PROXY protocol header came from an address that is not in --proxy-protocol-from")

// Screen looks at the first bytes that were read. It closes the connection of
// somebody who is no load balancer and sends a header like one.
func (c *Conn) Screen(p []byte) error {
	if c.screened || len(p) == 0 {
		return nil
	}
	c.screened = true
	if c.isBalancer || !looksLikeHeader(p) {
		return nil
	}
	_ = c.Close()
	c.complaints.foreign.note("a PROXY protocol header came from an address that is not in --proxy-protocol-from; its connection is closed", c.origin, nil)
	return errForeignHeader
}

// complainEvery is how often connections that were cut off are logged.
const complainEvery = time.Minute

// complaints are about load balancers without a header, and headers of others.
type complaints struct{ missing, foreign complaint }

// complaint logs the first connection that is cut off, and then
// one a minute.
type complaint struct {
	logger *slog.Logger
	mu     sync.Mutex
	next   time.Time
	silent int
}

func (c *complaint) note(message string, o Origin, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if now.Before(c.next) {
		c.silent++
		return
	}
	args := []any{"from", o.Client.String(), "others", c.silent}
	if cause != nil {
		args = append(args, "cause", cause.Error())
	}
	c.next, c.silent = now.Add(complainEvery), 0
	c.logger.Warn(message, args...)
}
