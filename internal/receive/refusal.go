package receive

import (
	"context"
	"errors"
	"net/http"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/cairnstack/cairn/internal/fault"
)

// Refusal is a failed request on its way to the sender.
type Refusal struct {
	Outcome string // for metrics
	Code    codes.Code
	Status  int // of HTTP
	Message string
	Retry   time.Duration // zero: don't try again
}

// RefusalOf returns how a failure is told. Senders try again after the codes
// that the protocol calls retryable, and after no others.
func RefusalOf(err error) Refusal {
	if errors.Is(err, context.Canceled) {
		return Refusal{"canceled", codes.Canceled, http.StatusServiceUnavailable, "the request was cancelled", 0}
	}
	f := fault.From(err)
	r := Refusal{string(f.Kind), codes.Internal, http.StatusInternalServerError, f.Message, 0}
	switch {
	case errors.Is(err, ErrTooLarge):
		r.Code, r.Status = codes.ResourceExhausted, http.StatusRequestEntityTooLarge
	case errors.Is(err, ErrForeignType):
		r.Code, r.Status = codes.InvalidArgument, http.StatusUnsupportedMediaType
	case f.Kind == fault.Invalid:
		r.Code, r.Status = codes.InvalidArgument, http.StatusBadRequest
	case f.Kind == fault.Unauthenticated:
		r.Code, r.Status = codes.Unauthenticated, http.StatusUnauthorized
	case f.Kind == fault.Forbidden:
		r.Code, r.Status = codes.PermissionDenied, http.StatusForbidden
	case f.Kind == fault.Limited:
		r.Code, r.Status, r.Retry = codes.ResourceExhausted, http.StatusTooManyRequests, orSecond(f.RetryAfter)
	case f.Kind == fault.Unavailable:
		r.Code, r.Status, r.Retry = codes.Unavailable, http.StatusServiceUnavailable, orSecond(f.RetryAfter)
	}
	return r
}

func orSecond(d time.Duration) time.Duration {
	if d <= 0 {
		return time.Second
	}
	return d
}
