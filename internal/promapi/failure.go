package promapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/prometheus/prometheus/promql"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

// The words of Prometheus for failures that have no kind of fault.
const (
	wordExecution = "execution"
	wordTimeout   = "timeout"
	wordCanceled  = "canceled"
)

// statusCanceled is that of a question whose client went away.
const statusCanceled = 499

// failed returns the failure of a question as Prometheus has it: an expression
// that can't be parsed is bad data, one that can't be evaluated fails in its
// execution.
func failed(err error) error {
	var (
		syntax   *prom.ParseError
		timeout  promql.ErrQueryTimeout
		canceled promql.ErrQueryCanceled
		samples  promql.ErrTooManySamples
		f        *fault.Error
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return refuse("query", "%s", syntax.Err)
	case errors.As(err, &samples):
		return &httpx.Failure{Status: http.StatusUnprocessableEntity, Word: wordExecution, Message: samples.Error()}
	case errors.As(err, &canceled), errors.Is(err, context.Canceled):
		return &httpx.Failure{Status: statusCanceled, Word: wordCanceled, Message: "the query was canceled", Cause: err}
	case errors.As(err, &timeout), errors.Is(err, context.DeadlineExceeded):
		return &httpx.Failure{Status: http.StatusServiceUnavailable, Word: wordTimeout, Message: "the query took too long", Cause: err}
	case errors.As(err, &f) && f.Kind == fault.Invalid:
		return &httpx.Failure{Status: http.StatusUnprocessableEntity, Word: wordExecution, Message: f.Message, Cause: f.Cause}
	}
	return err
}
