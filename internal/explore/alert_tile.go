package explore

import (
	"context"
	"fmt"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// tile returns what an alert on a tile watches.
func (w *watchReader) tile(ctx context.Context, a stack.Alert) (watched, error) {
	dashboard, err := once(w.dashboards, a.TeamID, a.DashboardID, func() (stack.Dashboard, error) {
		return w.kept.get(ctx, w.store, a.TeamID, a.DashboardID)
	})
	if err != nil {
		return watched{}, err
	}
	at := slices.IndexFunc(dashboard.Tiles, func(t stack.Tile) bool { return t.ID == a.TileID })
	if at < 0 {
		return watched{}, fault.New(fault.NotFound, "tile does not exist")
	}
	tile := dashboard.Tiles[at]
	what, err := w.config(ctx, a.TeamID, tile.Config)
	what.Dashboard, what.Tile = dashboard.Name, tile.Name
	return what, err
}

func (w *watchReader) config(ctx context.Context, teamID string, config stack.Config) (watched, error) {
	switch c := config.(type) {
	case stack.RawSQL:
		raw := c.Raw()
		return watched{raw: &raw, single: c.Display() == stack.DisplayNumber}, nil
	case stack.LineConfig:
		return w.chart(ctx, teamID, c.Chart, charted{c.GroupBy, c.Derived})
	case stack.StackedBarConfig:
		return w.chart(ctx, teamID, c.Chart, charted{c.GroupBy, c.Derived})
	case stack.NumberConfig:
		return w.chart(ctx, teamID, c.Chart, charted{derived: stack.Derived{Formulas: c.Formulas}})
	default:
		return watched{}, fault.New(fault.Invalid, "alerts are supported only on line, stacked_bar and number tiles")
	}
}

// charted is what a chart makes of its select items.
type charted struct {
	groupBy string
	derived stack.Derived
}

// chart returns what a chart shows last: its last formula, the ratio, or its
// last select item.
func (w *watchReader) chart(ctx context.Context, teamID string, c stack.Chart, how charted) (watched, error) {
	source, err := w.source(ctx, teamID, c.SourceID)
	if err != nil {
		return watched{}, err
	}
	what := watched{AlertWatch: AlertWatch{Source: source.Name, GroupBy: GroupTexts(how.groupBy), Counts: true}, source: source, value: firstValue}
	selected, err := what.derive(c.Select, how.derived)
	if err != nil {
		return watched{}, err
	}
	for i, item := range selected {
		if item.PeriodAggFn != "" {
			return watched{}, fault.New(fault.Invalid, "a tile with periodAggFn can't be watched")
		}
		what.Counts = what.Counts && (item.AggFn == query.Count || item.AggFn == query.CountDistinct)
		what.places = append(what.places, fmt.Sprintf("config.select.%d.", len(c.Select)-len(selected)+i))
		what.series = append(what.series, seriesOf(c.SourceID, item, what.GroupBy))
	}
	return what, nil
}

// derive returns the select items that have to be read, and sets how they
// become one value.
func (w *watched) derive(items []stack.SelectItem, derived stack.Derived) ([]stack.SelectItem, error) {
	switch {
	case len(derived.Formulas) > 0:
		program, err := stack.ParseFormula(derived.Formulas[len(derived.Formulas)-1].Expression)
		w.value = decimal(program.Eval)
		return items, err
	case derived.AsRatio && len(items) == 2:
		w.value = decimal(ratio)
		return items, nil
	default:
		return items[len(items)-1:], nil
	}
}

// decimal returns a computation whose result is rounded as that of a series is.
func decimal(compute func([]float64) (float64, bool)) func([]float64) (float64, bool) {
	return func(values []float64) (float64, bool) {
		number, ok := compute(values)
		return query.Decimal(number), ok
	}
}

// ratio divides the first value by the second.
func ratio(values []float64) (float64, bool) {
	if !query.HasNumber(values[1]) || values[1] == 0 {
		return 0, false
	}
	if !query.HasNumber(values[0]) {
		return 0, true
	}
	share := values[0] / values[1]
	return share, query.HasNumber(share)
}

func seriesOf(sourceID string, item stack.SelectItem, groupBy []string) query.Series {
	return query.Series{
		SourceID: sourceID, Aggregate: item.AggFn, Level: item.Level, Field: item.ValueExpression,
		Where: item.Where, Language: item.WhereLanguage, GroupBy: groupBy,
		MetricType: item.MetricType, MetricName: item.MetricName,
	}
}
