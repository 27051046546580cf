package otlp

import (
	"context"
	"net/http"
	"reflect"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// httpSender is the client of an HTTP request.
type httpSender struct {
	w    http.ResponseWriter
	ctx  context.Context
	form ingest.Form
	conn *receive.WatchedConn // nil: not known
	turn int64                // which request of the connection it is
}

func newHTTPSender(w http.ResponseWriter, q *http.Request, form ingest.Form) *httpSender {
	s := &httpSender{w: w, ctx: q.Context(), form: form}
	if conn := receive.ConnOf(q.Context()); conn != nil {
		s.conn, s.turn = conn, conn.Requests.Add(1)
	}
	return s
}

// Gone reports whether the client has closed its connection.
func (s *httpSender) Gone() bool {
	return s.ctx.Err() != nil || s.conn != nil && s.conn.HasEnded()
}

// Answer writes the answer to a client that may have closed half of its
// connection, or all of it, which then was not answered.
func (s *httpSender) Answer(o telemetry.Outcome) ingest.Receipt {
	gone := s.Gone()
	writeBody(s.w, http.StatusOK, s.form.Encoding, answerBody(s.form.Encoding, s.form.Signal, o))
	err := http.NewResponseController(s.w).Flush()
	if receipt := (httpReceipt{s.conn, s.turn}); !gone && err == nil && !receipt.Missed() {
		return receipt
	}
	return nil
}

// httpReceipt is an answer on a connection.
type httpReceipt struct {
	conn *receive.WatchedConn
	turn int64
}

// Missed reports whether the client cut the connection instead of sending
// another request.
func (r httpReceipt) Missed() bool {
	return r.conn != nil && r.conn.WasReset() && r.conn.Requests.Load() == r.turn
}

// grpcSender is the client of a gRPC request.
type grpcSender struct {
	stream  grpc.ServerStream
	signal  telemetry.Signal
	receipt grpcReceipt
	err     error // of the answer
}

func newGRPCSender(stream grpc.ServerStream, signal telemetry.Signal) *grpcSender {
	s := &grpcSender{stream: stream, signal: signal}
	if p, ok := peer.FromContext(stream.Context()); ok {
		if info, ok := p.AuthInfo.(connInfo); ok {
			s.receipt = grpcReceipt{info.conn, streamID(stream.Context())}
		}
	}
	return s
}

// streamID returns the number of a stream on its connection, which gRPC keeps
// to itself; 0 when it can't be found.
func streamID(ctx context.Context) uint32 {
	stream := reflect.Indirect(reflect.ValueOf(grpc.ServerTransportStreamFromContext(ctx)))
	if stream.Kind() != reflect.Struct {
		return 0
	}
	if id := stream.FieldByName("id"); id.IsValid() && id.Kind() == reflect.Uint32 {
		return uint32(id.Uint()) // it has that size
	}
	return 0
}

// Gone reports whether the client has cancelled the call or closed its
// connection.
func (s *grpcSender) Gone() bool {
	conn := s.receipt.conn
	if s.stream.Context().Err() != nil || conn == nil {
		return s.stream.Context().Err() != nil
	}
	conn.CatchUp()
	return s.stream.Context().Err() != nil || s.receipt.Missed() || conn.HasEnded()
}

// Answer sends the answer; the return of the handler completes it.
func (s *grpcSender) Answer(o telemetry.Outcome) ingest.Receipt {
	gone := s.Gone()
	s.err = s.stream.SendMsg(&frame{bytes: answerBody(ingest.Protobuf, s.signal, o)})
	if gone || s.err != nil {
		return nil
	}
	return s.receipt
}

// grpcReceipt is an answer on a stream.
type grpcReceipt struct {
	conn   *receive.FramedConn
	stream uint32
}

// Missed reports whether the client has cancelled the call. That it cut the
// connection says nothing: clients do so while there are frames that they have
// no use for, such as pings.
func (r grpcReceipt) Missed() bool { return r.conn != nil && r.conn.HasReset(r.stream) }
