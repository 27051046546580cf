package httpx

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/cairnstack/cairn/internal/peer"
)

// request is what the layers know of one request. It travels in the context
// and counts what is written.
type request struct {
	http.ResponseWriter
	id      string
	api     string // name of the listener
	start   time.Time
	origin  peer.Origin
	route   string // the pattern, empty until a route is found
	op      string // id of the operation, empty until a route is found
	agent   string // the client, as it calls itself
	path    string
	label   string // the principal, empty until one is known
	account string // whom the bytes are booked on
	call    *call  // the operation in progress
	sent    http.Header

	originAllowed bool // by the handler of an operation with Admits

	status int
	bytes  int64
}

type requestKey struct{}

// RequestID returns the id of the request that ctx belongs to, or the empty
// string outside of a request.
func RequestID(ctx context.Context) string {
	if req := requestOf(ctx); req != nil {
		return req.id
	}
	return ""
}

// ClientAddr returns the address of the client that sent the request, as its
// trusted proxies state it. It is invalid outside of a request.
func ClientAddr(ctx context.Context) netip.Addr {
	if req := requestOf(ctx); req != nil {
		return req.origin.Client
	}
	return netip.Addr{}
}

// Came is how a request came in.
type Came struct {
	API         string // name of the listener
	OperationID string // empty until a route is found
	Path        string
	UserAgent   string
}

// CameBy returns how the request that ctx belongs to came in; the zero value
// outside of a request.
func CameBy(ctx context.Context) Came {
	if req := requestOf(ctx); req != nil {
		return Came{API: req.api, OperationID: req.op, Path: req.path, UserAgent: req.agent}
	}
	return Came{}
}

// OverTLS reports whether the client sent the request over TLS, to this server
// or to a trusted proxy.
func OverTLS(ctx context.Context) bool {
	req := requestOf(ctx)
	return req != nil && req.origin.OverTLS
}

func requestOf(ctx context.Context) *request {
	req, _ := ctx.Value(requestKey{}).(*request)
	return req
}

// WriteHeader notes the status on its way out.
func (q *request) WriteHeader(status int) {
	if q.status == 0 && status >= http.StatusOK {
		q.status = status
	}
	q.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes on their way out.
func (q *request) Write(p []byte) (int, error) {
	if q.status == 0 {
		q.status = http.StatusOK
	}
	n, err := q.ResponseWriter.Write(p)
	q.bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController the writer beneath.
func (q *request) Unwrap() http.ResponseWriter { return q.ResponseWriter }

// received returns how many bytes of the body the operation has read.
func (q *request) received() int64 {
	if q.call == nil {
		return 0
	}
	return q.call.body.read
}

func (q *request) started() bool { return q.status != 0 }
