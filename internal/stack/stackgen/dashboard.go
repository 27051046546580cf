package stackgen

import (
	"strconv"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Dashboard returns a body with that many tiles, of all types when there are
// enough of them.
func (g *Gen) Dashboard(tiles int) stack.DashboardInput {
	in := stack.DashboardInput{
		Name: g.text(), Tiles: list(tiles, tiles, g, g.Tile), Tags: maybe(g, list(0, 5, g, g.tag)),
		Filters: maybe(g, g.filters()), SavedQuery: g.savedQuery(), Containers: maybe(g, g.containers()),
		SavedFilterValues: maybe(g, list(0, 3, g, g.savedFilterValue)),
	}
	for i, config := range g.Configs() {
		if i < tiles {
			in.Tiles[i].Config = config
		}
	}
	for i := range in.Tiles {
		g.seat(&in.Tiles[i], in.Containers)
	}
	if in.SavedQuery.Value != nil {
		in.SavedQueryLanguage = maybe(g, stack.Some(pick(g, stack.SavedQueryLanguages())))
	}
	return in
}

func (g *Gen) tag() string { return pick(g, []string{"prod", "checkout", "größe", "on call"}) }

func (g *Gen) savedQuery() stack.Opt[string] {
	return pick(g, []stack.Opt[string]{{}, stack.Null[string](), stack.Some(""), stack.Some(g.text())})
}

func (g *Gen) savedFilterValue() stack.SavedFilterValue {
	return stack.SavedFilterValue{Type: string(query.SQL), Condition: g.text()}
}

func (g *Gen) containers() []stack.Container {
	made := 0
	return list(0, 5, g, func() stack.Container {
		made++
		c := stack.Container{
			ID: "c" + strconv.Itoa(made), Title: g.text(), Collapsed: g.chance(), Collapsible: g.flag(), Bordered: g.flag(),
		}
		for i := range g.between(0, 3) {
			c.Tabs = append(c.Tabs, stack.Tab{ID: "t" + strconv.Itoa(i), Title: g.text()})
		}
		return c
	})
}

// seat puts a tile into a container and a tab now and then.
func (g *Gen) seat(t *stack.Tile, containers []stack.Container) {
	if len(containers) == 0 || g.chance() {
		return
	}
	c := pick(g, containers)
	t.ContainerID = c.ID
	if len(c.Tabs) > 0 {
		t.TabID = maybe(g, pick(g, c.Tabs).ID)
	}
}

func (g *Gen) filters() []stack.Filter {
	made := 0
	return list(0, 5, g, func() stack.Filter {
		made++
		f := stack.Filter{
			ID: maybe(g, g.ID()), Name: g.text(), Expression: g.text(),
			SourceID: g.seriesSource(), SourceMetricType: maybe(g, pick(g, query.MetricTypes())), Where: maybe(g, g.text()),
			WhereLanguage: maybe(g, pick(g, query.WhereLanguages())), IsBroadcastEnabled: g.flag(), IsVariableEnabled: g.flag(),
		}
		g.setType(&f)
		g.setModes(&f, "v"+strconv.Itoa(made))
		return f
	})
}

// setType makes some filters lists or texts, which need no source.
func (g *Gen) setType(f *stack.Filter) {
	if f.Type = pick(g, stack.FilterTypes()); f.HasSource() {
		return
	}
	f.SourceID = maybe(g, f.SourceID)
	if f.Type == stack.FilterPromQL {
		f.Expression, f.Where, f.WhereLanguage = "instance", maybe(g, `up{job="$job"}`), ""
		f.IsBroadcastEnabled, f.DefaultValues = some(false), maybe(g, []string{"a:9100"})
		return
	}
	f.Where = ""
	if f.Type == stack.FilterList {
		f.Values = []string{"eu", "größe", f.Name + "!"}
	}
	if f.Expression = maybe(g, f.Expression); f.Expression == "" {
		f.IsBroadcastEnabled = some(false)
	}
}

// setModes repairs the modes of a filter so that they fit together.
func (g *Gen) setModes(f *stack.Filter, variable string) {
	if !f.Broadcasts() {
		f.IsVariableEnabled = some(true)
	} else if g.chance() {
		f.AppliesToSourceIDs = list(0, 2, g, g.seriesSource)
	}
	if f.IsVariableEnabled != nil && *f.IsVariableEnabled {
		f.VariableName = variable
	}
}
