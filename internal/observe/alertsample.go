package observe

import (
	"context"

	"github.com/cairnstack/cairn/internal/search"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// alertSampleBytesMax bounds the sample rows of a notice.
const alertSampleBytesMax = 64 << 10

// AlertSample asks for a few of the rows that an alert on a search counted.
type AlertSample struct {
	Alert stack.Alert
	Range telemetry.TimeRange
	Group []string // one text for each expression that the alert is grouped by
	Limit int
}

// Sample returns the newest rows. Of an alert on a tile there are none.
func (r *AlertReads) Sample(ctx context.Context, s AlertSample) (RowResult, error) {
	if s.Alert.OnTile() {
		return RowResult{}, nil
	}
	saved, err := r.Store.SavedSearchByID(ctx, s.Alert.TeamID, s.Alert.SavedSearchID)
	if err != nil {
		return RowResult{}, err
	}
	source, err := newWatchReader(r).source(ctx, s.Alert.TeamID, saved.SourceID)
	if err != nil {
		return RowResult{}, err
	}
	scan, err := newRowScan(source, telemetry.RowsQuery{
		Where: saved.Where, Language: telemetry.Language(saved.WhereLanguage), Select: saved.Select, Limit: s.Limit,
	})
	if err != nil {
		return RowResult{}, err
	}
	filters, err := filterExprs(saved.Filters)
	if err != nil {
		return RowResult{}, err
	}
	groups, err := s.groupConditions()
	if err != nil {
		return RowResult{}, err
	}
	scan.Range, scan.BytesMax = s.Range, alertSampleBytesMax
	scan.Order, scan.Descending = nil, true
	scan.Where = withFilters(scan.Where, append(filters, groups...))
	return r.Engine.Rows(ctx, scan)
}

// groupConditions returns that a row is of the group.
func (s AlertSample) groupConditions() ([]Expr, error) {
	exprs, err := groupExprs("groupBy", groupTexts(s.Alert.GroupBy))
	if err != nil || len(exprs) != len(s.Group) {
		return nil, err
	}
	conditions := make([]Expr, len(exprs))
	for i, e := range exprs {
		conditions[i] = Expr{Path: e.Path, Node: &search.Binary{
			Op: search.OpEqual, Left: &search.Call{Name: "toString", Args: []search.Node{e.Node}},
			Right: &search.Literal{Kind: search.StringText, Text: s.Group[i]},
		}}
	}
	return conditions, nil
}
