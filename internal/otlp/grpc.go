package otlp

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	grpcpeer "google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// How long a gRPC connection may be idle, and how it is found out that the
// other side is gone.
const (
	grpcIdleMax      = 10 * time.Minute
	grpcPingEvery    = time.Minute
	grpcPingMin      = 10 * time.Second // from clients
	grpcConnectMax   = 10 * time.Second
	grpcRequestIDKey = "x-request-id"
)

// GRPCServer serves OTLP/gRPC. It serves like an http.Server.
type GRPCServer struct {
	server *grpc.Server
	health *health.Server
}

// GRPC makes the OTLP/gRPC server of the receiver, which speaks TLS unless that
// is nil.
func (r *Receiver) GRPC(tls *TLS) *GRPCServer {
	g := &GRPCServer{server: grpc.NewServer(r.grpcOptions(tls)...), health: health.NewServer()}
	for _, signal := range telemetry.Signals() {
		g.server.RegisterService(r.service(signal), nil)
		g.health.SetServingStatus(serviceName(signal), grpc_health_v1.HealthCheckResponse_SERVING)
	}
	grpc_health_v1.RegisterHealthServer(g.server, g.health)
	return g
}

func (r *Receiver) grpcOptions(tls *TLS) []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.Creds(serverCredentials{tls}),
		grpc.ForceServerCodecV2(frameCodec{}),
		grpc.RPCDecompressor(packedGzip{}), //nolint:staticcheck // the one way to leave a message packed on one server alone
		grpc.MaxRecvMsgSize(int(r.Limits.RequestBytes)),
		grpc.MaxConcurrentStreams(uint32(r.Limits.Streams)), // a small limit
		grpc.MaxHeaderListSize(receive.HeaderBytesMax),
		grpc.InitialWindowSize(receive.WindowBytes),
		grpc.InitialConnWindowSize(receive.ConnWindowBytes),
		grpc.ConnectionTimeout(grpcConnectMax),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: grpcIdleMax, Time: grpcPingEvery}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: grpcPingMin, PermitWithoutStream: true}),
	}
}

// Serve serves requests on the socket until Shutdown.
func (g *GRPCServer) Serve(socket net.Listener) error {
	if err := g.server.Serve(receive.WatchFrames(socket)); !errors.Is(err, grpc.ErrServerStopped) {
		return err
	}
	return http.ErrServerClosed
}

// Shutdown returns what has been accepted; when ctx ends first, it cuts the
// rest off.
func (g *GRPCServer) Shutdown(ctx context.Context) error {
	g.health.Shutdown()
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.server.GracefulStop()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		g.server.Stop()
		<-done
		return ctx.Err()
	}
}

func serviceName(signal telemetry.Signal) string {
	switch signal {
	case telemetry.Logs:
		return "opentelemetry.proto.collector.logs.v1.LogsService"
	case telemetry.Traces:
		return "opentelemetry.proto.collector.trace.v1.TraceService"
	case telemetry.Metrics:
		return "opentelemetry.proto.collector.metrics.v1.MetricsService"
	}
	return ""
}

// service describes a signal's service. Export is served as a stream of one
// message each way, which is the same on the wire as a plain call, because a
// stream's handler runs before its message is received: the key comes first.
func (r *Receiver) service(signal telemetry.Signal) *grpc.ServiceDesc {
	return &grpc.ServiceDesc{
		ServiceName: serviceName(signal),
		HandlerType: (*any)(nil),
		Streams: []grpc.StreamDesc{{
			StreamName: "Export",
			Handler:    func(_ any, stream grpc.ServerStream) error { return r.export(stream, signal) },
		}},
	}
}

func (r *Receiver) export(stream grpc.ServerStream, signal telemetry.Signal) (err error) {
	started, id := r.Now(), r.NewRequestID()
	_ = stream.SetHeader(metadata.Pairs(grpcRequestIDKey, id))
	defer func() {
		if cause := recover(); cause != nil {
			r.Panicked(stream.Context(), receive.ProtocolGRPC, id, cause)
			err = status.Error(codes.Internal, "internal error")
		}
	}()
	failure := r.receiveGRPC(stream, signal)
	if failure == nil {
		r.Metrics.Answered(receive.ProtocolGRPC, signal, "ok", r.Now().Sub(started))
		return nil
	}
	if known, ok := status.FromError(failure); ok { // what grpc itself refuses
		r.Metrics.Answered(receive.ProtocolGRPC, signal, known.Code().String(), r.Now().Sub(started))
		r.Complaints.Note(stream.Context(), receive.ProtocolGRPC, id, failure)
		return failure
	}
	refusal := receive.RefusalOf(failure)
	r.Metrics.Answered(receive.ProtocolGRPC, signal, refusal.Outcome, r.Now().Sub(started))
	r.Complaints.Note(stream.Context(), receive.ProtocolGRPC, id, failure)
	return grpcError(refusal)
}

// originContext returns the context of a call with where it comes from.
func (r *Receiver) originContext(ctx context.Context) context.Context {
	return peer.WithOrigin(ctx, r.Proxies.Origin(originOf(ctx), metadata.ValueFromIncomingContext(ctx, "x-forwarded-for"), nil))
}

// originOf returns where the connection of a call comes from.
func originOf(ctx context.Context) peer.Origin {
	p, ok := grpcpeer.FromContext(ctx)
	if !ok {
		return peer.Origin{}
	}
	if known, ok := p.AuthInfo.(connInfo); ok {
		return known.conn.Origin()
	}
	return peer.Origin{Client: peer.RemoteOf(p.Addr)}
}

func (r *Receiver) receiveGRPC(stream grpc.ServerStream, signal telemetry.Signal) error {
	ctx := r.originContext(stream.Context())
	key, err := receive.KeyOf(func(name string) string {
		values := metadata.ValueFromIncomingContext(ctx, name)
		if len(values) == 0 {
			return ""
		}
		return values[0]
	})
	if err != nil {
		return err
	}
	team, err := r.Intake.Team(ctx, key)
	if err != nil {
		return err
	}
	message := &frame{}
	if err := r.receiveMessage(stream, message); err != nil {
		return err
	}
	defer message.free()
	r.Metrics.Received(receive.ProtocolGRPC, signal, len(message.bytes))
	r.Transfer(team, int64(len(message.bytes)), 0)
	form := ingest.Form{Signal: signal, Compression: message.compression()}
	sender := newGRPCSender(stream, signal)
	if _, err := r.Intake.Accept(ctx, team, ingest.Request{Form: form, Payload: message.bytes, Sender: sender}); err != nil {
		return err
	}
	return sender.err
}

// receiveMessage receives within the allowed time. When that is over, the
// return of the handler ends the stream and with it the receiving.
func (r *Receiver) receiveMessage(stream grpc.ServerStream, into *frame) error {
	received := make(chan error, 1)
	go func() {
		err := stream.RecvMsg(into)
		if errors.Is(err, io.EOF) {
			err = receive.ErrCutShort
		}
		received <- err
	}()
	timer := time.NewTimer(r.Limits.ReceiveTime)
	defer timer.Stop()
	select {
	case err := <-received:
		return err
	case <-timer.C:
		return receive.ErrSlow
	}
}

// grpcError returns the refusal as gRPC tells it, with the time to wait.
func grpcError(f receive.Refusal) error {
	s := status.New(f.Code, f.Message)
	if f.Retry > 0 {
		detailed, err := s.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(f.Retry)})
		if err == nil {
			s = detailed
		}
	}
	return s.Err()
}
