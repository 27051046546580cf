package stack

import (
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// SavedConditionCharsMax bounds the condition of a saved filter value.
const SavedConditionCharsMax = 10000

// check checks everything that needs no look at other resources.
func (s DashboardSpec) check(in DashboardInput) error {
	p := root()
	p.at("name").chars(s.Name, 0, NameCharsMax)
	checkTiles(p.at("tiles"), s.Tiles)
	p.at("tags").tags(in.Tags)
	checkFilters(p.at("filters"), s.Filters)
	s.checkSavedQuery(p)
	checkSavedFilterValues(p.at("savedFilterValues"), s.SavedFilterValues)
	checkContainers(p.at("containers"), s.Containers)
	if err := p.log.err(); err != nil {
		return err
	}
	checkSeats(p.at("tiles"), s.Tiles, s.Containers)
	return p.log.err()
}

func checkTiles(p place, tiles []Tile) {
	p.items(len(tiles), 0, TilesMax)
	ids := make([]string, len(tiles))
	for i, t := range tiles {
		ids[i] = t.ID
		t.check(p.item(i))
	}
	unique(ids, func(i int) place { return p.item(i).at("id") }, "Duplicate tile ID: each tile must have its own")
}

func (s DashboardSpec) checkSavedQuery(p place) {
	if s.SavedQueryLanguage != nil {
		oneOf(p.at("savedQueryLanguage"), *s.SavedQueryLanguage, SavedQueryLanguages())
	}
	if s.SavedQuery != nil {
		p.at("savedQuery").expression(*s.SavedQuery)
		p.at("savedQueryLanguage").check(s.SavedQueryLanguage != nil, "conflict",
			"cannot be null when savedQuery is provided")
	}
}

func checkSavedFilterValues(p place, values []SavedFilterValue) {
	p.items(len(values), 0, SavedFilterValuesMax)
	for i, v := range values {
		oneOf(p.item(i).at("type"), v.Type, []string{string(query.SQL)})
		p.item(i).at("condition").chars(v.Condition, 0, SavedConditionCharsMax)
	}
}

// Validation is the verdict over a dashboard body that is not stored.
type Validation struct {
	Valid      bool           `json:"valid"`
	Errors     []Finding      `json:"errors"`
	Normalized *DashboardSpec `json:"normalized"`
}

// Finding is one place of a body and the rule that it breaks. What concerns
// the whole body has an empty path.
type Finding struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// ValidateDashboard judges a body as a create would, and returns what would
// be stored, without ids. It never fails: every failure is a finding.
func ValidateDashboard(body []byte, refs References) Validation {
	spec, err := dryCreate(body, refs)
	if err != nil {
		return Validation{Errors: findings(err)}
	}
	return Validation{Valid: true, Errors: []Finding{}, Normalized: &spec}
}

func dryCreate(body []byte, refs References) (DashboardSpec, error) {
	in, err := DecodeDashboard(body)
	if err != nil {
		return DashboardSpec{}, err
	}
	spec, err := DashboardSpec{}.Apply(in, func() (string, error) { return "", nil })
	if err != nil {
		return DashboardSpec{}, err
	}
	return spec, spec.CheckReferences(refs, DashboardSpec{})
}

func findings(err error) []Finding {
	f := fault.From(err)
	if len(f.Details) == 0 {
		return []Finding{{Message: f.Message}}
	}
	list := make([]Finding, len(f.Details))
	for i, d := range f.Details {
		list[i] = Finding{Path: d.Path, Message: d.Message}
	}
	return list
}
