package stack

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// SharedRangeMax bounds the time range that a visitor of a shared dashboard
// may ask for.
const SharedRangeMax = 31 * 24 * time.Hour

// ShareLifetime is how long a share link works.
type ShareLifetime string

// The lifetimes of share links.
const (
	ShareHour  ShareLifetime = "1h"
	ShareDay   ShareLifetime = "1d"
	ShareWeek  ShareLifetime = "7d"
	ShareMonth ShareLifetime = "30d"
)

// Duration returns the length of the lifetime, zero when it is none.
func (l ShareLifetime) Duration() time.Duration {
	const day = 24 * time.Hour
	switch l {
	case ShareHour:
		return time.Hour
	case ShareDay:
		return day
	case ShareWeek:
		return 7 * day
	case ShareMonth:
		return 30 * day
	}
	return 0
}

// FilterChoice is what a visitor chooses of a dashboard's filter.
type FilterChoice struct {
	FilterID string   `json:"filterId" maxLength:"36" doc:"A filter of the dashboard."`
	Values   []string `json:"values" maxItems:"1000" doc:"The chosen values; none means all."`
}

// TileByID returns a tile of the dashboard, otherwise a NotFound fault.
func (s DashboardSpec) TileByID(id string) (Tile, error) {
	at := slices.IndexFunc(s.Tiles, func(t Tile) bool { return t.ID == id })
	if at < 0 || id == "" {
		return Tile{}, fault.New(fault.NotFound, "tile does not exist")
	}
	return s.Tiles[at], nil
}

// FilterByID returns a filter of the dashboard, otherwise a NotFound fault.
func (s DashboardSpec) FilterByID(id string) (Filter, error) {
	at := slices.IndexFunc(s.Filters, func(f Filter) bool { return f.ID == id })
	if at < 0 || id == "" {
		return Filter{}, fault.New(fault.NotFound, "filter does not exist")
	}
	return s.Filters[at], nil
}

// Ask returns the question for what a stored tile shows: nothing of it is the
// asker's own but the values of filters that the dashboard has.
func (s DashboardSpec) Ask(tileID string, choices []FilterChoice) (TileQuestion, error) {
	tile, err := s.TileByID(tileID)
	if err != nil {
		return TileQuestion{}, err
	}
	chosen, err := s.chosen(choices)
	if err != nil {
		return TileQuestion{}, err
	}
	q := TileQuestion{Tile: AskedTile{Config: tile.Config}}
	for _, f := range s.Filters {
		values := chosen[f.ID]
		if f.Broadcasts() && len(values) > 0 {
			q.Filters = append(q.Filters, TileFilter{Expression: f.Expression, Values: values, AppliesToSourceIDs: f.AppliesToSourceIDs})
		}
	}
	q.Variables = s.Variables(chosen)
	if s.SavedQuery != nil && *s.SavedQuery != "" {
		q.Filters = append(q.Filters, TileFilter{Where: *s.SavedQuery, WhereLanguage: s.savedLanguage()})
	}
	return q, nil
}

// Variables returns the variables of the dashboard with the values that are chosen of
// their filters, by the filter's id; those of which none is chosen have their defaults.
func (s DashboardSpec) Variables(chosen map[string][]string) []TileVariable {
	var variables []TileVariable
	for _, f := range s.Filters {
		if name := f.Variable(); name != "" {
			values := chosen[f.ID]
			if len(values) == 0 {
				values = f.DefaultValues
			}
			variables = append(variables, TileVariable{Name: name, Values: values, Expression: f.Expression})
		}
	}
	return variables
}

// ValuesOf returns the condition on the rows whose values a visitor may choose for a
// filter: its own, and that of the dashboard where it is in the same language or alone.
func (s DashboardSpec) ValuesOf(f Filter) (string, query.Language) {
	switch {
	case s.SavedQuery == nil || *s.SavedQuery == "":
		return f.Where, f.WhereLanguage
	case f.Where == "":
		return *s.SavedQuery, s.savedLanguage()
	case cmp.Or(f.WhereLanguage, query.Lucene) == s.savedLanguage():
		return "(" + f.Where + ") AND (" + *s.SavedQuery + ")", s.savedLanguage()
	}
	return f.Where, f.WhereLanguage
}

func (s DashboardSpec) savedLanguage() query.Language {
	if s.SavedQueryLanguage == nil {
		return query.Lucene
	}
	return *s.SavedQueryLanguage
}

func (s DashboardSpec) chosen(choices []FilterChoice) (map[string][]string, error) {
	chosen := map[string][]string{}
	for i, c := range choices {
		at := "choices." + strconv.Itoa(i)
		filter, err := s.FilterByID(c.FilterID)
		if err != nil {
			return nil, fault.InvalidAt(at+".filterId", "reference", "must be a filter of the dashboard")
		}
		if filter.Type == FilterText && len(c.Values) > 1 {
			return nil, fault.InvalidAt(at+".values", "max_items", "must have at most 1 item, as the filter is a text")
		}
		chosen[c.FilterID] = c.Values
	}
	return chosen, nil
}

// SharedTile is a tile as visitors get it: with what it takes to draw it, and
// without its conditions, statements and links.
type SharedTile struct {
	Placement
	Config map[string]any `json:"config" doc:"The config of the tile without its conditions, statements and links."`
}

// Shared returns the tile as visitors get it.
func (t Tile) Shared() (SharedTile, error) {
	text, err := json.Marshal(t.Config)
	if err != nil {
		return SharedTile{}, err
	}
	shown := SharedTile{Placement: t.Placement}
	if err := json.Unmarshal(text, &shown.Config); err != nil {
		return SharedTile{}, err
	}
	withhold(shown.Config)
	return shown, nil
}

// withhold empties what visitors need not know, at any depth.
func withhold(node any) {
	switch n := node.(type) {
	case map[string]any:
		for _, name := range []string{"where", "having", "sqlTemplate"} {
			if _, ok := n[name].(string); ok {
				n[name] = ""
			}
		}
		for _, name := range []string{"onClick", "connectionId"} {
			delete(n, name)
		}
		for _, part := range n {
			withhold(part)
		}
	case []any:
		for _, part := range n {
			withhold(part)
		}
	}
}
