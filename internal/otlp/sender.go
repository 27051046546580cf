package otlp

import (
	"context"
	"reflect"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

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
