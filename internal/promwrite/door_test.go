package promwrite_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit"
)

const goodKey = "cairn_ik_good"

// doorman takes requests with goodKey and decodes them. A test may make it
// answer something else.
type doorman struct {
	decoder *promwrite.PayloadDecoder

	mu      sync.Mutex
	refusal error
	last    ingest.Form
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
	outcome, err := d.decoder.Decode(r.Form, r.Payload, received(), telemetry.NewRows(r.Form.Signal))
	if err == nil {
		d.last = r.Form
		r.Sender.Answer(outcome)
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
	return d.last
}

type door struct {
	*doorman
	url string
}

func openDoor(t *testing.T, limits receive.Limits) *door {
	t.Helper()
	buffers := receive.NewBuffers(limits.BufferBytes)
	d := &door{doorman: &doorman{decoder: promwrite.NewPayloadDecoder(telemetry.DefaultLimits(), limits.RequestBytes, buffers)}}
	shared := receive.New(receive.Options{
		Intake: d.doorman, Limits: limits, Metrics: prometheus.NewRegistry(),
		Logger: slog.New(slog.DiscardHandler), Now: time.Now, NewRequestID: uuid.NewString,
	}, buffers)
	served := httptest.NewServer(promwrite.NewReceiver(shared).Handler())
	t.Cleanup(served.Close)
	d.url = served.URL
	return d
}

// post sends a body as version 1.0 in snappy with a good key unless the headers
// say otherwise; an empty one is left out.
func (d *door) post(t *testing.T, path string, body []byte, headers ...string) testkit.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.url+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	set := append([]string{
		"Content-Type", "application/x-protobuf", "Content-Encoding", "snappy", "X-Prometheus-Remote-Write-Version", "0.1.0",
		"Authorization", "Bearer " + goodKey,
	}, headers...)
	for i := 0; i < len(set); i += 2 {
		request.Header.Del(set[i])
		if set[i+1] != "" {
			request.Header.Set(set[i], set[i+1])
		}
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
	return testkit.Answer{Status: response.StatusCode, Header: response.Header, Body: string(text)}
}

// packed returns a body in a content encoding.
func packed(t *testing.T, encoding string, b []byte) []byte {
	t.Helper()
	switch encoding {
	case "snappy":
		return snappy.Encode(nil, b)
	case "gzip":
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, _ = w.Write(b)
		_ = w.Close()
		return out.Bytes()
	case "zstd":
		w, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }()
		return w.EncodeAll(b, nil)
	}
	return b
}
