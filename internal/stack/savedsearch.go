package stack

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

const (
	// SearchSelectCharsMax bounds the columns of a saved search.
	SearchSelectCharsMax = 4096
	// SearchWhereCharsMax bounds the where clause and each filter's condition.
	SearchWhereCharsMax = 8192
	// SearchOrderByCharsMax bounds the order of a saved search.
	SearchOrderByCharsMax = 1024
	// SearchFiltersMax bounds the filters of a saved search.
	SearchFiltersMax = 100
)

// SavedSearch is a search with a name.
type SavedSearch struct {
	Record
	SavedSearchSpec
	SourceMissing bool // found out when it is read, not stored
}

// SavedSearchSpec is the content of a saved search: what is stored and
// returned.
type SavedSearchSpec struct {
	Name          string         `json:"name"`
	SourceID      string         `json:"sourceId"`
	Select        string         `json:"select" required:"false"` // empty: the source's own columns
	Where         string         `json:"where" required:"false"`
	WhereLanguage query.Language `json:"whereLanguage" required:"false"`
	OrderBy       string         `json:"orderBy" required:"false"`
	Tags          []string       `json:"tags" required:"false"`
	Filters       []SearchFilter `json:"filters" required:"false"`
}

// SavedSearchInput is the body of a create or an update, which replaces the
// saved search whole.
type SavedSearchInput struct {
	Name          string         `json:"name" minLength:"1" maxLength:"1024"`
	SourceID      string         `json:"sourceId"`
	Select        string         `json:"select,omitempty" maxLength:"4096" doc:"Columns; empty for the source's own."`
	Where         string         `json:"where,omitempty" maxLength:"8192"`
	WhereLanguage query.Language `json:"whereLanguage,omitempty"`
	OrderBy       string         `json:"orderBy,omitempty" maxLength:"1024"`
	Tags          []string       `json:"tags,omitempty" maxItems:"50" doc:"Each at most 32 characters. Spaces around a tag, blank tags and repeats are dropped."`
	Filters       []SearchFilter `json:"filters,omitempty" maxItems:"100" doc:"Each one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b."`
}

func (in *SavedSearchInput) preset() {
	in.WhereLanguage, in.Tags, in.Filters = query.Lucene, []string{}, []SearchFilter{}
}

// The types of a SearchFilter.
const (
	FilterSQL    = "sql"
	FilterLucene = "lucene"
	FilterSQLAST = "sql_ast"
)

// SearchFilter is a choice in the sidebar of a search: a condition, or for
// FilterSQLAST an operator with two sides.
type SearchFilter struct {
	Type      string `json:"type" required:"false"`
	Condition string `json:"condition,omitempty"`
	Operator  string `json:"operator,omitempty"`
	Left      string `json:"left,omitempty"`
	Right     string `json:"right,omitempty"`
}

func (f *SearchFilter) preset() { f.Type = FilterSQL }

// DecodeSavedSearch reads a body strictly. Limits are checked by Apply.
func DecodeSavedSearch(body []byte) (SavedSearchSpec, error) {
	in, err := decodeRecord[SavedSearchInput](body, computedFields.savedSearch)
	return SavedSearchSpec(in), err
}

// Apply returns the saved search after the update, or an Invalid fault.
// Applied to the zero spec it creates. A filter must be one that the sidebar
// can show; a filter that is stored already may stay.
func (s SavedSearchSpec) Apply(in SavedSearchSpec) (SavedSearchSpec, error) {
	in.Name = strings.TrimSpace(in.Name)
	in.Filters = ownList(in.Filters)
	p := root()
	p.at("tags").tags(in.Tags)
	in.Tags = ownList(tidyTags(in.Tags))
	in.check(p)
	in.checkFilters(p.at("filters"), s.Filters)
	if err := p.log.err(); err != nil {
		return SavedSearchSpec{}, err
	}
	return in, nil
}

func (s SavedSearchSpec) check(p place) {
	p.at("name").chars(s.Name, 1, NameCharsMax)
	p.at("sourceId").id(s.SourceID)
	p.at("select").chars(s.Select, 0, SearchSelectCharsMax)
	p.at("where").chars(s.Where, 0, SearchWhereCharsMax)
	oneOf(p.at("whereLanguage"), s.WhereLanguage, query.WhereLanguages())
	p.at("orderBy").chars(s.OrderBy, 0, SearchOrderByCharsMax)
}

func (s SavedSearchSpec) checkFilters(p place, stored []SearchFilter) {
	p.items(len(s.Filters), 0, SearchFiltersMax)
	for i, f := range s.Filters {
		if !slices.Contains(stored, f) {
			f.check(p.item(i))
		}
	}
}

func (f SearchFilter) check(p place) {
	oneOf(p.at("type"), f.Type, []string{FilterSQL, FilterLucene, FilterSQLAST})
	p.at("condition").chars(f.Condition, 0, SearchWhereCharsMax)
	p.check(f.Type != FilterSQLAST && f.Operator == "" && f.Left == "" && f.Right == "" && isFacet(f.Condition), "format",
		"must be one facet: <column> IN (…), <column> NOT IN (…) or <column> BETWEEN a AND b")
}
