package explore

import (
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The groups that a tile shows unless it says otherwise.
const (
	TimeGroupsDefault     = 20
	CategoryGroupsDefault = 12
	TableGroupsMax        = 200
)

// chart is what a tile over series shows: the one reading of its config, for
// those who draw it and for alerts.
type chart struct {
	stack.Chart
	groupBy    string
	derived    stack.Derived
	having     string
	orderBy    string
	groups     int  // how many are shown
	overTime   bool // has buckets; otherwise one value for the whole range
	fill       bool // empty buckets count as 0 where that makes sense
	compare    bool // with the period before
	background bool // with the course of the number behind it
}

// fillsItems reports whether a select item without rows counts as 0, where that
// makes sense, in a bucket and group that another one has rows in.
func (c chart) fillsItems() bool { return len(c.Select) > 1 && (c.fill || !c.overTime) }

// empties returns what select items are where they count as 0; NaN: nothing.
func (c chart) empties() []float64 {
	if !c.fillsItems() {
		return nil
	}
	empties := make([]float64, len(c.Select))
	for i, v := range c.items() {
		empties[i] = v.empty
	}
	return empties
}

// chartOf returns how a builder tile over series reads its config; false for
// tiles of other kinds.
func chartOf(config stack.Config) (chart, bool) {
	switch c := config.(type) {
	case stack.LineConfig:
		shown := timeChart(c.Chart, c.GroupBy, c.Derived, c.TimeAxis)
		shown.compare = isSet(c.CompareToPreviousPeriod)
		return shown, true
	case stack.StackedBarConfig:
		return timeChart(c.Chart, c.GroupBy, c.Derived, c.TimeAxis), true
	case stack.TableConfig:
		return chart{
			Chart: c.Chart, groupBy: c.GroupBy, derived: c.Derived, having: c.Having, orderBy: c.OrderBy,
			groups: TableGroupsMax,
		}, true
	case stack.NumberConfig:
		return chart{
			Chart: c.Chart, derived: stack.Derived{Formulas: c.Formulas}, groups: 1, background: c.BackgroundChart != nil,
		}, true
	case stack.CategoryConfig:
		return chart{
			Chart: c.Chart, groupBy: c.GroupBy, orderBy: c.OrderBy, groups: groupLimit(c.Limit, CategoryGroupsDefault),
		}, true
	default:
		return chart{}, false
	}
}

func timeChart(c stack.Chart, groupBy string, derived stack.Derived, axis stack.TimeAxis) chart {
	return chart{
		Chart: c, groupBy: groupBy, derived: derived, groups: groupLimit(axis.SeriesLimit, TimeGroupsDefault),
		overTime: true, fill: axis.FillNulls,
	}
}

// groupLimit returns how many groups a tile shows; 0 asks for all of them.
func groupLimit(limit *int, otherwise int) int {
	switch {
	case limit == nil:
		return otherwise
	case *limit == 0:
		return query.GroupsMax
	}
	return min(*limit, query.GroupsMax)
}

func isSet(flag *bool) bool { return flag != nil && *flag }

// course returns a number tile as a line over time.
func (c chart) course() chart {
	return chart{Chart: c.Chart, derived: c.derived, groups: 1, overTime: true, fill: true}
}

// series returns what has to be read.
func (c chart) series() []query.Series {
	series := make([]query.Series, len(c.Select))
	for i, item := range c.Select {
		series[i] = seriesOf(c.SourceID, item, GroupTexts(c.groupBy))
	}
	return series
}

func seriesOf(sourceID string, item stack.SelectItem, groupBy []string) query.Series {
	return query.Series{
		SourceID: sourceID, Aggregate: item.AggFn, Level: item.Level, Field: item.ValueExpression,
		Where: item.Where, Language: item.WhereLanguage, GroupBy: groupBy,
		MetricType: item.MetricType, MetricName: item.MetricName,
	}
}
