package receive

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// HTTPSender is the client of an HTTP request.
type HTTPSender struct {
	w     http.ResponseWriter
	ctx   context.Context
	write func(w http.ResponseWriter, o telemetry.Outcome)
	conn  *WatchedConn // nil: not known
	turn  int64        // which request of the connection it is
}

// NewHTTPSender returns the client of a request, whose answer write writes.
func NewHTTPSender(w http.ResponseWriter, q *http.Request, write func(http.ResponseWriter, telemetry.Outcome)) *HTTPSender {
	s := &HTTPSender{w: w, ctx: q.Context(), write: write}
	if conn := ConnOf(q.Context()); conn != nil {
		s.conn, s.turn = conn, conn.Requests.Add(1)
	}
	return s
}

// Gone reports whether the client has closed its connection.
func (s *HTTPSender) Gone() bool {
	return s.ctx.Err() != nil || s.conn != nil && s.conn.HasEnded()
}

// Answer writes the answer to a client that may have closed half of its
// connection, or all of it, which then was not answered.
func (s *HTTPSender) Answer(o telemetry.Outcome) ingest.Receipt {
	gone := s.Gone()
	s.write(s.w, o)
	err := http.NewResponseController(s.w).Flush()
	if receipt := (httpReceipt{s.conn, s.turn}); !gone && err == nil && !receipt.Missed() {
		return receipt
	}
	return nil
}

// httpReceipt is an answer on a connection.
type httpReceipt struct {
	conn *WatchedConn
	turn int64
}

// Missed reports whether the client cut the connection instead of sending
// another request.
func (r httpReceipt) Missed() bool {
	return r.conn != nil && r.conn.WasReset() && r.conn.Requests.Load() == r.turn
}
