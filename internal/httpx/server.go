package httpx

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/peer"
)

// The defaults of ServerOptions. WriteTimeout leaves room for the slowest
// request and its answer; streams move it along as they write.
const (
	ReadHeaderTimeoutDefault = 10 * time.Second
	ReadTimeoutDefault       = 30 * time.Second
	WriteTimeoutDefault      = RequestTimeoutDefault + 30*time.Second
	IdleTimeoutDefault       = 2 * time.Minute
	HeaderBytesMaxDefault    = 32 << 10
)

// ServerOptions bounds what a slow or hostile connection may take. A zero
// field takes its default.
type ServerOptions struct {
	Logger            *slog.Logger
	ReadHeaderTimeout time.Duration
	ReadTimeout       time.Duration // of a whole request
	WriteTimeout      time.Duration // from the end of the request's header to the end of its answer
	IdleTimeout       time.Duration
	HeaderBytesMax    int
	HTTP2             bool // the socket speaks TLS, and clients may have chosen HTTP/2
}

// NewServer makes a server that cuts slow clients off. The caller listens,
// serves and shuts down.
func NewServer(handler http.Handler, o ServerOptions) *http.Server {
	fill(&o.ReadHeaderTimeout, ReadHeaderTimeoutDefault)
	fill(&o.ReadTimeout, ReadTimeoutDefault)
	fill(&o.WriteTimeout, WriteTimeoutDefault)
	fill(&o.IdleTimeout, IdleTimeoutDefault)
	fill(&o.HeaderBytesMax, HeaderBytesMaxDefault)
	return &http.Server{
		Protocols:         protocols(o.HTTP2),
		Handler:           draining(handler),
		ConnContext:       connContext,
		ReadHeaderTimeout: o.ReadHeaderTimeout,
		ReadTimeout:       o.ReadTimeout,
		WriteTimeout:      o.WriteTimeout,
		IdleTimeout:       o.IdleTimeout,
		MaxHeaderBytes:    o.HeaderBytesMax,
		ErrorLog:          slog.NewLogLogger(o.Logger.Handler(), slog.LevelDebug),
	}
}

// protocols returns what a server speaks. The library does not see that a
// connection speaks TLS, as our own listeners stand between them, and so calls
// HTTP/2 on it unencrypted.
func protocols(http2 bool) *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(http2)
	return p
}

// connContext gives handlers the connection: what is known of its requests, and
// where it comes from.
func connContext(ctx context.Context, c net.Conn) context.Context {
	return peer.ConnContext(http1.ConnContext(ctx, c), c)
}
