package otlp

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Media types of requests and responses.
const (
	typeProtobuf = "application/x-protobuf"
	typeJSON     = "application/json"
)

var (
	errMediaType = fault.New(fault.Invalid,
		"the body must be application/x-protobuf or application/json, with no content encoding, gzip or zstd")
	errAmbiguous = fault.New(fault.Invalid, http1.Refusal)
	errCutShort  = fault.New(fault.Invalid, "the body ended early")
	errSlow      = &fault.Error{Kind: fault.Unavailable, Message: "the body took too long", RetryAfter: time.Second}
)

// Handler returns OTLP/HTTP.
func (r *Receiver) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, signal := range telemetry.Signals() {
		mux.HandleFunc("POST /v1/"+signal.String(), func(w http.ResponseWriter, q *http.Request) { r.serve(w, q, signal) })
	}
	mux.HandleFunc("GET /{$}", serveHealth)
	mux.HandleFunc("GET /health", serveHealth)
	return r.recovering(r.cors(mux))
}

// serveHealth answers load balancers.
func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", typeJSON)
	_, _ = io.WriteString(w, `{"status":"ok"}`)
}

// recovering names the request and turns a panic into an answer.
func (r *Receiver) recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		id := r.newRequestID()
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		client := r.proxies.Client(peer.Remote(q.RemoteAddr), q.Header.Values("X-Forwarded-For"))
		q = q.WithContext(peer.WithClient(q.Context(), client))
		defer func() {
			if cause := recover(); cause != nil {
				r.panicked(q.Context(), protocolHTTP, id, cause)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if http1.IsAmbiguous(q.Context()) {
			w.Header().Set("Connection", "close")
			form, _ := httpForm(q.Header, telemetry.Logs)
			refuseHTTP(w, form.Encoding, refusalOf(errAmbiguous))
			return
		}
		next.ServeHTTP(w, q)
	})
}

// errPanic is a failure of ours that the log tells about.
func errPanic(cause any) error { return fmt.Errorf("panic: %v\n%s", cause, debug.Stack()) }

func (r *Receiver) serve(w http.ResponseWriter, q *http.Request, signal telemetry.Signal) {
	started := r.now()
	form, formErr := httpForm(q.Header, signal)
	if err := r.receive(w, q, form, formErr); err != nil {
		refusal := refusalOf(err)
		r.metrics.answered(protocolHTTP, signal, refusal.outcome, r.now().Sub(started))
		r.complaints.note(q.Context(), protocolHTTP, w.Header().Get("X-Request-Id"), err)
		refuseHTTP(w, form.Encoding, refusal)
		return
	}
	r.metrics.answered(protocolHTTP, signal, "ok", r.now().Sub(started))
}

// receive authenticates before it looks at anything else. It returns what it
// takes, and leaves refusals to the caller.
func (r *Receiver) receive(w http.ResponseWriter, q *http.Request, form ingest.Form, formErr error) error {
	key, err := ingestionKey(q.Header.Get)
	if err != nil {
		return err
	}
	team, err := r.intake.Team(q.Context(), key)
	if err != nil {
		return err
	}
	if formErr != nil {
		return formErr
	}
	body, err := r.readBody(w, q)
	if err != nil {
		return err
	}
	defer body.free()
	r.metrics.received(protocolHTTP, form.Signal, len(body.bytes))
	r.transfer(team, int64(len(body.bytes)), 0)
	_, err = r.intake.Accept(q.Context(), team, ingest.Request{Form: form, Payload: body.bytes, Sender: newHTTPSender(w, q, form)})
	return err
}

// readBody reads a body of the allowed size within the allowed time.
func (r *Receiver) readBody(w http.ResponseWriter, q *http.Request) (*buffer, error) {
	if q.ContentLength > r.limits.RequestBytes {
		return nil, errTooLarge
	}
	_ = http.NewResponseController(w).SetReadDeadline(r.now().Add(r.limits.ReceiveTime)) // not every writer can
	body, err := r.buffers.read(q.Body, readPlan{hint: q.ContentLength, limit: r.limits.RequestBytes})
	var network net.Error
	switch {
	case err == nil || errors.Is(err, errTooLarge) || errors.Is(err, errBusy):
		return body, err
	case errors.As(err, &network) && network.Timeout():
		return nil, errSlow
	default:
		return nil, errors.Join(errCutShort, err)
	}
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

func refuseHTTP(w http.ResponseWriter, encoding ingest.Encoding, f refusal) {
	if f.retry > 0 {
		seconds := int((f.retry + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
	}
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="cairn"`)
	}
	writeBody(w, f.status, encoding, statusBody(encoding, uint32(f.code), f.message))
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
