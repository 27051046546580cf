package otlp

import (
	"context"
	"errors"
	"net/http"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/cairnstack/cairn/internal/fault"
)

// refusal is a failed request on its way to the sender.
type refusal struct {
	outcome string // for metrics
	code    codes.Code
	status  int // of HTTP
	message string
	retry   time.Duration // zero: don't try again
}

// refusalOf returns how a failure is told. Senders try again after the codes
// that the protocol calls retryable, and after no others.
func refusalOf(err error) refusal {
	if errors.Is(err, context.Canceled) {
		return refusal{"canceled", codes.Canceled, http.StatusServiceUnavailable, "the request was cancelled", 0}
	}
	f := fault.From(err)
	r := refusal{string(f.Kind), codes.Internal, http.StatusInternalServerError, f.Message, 0}
	switch {
	case errors.Is(err, errTooLarge):
		r.code, r.status = codes.ResourceExhausted, http.StatusRequestEntityTooLarge
	case errors.Is(err, errMediaType):
		r.code, r.status = codes.InvalidArgument, http.StatusUnsupportedMediaType
	case f.Kind == fault.Invalid:
		r.code, r.status = codes.InvalidArgument, http.StatusBadRequest
	case f.Kind == fault.Unauthenticated:
		r.code, r.status = codes.Unauthenticated, http.StatusUnauthorized
	case f.Kind == fault.Forbidden:
		r.code, r.status = codes.PermissionDenied, http.StatusForbidden
	case f.Kind == fault.Limited:
		r.code, r.status, r.retry = codes.ResourceExhausted, http.StatusTooManyRequests, orSecond(f.RetryAfter)
	case f.Kind == fault.Unavailable:
		r.code, r.status, r.retry = codes.Unavailable, http.StatusServiceUnavailable, orSecond(f.RetryAfter)
	}
	return r
}

func orSecond(d time.Duration) time.Duration {
	if d <= 0 {
		return time.Second
	}
	return d
}
