package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/encoding/gzip" // for -gzip
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

func newSender(o options, s *server) (sender, error) {
	if o.protocol == "grpc" {
		return newGRPCSender(o, s)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: o.senders}
	return &httpSender{
		client: &http.Client{Transport: transport}, gzip: o.gzip, keys: append([]string{s.IngestionKey}, s.Keys...),
		url: "http://" + s.addrs["otlp-http"] + "/v1/" + o.signal,
	}, nil
}

type httpSender struct {
	client *http.Client
	url    string
	keys   []string // that take turns
	turn   atomic.Uint64
	gzip   bool
}

func (s *httpSender) send(ctx context.Context, body []byte) (bool, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", s.keys[s.turn.Add(1)%uint64(len(s.keys))])
	request.Header.Set("Content-Type", "application/x-protobuf")
	if s.gzip {
		request.Header.Set("Content-Encoding", "gzip")
	}
	response, err := s.client.Do(request)
	if err != nil {
		return false, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return false, err
	case response.StatusCode == http.StatusOK && len(answer) == 0:
		return true, nil
	case response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable:
		return false, nil
	}
	return false, fmt.Errorf("status %d: %q", response.StatusCode, answer)
}

type grpcSender struct {
	conn    *grpc.ClientConn
	method  string
	key     string
	options []grpc.CallOption
}

func newGRPCSender(o options, s *server) (*grpcSender, error) {
	conn, err := grpc.NewClient(s.addrs["otlp-grpc"], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	names := map[string]string{"logs": "logs.v1.Logs", "traces": "trace.v1.Trace", "metrics": "metrics.v1.Metrics"}
	g := &grpcSender{
		conn: conn, key: s.IngestionKey, options: []grpc.CallOption{grpc.ForceCodec(wireCodec{})},
		method: "/opentelemetry.proto.collector." + names[o.signal] + "Service/Export",
	}
	if o.gzip {
		g.options = append(g.options, grpc.UseCompressor("gzip"))
	}
	return g, nil
}

func (s *grpcSender) send(ctx context.Context, body []byte) (bool, error) {
	var answer []byte
	err := s.conn.Invoke(metadata.AppendToOutgoingContext(ctx, "authorization", s.key), s.method, body, &answer, s.options...)
	switch status.Code(err) {
	case codes.OK:
		return len(answer) == 0, nil
	case codes.ResourceExhausted, codes.Unavailable:
		return false, nil
	default:
		return false, err
	}
}

// wireCodec sends bytes as they are.
type wireCodec struct{}

// Name returns the codec's name.
func (wireCodec) Name() string { return "proto" }

// Marshal returns the bytes.
func (wireCodec) Marshal(v any) ([]byte, error) { return v.([]byte), nil }

// Unmarshal keeps the bytes.
func (wireCodec) Unmarshal(b []byte, v any) error {
	*v.(*[]byte) = bytes.Clone(b)
	return nil
}
