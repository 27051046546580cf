package observe

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// GroupChecker compiles what alerts are grouped by.
type GroupChecker interface {
	// CheckGroupBy returns an Invalid fault unless rows of the source can be
	// counted by the text, which is a list of expressions.
	CheckGroupBy(source stack.Source, text string) error
}

// CheckGroupBy implements GroupChecker. It does not ask the engine: keys of
// attributes may come later. A source that can't be queried anyway passes.
func (q *Queries) CheckGroupBy(source stack.Source, text string) error {
	target, err := targetOf(source)
	if err != nil {
		return nil
	}
	target.Range = q.checkRange()
	scan := SeriesScan{Target: target, Step: sourceCheckRange, Series: []ScannedSeries{{Aggregate: telemetry.Count}}, GroupsMax: AlertGroupsMax}
	if q.Engine.CheckSeries(scan) != nil {
		return nil
	}
	if scan.GroupBy, err = expressions("groupBy", text); err != nil {
		return err
	}
	return q.Engine.CheckSeries(scan)
}

// checkAlertGroups returns an Invalid fault for a saved search that can't be
// counted by the alert's groups. What is stored already passes, and so does a
// search whose source is gone.
func (r *Resources) checkAlertGroups(ctx context.Context, teamID string, next, stored stack.AlertSpec) error {
	same := next.GroupBy == stored.GroupBy && sameTarget(next, stored)
	if r.Groups == nil || same || next.OnTile() || len(groupTexts(next.GroupBy)) == 0 {
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
