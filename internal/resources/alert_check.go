package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/stack"
)

// AlertChecker compiles what alerts watch.
type AlertChecker interface {
	// CheckAlert returns an Invalid fault unless what the alert watches can be
	// asked for.
	CheckAlert(ctx context.Context, a stack.Alert) error
}

// checkWatched returns an Invalid fault for an alert that could never be
// evaluated. What is stored already passes.
func (r *Resources) checkWatched(ctx context.Context, teamID string, next, stored stack.AlertSpec) error {
	if r.Watched == nil || next.GroupBy == stored.GroupBy && sameTarget(next, stored) {
		return nil
	}
	return r.Watched.CheckAlert(ctx, stack.Alert{Record: stack.Record{TeamID: teamID}, AlertSpec: next})
}
