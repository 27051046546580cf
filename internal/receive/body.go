package receive

import (
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Reasons for which a body is refused.
var (
	ErrForeignType = errors.New("foreign media type") // cause of a refusal with 415
	ErrCutShort    = fault.New(fault.Invalid, "the body ended early")
	ErrSlow        = &fault.Error{Kind: fault.Unavailable, Message: "the body took too long", RetryAfter: time.Second}
)

// ReadBody reads a body of the allowed size within the allowed time.
func (r *Receiver) ReadBody(w http.ResponseWriter, q *http.Request) (*Buffer, error) {
	if q.ContentLength > r.Limits.RequestBytes {
		return nil, ErrTooLarge
	}
	_ = http.NewResponseController(w).SetReadDeadline(r.Now().Add(r.Limits.ReceiveTime)) // not every writer can
	body, err := r.buffers.Read(q.Body, ReadPlan{Hint: q.ContentLength, Limit: r.Limits.RequestBytes})
	var network net.Error
	switch {
	case err == nil || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrBusy):
		return body, err
	case errors.As(err, &network) && network.Timeout():
		return nil, ErrSlow
	default:
		return nil, errors.Join(ErrCutShort, err)
	}
}
