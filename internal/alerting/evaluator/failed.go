package evaluator

import (
	"context"
	"errors"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// The types of failures that an alert shows.
const (
	FailureQuery   = "QUERY_ERROR"   // what it watches can't be read
	FailureTimeout = "QUERY_TIMEOUT" // reading took too long
	FailureInvalid = "INVALID_ALERT" // what it watches is gone, or can't be watched
	FailureUnknown = "UNKNOWN"
)

// failed returns the turn of an alert that could not be read: its windows
// stay open, and it is tried again.
func failed(l look, err error) alerting.Turn {
	attempts := l.task.Attempts + 1
	failure := failureOf(err, l.now)
	turn := alerting.Turn{Task: l.task, Progress: alerting.Progress{
		Through: l.task.Alert.Progress.Through, OpenSince: l.dueAt(l.first), DueAt: l.now.Add(retryAfter(attempts)),
		Attempts: attempts, Grouping: l.task.Grouping,
	}}
	turn.Evaluations = []alerting.Evaluation{{
		Window: windowOf(l.first), State: l.task.Alert.State, Groups: []alerting.GroupResult{}, Attempts: attempts,
		ErrorType: failure.Type, Error: failure.Message, At: l.now,
	}}
	status := l.task.Alert.AlertStatus
	// What is gone does not come back by trying again.
	isGone := failure.Type == FailureInvalid
	if (isGone || attempts >= alerting.ErrorAfter) && status.State != stack.StateError {
		entry := l.entry(alerting.HistoryError, windowOf(l.first))
		entry.To, entry.Message = stack.StateError, failure.Message
		turn.History = []alerting.HistoryEntry{entry}
		status.StateBeforeError, status.State = status.State, stack.StateError
	}
	if status.State != l.task.Alert.State || !isShown(status.Failures, failure) {
		status.Failures = []stack.AlertFailure{failure}
		turn.Status = &status
	}
	return turn
}

// isShown reports whether the alert shows the failure already.
func isShown(shown []stack.AlertFailure, f stack.AlertFailure) bool {
	return len(shown) == 1 && shown[0].Type == f.Type && shown[0].Message == f.Message
}

// retryAfter returns how long to wait after so many failures in a row.
func retryAfter(attempts int) time.Duration {
	const doublingsMax = 10
	return min(alerting.RetryMin<<min(attempts-1, doublingsMax), alerting.RetryMax)
}

func failureOf(err error, now time.Time) stack.AlertFailure {
	f := stack.AlertFailure{At: now, Type: FailureUnknown, Message: "internal error"}
	var known *fault.Error
	isLate := errors.Is(err, context.DeadlineExceeded)
	switch {
	case errors.As(err, &known) && isLate && known.Kind == fault.Invalid:
		f.Type, f.Message = FailureTimeout, known.Message
	case known != nil:
		f.Type, f.Message = failureType(known.Kind), known.Message
	case isLate:
		f.Type, f.Message = FailureTimeout, "the query took too long"
	}
	return f
}

func failureType(kind fault.Kind) string {
	switch kind {
	case fault.NotFound:
		return FailureInvalid
	case fault.Invalid, fault.Unavailable, fault.Limited:
		return FailureQuery
	case fault.Unauthenticated, fault.Forbidden, fault.Conflict, fault.Stale, fault.Internal:
	}
	return FailureUnknown
}
