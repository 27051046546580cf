package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// How long a caller should wait before it tries again.
const (
	retryBusy = time.Second
	retryAway = 5 * time.Second
)

// failure turns what a statement failed with into a fault, and dooms the
// transaction it failed in. Anything that is not the caller's or the
// machine's doing stays what it is: our mistake.
func (s *Store) failure(ctx context.Context, st statement, err error) error {
	if err == nil {
		return nil
	}
	if t := s.transaction(ctx); t != nil {
		t.doomed.Store(true)
	}
	if ended := contextEnd(ctx, err); ended != nil {
		return ended
	}
	switch s.dialect.classify(err) {
	case problemTaken: // the name of a constraint says no more, and people would see it
		return fault.New(fault.Conflict, "%s", st.taken)
	case problemOrphan:
		return fault.New(fault.NotFound, "what the %s belongs to does not exist", st.noun)
	case problemBusy:
		return unavailable(err, "the database is busy", retryBusy)
	case problemFull:
		return unavailable(err, "the database has no space left", retryAway)
	case problemAway:
		return unavailable(err, "the database is not reachable", retryAway)
	case problemReadOnly:
		return unavailable(err, "the database is read-only", retryAway)
	case problemOther:
	}
	return fmt.Errorf("%s: %w", st.noun, err)
}

// contextEnd returns what to make of a statement that its context ended. A
// caller who went away is told so; for a deadline the database is to blame.
func contextEnd(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled), errors.Is(err, context.Canceled):
		return fmt.Errorf("database call: %w", context.Canceled)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return unavailable(err, "the database did not answer in time", retryBusy)
	}
	return nil
}

func unavailable(cause error, message string, after time.Duration) error {
	f := fault.Wrap(fault.Unavailable, cause, "%s", message)
	f.RetryAfter = after
	return f
}
