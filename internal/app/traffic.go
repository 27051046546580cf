package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
)

// quietEvery is how often a stopping server looks whether it is quiet.
const quietEvery = 5 * time.Millisecond

// quietServer is an HTTP server that completes every request that it has
// accepted before it stops. The standard one drops a request that it has not
// read when the stop begins.
type quietServer struct {
	*http.Server
	mu   sync.Mutex
	busy map[net.Conn]struct{} // new, or with a request in progress
}

func newQuietServer(server *http.Server) *quietServer {
	s := &quietServer{Server: server, busy: map[net.Conn]struct{}{}}
	server.ConnState = s.note
	return s
}

// Serve accepts connections until Shutdown; every answer has a request id.
func (s *quietServer) Serve(socket net.Listener) error { return s.Server.Serve(httpx.Stamp(socket)) }

func (s *quietServer) note(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateNew || state == http.StateActive {
		s.busy[conn] = struct{}{}
	} else {
		delete(s.busy, conn)
	}
}

// Shutdown waits until no request is in progress, then stops. The caller has
// closed the socket before. Connections that are kept alive end with their
// next answer.
func (s *quietServer) Shutdown(ctx context.Context) error {
	s.SetKeepAlivesEnabled(false)
	ticker := time.NewTicker(quietEvery)
	defer ticker.Stop()
	for !s.quiet() && ctx.Err() == nil {
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
	}
	if err := s.Server.Shutdown(ctx); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

func (s *quietServer) quiet() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.busy) == 0
}
