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
	tile, err := dashboard.TileByID(a.TileID)
	if err != nil {
		return watched{}, err
	}
	variables := variablesOf(dashboard.DashboardSpec)
	what, err := w.config(ctx, a.TeamID, withVariables(tile.Config, variables), variables)
	what.Dashboard, what.Tile = dashboard.Name, titleOfAll(tile.Name, variables)
	return what, err
}

func (w *watchReader) config(ctx context.Context, teamID string, config stack.Config, variables []SQLVariable) (watched, error) {
	if raw, ok := config.(stack.RawSQL); ok {
		sql := raw.Raw()
		return watched{AlertWatch: AlertWatch{Format: sql.NumberFormat}, raw: &sql, single: raw.Display() == stack.DisplayNumber}, nil
	}
	if promQL, ok := config.(stack.PromQL); ok && config.Display().CanAlert() {
		return w.promQL(ctx, teamID, promQL, variables)
	}
	shown, ok := chartOf(config)
	if !ok || !config.Display().CanAlert() {
		return watched{}, fault.New(fault.Invalid, "alerts are supported only on line, stacked_bar and number tiles")
	}
	return w.chart(ctx, teamID, shown)
}

// chart returns what a chart shows last: its last formula, the ratio, or its
// last select item.
func (w *watchReader) chart(ctx context.Context, teamID string, c chart) (watched, error) {
	source, err := w.source(ctx, teamID, c.SourceID)
	if err != nil {
		return watched{}, err
	}
	what := watched{AlertWatch: AlertWatch{Source: source.Name, GroupBy: GroupTexts(c.groupBy)}, source: source}
	selected, err := what.derive(c)
	if err != nil {
		return watched{}, err
	}
	for i, item := range selected {
		if item.PeriodAggFn != "" {
			return watched{}, fault.New(fault.Invalid, "a tile with periodAggFn can't be watched")
		}
		what.places = append(what.places, fmt.Sprintf("config.select.%d.", len(c.Select)-len(selected)+i))
		what.series = append(what.series, seriesOf(c.SourceID, item, what.GroupBy))
	}
	return what, nil
}

// derive returns the select items that have to be read, and sets how they
// become one value.
func (w *watched) derive(c chart) ([]stack.SelectItem, error) {
	shown, err := c.values()
	if err != nil {
		return nil, err
	}
	last := shown[len(shown)-1]
	w.Format = c.watchedFormat(last, w.source)
	if w.Counts = c.isCounted(last); w.Counts {
		w.Empty = last.empty
	}
	if last.item >= 0 && !c.fillsItems() {
		w.value = firstValue
		return c.Select[last.item : last.item+1], nil
	}
	w.value, w.empties = last.at, c.empties()
	return c.Select, nil
}

// isCounted reports whether a value has one where there are no rows, as it is
// made of numbers of rows alone.
func (c chart) isCounted(v shownValue) bool {
	return query.HasNumber(v.empty) && !slices.ContainsFunc(c.read(v), func(item stack.SelectItem) bool {
		return item.AggFn != query.Count && item.AggFn != query.CountDistinct
	})
}

// read returns the select items that a value is made of.
func (c chart) read(v shownValue) []stack.SelectItem {
	if v.item >= 0 {
		return c.Select[v.item : v.item+1]
	}
	var items []stack.SelectItem
	for _, step := range v.of {
		if step.Op == stack.OpOperand && step.Operand < len(c.Select) {
			items = append(items, c.Select[step.Operand])
		}
	}
	return items
}
