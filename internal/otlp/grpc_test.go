package otlp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	_ "google.golang.org/grpc/encoding/gzip" // for the sender
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
)

func withKey(ctx context.Context, header, key string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, header, key)
}

func TestGRPCTakesEveryFormAndSignal(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	logs := plogotlp.NewGRPCClient(d.conn)
	for name, ctx := range map[string]context.Context{
		"bare":       withKey(t.Context(), "authorization", goodKey),
		"bearer":     withKey(t.Context(), "authorization", "Bearer "+goodKey),
		"own header": withKey(t.Context(), "x-cairn-ingestion-key", goodKey),
	} {
		var header metadata.MD
		if _, err := logs.Export(ctx, logRequest(3, 0), grpc.Header(&header)); err != nil || len(header.Get("x-request-id")) != 1 {
			t.Errorf("%s: %v, header %v", name, err, header)
		}
	}
	ctx := withKey(t.Context(), "authorization", goodKey)
	if _, err := logs.Export(ctx, logRequest(3, 0), grpc.UseCompressor("gzip")); err != nil || d.lastForm().Compression != ingest.Gzip {
		t.Errorf("gzip: %v, form %v", err, d.lastForm())
	}
	if _, err := ptraceotlp.NewGRPCClient(d.conn).Export(ctx, ptraceotlp.NewExportRequest()); err != nil {
		t.Errorf("traces: %v", err)
	}
	if _, err := pmetricotlp.NewGRPCClient(d.conn).Export(ctx, pmetricotlp.NewExportRequest()); err != nil {
		t.Errorf("metrics: %v", err)
	}
	if d.records != 12 {
		t.Errorf("%d records", d.records)
	}
}

func TestGRPCRefusals(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{limits: receive.Limits{RequestBytes: 4000}})
	logs := plogotlp.NewGRPCClient(d.conn)
	good := withKey(t.Context(), "authorization", goodKey)
	limited := &fault.Error{Kind: fault.Limited, Message: "full", RetryAfter: 3 * time.Second}
	cases := map[string]struct {
		ctx     context.Context
		request plogotlp.ExportRequest
		options []grpc.CallOption
		refusal error
		code    codes.Code
		after   time.Duration
	}{
		"no key":           {t.Context(), logRequest(1, 0), nil, nil, codes.Unauthenticated, 0},
		"wrong key":        {withKey(t.Context(), "authorization", "x"), logRequest(1, 0), nil, nil, codes.Unauthenticated, 0},
		"too large":        {good, logRequest(1000, 0), nil, nil, codes.ResourceExhausted, 0},
		"too large inside": {good, logRequest(1000, 0), []grpc.CallOption{grpc.UseCompressor("gzip")}, nil, codes.ResourceExhausted, 0},
		"limited":          {good, logRequest(1, 0), nil, limited, codes.ResourceExhausted, 3 * time.Second},
		"unavailable":      {good, logRequest(1, 0), nil, fault.New(fault.Unavailable, "away"), codes.Unavailable, time.Second},
		"invalid":          {good, logRequest(1, 0), nil, fault.New(fault.Invalid, "malformed"), codes.InvalidArgument, 0},
		"internal":         {good, logRequest(1, 0), nil, context.DeadlineExceeded, codes.Internal, 0},
	}
	for name, c := range cases {
		d.refuse(c.refusal)
		_, err := logs.Export(c.ctx, c.request, c.options...)
		if status.Code(err) != c.code || retryDelay(err) != c.after {
			t.Errorf("%s: %v, retry after %s", name, err, retryDelay(err))
		}
	}
	if n := d.lines.lines(); n != 1 {
		t.Errorf("%d lines of log for %d refusals", n, len(cases))
	}
}

func retryDelay(err error) time.Duration {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration()
		}
	}
	return 0
}

func TestGRPCMalformedMessageIsInvalid(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	ctx := withKey(t.Context(), "authorization", goodKey)
	for _, message := range []string{"\xff\xff", "\x1f\x8bnot gzip", "\x0a\x7fshort"} {
		var answer rawBytes
		err := d.conn.Invoke(ctx, "/opentelemetry.proto.collector.logs.v1.LogsService/Export", rawBytes(message), &answer,
			grpc.ForceCodec(rawCodec{}))
		if status.Code(err) != codes.InvalidArgument {
			t.Errorf("%q: %v", message, err)
		}
	}
	if err := d.conn.Invoke(ctx, "/opentelemetry.proto.collector.logs.v1.LogsService/Other", rawBytes(""), new(rawBytes), grpc.ForceCodec(rawCodec{})); status.Code(err) != codes.Unimplemented {
		t.Errorf("unknown method: %v", err)
	}
}

// rawCodec sends bytes as they are.
type (
	rawCodec struct{}
	rawBytes []byte
)

func (rawCodec) Name() string                  { return "proto" }
func (rawCodec) Marshal(v any) ([]byte, error) { return v.(rawBytes), nil }
func (rawCodec) Unmarshal(b []byte, v any) error {
	*v.(*rawBytes) = append(rawBytes(nil), b...)
	return nil
}

func TestGRPCPartialSuccess(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	response, err := plogotlp.NewGRPCClient(d.conn).Export(withKey(t.Context(), "authorization", goodKey), logRequest(5, 2))
	if err != nil {
		t.Fatal(err)
	}
	partial := response.PartialSuccess()
	if partial.RejectedLogRecords() != 2 || !strings.Contains(partial.ErrorMessage(), "too old: 2") {
		t.Errorf("rejected %d %q", partial.RejectedLogRecords(), partial.ErrorMessage())
	}
}

func TestGRPCHealth(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	for _, service := range []string{"", "opentelemetry.proto.collector.logs.v1.LogsService"} {
		answer, err := grpc_health_v1.NewHealthClient(d.conn).Check(t.Context(), &grpc_health_v1.HealthCheckRequest{Service: service})
		if err != nil || answer.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
			t.Errorf("%q: %v, %v", service, answer, err)
		}
	}
}

func TestGRPCSlowMessageIsCutOff(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{limits: receive.Limits{ReceiveTime: 200 * time.Millisecond}})
	stream, err := d.conn.NewStream(withKey(t.Context(), "authorization", goodKey), &grpc.StreamDesc{ClientStreams: true},
		"/opentelemetry.proto.collector.logs.v1.LogsService/Export")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	err = stream.RecvMsg(new(rawBytes))
	if status.Code(err) != codes.Unavailable || time.Since(begun) > 3*time.Second {
		t.Errorf("%v after %s", err, time.Since(begun))
	}
}
