package promwrite

import (
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Paths returns where requests are taken: the path that Prometheus itself has,
// and the one beside the API for queries.
func Paths() []string { return []string{"/api/v1/write", "/prometheus/api/v1/write"} }

// The messages of both versions, as content types name them.
const (
	typeProtobuf = "application/x-protobuf"
	protoWrite   = "prometheus.WriteRequest"
	protoWrite2  = "io.prometheus.write.v2.Request"
)

var errMediaType = &fault.Error{
	Kind: fault.Invalid, Cause: receive.ErrForeignType,
	Message: "the body must be " + typeProtobuf + ";proto=" + protoWrite + " or " + typeProtobuf + ";proto=" + protoWrite2 +
		", with the content encoding snappy, zstd, gzip or identity",
}

// Receiver receives remote write over HTTP.
type Receiver struct{ *receive.Receiver }

// NewReceiver makes a receiver out of what it shares with those of other
// protocols.
func NewReceiver(shared *receive.Receiver) *Receiver { return &Receiver{shared} }

// Handler returns remote write on its paths.
func (r *Receiver) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range Paths() {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, q *http.Request) { r.Serve(w, q, exchange(q.Header)) })
	}
	return r.Recovering(mux, func(w http.ResponseWriter, _ *http.Request, f receive.Refusal) { refuse(w, f) })
}

// exchange returns how a request is taken.
func exchange(h http.Header) receive.Exchange {
	form, err := formOf(h)
	return receive.Exchange{Protocol: receive.ProtocolRemoteWrite, Form: form, FormErr: err, Answer: answer, Refuse: refuse}
}

// formOf returns what the headers say about the body. Without a type it is
// version 1.0, without an encoding snappy, as first senders had it. The header
// with the version is not needed.
func formOf(h http.Header) (ingest.Form, error) {
	form := ingest.Form{Signal: telemetry.Metrics, Encoding: ingest.RemoteWrite}
	var ok bool
	if form.Compression, ok = compressionOf(h.Get("Content-Encoding")); !ok {
		return form, errMediaType
	}
	if h.Get("Content-Type") == "" {
		return form, nil
	}
	media, parameters, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || media != typeProtobuf {
		return form, errMediaType
	}
	switch parameters["proto"] {
	case "", protoWrite:
	case protoWrite2:
		form.Encoding = ingest.RemoteWrite2
	default:
		return form, errMediaType
	}
	return form, nil
}

func compressionOf(encoding string) (ingest.Compression, bool) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "snappy":
		return ingest.Snappy, true
	case "zstd":
		return ingest.Zstd, true
	case "gzip":
		return ingest.Gzip, true
	case "identity":
		return ingest.Plain, true
	}
	return ingest.Plain, false
}

// answer says what is stored. A part that is not makes it a 400, which senders
// don't repeat: the rest is stored.
func answer(w http.ResponseWriter, o telemetry.Outcome) {
	h := w.Header()
	h.Set("X-Prometheus-Remote-Write-Samples-Written", strconv.Itoa(o.Written.Samples))
	h.Set("X-Prometheus-Remote-Write-Histograms-Written", strconv.Itoa(o.Written.Histograms))
	h.Set("X-Prometheus-Remote-Write-Exemplars-Written", strconv.Itoa(o.Written.Exemplars))
	if o.Rejected == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	writeText(w, http.StatusBadRequest, fmt.Sprintf("%d of %d samples were not stored: %s. First: %s",
		o.Rejected, o.Written.Samples+o.Written.Histograms+o.Rejected, o.Message(), o.Places))
}

// refuse says why nothing is stored. What a retry helps against is never a 429,
// after which Prometheus drops the samples unless it was told to repeat.
func refuse(w http.ResponseWriter, f receive.Refusal) {
	if f.Status == http.StatusTooManyRequests {
		f.Status = http.StatusServiceUnavailable
	}
	if f.Status == http.StatusUnauthorized {
		w.Header().Add("WWW-Authenticate", `Basic realm="cairn"`)
	}
	writeText(w, f.Status, f.Message)
}

func writeText(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(text)+1))
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // the sender may have gone; nothing is left to tell
}
