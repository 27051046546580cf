package httpx

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/peer"
)

// EdgeOptions describes an Edge.
type EdgeOptions struct {
	Name         string // the api label of metrics and log lines
	Dialect      Dialect
	Logger       *slog.Logger
	Clock        func() time.Time // nil: time.Now
	NewRequestID func() string    // nil: random uuids
	Metrics      *Metrics         // nil: none
	Proxies      peer.Proxies     // whose X-Forwarded-* is believed
	HSTSMaxAge   time.Duration    // how long browsers that came over TLS refuse to come without it; 0: they forget
	Challenge    string           // WWW-Authenticate of a 401; empty: the dialect's
	// Transfer is told the bytes of the bodies that went in and out for an
	// account (see Identity) after each request; nil: nobody is.
	Transfer func(account string, received, answered int64)
}

// Edge is the outermost layer of every listener: request ids, security
// headers, recovery from panics, the access log and metrics.
type Edge struct {
	name         string
	dialect      Dialect
	logger       *slog.Logger
	clock        func() time.Time
	newRequestID func() string
	metrics      *Metrics
	proxies      peer.Proxies
	doubted      atomic.Bool // somebody who is no trusted proxy has sent X-Forwarded-For
	hsts         []string
	challenge    string
	transfer     func(account string, received, answered int64)
	fixed        []fixedHeader
	gzip         *zipper
	gzipBytesMin int
}

// NewEdge makes an edge from its options.
func NewEdge(o EdgeOptions) *Edge {
	e := &Edge{
		name: o.Name, dialect: o.Dialect, logger: o.Logger, clock: o.Clock, newRequestID: o.NewRequestID,
		metrics: o.Metrics, proxies: o.Proxies, fixed: fixedHeaders(), gzip: newZipper(), gzipBytesMin: GzipBytesMinDefault,
	}
	e.challenge, e.transfer = o.Challenge, o.Transfer
	e.hsts = []string{fmt.Sprintf("max-age=%d", int64(o.HSTSMaxAge.Seconds()))}
	if e.challenge == "" {
		e.challenge = e.dialect.challenge()
	}
	if e.clock == nil {
		e.clock = time.Now
	}
	if e.newRequestID == nil {
		e.newRequestID = uuid.NewString
	}
	return e
}

// Wrap puts the edge around a handler. Inside of another edge it adds nothing,
// so that an API can be mounted in a listener that has one.
func (e *Edge) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requestOf(r.Context()) != nil {
			next.ServeHTTP(w, r)
			return
		}
		req := &request{ResponseWriter: w, id: e.newRequestID(), api: e.name, start: e.clock(), agent: r.UserAgent(), path: r.URL.Path, sent: r.Header}
		e.identify(req, r)
		client := peer.WithAgent(peer.WithOrigin(r.Context(), req.origin), r.UserAgent())
		r = r.WithContext(context.WithValue(client, requestKey{}, req))
		e.metrics.begin(e.name)
		e.dressAll(w.Header(), req.id)
		if req.origin.OverTLS {
			w.Header()["Strict-Transport-Security"] = e.hsts
		}
		defer e.finish(r, req)
		defer e.recover(r, req)
		if http1.IsAmbiguous(r) {
			e.fail(req, r, refuseAmbiguous())
			return
		}
		next.ServeHTTP(req, r)
	})
}

// identify finds out who the client is, behind trusted proxies.
func (e *Edge) identify(req *request, r *http.Request) {
	conn, forwarded := peer.OfConn(r.Context(), r.RemoteAddr), r.Header.Values("X-Forwarded-For")
	req.origin = e.proxies.Origin(conn, forwarded, r.Header.Values("X-Forwarded-Proto"))
	req.origin.OverTLS = req.origin.OverTLS || r.TLS != nil
	if len(forwarded) > 0 && !e.proxies.Trusts(conn.Client) && e.doubted.CompareAndSwap(false, true) {
		e.logger.WarnContext(r.Context(), "X-Forwarded-For is not believed: all clients behind this address count as one; trust a proxy with --trusted-proxies",
			"api", e.name, "from", conn.String())
	}
}

// fixedHeader is a header that every answer carries, ready to be shared.
type fixedHeader struct {
	name  string
	value []string
}

// fixedHeaders keep browsers from guessing types, framing, caching and
// leaking. Handlers of pages set their own policy and caching over them.
func fixedHeaders() []fixedHeader {
	return []fixedHeader{
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"X-Frame-Options", []string{"DENY"}},
		{"Referrer-Policy", []string{"no-referrer"}},
		{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
		{"Cache-Control", []string{"no-store"}},
		{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
	}
}

func (e *Edge) dressAll(h http.Header, requestID string) {
	h["X-Request-Id"] = []string{requestID}
	for _, fixed := range e.fixed {
		h[fixed.name] = fixed.value
	}
}

// recover turns a panic into a 500 and logs its stack. When the answer has
// begun, the connection is cut instead, so that nobody takes it for complete.
func (e *Edge) recover(r *http.Request, req *request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler)
	}
	e.logger.Error("panic", "request_id", req.id, "method", r.Method, "route", req.route,
		"cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
	if req.started() {
		panic(http.ErrAbortHandler)
	}
	e.fail(req, r, errPanic)
}

// errPanic is a panic that recover has logged.
var errPanic = &refusal{status: http.StatusInternalServerError, message: internalMessage}

// finish counts the request and writes its line to the access log: failures
// as information, the rest for debugging. Queries are left out, because they
// may hold secrets.
func (e *Edge) finish(r *http.Request, req *request) {
	took := e.clock().Sub(req.start)
	fill(&req.status, http.StatusOK) // what net/http sends for a handler that wrote nothing
	e.metrics.end(e.name, r, req, took)
	if e.transfer != nil && req.account != "" {
		e.transfer(req.account, req.received(), req.bytes)
	}
	level := slog.LevelDebug
	if req.status >= http.StatusBadRequest {
		level = slog.LevelInfo
	}
	if !e.logger.Enabled(r.Context(), level) {
		return
	}
	e.logger.LogAttrs(r.Context(), level, "request",
		slog.String("api", e.name), slog.String("request_id", req.id), slog.String("method", r.Method),
		slog.String("route", req.route), slog.Int("status", req.status), slog.Duration("took", took),
		slog.Int64("bytes", req.bytes), slog.String("client", req.origin.String()), slog.String("key", req.label))
}
