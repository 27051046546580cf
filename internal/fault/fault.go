// Package fault is the one vocabulary of failure that every layer shares: a
// kind that adapters map to a status, and a message that is safe to show.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies a failure by what the caller can do about it.
type Kind string

// The kinds. Adapters map each to one status of their protocol.
const (
	Invalid         Kind = "invalid"         // the request breaks a rule; do not repeat it unchanged
	Unauthenticated Kind = "unauthenticated" // no valid credential
	Forbidden       Kind = "forbidden"       // a valid credential without the permission
	NotFound        Kind = "not_found"       // no such thing, or not yours
	Conflict        Kind = "conflict"        // the thing's present state does not allow it
	Stale           Kind = "stale"           // the thing changed since the caller read it
	Limited         Kind = "limited"         // too many or too much; try later
	Unavailable     Kind = "unavailable"     // a part we depend on is away; try later
	Internal        Kind = "internal"        // our mistake
)

// Detail names one place in the input and the rule that it breaks.
type Detail struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error is a failure whose message outsiders may see. The cause, if any, is
// for the log only.
type Error struct {
	Kind       Kind
	Message    string
	Details    []Detail
	RetryAfter time.Duration // a hint for Limited and Unavailable
	Cause      error
}

// Error returns the public message followed by the cause, for logs.
func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// New makes a fault of the kind with a formatted public message.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes a fault whose cause is logged and never shown.
func Wrap(kind Kind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Cause: cause}
}

// Rules collects the rules that an input breaks and makes one fault of them.
// The zero value is ready to use.
type Rules struct{ details []Detail }

// Break records that the value at path breaks a rule. The message states the
// rule and never repeats the value.
func (r *Rules) Break(path, code, format string, args ...any) {
	r.details = append(r.details, Detail{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Check records a broken rule unless ok.
func (r *Rules) Check(ok bool, path, code, format string, args ...any) {
	if !ok {
		r.Break(path, code, format, args...)
	}
}

// Err returns nil when nothing is broken, otherwise an Invalid fault that
// names every place.
func (r *Rules) Err() error {
	if len(r.details) == 0 {
		return nil
	}
	return InvalidDetails(r.details)
}

// InvalidAt makes an Invalid fault about one place of a body.
func InvalidAt(path, code, message string) *Error {
	return InvalidDetails([]Detail{{Path: path, Code: code, Message: message}})
}

// InvalidDetails makes an Invalid fault from details; its message is the
// details joined.
func InvalidDetails(details []Detail) *Error {
	message := ""
	for i, d := range details {
		if i > 0 {
			message += "; "
		}
		message += d.text()
	}
	return &Error{Kind: Invalid, Message: message, Details: details}
}

func (d Detail) text() string {
	if d.Path == "" {
		return d.Message
	}
	return d.Path + ": " + d.Message
}

// From returns the fault inside err, or an Internal one that hides err.
func From(err error) *Error {
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return Wrap(Internal, err, "internal error")
}

// KindOf returns the kind of err: Internal for anything that is no fault, and
// the empty kind for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	return From(err).Kind
}
