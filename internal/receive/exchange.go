package receive

import (
	"net/http"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/http1"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/telemetry"
)

var errAmbiguous = fault.New(fault.Invalid, http1.Refusal)

// Exchange is one request of a protocol over HTTP and how it is answered.
type Exchange struct {
	Protocol string      // as metrics call it
	Form     ingest.Form // what the headers say about the body
	FormErr  error       // what is wrong with them; only senders with a key learn it
	Answer   func(w http.ResponseWriter, o telemetry.Outcome)
	Refuse   func(w http.ResponseWriter, f Refusal) // after the headers that all protocols have
}

// Recovering names the request, turns a panic into a response, and refuses what
// proxies and servers may read differently.
func (r *Receiver) Recovering(next http.Handler, refuse func(http.ResponseWriter, *http.Request, Refusal)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		id := r.NewRequestID()
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		origin := r.Proxies.Origin(peer.OfConn(q.Context(), q.RemoteAddr), q.Header.Values("X-Forwarded-For"), nil)
		q = q.WithContext(peer.WithOrigin(q.Context(), origin))
		defer func() {
			if cause := recover(); cause != nil {
				r.Panicked(q.Context(), ProtocolHTTP, id, cause)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if http1.IsAmbiguous(q) {
			w.Header().Set("Connection", "close")
			refuse(w, q, RefusalOf(errAmbiguous))
			return
		}
		next.ServeHTTP(w, q)
	})
}

// Serve takes a request and responds to it.
func (r *Receiver) Serve(w http.ResponseWriter, q *http.Request, e Exchange) {
	started := r.Now()
	err := r.take(w, q, e)
	if err == nil {
		r.Metrics.Answered(e.Protocol, e.Form.Signal, "ok", r.Now().Sub(started))
		return
	}
	refusal := RefusalOf(err)
	r.Metrics.Answered(e.Protocol, e.Form.Signal, refusal.Outcome, r.Now().Sub(started))
	r.Complaints.Note(q.Context(), e.Protocol, w.Header().Get("X-Request-Id"), err)
	refusal.addHeaders(w.Header())
	e.Refuse(w, refusal)
}

// take authenticates before it looks at anything else. It responds to what it
// accepts, and leaves refusals to the caller.
func (r *Receiver) take(w http.ResponseWriter, q *http.Request, e Exchange) error {
	key, err := KeyOf(q.Header.Get)
	if err != nil {
		return err
	}
	team, err := r.Intake.Team(q.Context(), key)
	if err != nil {
		return err
	}
	if e.FormErr != nil {
		return e.FormErr
	}
	body, err := r.ReadBody(w, q)
	if err != nil {
		return err
	}
	defer body.Free()
	r.Metrics.Received(e.Protocol, e.Form.Signal, len(body.Bytes))
	r.Transfer(team, int64(len(body.Bytes)), 0)
	_, err = r.Intake.Accept(q.Context(), team, ingest.Request{
		Form: e.Form, Payload: body.Bytes, Sender: NewHTTPSender(w, q, e.Answer),
	})
	return err
}

// addHeaders says when to try again, and how to authenticate.
func (f Refusal) addHeaders(h http.Header) {
	if f.Retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int((f.Retry+time.Second-1)/time.Second)))
	}
	if f.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="cairn"`)
	}
}
