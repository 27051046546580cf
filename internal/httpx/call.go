package httpx

import (
	"context"
	"crypto/tls"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// call is one run of an operation. To huma it is the request's context; what
// huma writes to it goes nowhere, because responses leave through answer and
// failures through err.
type call struct {
	ctx      context.Context
	r        *http.Request
	op       *operation
	query    url.Values
	identity Identity
	key      string // the Idempotency-Key
	body     bodyReader

	misplaced []*huma.ErrorDetail                                // what is wrong with the scope's parameters
	enter     func(ctx context.Context) (context.Context, error) // the scope

	answer *answer
	err    error
}

var _ huma.Context = (*call)(nil)

func (c *call) Operation() *huma.Operation          { return c.op.described }
func (c *call) Context() context.Context            { return c.ctx }
func (c *call) TLS() *tls.ConnectionState           { return c.r.TLS }
func (c *call) Method() string                      { return c.r.Method }
func (c *call) Host() string                        { return c.r.Host }
func (c *call) RemoteAddr() string                  { return c.r.RemoteAddr }
func (c *call) Query(name string) string            { return c.query.Get(name) }
func (c *call) BodyReader() io.Reader               { return &c.body }
func (c *call) SetReadDeadline(time.Time) error     { return nil }
func (c *call) SetStatus(int)                       {}
func (c *call) Status() int                         { return 0 }
func (c *call) SetHeader(string, string)            {}
func (c *call) AppendHeader(string, string)         {}
func (c *call) BodyWriter() io.Writer               { return io.Discard }
func (c *call) EachHeader(func(name, value string)) {}

// URL returns the address, with the parameters of a form in it.
func (c *call) URL() url.URL {
	u := *c.r.URL
	if c.op.takesForm(c.r) {
		u.RawQuery = c.query.Encode()
	}
	return u
}

// Version returns the protocol's version.
func (c *call) Version() huma.ProtoVersion {
	return huma.ProtoVersion{Proto: c.r.Proto, ProtoMajor: c.r.ProtoMajor, ProtoMinor: c.r.ProtoMinor}
}

// Param returns a path parameter, unescaped. UUIDs are in lower case, as all
// of ours are kept.
func (c *call) Param(name string) string {
	value := c.r.PathValue(name)
	if plain, err := url.PathUnescape(value); err == nil && c.r.URL.RawPath != "" {
		value = plain
	}
	if s := c.op.paramSchema("path", name); s != nil && s.Format == "uuid" {
		return strings.ToLower(value)
	}
	return value
}

// Header returns all lines of a header as one.
func (c *call) Header(name string) string {
	lines := c.r.Header.Values(name)
	if len(lines) == 1 {
		return lines[0]
	}
	return strings.Join(lines, ", ")
}

// GetMultipartForm refuses: no operation takes forms.
func (c *call) GetMultipartForm() (*multipart.Form, error) { return nil, http.ErrNotMultipart }
