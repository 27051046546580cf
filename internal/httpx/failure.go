package httpx

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// problem is a failure as the outside sees it.
type problem struct {
	status     int
	word       string // of the family for the kind of failure; empty: it goes by the status
	message    string
	details    []fault.Detail
	retryAfter time.Duration
}

// Failure is a failure for which the family of an API has its own status and
// word.
type Failure struct {
	Status  int
	Word    string
	Message string
	Cause   error // for the log; may be nil
}

// Error returns the message, followed by the cause.
func (f *Failure) Error() string {
	if f.Cause == nil {
		return f.Message
	}
	return f.Message + ": " + f.Cause.Error()
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// problemOf is the one place where a failure becomes a status and a message.
func problemOf(err error) problem {
	var refused *refusal
	if errors.As(err, &refused) {
		return problem{status: refused.status, message: refused.message}
	}
	var own *Failure
	if errors.As(err, &own) {
		return problem{status: own.Status, word: own.Word, message: own.Message, retryAfter: retryAfterDefault}
	}
	var f *fault.Error
	if !errors.As(err, &f) || statusOf(f.Kind) == http.StatusInternalServerError {
		return problemOfMistake(err)
	}
	p := problem{status: statusOf(f.Kind), message: f.Message, details: f.Details, retryAfter: f.RetryAfter}
	if p.retryAfter <= 0 {
		p.retryAfter = retryAfterDefault
	}
	return p
}

const internalMessage = "internal error"

// problemOfMistake is for errors that nobody foresaw: nothing of them is shown.
func problemOfMistake(err error) problem {
	switch {
	case errors.Is(err, context.Canceled):
		return problem{status: statusClientGone, word: "canceled", message: "the client closed the request"}
	case errors.Is(err, context.DeadlineExceeded):
		return problem{status: http.StatusServiceUnavailable, word: "timeout", message: "the request took too long", retryAfter: retryAfterDefault}
	case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE):
		return problem{status: http.StatusServiceUnavailable, message: "the server has too many files open", retryAfter: retryAfterDefault}
	default:
		return problem{status: http.StatusInternalServerError, message: internalMessage}
	}
}

func statusOf(kind fault.Kind) int {
	switch kind {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Unauthenticated:
		return http.StatusUnauthorized
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Conflict:
		return http.StatusConflict
	case fault.Stale:
		return http.StatusPreconditionFailed
	case fault.Limited:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	case fault.Internal:
	}
	return http.StatusInternalServerError
}

// fail is the one way out for every failure: the status and the message go to
// the client in the family's body, the cause goes to the log.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	if p.status >= http.StatusInternalServerError && errors.Is(r.Context().Err(), context.Canceled) {
		p = problemOf(context.Canceled) // whatever failed, failed because the client went away
	}
	e.logCause(r.Context(), p, err)
	e.dress(w.Header(), p, err)
	body, err := marshal(e.dialect.failure(RequestID(r.Context()), p))
	if err != nil {
		body = nil
	}
	a := answer{status: p.status, contentType: mediaJSON, body: body}
	e.send(w, r, &a)
}

// Failing returns a handler that fails every request, in the family's body.
func (e *Edge) Failing(cause func() error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.fail(w, r, cause()) })
}

// dress adds the headers that belong to a status.
func (e *Edge) dress(h http.Header, p problem, err error) {
	var refused *refusal
	if errors.As(err, &refused) && refused.name != "" {
		h.Set(refused.name, refused.value)
	}
	switch p.status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", e.challenge)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", wholeSeconds(p.retryAfter))
	}
}

func (e *Edge) logCause(ctx context.Context, p problem, err error) {
	level := slog.LevelDebug
	switch {
	case p.status == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	case p.status >= http.StatusInternalServerError:
		level = slog.LevelError
	}
	if errors.Is(err, errPanic) || level == slog.LevelDebug && errors.Unwrap(err) == nil {
		return
	}
	e.logger.Log(ctx, level, "request failed", "request_id", RequestID(ctx), "status", p.status, "err", err)
}

// wholeSeconds rounds up, so that who waits that long has waited long enough.
func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}
