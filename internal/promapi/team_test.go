package promapi_test

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
)

// team has three alerts: one that fires for a group, one that is broken and one
// that nothing was heard of.
type team struct{}

func (team) Alerts(context.Context, resources.Part) ([]stack.Alert, int, error) {
	top := 9.5
	watch := func(id, dashboard string, status stack.AlertStatus) stack.Alert {
		return stack.Alert{Record: stack.Record{ID: id}, AlertStatus: status, AlertSpec: stack.AlertSpec{
			Source: stack.AlertOnTile, DashboardID: dashboard, TileID: "t1", Interval: "5m", NumConsecutiveWindows: 3,
			ThresholdType: stack.ThresholdAbove, Threshold: 5,
		}}
	}
	progress := stack.AlertProgress{Through: noon()}
	firing := watch("a1", "d1", stack.AlertStatus{State: stack.StateFiring, Progress: progress})
	firing.Name, firing.Message, firing.Tags = "Errors", "Too many on {{attributes.host}}: {{value}}.", []string{"sev1", "severity=critical", "api"}
	broken := watch("a2", "d1", stack.AlertStatus{
		State: stack.StateError, StateBeforeError: stack.StatePending, Progress: progress,
		Failures: []stack.AlertFailure{{Type: "query", Message: "no such column"}},
	})
	fresh := watch("a3", "", stack.NewAlertStatus())
	fresh.Source, fresh.SavedSearchID, fresh.TileID = stack.AlertOnSearch, "s1", ""
	fresh.ThresholdType, fresh.ThresholdMax, fresh.GroupBy = stack.ThresholdNotBetween, &top, "host"
	return []stack.Alert{fresh, firing, broken}, 3, nil
}

func (team) Dashboards(context.Context) ([]stack.Dashboard, error) {
	var tile stack.Tile
	tile.ID, tile.Name = "t1", "Errors per minute"
	return []stack.Dashboard{{Record: stack.Record{ID: "d1"}, DashboardSpec: stack.DashboardSpec{Name: "API", Tiles: []stack.Tile{tile}}}}, nil
}

// SavedSearches returns none: the caller may not see them.
func (team) SavedSearches(context.Context, resources.Part) ([]stack.SavedSearch, int, error) {
	return nil, 0, nil
}

func (team) Evaluations(_ context.Context, id string, _ alerting.Span) ([]alerting.Evaluation, error) {
	if id != "a1" {
		return nil, nil
	}
	value := 12.5
	return []alerting.Evaluation{{Window: alerting.Window{End: noon()}, Groups: []alerting.GroupResult{
		{Values: []alerting.GroupValue{{Name: "host", Value: "a"}}, Value: &value, State: stack.StateFiring},
		{Values: []alerting.GroupValue{{Name: "host", Value: "b"}}, State: stack.StateInactive},
		{Values: []alerting.GroupValue{{Name: "host", Value: "c"}}, State: stack.StatePending},
		{Values: []alerting.GroupValue{{Name: "host", Value: "d"}, {Name: "severity", Value: "low"}}, Infinite: alerting.PlusInfinity, State: stack.StateFiring},
		{Values: []alerting.GroupValue{{Name: "host", Value: "e"}}, Infinite: alerting.MinusInfinity, State: stack.StateFiring},
	}}}, nil
}

func (team) History(_ context.Context, id string, _ alerting.Span) ([]alerting.HistoryEntry, error) {
	went := func(host string, to stack.AlertState, ago time.Duration) alerting.HistoryEntry {
		return alerting.HistoryEntry{
			Kind: alerting.HistoryTransition, Group: alerting.Group{Values: []alerting.GroupValue{{Name: "host", Value: host}}},
			To: to, Window: alerting.Window{End: noon().Add(-ago)},
		}
	}
	if id != "a1" {
		return nil, nil
	}
	return []alerting.HistoryEntry{
		went("b", stack.StateInactive, 5*time.Minute), went("a", stack.StateFiring, 10*time.Minute),
		went("a", stack.StatePending, 20*time.Minute), went("a", stack.StateInactive, time.Hour), went("a", stack.StateFiring, 2*time.Hour),
	}, nil
}
