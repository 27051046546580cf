package otlp

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Media types of requests and responses.
const (
	typeProtobuf = "application/x-protobuf"
	typeJSON     = "application/json"
)

var errMediaType = &fault.Error{
	Kind: fault.Invalid, Cause: receive.ErrForeignType,
	Message: "the body must be application/x-protobuf or application/json, with no content encoding, gzip or zstd",
}

// Handler returns OTLP/HTTP.
func (r *Receiver) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, signal := range telemetry.Signals() {
		mux.HandleFunc("POST /v1/"+signal.String(), func(w http.ResponseWriter, q *http.Request) { r.Serve(w, q, exchange(q.Header, signal)) })
	}
	mux.HandleFunc("GET /{$}", serveHealth)
	mux.HandleFunc("GET /health", serveHealth)
	return r.Recovering(r.CORS(mux), func(w http.ResponseWriter, q *http.Request, f receive.Refusal) {
		exchange(q.Header, telemetry.Logs).Refuse(w, f)
	})
}

// exchange returns how a request for a signal is taken.
func exchange(h http.Header, signal telemetry.Signal) receive.Exchange {
	form, err := httpForm(h, signal)
	return receive.Exchange{
		Protocol: receive.ProtocolHTTP, Form: form, FormErr: err,
		Answer: func(w http.ResponseWriter, o telemetry.Outcome) {
			writeBody(w, http.StatusOK, form.Encoding, answerBody(form.Encoding, signal, o))
		},
		Refuse: func(w http.ResponseWriter, f receive.Refusal) {
			writeBody(w, f.Status, form.Encoding, statusBody(form.Encoding, uint32(f.Code), f.Message))
		},
	}
}

// serveHealth answers load balancers.
func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", typeJSON)
	_, _ = io.WriteString(w, `{"status":"ok"}`)
}

// httpForm returns what the headers say about the body.
func httpForm(h http.Header, signal telemetry.Signal) (ingest.Form, error) {
	form := ingest.Form{Signal: signal}
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	switch {
	case err == nil && media == typeProtobuf:
	case err == nil && media == typeJSON:
		form.Encoding = ingest.JSON
	default:
		return form, errMediaType
	}
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding"))) {
	case "", "identity":
	case "gzip":
		form.Compression = ingest.Gzip
	case "zstd":
		form.Compression = ingest.Zstd
	default:
		return form, errMediaType
	}
	return form, nil
}

func writeBody(w http.ResponseWriter, status int, encoding ingest.Encoding, body []byte) {
	h := w.Header()
	h.Set("Content-Type", typeProtobuf)
	if encoding == ingest.JSON {
		h.Set("Content-Type", typeJSON)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the sender may have gone; nothing is left to tell
}
