package stack

import "github.com/cairnstack/cairn/internal/query"

const (
	// NameCharsMax bounds the names of dashboards, tiles, sources, webhooks,
	// connections and saved searches.
	NameCharsMax = 1024
	// SavedFilterValuesMax bounds the filter choices that are saved with a dashboard.
	SavedFilterValuesMax = 100
)

// Dashboard is a page of tiles.
type Dashboard struct {
	Record
	DashboardSpec
	Missing Missing // found out when it is read, not stored
}

// DashboardSpec is the content of a dashboard: what is stored, answered and
// exported as one JSON document. Lists are never nil but Containers, which
// is left out when there are none.
type DashboardSpec struct {
	Name               string             `json:"name"`
	Tiles              []Tile             `json:"tiles"`
	Tags               []string           `json:"tags"`
	Filters            []Filter           `json:"filters"`
	SavedQuery         *string            `json:"savedQuery"`
	SavedQueryLanguage *query.Language    `json:"savedQueryLanguage" nullable:"true" enum:"lucene,sql,promql"`
	SavedFilterValues  []SavedFilterValue `json:"savedFilterValues"`
	Containers         []Container        `json:"containers,omitempty"`
}

// SavedFilterValue is a choice that the page starts with.
type SavedFilterValue struct {
	Type      string `json:"type" required:"false"`
	Condition string `json:"condition"`
}

func (v *SavedFilterValue) preset() { v.Type = string(query.SQL) }

// DashboardInput is the body of a create or an update. What is not sent stays
// as it is stored, but for name and tiles, which are required.
type DashboardInput struct {
	Name               string              `json:"name" maxLength:"1024"`
	Tiles              SentTiles           `json:"tiles" maxItems:"500"`
	Tags               []string            `json:"tags,omitzero" maxItems:"50" doc:"Each at most 32 characters. Spaces around a tag, blank tags and repeats are dropped."`
	Filters            []Filter            `json:"filters,omitzero" maxItems:"100"`
	SavedQuery         Opt[string]         `json:"savedQuery,omitzero"`
	SavedQueryLanguage Opt[query.Language] `json:"savedQueryLanguage,omitzero" doc:"Must not be null while savedQuery is not."`
	SavedFilterValues  []SavedFilterValue  `json:"savedFilterValues,omitzero" maxItems:"100"`
	Containers         []Container         `json:"containers,omitzero" maxItems:"50"`
}

// DecodeDashboard reads a body strictly: it returns an Invalid fault that
// names every place whose shape is wrong. Limits are checked by Apply.
func DecodeDashboard(body []byte) (DashboardInput, error) {
	return decodeRecord[DashboardInput](body, computedFields.dashboard)
}

// Apply returns the dashboard after the update, or an Invalid fault. Applied
// to the zero spec it creates. Tiles and filters keep an id that the stored
// dashboard knows; without one, they are recognized by what they are.
func (s DashboardSpec) Apply(in DashboardInput, mint Minter) (DashboardSpec, error) {
	next := s.merge(in)
	if err := next.check(in); err != nil {
		return DashboardSpec{}, err
	}
	if err := next.assignIDs(s, mint); err != nil {
		return DashboardSpec{}, err
	}
	return next, nil
}

func (s DashboardSpec) merge(in DashboardInput) DashboardSpec {
	next := DashboardSpec{
		Name:               in.Name,
		Tiles:              ownList(in.Tiles),
		Tags:               sentOr(tidyTags(in.Tags), s.Tags),
		Filters:            sentOr(in.Filters, s.Filters),
		SavedQuery:         in.SavedQuery.OrElse(s.SavedQuery),
		SavedQueryLanguage: in.savedQueryLanguage(s),
		SavedFilterValues:  sentOr(in.SavedFilterValues, s.SavedFilterValues),
		Containers:         sentOr(in.Containers, s.Containers),
	}
	if len(next.Containers) == 0 {
		next.Containers = nil
	}
	return next
}

// savedQueryLanguage follows the query when the language itself is not sent:
// no query, no language; a query without one is Lucene.
func (in DashboardInput) savedQueryLanguage(s DashboardSpec) *query.Language {
	switch {
	case in.SavedQueryLanguage.Sent:
		return in.SavedQueryLanguage.Value
	case !in.SavedQuery.Sent:
		return s.SavedQueryLanguage
	case in.SavedQuery.Value == nil:
		return nil
	case *in.SavedQuery.Value == "" && s.SavedQueryLanguage != nil:
		return s.SavedQueryLanguage
	default:
		language := query.Lucene
		return &language
	}
}

// sentOr returns a copy of what was sent, otherwise of what is stored; never
// nil.
func sentOr[T any](sent, stored []T) []T {
	if sent != nil {
		return ownList(sent)
	}
	return ownList(stored)
}

func ownList[T any](items []T) []T { return append([]T{}, items...) }

func (s *DashboardSpec) assignIDs(stored DashboardSpec, mint Minter) error {
	for _, kind := range []func(DashboardSpec) ([]part, error){
		func(d DashboardSpec) ([]part, error) { return tileParts(d.Tiles) },
		func(d DashboardSpec) ([]part, error) { return filterParts(d.Filters) },
	} {
		parts, err := kind(*s)
		if err != nil {
			return err
		}
		before, err := kind(stored)
		if err != nil {
			return err
		}
		if err := identify(parts, before, mint); err != nil {
			return err
		}
	}
	return nil
}
