package prom

import (
	"errors"
	"fmt"

	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/fault"
)

// ParseError says that a text is no PromQL.
type ParseError struct{ Err error }

// Error returns the parser's words.
func (e *ParseError) Error() string { return e.Err.Error() }

// Unwrap returns an Invalid fault, and the cause.
func (e *ParseError) Unwrap() []error {
	return []error{fault.New(fault.Invalid, "%s", e.Err.Error()), e.Err}
}

// ErrTruncated warns that a list was cut to its limit.
var ErrTruncated = fmt.Errorf("%w: results truncated due to limit", annotations.PromQLWarning)

// ErrTooManySamples says that a question would read more samples than it may.
var ErrTooManySamples = errors.New("too many samples")
