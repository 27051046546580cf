package resources

import (
	"context"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// GroupChecker compiles what alerts are grouped by.
type GroupChecker interface {
	// CheckGroupBy returns an Invalid fault unless rows of the source can be
	// counted by the text, which is a list of expressions.
	CheckGroupBy(source stack.Source, text string) error
}

// checkAlertGroups returns an Invalid fault for a saved search that can't be
// counted by the alert's groups. What is stored already passes, and so does a
// search whose source is gone.
func (r *Resources) checkAlertGroups(ctx context.Context, teamID string, next, stored stack.AlertSpec) error {
	same := next.GroupBy == stored.GroupBy && sameTarget(next, stored)
	if r.Groups == nil || same || next.OnTile() || len(explore.GroupTexts(next.GroupBy)) == 0 {
		return nil
	}
	saved, err := r.Store.SavedSearchByID(ctx, teamID, next.SavedSearchID)
	if err != nil {
		return err
	}
	source, err := r.Store.SourceByID(ctx, teamID, saved.SourceID)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Groups.CheckGroupBy(source, next.GroupBy)
}
