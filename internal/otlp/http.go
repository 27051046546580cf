package otlp

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Media types of requests and responses.
const (
	typeProtobuf = "application/x-protobuf"
	typeJSON     = "application/json"
)

var (
	errMediaType = &fault.Error{
		Kind: fault.Invalid, Cause: receive.ErrForeignType,
		Message: "the body must be application/x-protobuf or application/json, with no content encoding, gzip or zstd",
	}
	errAmbiguous = fault.New(fault.Invalid, http1.Refusal)
)

// Handler returns OTLP/HTTP.
func (r *Receiver) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, signal := range telemetry.Signals() {
		mux.HandleFunc("POST /v1/"+signal.String(), func(w http.ResponseWriter, q *http.Request) { r.serve(w, q, signal) })
	}
	mux.HandleFunc("GET /{$}", serveHealth)
	mux.HandleFunc("GET /health", serveHealth)
	return r.recovering(r.CORS(mux))
}

// serveHealth answers load balancers.
func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", typeJSON)
	_, _ = io.WriteString(w, `{"status":"ok"}`)
}

// recovering names the request and turns a panic into an answer.
func (r *Receiver) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		id := r.NewRequestID()
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		origin := r.Proxies.Origin(peer.OfConn(q.Context(), q.RemoteAddr), q.Header.Values("X-Forwarded-For"), nil)
		q = q.WithContext(peer.WithOrigin(q.Context(), origin))
		defer func() {
			if cause := recover(); cause != nil {
				r.Panicked(q.Context(), receive.ProtocolHTTP, id, cause)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if http1.IsAmbiguous(q) {
			w.Header().Set("Connection", "close")
			form, _ := httpForm(q.Header, telemetry.Logs)
			refuseHTTP(w, form.Encoding, receive.RefusalOf(errAmbiguous))
			return
		}
		next.ServeHTTP(w, q)
	})
}

func (r *Receiver) serve(w http.ResponseWriter, q *http.Request, signal telemetry.Signal) {
	started := r.Now()
	form, formErr := httpForm(q.Header, signal)
	if err := r.receive(w, q, form, formErr); err != nil {
		refusal := receive.RefusalOf(err)
		r.Metrics.Answered(receive.ProtocolHTTP, signal, refusal.Outcome, r.Now().Sub(started))
		r.Complaints.Note(q.Context(), receive.ProtocolHTTP, w.Header().Get("X-Request-Id"), err)
		refuseHTTP(w, form.Encoding, refusal)
		return
	}
	r.Metrics.Answered(receive.ProtocolHTTP, signal, "ok", r.Now().Sub(started))
}

// receive authenticates before it looks at anything else. It returns what it
// takes, and leaves refusals to the caller.
func (r *Receiver) receive(w http.ResponseWriter, q *http.Request, form ingest.Form, formErr error) error {
	key, err := receive.KeyOf(q.Header.Get)
	if err != nil {
		return err
	}
	team, err := r.Intake.Team(q.Context(), key)
	if err != nil {
		return err
	}
	if formErr != nil {
		return formErr
	}
	body, err := r.ReadBody(w, q)
	if err != nil {
		return err
	}
	defer body.Free()
	r.Metrics.Received(receive.ProtocolHTTP, form.Signal, len(body.Bytes))
	r.Transfer(team, int64(len(body.Bytes)), 0)
	_, err = r.Intake.Accept(q.Context(), team, ingest.Request{Form: form, Payload: body.Bytes, Sender: newHTTPSender(w, q, form)})
	return err
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

func refuseHTTP(w http.ResponseWriter, encoding ingest.Encoding, f receive.Refusal) {
	if f.Retry > 0 {
		seconds := int((f.Retry + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	if f.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="cairn"`)
	}
	writeBody(w, f.Status, encoding, statusBody(encoding, uint32(f.Code), f.Message))
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
