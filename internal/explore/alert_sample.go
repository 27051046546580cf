package explore

import (
	"context"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// alertSampleBytesMax bounds the sample rows of a notice.
const alertSampleBytesMax = 64 << 10

// AlertSample asks for a few of the rows that an alert on a search counted.
type AlertSample struct {
	Alert stack.Alert
	Range query.TimeRange
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
	scan, err := newRowScan(source, query.RowsQuery{
		Where: saved.Where, Language: saved.WhereLanguage, Select: saved.Select, Limit: s.Limit,
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
	exprs, err := groupExprs("groupBy", GroupTexts(s.Alert.GroupBy))
	if err != nil || len(exprs) != len(s.Group) {
		return nil, err
	}
	conditions := make([]Expr, len(exprs))
	for i, e := range exprs {
		conditions[i] = Expr{Path: e.Path, Node: &ql.Binary{
			Op: ql.OpEqual, Left: &ql.Call{Name: "toString", Args: []ql.Node{e.Node}},
			Right: &ql.Literal{Kind: ql.StringText, Text: s.Group[i]},
		}}
	}
	return conditions, nil
}
