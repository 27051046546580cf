package stack

import (
	"maps"
	"slices"
	"strings"
)

// Mentions lists the ids of other resources that a dashboard names.
type Mentions struct {
	Sources      []string // of tiles and filters
	ClickSources []string // of clicks that open a search
	Connections  []string // of raw SQL tiles
	Dashboards   []string // of clicks that open a dashboard
}

// Mentions returns what the dashboard refers to, in the order of its tiles
// and filters, with repeats.
func (s DashboardSpec) Mentions() Mentions {
	var m Mentions
	for _, t := range s.Tiles {
		t.Config.mention(&m)
	}
	for _, f := range s.Filters {
		f.mention(&m)
	}
	return m
}

// SourceRef is what a dashboard's checks need to know of a source.
type SourceRef struct {
	Kind         SourceKind
	ConnectionID string
}

// References is what a team has that its dashboards may refer to, by id.
type References struct {
	Sources     map[string]SourceRef
	Connections map[string]bool
	Dashboards  map[string]bool
}

// CheckReferences returns an Invalid fault for the first of these rules that
// the dashboard breaks: its sources exist; its connections exist; the source
// of a raw SQL tile lies on the tile's connection; heatmaps are over traces;
// formulas are over metrics, logs or traces; its dashboards exist; searches
// that open on a click are over logs or traces. The two rules over kinds pass
// over tiles that are the same in stored. What stored names already may be
// gone, so that a dashboard that has lost something can still be changed.
func (s DashboardSpec) CheckReferences(refs References, stored DashboardSpec) error {
	m, had := s.Mentions(), stored.Mentions()
	fresh := s.changedDemands(stored)
	rules := []struct {
		phrase string
		ids    []string
	}{
		{"Could not find the following source IDs: ", without(refs.missingSources(append(m.Sources, m.ClickSources...)), append(had.Sources, had.ClickSources...))},
		{"Could not find the following connection IDs: ", without(missing(refs.Connections, m.Connections), had.Connections)},
		{"The following source IDs do not match the specified connections: ", refs.misplaced(s.Tiles)},
		{"Heatmap tiles require a Trace source. These are not: ", refs.unfit(fresh, heatmapKinds)},
		{"PromQL tiles require a PromQL source. These are not: ", refs.unfit(fresh, promQLKinds)},
		{"Tiles with formulas require a Metric, Log, or Trace source. These are not: ", refs.unfit(fresh, formulaKinds)},
		{"Could not find the following onClick dashboard IDs: ", without(missing(refs.Dashboards, m.Dashboards), had.Dashboards)},
		{"The following onClick search source IDs are not log or trace sources: ", refs.notSearchable(m.ClickSources)},
	}
	for _, rule := range rules {
		if len(rule.ids) > 0 {
			return badReference("", rule.phrase+listed(rule.ids))
		}
	}
	return nil
}

// Missing is what a dashboard names and its team does not have any more.
type Missing struct {
	Sources     []string
	Connections []string
}

// Missing returns what the dashboard has lost, each id once, in their order.
func (s DashboardSpec) Missing(refs References) Missing {
	m := s.Mentions()
	return Missing{
		Sources:     distinct(refs.missingSources(append(m.Sources, m.ClickSources...))),
		Connections: distinct(missing(refs.Connections, m.Connections)),
	}
}

func distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

func without(ids, known []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(known, id) })
}

// listed writes ids without repeats, at most IDsListedMax of them.
func listed(ids []string) string {
	seen := map[string]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	sorted := slices.Sorted(maps.Keys(seen))
	if len(sorted) > IDsListedMax {
		return strings.Join(sorted[:IDsListedMax], ", ") + ", …"
	}
	return strings.Join(sorted, ", ")
}

// IDsListedMax bounds the ids that a message lists.
const IDsListedMax = 20

func missing(known map[string]bool, ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] })
}

func (r References) missingSources(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { _, ok := r.Sources[id]; return ok })
}

func (r References) misplaced(tiles []Tile) []string {
	var ids []string
	for _, t := range tiles {
		raw, ok := t.Config.(RawSQL)
		if !ok || raw.Raw().SourceID == "" {
			continue
		}
		q := raw.Raw()
		if source, ok := r.Sources[q.SourceID]; ok && source.ConnectionID != q.ConnectionID {
			ids = append(ids, q.SourceID)
		}
	}
	return ids
}

func (r References) notSearchable(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		source, ok := r.Sources[id]
		return !ok || slices.Contains([]SourceKind{KindLog, KindTrace}, source.Kind)
	})
}

// demand is what a tile asks of the kind of its source.
type demand struct {
	source   string
	display  DisplayType
	formulas string
	isPromQL bool
}

func demandOf(c Config) demand {
	d := demand{display: c.Display()}
	var m Mentions
	if c.mention(&m); len(m.Sources) > 0 {
		d.source = m.Sources[0]
	}
	for _, f := range formulasOf(c) {
		d.formulas += f.Expression + "\n"
	}
	_, d.isPromQL = c.(PromQL)
	return d
}

func formulasOf(c Config) []Formula {
	switch c := c.(type) {
	case LineConfig:
		return c.Formulas
	case StackedBarConfig:
		return c.Formulas
	case TableConfig:
		return c.Formulas
	case NumberConfig:
		return c.Formulas
	default:
		return nil
	}
}

// changedDemands returns the demands that the stored dashboard's tile of the
// same id does not already make.
func (s DashboardSpec) changedDemands(stored DashboardSpec) []demand {
	before := map[string]demand{}
	for _, t := range stored.Tiles {
		before[t.ID] = demandOf(t.Config)
	}
	var changed []demand
	for _, t := range s.Tiles {
		if d := demandOf(t.Config); before[t.ID] != d {
			changed = append(changed, d)
		}
	}
	return changed
}

// heatmapKinds returns the kinds that a heatmap allows; nil for other tiles.
func heatmapKinds(d demand) []SourceKind {
	if d.display != DisplayHeatmap || d.isPromQL {
		return nil
	}
	return []SourceKind{KindTrace}
}

func promQLKinds(d demand) []SourceKind {
	if !d.isPromQL {
		return nil
	}
	return []SourceKind{KindPromQL}
}

func formulaKinds(d demand) []SourceKind {
	if d.formulas == "" {
		return nil
	}
	return []SourceKind{KindMetric, KindLog, KindTrace}
}

func (r References) unfit(demands []demand, kinds func(demand) []SourceKind) []string {
	var ids []string
	for _, d := range demands {
		source, ok := r.Sources[d.source]
		if allowed := kinds(d); ok && allowed != nil && !slices.Contains(allowed, source.Kind) {
			ids = append(ids, d.source)
		}
	}
	return ids
}
