package otlp_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/certtest"
)

const goodKey = "cairn_ik_good"

// doorman takes requests with goodKey and decodes them. A test may make it
// answer something else.
type doorman struct {
	decoder *otlp.PayloadDecoder

	mu      sync.Mutex
	refusal error
	forms   []ingest.Form
	senders []ingest.Sender
	records int
	receipt ingest.Receipt // of the last answer
}

func (d *doorman) Team(_ context.Context, key string) (string, error) {
	if key != goodKey {
		return "", fault.New(fault.Unauthenticated, "the ingestion key is not valid")
	}
	return "team", nil
}

func (d *doorman) Accept(_ context.Context, _ string, r ingest.Request) (telemetry.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refusal != nil {
		return telemetry.Outcome{}, d.refusal
	}
	outcome, err := d.decoder.Decode(r.Form, r.Payload, time.Now(), telemetry.NewRows(r.Form.Signal))
	if err == nil {
		d.forms = append(d.forms, r.Form)
		d.records += outcome.Accepted
		d.senders = append(d.senders, r.Sender)
		d.receipt = r.Sender.Answer(outcome)
	}
	return outcome, err
}

func (d *doorman) refuse(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refusal = err
}

func (d *doorman) lastForm() ingest.Form {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.forms) == 0 {
		return ingest.Form{}
	}
	return d.forms[len(d.forms)-1]
}

// door is a receiver on both protocols.
type door struct {
	*doorman
	url      string
	grpcAddr string
	trusted  *tls.Config // of clients; nil: gRPC speaks no TLS
	conn     *grpc.ClientConn
	lines    *lockedBuffer
}

type doorOptions struct {
	limits  receive.Limits
	rows    telemetry.Limits
	origins []string
	tls     bool // of gRPC
}

func openDoor(t *testing.T, o doorOptions) *door {
	t.Helper()
	if o.rows == (telemetry.Limits{}) {
		o.rows = telemetry.DefaultLimits()
	}
	buffers := receive.NewBuffers(o.limits.BufferBytes)
	d := &door{
		doorman: &doorman{decoder: otlp.NewPayloadDecoder(o.rows, o.limits.RequestBytes, buffers)},
		lines:   &lockedBuffer{},
	}
	receiver := otlp.NewReceiver(receive.Options{
		Intake: d.doorman, Limits: o.limits, Origins: o.origins, Metrics: prometheus.NewRegistry(),
		Logger: slog.New(slog.NewTextHandler(d.lines, nil)), Now: time.Now, NewRequestID: uuid.NewString,
	}, buffers)
	served := httptest.NewServer(receiver.Handler())
	t.Cleanup(served.Close)
	d.url = served.URL
	d.serveGRPC(t, receiver, o)
	return d
}

// seal returns how gRPC speaks TLS, nil without it, and how clients do.
func (d *door) seal(t *testing.T, o doorOptions) (*otlp.TLS, credentials.TransportCredentials) {
	t.Helper()
	if !o.tls {
		return nil, insecure.NewCredentials()
	}
	authority := certtest.NewAuthority(t, time.Now())
	config := authority.Client(t, authority.Issue(t, "example.org", time.Now().Add(time.Hour)))
	config.NextProtos = []string{"h2"}
	d.trusted = config
	return &otlp.TLS{Config: config, Refused: func(_ net.Addr, cause error) { t.Error(cause) }}, credentials.NewTLS(config)
}

// dial opens a connection on which frames can be written.
func (d *door) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", d.grpcAddr)
	if err == nil && d.trusted != nil {
		config := d.trusted.Clone()
		config.ServerName = "example.org"
		conn = tls.Client(conn, config)
	}
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func (d *door) serveGRPC(t *testing.T, receiver *otlp.Receiver, o doorOptions) {
	t.Helper()
	sealed, client := d.seal(t, o)
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, done := receiver.GRPC(sealed), make(chan error, 1)
	go func() { done <- server.Serve(socket) }()
	d.grpcAddr = socket.Addr().String()
	d.conn, err = grpc.NewClient(d.grpcAddr, grpc.WithTransportCredentials(client))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = d.conn.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		<-done
	})
}

// post sends a body with a good key unless the headers say otherwise.
func (d *door) post(t *testing.T, path string, body []byte, headers ...string) testkit.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.url+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Authorization", "Bearer "+goodKey)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	return testkit.Answer{Status: response.StatusCode, Header: response.Header, Body: string(text)}
}

// lockedBuffer collects log lines.
type lockedBuffer struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.Write(p)
}

func (b *lockedBuffer) lines() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Count(b.bytes.String(), "\n")
}

// logRequest returns a request of so many records, the first few so old that
// they are rejected.
func logRequest(records, old int) plogotlp.ExportRequest {
	logs := plog.NewLogs()
	scope := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty()
	for i := range records {
		record := scope.LogRecords().AppendEmpty()
		record.Body().SetStr("something happened")
		record.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		if i < old {
			record.SetTimestamp(pcommon.NewTimestampFromTime(time.Now().AddDate(-1, 0, 0)))
		}
	}
	return plogotlp.NewExportRequestFromLogs(logs)
}

func protoLogs(t *testing.T, records, old int) []byte {
	t.Helper()
	b, err := logRequest(records, old).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func zstandard(t *testing.T, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	return w.EncodeAll(b, nil)
}
