package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// greetingEndMax is how long those have to take their answer who asked while the
// server started.
const greetingEndMax = time.Second

// greet answers every request until welcome.
func (l *listener) greet(handler http.Handler, o httpx.ServerOptions) {
	served := newQuietServer(httpx.NewServer(handler, o))
	served.SetKeepAlivesEnabled(false) // the next request is for the real server
	l.turned = make(chan struct{})
	go func() {
		_ = served.Serve(l.known(borrowed{l.socket}))
		close(l.turned)
		ctx, cancel := context.WithTimeout(context.Background(), greetingEndMax)
		defer cancel()
		if served.Shutdown(ctx) != nil {
			_ = served.Close()
		}
	}()
}

// borrowed is a socket that goes on to another server when its deadline has
// passed.
type borrowed struct{ net.Listener }

// Accept waits for the next connection.
func (b borrowed) Accept() (net.Conn, error) {
	conn, err := b.Listener.Accept()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, net.ErrClosed // the server would try again
	}
	return conn, err
}

// Close leaves the socket open.
func (borrowed) Close() error { return nil }

// greeting answers the requests to a listener while the server starts: 503 in
// the words of its family, and on the stack listener also to its probes.
func (a *App) greeting(role Role) http.Handler {
	options := a.edgeOptions(string(role))
	if role == RoleCloud {
		options.Dialect = httpx.Cloud{}
	}
	edge := httpx.NewEdge(options)
	starting := edge.Failing(func() error {
		f := fault.New(fault.Unavailable, "the server is starting")
		f.RetryAfter = time.Second
		return f
	})
	if role != RoleStack {
		return edge.Wrap(starting)
	}
	return edge.Wrap(a.withProbes(starting))
}

// withProbes adds whether the server is alive and ready, at the paths that
// existing probes ask, without a key.
func (a *App) withProbes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case isRead && r.URL.Path == "/health":
			a.health(w, r)
		case isRead && r.URL.Path == "/ready":
			a.ready(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
