package explore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// CheckAlert returns an Invalid fault unless what the alert watches can be asked
// for. It does not ask the engine: keys of attributes may come later. What is gone
// passes, and so does a source that can't be queried anyway. Raw SQL was checked
// when its tile was saved.
func (r *AlertReads) CheckAlert(ctx context.Context, a stack.Alert) error {
	from := time.Unix(0, 0).UTC()
	during := query.Until(from, from.Add(sourceCheckRange))
	watches := newWatchReader(r)
	what, err := watches.watched(ctx, a)
	if err := r.checkReadable(ctx, a, what); err != nil {
		return inAlert(a, err)
	}
	if fault.KindOf(err) == fault.NotFound || err == nil && !what.isQueryable() {
		return nil
	}
	task := alertTask{question: AlertQuestion{Alert: a, Range: during, Step: sourceCheckRange}}
	if err == nil {
		err = task.watch(ctx, watches)
	}
	for i := 0; i < len(task.series) && err == nil; i++ {
		err = r.checkSeries(task.scan, task.series[i])
	}
	return inAlert(a, err)
}

// checkReadable returns an Invalid fault for data of a source that the caller
// may not read: the alert would read it as the team.
func (r *AlertReads) checkReadable(ctx context.Context, a stack.Alert, what watched) error {
	p, isSomebody := access.From(ctx)
	if !isSomebody || p.MayAll(stack.ActionRead, stack.SubjectSource) {
		return nil
	}
	hidden := fault.New(fault.Invalid, "must show data of sources that your role may read")
	if r.Sources == nil || what.isAsked() { // a query of the team reads all rows of its tables
		return hidden
	}
	if what.source.ID == "" {
		return nil
	}
	_, err := r.Sources.SourceByID(ctx, a.TeamID, what.source.ID)
	if fault.KindOf(err) == fault.NotFound {
		return hidden
	}
	return err
}

// isQueryable reports whether what is watched is series of a source that is ours.
func (w watched) isQueryable() bool {
	if w.isAsked() || len(w.series) == 0 {
		return false
	}
	_, err := seriesTarget(w.source, "", w.series[0].MetricType)
	return err == nil
}

// checkSeries compiles a series of a scan.
func (r *AlertReads) checkSeries(scan SeriesScan, s ScannedSeries) error {
	bare := scan
	bare.GroupBy, bare.Series = nil, []ScannedSeries{{Aggregate: query.Count, Metric: s.Metric}}
	if r.Engine.CheckSeries(bare) != nil {
		return nil
	}
	scan.Series = []ScannedSeries{s}
	return r.Engine.CheckSeries(scan)
}

// inAlert names the field of an alert's body that leads to a mistake in what the
// alert watches.
func inAlert(a stack.Alert, err error) error {
	if fault.KindOf(err) != fault.Invalid {
		return err
	}
	field, owner := "savedSearchId", "the search"
	if a.OnTile() {
		field, owner = "tileId", "the tile"
	}
	broken := fault.From(err)
	if len(broken.Details) == 0 {
		return fault.InvalidAt(field, "invalid", broken.Message)
	}
	details := slices.Clone(broken.Details)
	for i, d := range details {
		if d.Path != "groupBy" || a.OnTile() {
			details[i] = fault.Detail{Path: field, Code: d.Code, Message: fmt.Sprintf("%s of %s: %s", d.Path, owner, d.Message)}
		}
	}
	return fault.InvalidDetails(details)
}
