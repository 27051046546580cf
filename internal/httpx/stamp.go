package httpx

import (
	"bytes"
	"net"
	"regexp"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/http1"
)

// Stamp returns a listener whose connections add an X-Request-Id to the responses
// that the HTTP server of the library writes without asking a handler: those to
// a malformed request line, to a header that is too large, to a version of HTTP
// that it does not speak. Such an answer is the first write after a read and
// has no id yet, or has the one form in which the library refuses a request
// that came behind others. They also notice ambiguous requests, which the edge
// refuses.
func Stamp(socket net.Listener) net.Listener { return stampedListener{http1.Watch(socket)} }

type stampedListener struct{ net.Listener }

// Accept waits for the next connection.
func (l stampedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &stampedConn{Conn: conn}, nil
}

// stampedConn looks at the beginning of each answer.
type stampedConn struct {
	net.Conn
	asked atomic.Bool // something was read since the last write
}

// NetConn returns the connection beneath.
func (c *stampedConn) NetConn() net.Conn { return c.Conn }

// Read notes that a request may have come.
func (c *stampedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.asked.Store(true)
	}
	return n, err
}

// Write sends the bytes, with an id in front of those of an answer without one.
func (c *stampedConn) Write(p []byte) (int, error) {
	if !c.asked.Swap(false) && !refusalForm.Match(p) {
		return c.Conn.Write(p)
	}
	at := stampPlace(p)
	if at < 0 {
		return c.Conn.Write(p)
	}
	id := "\r\nX-Request-Id: " + uuid.NewString()
	n, err := c.Conn.Write(bytes.Join([][]byte{p[:at], p[at:]}, []byte(id)))
	if n <= at {
		return n, err
	}
	return max(at, n-len(id)), err
}

// refusalForm is a whole answer of the library's own.
var refusalForm = regexp.MustCompile(`^HTTP/1\.1 [45]\d\d [^\r\n]*\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n[^\r\n]*$`)

// stampPlace returns the end of the status line of an answer that needs an id,
// -1 for anything else. Interim responses have none.
func stampPlace(p []byte) int {
	if !bytes.HasPrefix(p, []byte("HTTP/1.")) || len(p) < len("HTTP/1.1 100") || p[len("HTTP/1.1 ")] == '1' {
		return -1
	}
	header, _, whole := bytes.Cut(p, []byte("\r\n\r\n"))
	if !whole || bytes.Contains(header, []byte("\r\nX-Request-Id:")) {
		return -1
	}
	if end := bytes.Index(header, []byte("\r\n")); end >= 0 {
		return end
	}
	return len(header)
}
